import ArgumentParser
import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneVideo

/// `multiplane render`: a scene becomes a picture, a sequence of pictures, or a video.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draws a scene into a picture, a sequence of pictures, or a video.",
    discussion: """
      A picture: nothing is printed if all went well, but for a line on standard error where --renderer gl finds no hardware device.

      A sequence: --to, with --from and --fps, draws round((to - from) * fps) frames, frame k at the scene time \
      from + k/fps; --frames draws a part of them. The name holds %d or %04d for the frame's number from 0 (and %% for a percent sign): \
      -o frames/%04d.png. The folder is made if need be. Videos are .mp4 (H.264, over black) and, with \
      transparency if the scene's background has some, .webm (VP9), .mov (ProRes 4444), .gif (at most 50 frames a second), .apng and .webp \
      (animated pictures). All but the last two need the program ffmpeg, and in .mp4 and .webm an odd side grows by a pixel. At the end a line on standard error says how long it took; a \
      terminal shows a bar meanwhile.
      """)

  @Argument(help: "The scene file.")
  var scene: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      """
      The picture; its extension chooses the format: .png, .jpg, .jpeg, .webp or .avif. For a sequence, a name with the frame's \
      number such as frames/%04d.png, or a video: .mp4, .webm, .mov, .gif, .apng or .webp. - is standard output, in the format of --format.
      """,
      valueName: "picture"))
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      What -o - writes: a picture, or with --to the frames one behind another; rgba is raw, with straight alpha, as \
      'ffmpeg -f rawvideo -pixel_format rgba' reads it.
      """))
  var format: StreamFormat?

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var time: TimeOption

  @OptionGroup var sequence: SequenceOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point. (default: the scene's)", valueName: "pixels"))
  var scale: Double?

  @OptionGroup var quality: QualityOption

  @OptionGroup var device: DeviceOption

  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  func validate() throws {
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
    let target = try renderOutput()
    try quality.check(target.problem(withQuality: quality.quality, path: output))
    switch target {
    case .picture, .stream(_, nil): break
    default:
      guard time.seconds != 0 else { break }
      throw ValidationError("--time: expected none, as --from and --to say when, found \(numberText(time.seconds))")
    }
  }

  func run() throws {
    try CommandError.naming(scene) { try draw() }
  }

  private func renderOutput() throws -> RenderOutput {
    try RenderOutput(path: output, format: format, options: sequence)
  }

  private func draw() throws {
    switch try renderOutput() {
    case .picture:
      // An extension that means no format is better told before the work than after it.
      let format = try ImageFileFormat(path: output)
      try renderPicture(inBands: format == .png) {
        try writeImage(premultipliedRGBA8: $0, width: $1, height: $2, to: output, quality: quality.quality)
      }
    case .stream(let format, nil):
      try renderPicture(inBands: false) {
        try StandardOutput.write(format.bytes($0, width: $1, height: $2, quality: quality.quality))
      }
    case .stream(let format, let times?):
      try renderSequence(times, Array(sequence.numbers(of: times)), isStream: true) { tree in
        StreamedFrames(
          format: format, width: tree.pixelWidth, height: tree.pixelHeight, quality: quality.quality)
      }
    case .pictures(let pattern, let times):
      let start = sequence.startNumber ?? 0
      let frames = sequence.numbers(of: times).filter {
        !(sequence.skipExisting && FileManager.default.fileExists(atPath: pattern.path(of: start + $0)))
      }
      try renderSequence(times, frames) { tree in
        if let folder = pattern.folder { try makeLastFolder(folder) }
        let (width, height) = (tree.pixelWidth, tree.pixelHeight)
        return PictureFiles(
          width: width, height: height,
          threads: SequenceDrawing.encodingThreads(width: width, height: height), quality: quality.quality
        ) { pattern.path(of: start + $0) }
      }
    case .video(let format, let times):
      try renderSequence(times, Array(sequence.numbers(of: times))) { tree in
        try format.makeWriter(
          path: output, width: tree.pixelWidth, height: tree.pixelHeight, rate: times.rate,
          transparent: (tree.background?.alpha ?? 0) < 1, options: VideoOptions(quality: quality.quality))
      }
    }
  }

  /// - Parameters:
  ///   - inBands: whether a large one may be written band by band.
  ///   - writePixels: writes it whole or not at all.
  private func renderPicture(
    inBands: Bool, writePixels: (_ pixels: [UInt8], _ width: Int, _ height: Int) throws -> Void
  ) throws {
    let interruption = Interruption()
    // As long as nothing is written there is nothing to tidy up.
    interruption.onSignal { endBySignal($0) }
    let start = ProcessTime.now
    let committed = try loadTree(scene, scale: scale, parameters: parameters.read(), limits: limits.scene())
    let tree = try limits.drawing(onProcessor: true).evaluating { committed.evaluate(at: time.seconds) }
    // The limit is that of the picture, and reading may take most of it.
    let reading = ProcessTime.now - start
    let compositor = try device.openCompositor(limits: limits)
    compositor.limits = compositor.limits?.after(reading)
    if inBands, let bands = try compositor.bands(of: tree) {
      try write(bands, width: tree.pixelWidth, height: tree.pixelHeight, interruption: interruption)
    } else {
      try write(compositor.picture(of: tree).pixels, of: tree, interruption: interruption, by: writePixels)
    }
    device.tellOfShortcomings(compositor)
  }

  /// Writes a picture; a signal that comes meanwhile waits until it is whole.
  private func write(
    _ pixels: [UInt8], of tree: RenderTree, interruption: Interruption,
    by writePixels: (_ pixels: [UInt8], _ width: Int, _ height: Int) throws -> Void
  ) throws {
    // Standard output has nothing to tidy up, and its reader may be slow.
    if output != "-" { interruption.onSignal { _ in } }
    try interruption.check()
    try writePixels(pixels, tree.pixelWidth, tree.pixelHeight)
    try interruption.check()
  }

  /// Writes a large picture band by band: only one is in memory at a time. A signal ends it after a band, and nothing stays.
  private func write(_ bands: CanvasBands, width: Int, height: Int, interruption: Interruption) throws {
    interruption.onSignal { _ in }
    try interruption.check()
    let file = try PNGFileStream(path: output, width: width, height: height)
    var bands = bands
    var rows: [UInt8] = []
    while try bands.next(&rows) {
      try file.add(premultipliedRGBA8: &rows)
      try interruption.check()
    }
    try file.finish()
  }

  /// - Parameters:
  ///   - frames: the numbers of those that are drawn.
  ///   - isStream: whether nothing is left to be tidied up when a signal ends the program at once.
  ///   - makeWriter: is given the first frame's tree, which has the size of all.
  private func renderSequence(
    _ times: FrameTimes, _ frames: [Int], isStream: Bool = false, makeWriter: (RenderTree) throws -> any FrameWriter
  ) throws {
    let interruption = Interruption()
    let committed = try loadTree(scene, scale: scale, parameters: parameters.read(), limits: limits.scene())
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
      // What a signal broke off fails in any way.
      try interruption.check()
      throw error
    }
    device.tellOfShortcomings(compositor)
    if !sequence.quiet { StandardError.write(summary(times, frames.count, took: ContinuousClock().now - start)) }
  }

  private func summary(_ times: FrameTimes, _ count: Int, took duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    let speed = String(format: "%.1f", Double(count) / max(seconds, 1e-6))
    let name = output == "-" ? "standard output" : output
    let present = sequence.numbers(of: times).count - count
    return "\(name): \(count) \(count == 1 ? "frame" : "frames")\(present > 0 ? ", \(present) there already," : "") in "
      + "\(String(format: "%.2f", seconds)) s, \(speed) frames a second"
  }
}

/// Makes a folder, but none that it lies in, unless it is there.
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
