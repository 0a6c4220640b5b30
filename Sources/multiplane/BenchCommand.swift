import ArgumentParser
import Compositor
import Foundation
import GLRenderer
import RenderTree

/// `multiplane bench`: how long each step of a frame takes, and what it counts.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Draws a scene many times and tells what each step of a frame costs.",
    discussion: """
      Frame n shows the scene time n/60 s. Times are milliseconds: evaluate (animations), flatten (the tree into passes, \
      batches and quads), upload (images and quads to the device), draw (until the device has finished), read-back \
      (the pixels to memory). Counts are of one frame.
      """)

  @Argument(help: "The scene file.")
  var scene: String

  @Option(help: ArgumentHelp("How many frames to measure.", valueName: "frames"))
  var frames = 100

  @Option(help: ArgumentHelp("How many frames to draw before, unmeasured.", valueName: "frames"))
  var warmup = 10

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var device: DeviceOption

  /// Of what is measured and what is drawn before: an hour at 60 frames a second would be 216,000.
  private static let mostFrames = 1_000_000

  func validate() throws {
    guard (1...Self.mostFrames).contains(frames) else {
      throw ValidationError("--frames: expected 1 to \(Self.mostFrames), found \(frames)")
    }
    guard (0...Self.mostFrames).contains(warmup) else {
      throw ValidationError("--warmup: expected 0 to \(Self.mostFrames), found \(warmup)")
    }
  }

  func run() throws {
    let committed = try loadTree(scene)
    let compositor = try device.openCompositor()
    var tree: RenderTree?
    for number in 0..<warmup { _ = try Self.draw(number, of: committed, into: &tree, on: compositor) }
    let measured = try (0..<frames).map { try Self.draw($0, of: committed, into: &tree, on: compositor) }
    let report = makeReport(committed.evaluate(at: 0), measured, device: compositor.display.properties.renderer)
    var printer = StandardOutput()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try printer.line(String(decoding: encoder.encode(report), as: UTF8.self))
    } else {
      for line in report.lines { try printer.line(line) }
    }
    try printer.flush()
  }

  /// - Parameter tree: that of the frame before; nil at first.
  private static func draw(
    _ number: Int, of committed: CommittedTree, into tree: inout RenderTree?, on compositor: OffscreenCompositor
  ) throws -> BenchFrame {
    let clock = ContinuousClock()
    let start = clock.now
    let evaluatedTree = committed.evaluate(at: Double(number) / 60, reusing: tree.take())
    let evaluated = clock.now
    let statistics = try compositor.draw(evaluatedTree)
    tree = evaluatedTree
    let drawn = clock.now
    _ = try compositor.readPixels()
    return BenchFrame(evaluate: evaluated - start, readback: clock.now - drawn, statistics: statistics)
  }

  private func makeReport(_ tree: RenderTree, _ measured: [BenchFrame], device: String) -> BenchReport {
    func count(_ value: (FrameStatistics) -> Int) -> Int {
      quantile(0.5, of: measured.map { value($0.statistics) }.sorted())
    }
    return BenchReport(
      scene: scene, device: device, width: tree.pixelWidth, height: tree.pixelHeight, frames: frames, warmup: warmup,
      milliseconds: BenchReport.Times(
        evaluate: TimeSummary(measured.map(\.evaluate)), flatten: TimeSummary(measured.map(\.statistics.flatten)),
        upload: TimeSummary(measured.map(\.statistics.upload)), draw: TimeSummary(measured.map(\.statistics.draw)),
        readback: TimeSummary(measured.map(\.readback))),
      counts: BenchReport.Counts(
        layers: count(\.layers), passes: count(\.passes), batches: count(\.batches), drawCalls: count(\.drawCalls),
        pixelsShaded: count(\.pixelsShaded), bytesUploaded: count(\.bytesUploaded)))
  }
}
