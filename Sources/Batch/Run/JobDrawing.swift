import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile
import MultiplaneVideo

/// Draws jobs in a worker, with a cache of scenes.
package final class JobDrawing {
  let compositor: OffscreenCompositor
  private let assets: FilePlace
  private let sceneLimits: SceneLimits
  /// The limits of evaluating a tree.
  let limits: DrawingLimits
  /// Whether scenes with warnings are drawn.
  package var allowsWarnings = false
  /// The first warnings of scenes, in a worker those of a request, with the names of their jobs.
  package private(set) var warnings: [(job: String, text: String)] = []
  /// The identity of the renderer.
  package let program: ProgramIdentity
  /// Whether a still that shows only its background is an error.
  package var refusesBlank = false
  /// Photographs that several rows show.
  private let decodedImages = DecodedImages(budget: 64 << 20)
  /// The scenes that were drawn last, the latest at the end.
  private var scenes: [KnownScene] = []

  private struct KnownScene {
    let path: String
    let files: [String: String]?
    let scale: Double?
    let template: SceneTemplate
  }

  /// Warnings that are reported per request.
  private static let mostWarnings = 20
  /// Scenes that are kept: jobs of one manifest mostly are of one or a few.
  private static let mostScenes = 8

  /// Creates the drawing of a worker.
  ///
  /// - Parameters:
  ///   - compositor: with the limits per picture.
  ///   - assets: the place of the images that parameters name, and of a plan's files.
  ///   - version: the version of the program.
  package init(
    _ compositor: OffscreenCompositor, assets: FilePlace, sceneLimits: SceneLimits, limits: DrawingLimits,
    version: String
  ) {
    self.compositor = compositor
    self.assets = assets
    self.sceneLimits = sceneLimits
    self.limits = limits
    program = ProgramIdentity(of: compositor, version: version)
  }

  /// Answers a request.
  package func answer(_ request: WorkerMessage.Request) -> WorkerMessage.Reply {
    let start = ContinuousClock().now
    var reply = WorkerMessage.Reply(seconds: 0, resident: 0, isTemporary: false)
    warnings = []
    do {
      switch request {
      case .picture(let shot, let output, let mark):
        (reply.size, reply.sha256) = try draw(shot, to: output, mark: mark)
      case .reckoning(let shot, let frames): reply.reckoning = try reckon(shot, at: frames)
      case .chunk(let chunk, let store):
        let entry = try draw(chunk, into: ChunkStore(store, mayBeLink: false))
        (reply.size, reply.sha256) = (entry.bytes, entry.sha256)
      }
    } catch {
      reply.error = "\(error)"
      reply.isTemporary = Self.isTemporary(error)
    }
    if !warnings.isEmpty { reply.warnings = warnings.map(\.text) }
    reply.seconds = (ContinuousClock().now - start) / .seconds(1)
    reply.resident = ProgramBuild.residentBytes
    return reply
  }

  /// Whether a retry, or another machine, may succeed after an error.
  package static func isTemporary(_ error: any Error) -> Bool {
    switch error {
    case ImageError.unwritable(_, _, _, let mayPass): mayPass
    case VideoError.encoder, VideoError.noEncoder, CompositorError.contextLost: true
    case let error as BatchError: error.isTemporary
    default: false
    }
  }

  /// A shot's layers with its values.
  func tree(of shot: Shot) throws -> CommittedTree {
    let values = try ParameterValue.values(json: [UInt8](shot.parameters.utf8), name: shot.id)
    let template = try template(of: shot)
    let images = shot.images.map { FilePlace(folder: assets.folder, root: assets.root, names: $0) } ?? assets
    let scene = try template.scene(SceneParameters(values, assets: images, images: decodedImages))
    // Ten thousand pictures are not each looked at.
    if allowsWarnings {
      warnings += scene.firstWarnings(Self.mostWarnings - warnings.count).told.map {
        (shot.id, "\($0.place): \($0.problem)")
      }
    } else {
      try scene.refuseWarnings()
    }
    return try scene.committedWithinLimits()
  }

  private func template(of shot: Shot) throws(SceneError) -> SceneTemplate {
    if let index = scenes.firstIndex(where: {
      $0.path == shot.scene && $0.scale == shot.scale && $0.files == shot.files
    }) {
      let known = scenes.remove(at: index)
      scenes.append(known)
      return known.template
    }
    let template: SceneTemplate
    if let files = shot.files {
      template = try SceneTemplate(
        SceneBytes.read(path: shot.scene, limits: sceneLimits), name: shot.scene,
        files: FilePlace(folder: assets.folder, root: assets.root, names: files), scale: SceneScale(shot.scale),
        limits: sceneLimits
      )
    } else {
      template = try SceneTemplate(path: shot.scene, scale: SceneScale(shot.scale), limits: sceneLimits)
    }
    if scenes.count >= Self.mostScenes { scenes.removeFirst() }
    scenes.append(KnownScene(path: shot.scene, files: shot.files, scale: shot.scale, template: template))
    return template
  }

  /// Draws a shot's first frame into a picture file.
  private func draw(_ shot: Shot, to output: String, mark: String) throws -> (Int, String) {
    let bytes = try picture(of: shot, format: ImageFileFormat(path: output), name: output)
    try makeFolders(of: output)
    try writeFileAtomically(bytes, to: output, mark: mark)
    return (bytes.count, SHA256.hex(of: bytes))
  }

  /// The file of a shot's first frame.
  ///
  /// - Parameter name: what errors call it.
  func picture(of shot: Shot, format: ImageFileFormat, name: String) throws -> [UInt8] {
    let (pixels, tree) = try still(of: shot)
    return try encodeImage(
      premultipliedRGBA8: pixels, width: tree.pixelWidth, height: tree.pixelHeight, format: format,
      quality: shot.quality, effort: shot.effort, name: name)
  }

  /// A shot's first frame.
  ///
  /// - Throws: also if it shows only its background, unless that is allowed.
  func still(of shot: Shot) throws -> (pixels: [UInt8], tree: RenderTree) {
    let committed = try tree(of: shot)
    let tree = try limits.evaluating { committed.evaluate(at: shot.from) }
    let picture = try compositor.picture(of: tree)
    if refusesBlank, let blank = compositor.blankStill(picture.pixels, of: tree, from: committed) {
      throw SceneError.invalid(
        file: shot.scene, place: "",
        problem: blank.problem + ": set \"poster\" or --time, or accept such pictures with --allow-blank")
    }
    return (picture.pixels, tree)
  }

  /// Refuses a shot whose first frame is blank. One that cannot be drawn, as it exceeds the limits,
  /// is left to the machine that draws it.
  func refuseBlank(_ shot: Shot) throws(SceneError) {
    do {
      _ = try still(of: shot)
    } catch let error as SceneError {
      throw error
    } catch {}
  }
}

/// Makes the folders that a file is to lie in.
func makeFolders(of output: String) throws(ImageError) {
  guard let slash = output.lastIndex(of: "/"), slash != output.startIndex else { return }
  let folder = String(output[..<slash])
  do {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  } catch {
    let code = systemCode(of: error)
    throw .unwritable(
      path: folder, found: "a folder that cannot be made (\(systemText(of: error)))", remedy: "choose another place",
      mayPass: code.map(mayPass) ?? false)
  }
}
