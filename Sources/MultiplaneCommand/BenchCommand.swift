import ArgumentParser
import Foundation
import MultiplaneCompositor
import MultiplaneLayerTree
import MultiplaneRenderTree

/// `multiplane bench`: how long each step of a frame takes, and what it counts.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Draws a scene many times and tells what each step of a frame costs.",
    discussion: """
      Frame n shows the scene time n/60 s; the frames before it show other times, so that no result can be kept from \
      them. Times are milliseconds: evaluate (animations), compare (with the frame \
      before, for what has to be drawn), flatten (the tree into a display list), upload (images and records to \
      the device), draw (until the device has finished), frame (all of these), processor (the time of all threads, a \
      frame), read-back (the pixels to memory, measured apart), start (from the opening of the \
      device to the end of the first frame). Evaluate and flatten are processor time of their thread, the others go by \
      the clock. Counts are of one frame: a batch is what is drawn without a change of state, in one draw call. Memory is the most that the program had.

      With --layers the scene is so many layers that the command makes itself, half of them beyond the canvas; build (the \
      layers) and commit are told too. With --one nothing is animated, and one layer moves in each frame; change (from the \
      new position to the committed tree, processor time) and stream (change, evaluate, compare and flatten: up to the \
      finished display list) are told then. With --changing one in a hundred shows something new in each frame, and memory, and \
      what of it is allocated, is told as it was after a tenth of the frames, after half and at the end.
      """)

  @Argument(help: "The scene file; none with --layers.")
  var scene: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Measure so many layers in place of a scene.", valueName: "count"))
  var layers: Int?

  @Flag(help: "Have layers show something new in each frame; with --layers.")
  var changing = false

  @Flag(help: "Move one layer in each frame while all others stand still; with --layers.")
  var one = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point. (default: the scene's, and 1 with --layers)", valueName: "pixels"))
  var scale: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("How many frames to measure.", valueName: "frames"))
  var frames = 100

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many frames to draw before, unmeasured.", valueName: "frames"))
  var warmup = 10

  @Flag(help: "Draw every frame as a whole; the default draws only what differs from the frame before.")
  var full = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var device: DeviceOption
  @OptionGroup var root: RootOption
  @OptionGroup var log: LogOption

  /// Of what is measured and what is drawn before: an hour at 60 frames a second would be 216,000.
  private static let mostFrames = 1_000_000
  private static let mostLayers = 10_000_000

  func validate() throws {
    guard (1...Self.mostFrames).contains(frames) else {
      throw ValidationError("--frames: expected 1 to \(Self.mostFrames), found \(frames)")
    }
    guard (0...Self.mostFrames).contains(warmup) else {
      throw ValidationError("--warmup: expected 0 to \(Self.mostFrames), found \(warmup)")
    }
    if let layers, !(1...Self.mostLayers).contains(layers) {
      throw ValidationError("--layers: expected 1 to \(Self.mostLayers), found \(layers)")
    }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
    guard (scene == nil) == (layers != nil) else {
      throw ValidationError("expected a scene file or --layers, found \(scene == nil ? "neither" : "both")")
    }
    guard layers == nil || !parameters.isGiven else {
      throw ValidationError("--set, --parameters: expected a scene beside them, found --layers")
    }
    guard !changing || layers != nil else { throw ValidationError("--changing: expected --layers too, found a scene") }
    guard !one || layers != nil else { throw ValidationError("--one: expected --layers too, found a scene") }
    guard !one || !changing else { throw ValidationError("expected --one or --changing, found both") }
  }

  func run() throws {
    var stage = try BenchStage(
      scene: scene, scale: scale, parameters: parameters.read(), limits: root.confining(), layers: layers,
      standsStill: one)
    let opening = ContinuousClock.now
    let compositor = try device.openCompositor()
    compositor.redrawsEverything = full
    compositor.precision = device.precision.precision(usually: .bytes)
    // An hour and more before the frames that are measured, in which scenes look otherwise.
    var trees = TreeMemory()
    _ = try Self.draw(at: Self.warmupStart, of: stage.committed, into: &trees, on: compositor)
    let start = ContinuousClock.now - opening
    for number in 0..<warmup {
      if one { stage.moveOne() }
      let time = Self.warmupStart + Double(number + 1) / 60
      _ = try Self.draw(at: time, of: stage.committed, into: &trees, on: compositor)
    }
    var memory: [ProgramMemory] = []
    // Written once before: what is noted down of the frames is no memory that grows with them.
    var measured = [BenchFrame](
      repeating: BenchFrame(evaluate: .zero, whole: .zero, statistics: FrameStatistics()), count: frames)
    let processorStart = ProcessTime.now
    for number in measured.indices {
      if changing {
        stage.change()
        if [frames / 10, frames / 2].contains(number) { memory.append(.now) }
      }
      let beforeChange = ThreadTime.now
      if one { stage.moveOne() }
      let change = ThreadTime.now - beforeChange
      measured[number] = try Self.draw(at: Double(number) / 60, of: stage.committed, into: &trees, on: compositor)
      if one { measured[number].change = change }
    }
    let processor = (ProcessTime.now - processorStart) / frames
    if changing { memory.append(.now) }
    let readbacks = try (0..<Self.readbacks).map { _ in
      try ContinuousClock().measure { _ = try compositor.readPixels() }
    }
    let report = makeReport(
      stage, measured, readbacks, processor: processor, start: start,
      device: compositor.rendererName, memory: memory)
    var printer = StandardOutput()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try printer.line(String(decoding: encoder.encode(report), as: UTF8.self))
    } else {
      for line in report.lines { try printer.line(line) }
    }
    try printer.flush()
    device.tellOfShortcomings(compositor)
  }

  /// Scene time of the first frame drawn, in seconds.
  private static let warmupStart = 4000.0
  private static let readbacks = 5

  /// - Parameter trees: those of the frames before.
  private static func draw(
    at time: Double, of committed: CommittedTree, into trees: inout TreeMemory, on compositor: OffscreenCompositor
  ) throws -> BenchFrame {
    let start = ContinuousClock.now
    let processorStart = ThreadTime.now
    let new = trees.evaluate(committed, at: time)
    let evaluate = ThreadTime.now - processorStart
    let statistics = try compositor.draw(new)
    return BenchFrame(evaluate: evaluate, whole: ContinuousClock.now - start, statistics: statistics)
  }

  private func makeReport(
    _ stage: BenchStage, _ measured: [BenchFrame], _ readbacks: [Duration], processor: Duration, start: Duration,
    device: String, memory: [ProgramMemory]
  ) -> BenchReport {
    let tree = RenderTree(
      size: stage.committed.size, scale: stage.committed.scale, background: nil, root: nil, time: 0)
    func count(_ value: (FrameStatistics) -> Int) -> Int {
      quantile(0.5, of: measured.map { value($0.statistics) }.sorted())
    }
    return BenchReport(
      scene: stage.name, device: device, width: tree.pixelWidth, height: tree.pixelHeight, frames: frames,
      warmup: warmup,
      milliseconds: BenchReport.Times(
        evaluate: TimeSummary(measured.map(\.evaluate)),
        compare: TimeSummary(measured.map(\.statistics.damage)),
        flatten: TimeSummary(measured.map(\.statistics.flatten)),
        upload: TimeSummary(measured.map(\.statistics.upload)), draw: TimeSummary(measured.map(\.statistics.draw)),
        frame: TimeSummary(measured.map(\.whole)), readback: TimeSummary(readbacks),
        processor: processor / .milliseconds(1), start: start / .milliseconds(1),
        build: stage.build.map { $0 / .milliseconds(1) }, commit: stage.commit.map { $0 / .milliseconds(1) },
        change: one ? TimeSummary(measured.map(\.change)) : nil,
        stream: one ? TimeSummary(measured.map(\.stream)) : nil),
      counts: BenchReport.Counts(
        layers: count(\.layers), passes: count(\.passes), batches: count(\.batches), drawCalls: count(\.drawCalls),
        pixelsShaded: count(\.pixelsShaded), pixelsDamaged: count(\.pixelsDamaged),
        bytesUploaded: count(\.bytesUploaded)),
      peakMemoryBytes: ProgramMemory.most, memoryBytes: memory.isEmpty ? nil : memory.map(\.resident),
      allocatedBytes: memory.isEmpty ? nil : memory.map(\.allocated))
  }
}
