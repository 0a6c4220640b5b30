import ArgumentParser
import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneLottie
import MultiplaneRenderTree
import MultiplaneSceneFile
import MultiplaneVideo

/// `multiplane render`: renders a scene to a picture, a sequence of pictures, or a video.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Renders a scene to a picture, a sequence of pictures, or a video.",
    discussion: """
      A single picture prints nothing on success, except a warning if --renderer gl finds no hardware device.

      Sequence: --to, with --from and --fps, draws round((to - from) * fps) frames, frame k at the scene time \
      from + k/fps; --frames selects a range. The output name contains %d or %04d for the frame number, counted from 0 \
      (%% is a percent sign): -o frames/%04d.png. The folder is created if missing.

      Video: .mp4 (H.264, over black); with transparency .webm (VP9), .mov (ProRes 4444), .gif (at most 50 frames per \
      second), .apng and .webp (animated pictures). All but .apng and .webp need the program ffmpeg. In .mp4 and .webm \
      an odd width or height grows by one pixel.

      The scene may be a Lottie animation (.json or .lottie; docs/lottie.md). Its own frame rate and length are then \
      the defaults of --fps and --to; --marker selects a part.

      Sequences and videos show a progress bar on a terminal, and end with a summary line on standard error.
      """)

  @Argument(help: "The scene file.", completion: .scene)
  var scene: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      """
      The output. Its extension selects the format: .png, .jpg, .jpeg, .webp or .avif for a picture, .mp4, .webm, .mov, \
      .gif, .apng or .webp for a video, a name such as frames/%04d.png for a sequence. - is standard output, in the \
      format of --format.
      """,
      valueName: "picture"), completion: .output)
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      Format of -o -: a picture, or with --to the concatenated frames; rgba is raw with straight alpha, as read by \
      'ffmpeg -f rawvideo -pixel_format rgba'.
      """))
  var format: StreamFormat?

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var time: TimeOption
  @OptionGroup var moment: MomentOptions

  @OptionGroup var sequence: SequenceOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point. (default: the scene's)", valueName: "pixels"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Size of the picture in pixels, such as 640x360. The canvas is scaled to fit, in the middle.", valueName: "size"))
  var size: PixelSize?

  @Flag(help: "Require transparency: refuse a format without alpha (.mp4, .jpg), and an opaque background.")
  var alpha = false

  @OptionGroup var quality: QualityOption
  @OptionGroup var effort: EffortOption

  @OptionGroup var device: DeviceOption

  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  func validate() throws {
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
    if size != nil, scale != nil { throw ValidationError("--size: expected without --scale") }
    if moment.isGiven, time.seconds != nil {
      throw ValidationError("--time: expected without --progress, --frame, --marker")
    }
    // The animation's own frames are known when it is read.
    if sequence.to == nil, scene == "-" ? wantsFrames : LottieFormat.recognizes(path: scene) { return }
    try check(renderOutput())
  }

  /// Whether name and options ask for frames.
  private var wantsFrames: Bool {
    sequence.isWanted || FramePattern.looksLikeOne(output)
      || VideoFormat(ofFrames: output) != nil && (try? ImageFileFormat(path: output)) == nil
  }

  private func check(_ target: RenderOutput) throws {
    if alpha, !target.hasAlpha(path: output) {
      throw ValidationError(
        "--alpha: expected a format with alpha, such as .webm, .mov, .apng, .gif or .png, found '\(output)'")
    }
    if quality.isLossless { try target.checkLossless(path: output) }
    try quality.check(target.problem(withQuality: quality.quality, path: output))
    try target.check(effort: effort.effort, path: output)
    switch target {
    case .picture, .stream(_, nil): break
    default:
      if moment.progress != nil || moment.frame != nil {
        throw ValidationError("--progress, --frame: expected a single picture")
      }
      if !moment.markers.isEmpty, sequence.from != nil || sequence.to != nil {
        throw ValidationError("--marker: not allowed with --from and --to")
      }
      guard let seconds = time.seconds else { break }
      throw ValidationError("--time: not allowed with --from and --to, found \(numberText(seconds))")
    }
  }

  func run() throws {
    try CommandError.naming(scene) { try draw() }
  }

  /// - Parameter scene: the scene, if it was read.
  private func renderOutput(of scene: Scene? = nil) throws -> RenderOutput {
    var options = sequence.completed(by: scene?.timeline)
    if wantsFrames, let part = try scene.flatMap(moment.part(in:)) { options.usualPart = part }
    return try RenderOutput(path: output, format: format, options: options)
  }

  /// Loads the scene at its scale, or at the one that fits the size.
  private func load() throws -> Scene {
    let (given, limits) = (try parameters.read(), try limits.scene())
    guard let size else { return try loadScene(scene, scale: scale, parameters: given, limits: limits) }
    return try loadScene(scene, fitting: size, parameters: given, limits: limits)
  }

  private func draw() throws {
    let start = ProcessTime.now
    let scene = try load()
    // The time limit includes reading the scene.
    let reading = ProcessTime.now - start
    if alpha, let background = scene.background, background.alpha >= 1 {
      throw ValidationError("--alpha: expected a scene without an opaque background, found one")
    }
    let target = try renderOutput(of: scene)
    try check(target)
    let quality = quality.value(hasQuality: target.hasQuality(path: output))
    let effort = effort.effort
    switch target {
    case .picture:
      // Reports an unknown extension before the work.
      let format = try ImageFileFormat(path: output)
      try renderPicture(of: scene, after: reading, inBands: format == .png) {
        try writeImage(premultipliedRGBA8: $0, width: $1, height: $2, to: output, quality: quality, effort: effort)
      }
    case .stream(let format, nil):
      try renderPicture(of: scene, after: reading, inBands: false) {
        try StandardOutput.write(format.bytes($0, width: $1, height: $2, quality: quality, effort: effort))
      }
    case .stream(let format, let times?):
      try renderSequence(of: scene, times, Array(sequence.numbers(of: times)), isStream: true) { tree in
        StreamedFrames(
          format: format, width: tree.pixelWidth, height: tree.pixelHeight, quality: quality, effort: effort)
      }
    case .pictures(let pattern, let times):
      let start = sequence.startNumber ?? 0
      let frames = sequence.numbers(of: times).filter {
        !(sequence.skipExisting && FileManager.default.fileExists(atPath: pattern.path(of: start + $0)))
      }
      try renderSequence(of: scene, times, frames) { tree in
        if let folder = pattern.folder { try makeLastFolder(folder) }
        let (width, height) = (tree.pixelWidth, tree.pixelHeight)
        return PictureFiles(
          width: width, height: height,
          threads: SequenceDrawing.encodingThreads(width: width, height: height), quality: quality, effort: effort
        ) { pattern.path(of: start + $0) }
      }
    case .video(let format, let times):
      try renderSequence(of: scene, times, Array(sequence.numbers(of: times))) { tree in
        try format.makeWriter(
          path: output, width: tree.pixelWidth, height: tree.pixelHeight, rate: times.rate,
          transparent: (tree.background?.alpha ?? 0) < 1, options: VideoOptions(quality: quality))
      }
    }
  }

  /// - Parameters:
  ///   - reading: the processor time of reading the scene.
  ///   - inBands: whether a large picture may be written in bands.
  ///   - writePixels: writes the picture completely or not at all.
  private func renderPicture(
    of scene: Scene, after reading: Duration, inBands: Bool,
    writePixels: (_ pixels: [UInt8], _ width: Int, _ height: Int) throws -> Void
  ) throws {
    let interruption = Interruption()
    // Before anything is written there is nothing to clean up.
    interruption.onSignal { endBySignal($0) }
    let start = ProcessTime.now
    let committed = try scene.committedWithinLimits()
    let seconds = try moment.seconds(in: scene) ?? time.seconds(in: scene)
    let tree = try limits.drawing(onProcessor: true).evaluating { committed.evaluate(at: seconds) }
    // The only picture of this process.
    keepUntilExit((scene, committed, tree))
    let reading = reading + (ProcessTime.now - start)
    let compositor = try device.openCompositor(limits: limits)
    compositor.limits = compositor.limits?.after(reading)
    func checkVisible(isBlank: Bool) throws {
      guard isBlank, let blank = compositor.blankStill(of: tree, from: committed) else { return }
      try scene.warn(of: blank, isStrict: parameters.strict.isStrict)
    }
    if inBands, let bands = try compositor.bands(of: tree) {
      try write(bands, of: tree, interruption: interruption, isComplete: checkVisible)
    } else {
      let pixels = try compositor.picture(of: tree).pixels
      try checkVisible(isBlank: BlankStill.isBlank(pixels, over: tree.background))
      try write(pixels, of: tree, interruption: interruption, by: writePixels)
    }
    device.tellOfShortcomings(compositor)
  }

  /// Writes a picture. A signal takes effect after the file is complete.
  private func write(
    _ pixels: [UInt8], of tree: RenderTree, interruption: Interruption,
    by writePixels: (_ pixels: [UInt8], _ width: Int, _ height: Int) throws -> Void
  ) throws {
    // Standard output and pipes need no cleaning up, and their reader may be slow or missing.
    if output != "-", !isDeviceOrPipe(output) { interruption.onSignal { _ in } }
    try interruption.check()
    try writePixels(pixels, tree.pixelWidth, tree.pixelHeight)
    try interruption.check()
  }

  /// Writes a large picture in bands, with one band in memory at a time. A signal takes effect
  /// after a band, and removes the file.
  ///
  /// - Parameter isComplete: called before the file is complete; an error removes it.
  private func write(
    _ bands: CanvasBands, of tree: RenderTree, interruption: Interruption,
    isComplete: (_ isBlank: Bool) throws -> Void
  ) throws {
    interruption.onSignal { _ in }
    try interruption.check()
    let file = try PNGFileStream(path: output, width: tree.pixelWidth, height: tree.pixelHeight)
    var bands = bands
    var rows: [UInt8] = []
    var isBlank = true
    while try bands.next(&rows) {
      isBlank = isBlank && BlankStill.isBlank(rows, over: tree.background)
      try file.add(premultipliedRGBA8: &rows)
      try interruption.check()
    }
    try isComplete(isBlank)
    try file.finish()
  }

  /// - Parameters:
  ///   - frames: the numbers of the frames to draw.
  ///   - isStream: whether a signal may end the program at once, with nothing to clean up.
  ///   - makeWriter: creates the writer from the first frame's tree; all frames have the same size.
  private func renderSequence(
    of scene: Scene, _ times: FrameTimes, _ frames: [Int], isStream: Bool = false,
    makeWriter: (RenderTree) throws -> any FrameWriter
  ) throws {
    let interruption = Interruption()
    let committed = try scene.committedWithinLimits()
    let compositor = try device.openCompositor(limits: limits)
    let start = ContinuousClock().now
    let onProcessor = limits.drawing(onProcessor: true)
    let writer = try makeWriter(onProcessor.evaluating { committed.evaluate(at: times.from) })
    interruption.onSignal { signal in
      if isStream { endBySignal(signal) }
      writer.abort()
    }
    let drawing = SequenceDrawing(
      committed, times, by: compositor, limits: onProcessor, overlaps: !sequence.inTurn, frames: frames)
    var bar = sequence.quiet ? nil : ProgressBar(total: max(1, frames.count))
    do {
      defer { bar?.clear() }
      try drawing.run(into: writer) { count in
        try interruption.check()
        bar?.show(count)
      }
      try writer.finish()
    } catch {
      writer.discard()
      // An interrupted writer may fail with any error.
      try interruption.check()
      throw error
    }
    device.tellOfShortcomings(compositor)
    if !sequence.quiet { StandardError.write(summary(times, frames.count, took: ContinuousClock().now - start), .info) }
  }

  private func summary(_ times: FrameTimes, _ count: Int, took duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    let speed = String(format: "%.1f", Double(count) / max(seconds, 1e-6))
    let name = output == "-" ? "standard output" : output
    let present = sequence.numbers(of: times).count - count
    return "\(name): \(count) \(count == 1 ? "frame" : "frames")\(present > 0 ? ", \(present) skipped," : "") in "
      + "\(String(format: "%.2f", seconds)) s, \(speed) frames per second"
  }
}

/// Creates a folder, but not its parents, unless it exists.
private func makeLastFolder(_ path: String) throws(CommandError) {
  var isFolder: ObjCBool = false
  if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
    guard isFolder.boolValue else { throw .folder(path: path, found: "a file") }
    return
  }
  guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
    throw .folder(path: path, found: pathProblem(errno, .writing))
  }
}
