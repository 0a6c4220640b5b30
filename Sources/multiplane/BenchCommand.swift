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
      Frame n shows the scene time n/60 s; the frames before it show other times, so that no result can be kept from \
      them. Times are milliseconds: evaluate (animations), flatten (the tree into passes, batches and quads), upload \
      (images and quads to the device), draw (until the device has finished), frame (all of these), processor (the \
      time of all threads, a frame), read-back (the pixels to memory, measured apart), start (from the opening of the \
      device to the end of the first frame). Counts are of one frame, memory is the most that the program had.
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
    let opening = ContinuousClock.now
    let compositor = try device.openCompositor()
    // An hour and more before the frames that are measured, in which scenes look otherwise.
    var tree: RenderTree?
    _ = try Self.draw(at: Self.warmupStart, of: committed, into: &tree, on: compositor)
    let start = ContinuousClock.now - opening
    for number in 0..<warmup {
      _ = try Self.draw(at: Self.warmupStart + Double(number + 1) / 60, of: committed, into: &tree, on: compositor)
    }
    let processorStart = processorTime()
    let measured = try (0..<frames).map {
      try Self.draw(at: Double($0) / 60, of: committed, into: &tree, on: compositor)
    }
    let processor = (processorTime() - processorStart) / frames
    let readbacks = try (0..<Self.readbacks).map { _ in
      try ContinuousClock().measure { _ = try compositor.readPixels() }
    }
    let report = makeReport(
      committed.evaluate(at: 0), measured, readbacks, processor: processor, start: start,
      device: compositor.display.properties.renderer)
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

  /// Scene time of the first frame drawn, in seconds.
  private static let warmupStart = 4000.0
  private static let readbacks = 5

  /// - Parameter tree: that of the frame before; nil at first.
  private static func draw(
    at time: Double, of committed: CommittedTree, into tree: inout RenderTree?, on compositor: OffscreenCompositor
  ) throws -> BenchFrame {
    let clock = ContinuousClock()
    let start = clock.now
    let new = committed.evaluate(at: time, reusing: tree.take())
    let evaluated = clock.now
    let statistics = try compositor.draw(new)
    tree = new
    return BenchFrame(evaluate: evaluated - start, whole: clock.now - start, statistics: statistics)
  }

  private func makeReport(
    _ tree: RenderTree, _ measured: [BenchFrame], _ readbacks: [Duration], processor: Duration, start: Duration,
    device: String
  ) -> BenchReport {
    func count(_ value: (FrameStatistics) -> Int) -> Int {
      quantile(0.5, of: measured.map { value($0.statistics) }.sorted())
    }
    return BenchReport(
      scene: scene, device: device, width: tree.pixelWidth, height: tree.pixelHeight, frames: frames, warmup: warmup,
      milliseconds: BenchReport.Times(
        evaluate: TimeSummary(measured.map(\.evaluate)), flatten: TimeSummary(measured.map(\.statistics.flatten)),
        upload: TimeSummary(measured.map(\.statistics.upload)), draw: TimeSummary(measured.map(\.statistics.draw)),
        frame: TimeSummary(measured.map(\.whole)), readback: TimeSummary(readbacks),
        processor: processor / .milliseconds(1), start: start / .milliseconds(1)),
      counts: BenchReport.Counts(
        layers: count(\.layers), passes: count(\.passes), batches: count(\.batches), drawCalls: count(\.drawCalls),
        pixelsShaded: count(\.pixelsShaded), bytesUploaded: count(\.bytesUploaded)),
      peakMemoryBytes: peakMemory())
  }
}

/// What all threads of the program have run so far.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The most memory that the program has had, in bytes; 0 where the system does not tell. (`getrusage` tells the most of the
/// program before it, too, which has started this one.)
private func peakMemory() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
}
