import ArgumentParser
import Foundation
import MultiplaneCompositor
import MultiplaneLayerTree
import MultiplaneRenderTree

/// `multiplane bench`: times and counters of each stage of a frame.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measures the stages of a frame over many frames of a scene.",
    discussion: """
      Frame n shows the scene at n/60 s. Warm-up frames show other times, so that the measured frames find \
      nothing in the caches. Times are in milliseconds: evaluate (animations), compare (damage against the \
      previous frame), flatten (tree to display list), upload (images and records to the device), draw (until \
      the device is done), frame (all of these), processor (processor time of all threads per frame), \
      read-back (pixels to memory, measured separately) and start (from opening the device to the end of the \
      first frame). Evaluate and flatten are processor time of one thread; the others are wall-clock time.

      Counters are per frame. A batch is a run of primitives with the same state, drawn by one draw call. Memory \
      is the peak resident size.

      --layers N generates a scene of N layers, half of them outside the canvas, and also prints build (creating \
      the layers) and commit. --one moves one layer per frame and animates nothing; it adds change (from the new \
      position to the committed tree, processor time) and stream (change, evaluate, compare and flatten). \
      --changing gives one layer in a hundred new contents per frame, and prints resident and allocated memory \
      after a tenth of the frames, after half and at the end.
      """)

  @Argument(help: "The scene file; omit it with --layers.", completion: .scene)
  var scene: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Measure a generated scene of this many layers.", valueName: "count"))
  var layers: Int?

  @Flag(help: "Change the contents of some layers in each frame; with --layers.")
  var changing = false

  @Flag(help: "Move one layer in each frame, and animate nothing else; with --layers.")
  var one = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point. (default: the scene's, and 1 with --layers)", valueName: "pixels"))
  var scale: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("Number of frames to measure.", valueName: "frames"))
  var frames = 100

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of warm-up frames, which are not measured.", valueName: "frames"))
  var warmup = 10

  @Flag(help: "Redraw the whole canvas in every frame, not only the damaged part.")
  var full = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var device: DeviceOption
  @OptionGroup var root: RootOption
  @OptionGroup var log: LogOption

  /// Limit for measured frames and for warm-up frames. An hour at 60 frames per second is 216,000.
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
      throw ValidationError("--set, --parameters: expected a scene, found --layers")
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
    // The warm-up shows scene times that are more than an hour away from the measured ones.
    var trees = TreeMemory()
    _ = try Self.draw(at: Self.warmupStart, of: stage.committed, into: &trees, on: compositor)
    let start = ContinuousClock.now - opening
    for number in 0..<warmup {
      if one { stage.moveOne() }
      let time = Self.warmupStart + Double(number + 1) / 60
      _ = try Self.draw(at: time, of: stage.committed, into: &trees, on: compositor)
    }
    var memory: [ProgramMemory] = []
    // Allocated in advance: the measurements themselves must not make memory grow.
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

  /// - Parameter trees: the trees of earlier frames.
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
        layers: count(\.layers), passes: count(\.passes), loads: count(\.loads), batches: count(\.batches),
        drawCalls: count(\.drawCalls), pixelsShaded: count(\.pixelsShaded), pixelsDamaged: count(\.pixelsDamaged),
        bytesUploaded: count(\.bytesUploaded)),
      peakMemoryBytes: ProgramMemory.most, memoryBytes: memory.isEmpty ? nil : memory.map(\.resident),
      allocatedBytes: memory.isEmpty ? nil : memory.map(\.allocated))
  }
}
