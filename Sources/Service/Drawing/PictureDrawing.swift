#if Service
  import Foundation
  import MultiplaneBatch
  import MultiplaneCompositor
  import MultiplaneDrawing
  import MultiplaneRenderTree
  import MultiplaneSceneFile
  import MultiplaneVideo

  /// Draws the pictures and videos of a service, in a worker process. Scenes and files come with
  /// the request, and no other file is opened.
  package final class PictureDrawing {
    private let compositor: OffscreenCompositor
    private let sceneLimits: SceneLimits
    /// The limits of evaluating a tree.
    private let limits: DrawingLimits
    /// The folder that videos are made in.
    private let temporary: String
    /// The identity of the renderer.
    package let program: ProgramIdentity
    /// Templates that were drawn last, the latest at the end.
    private var known: [Known] = []

    private struct Known {
      let digest: String
      let scale: Double?
      let template: SceneTemplate
    }

    /// The maximum size of a video, in bytes.
    package static let largestVideo = 256 << 20
    /// Seconds in which the time is searched at which something appears in a blank picture.
    private static let longestSearch = 0.1
    /// Templates that are kept, at one scale each.
    private static let mostKnown = 16

    /// Creates the drawing of a worker.
    ///
    /// - Parameters:
    ///   - compositor: with the limits per picture.
    ///   - version: the version of the program.
    package init(
      _ compositor: OffscreenCompositor, sceneLimits: SceneLimits, limits: DrawingLimits,
      temporary: String,
      version: String
    ) {
      self.compositor = compositor
      self.sceneLimits = sceneLimits
      self.limits = limits
      self.temporary = temporary
      program = ProgramIdentity(of: compositor, version: version)
    }

    /// Answers requests until the other side closes the pipe.
    package func serve(_ pipe: MessagePipe) {
      while let (order, files) = try? pipe.receive(DrawingOrder.self) {
        let (answer, picture) = draw(order, files)
        do {
          try pipe.send(answer, files: picture.map { [$0] } ?? [])
        } catch {
          return
        }
      }
    }

    /// Draws one order. The files are those behind the message.
    func draw(_ order: DrawingOrder, _ files: [[UInt8]]) -> (DrawingAnswer, [UInt8]?) {
      var answer = DrawingAnswer()
      var picture: [UInt8]?
      let start = ContinuousClock.now
      var roots: [FolderRoot] = []
      do {
        let isKnown = known.contains { $0.digest == order.scene && $0.scale == order.scale }
        guard order.sceneFiles.count + order.requestFiles.count == files.count else {
          throw MessagePipe.Fault.senseless
        }
        guard isKnown || !order.sceneFiles.isEmpty else {
          answer.needsFiles = true
          return (answer, nil)
        }
        let own = Dictionary(zip(order.sceneFiles, files)) { first, _ in first }
        let given = Dictionary(zip(order.requestFiles, files.dropFirst(order.sceneFiles.count))) {
          first, _ in first
        }
        // A scene of one's own comes with all files that it and its values name.
        let assets = try FolderRoot(files: order.isTemplate ? given : own)
        roots.append(assets)
        let template = try self.template(order, own) { roots.append($0) }
        let values = try ParameterValue.values(
          json: [UInt8](order.parameters.utf8), name: "parameters")
        let scene = try template.scene(
          SceneParameters(values, assets: FilePlace(folder: assets.path + "/", root: assets)))
        // The pictures of a service are not looked at.
        try scene.refuseWarnings()
        if let problem = SceneLimits.standard.problem(size: scene.size, scale: scene.scale) {
          throw SceneError.invalid(file: "", place: "scale", problem: problem)
        }
        let committed = try scene.committedWithinLimits()
        picture =
          if let end = order.end {
            try video(committed, order, until: end)
          } else {
            try self.picture(committed, order, at: order.time ?? scene.posterTime, &answer.warning)
          }
      } catch {
        answer.failure = Self.failure(error, roots: roots)
      }
      answer.seconds = (ContinuousClock.now - start) / .seconds(1)
      if FontCollection.system.isRead { answer.fonts = SceneFacts.systemFonts }
      answer.resident = ProgramBuild.residentBytes
      return (answer, picture)
    }

    private func template(
      _ order: DrawingOrder, _ files: [String: [UInt8]], noting note: (FolderRoot) -> Void
    ) throws -> SceneTemplate {
      if let index = known.firstIndex(where: { $0.digest == order.scene && $0.scale == order.scale }
      ) {
        let found = known.remove(at: index)
        known.append(found)
        return found.template
      }
      guard let scene = files[""] else { throw MessagePipe.Fault.senseless }
      let root = try FolderRoot(files: files)
      note(root)
      var limits = sceneLimits
      limits.root = root
      let template = try SceneTemplate(
        scene, name: "scene", folder: root.path + "/", scale: SceneScale(order.scale), limits: limits)
      guard order.isTemplate else { return template }
      if known.count >= Self.mostKnown { known.removeFirst() }
      known.append(Known(digest: order.scene, scale: order.scale, template: template))
      return template
    }

    /// - Parameter warning: is set for a picture that shows only its background.
    private func picture(
      _ committed: CommittedTree, _ order: DrawingOrder, at time: Double, _ warning: inout String?
    ) throws -> [UInt8] {
      let tree = try limits.evaluating { committed.evaluate(at: time) }
      let picture = try compositor.picture(of: tree)
      let blank = compositor.blankStill(
        picture.pixels, of: tree, from: committed, within: Self.longestSearch)
      if let blank {
        warning = blank.problem + (blank.appearance == nil ? "" : ": set \"poster\" or the time of the request")
      }
      return try encodeImage(
        premultipliedRGBA8: picture.pixels, width: tree.pixelWidth, height: tree.pixelHeight,
        format: ImageFileFormat(path: "." + order.format), name: "picture")
    }

    /// Draws a video into a file of this process's, for a video is whole or is none, and reads it.
    private func video(_ committed: CommittedTree, _ order: DrawingOrder, until end: Double) throws
      -> [UInt8]
    {
      let path = "\(temporary)/\(getpid()).\(order.format)"
      defer { unlink(path) }
      guard let format = VideoFormat(path: path) else { throw VideoError.noEncoder(path: path) }
      let times = try FrameTimes(from: order.time ?? 0, to: end, fps: order.framesPerSecond ?? 30)
      let first = try limits.evaluating { committed.evaluate(at: times.from) }
      let encoder = try format.makeWriter(
        path: path, width: first.pixelWidth, height: first.pixelHeight, rate: times.rate,
        transparent: (committed.background?.alpha ?? 0) < 1)
      do {
        try SequenceDrawing(committed, times, by: compositor, limits: limits).run(
          into: encoder
        ) { _ in }
        try encoder.finish()
      } catch {
        encoder.discard()
        throw error
      }
      return try readFile(path: path, limits: ImageLimits(maximumFileBytes: Self.largestVideo))
    }

    /// The message for a client, without this process's names for its files.
    private static func failure(_ error: any Error, roots: [FolderRoot]) -> DrawingAnswer.Failure {
      func plain(_ text: String) -> String {
        roots.reduce(text) { $0.replacing("\($1.path)/", with: "") }
      }
      func invalid(_ code: String, _ detail: String, place: String? = nil) -> DrawingAnswer.Failure {
        .init(
          status: 422, code: code, detail: plain(detail),
          place: place.flatMap { $0.isEmpty ? nil : plain($0) })
      }
      switch error {
      case SceneError.malformed(_, let line, let column, let problem):
        return .init(
          status: 400, code: "scene.malformed", detail: "line \(line), column \(column): \(problem)"
        )
      case SceneError.invalid(_, let place, let problem):
        return invalid("scene.invalid", problem, place: place)
      case SceneError.excess(_, let excess): return invalid("limit.exceeded", "\(excess)")
      case let excess as DrawingExcess: return invalid("limit.exceeded", "\(excess)")
      case CompositorError.render(_, .excess(let excess)):
        return invalid("limit.exceeded", "\(excess)")
      case let error as SceneError: return invalid("scene.invalid", "\(error)")
      case let error as ImageError: return invalid("image.invalid", "\(error)")
      case VideoError.noEncoder:
        return .init(
          status: 501, code: "video.none",
          detail: "videos need the program ffmpeg, which this service has not")
      default:
        return .init(
          status: 503, code: "drawing.failed", detail: "it could not be drawn this time; try again")
      }
    }
  }
#endif
