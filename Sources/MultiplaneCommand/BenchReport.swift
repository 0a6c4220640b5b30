import MultiplaneCompositor

/// The result of `multiplane bench`: statistics over all frames. Encodes as the printed JSON.
struct BenchReport: Encodable {
  let scene: String
  let device: String
  /// Device pixels.
  let width: Int
  /// Device pixels.
  let height: Int
  /// Number of measured frames.
  let frames: Int
  /// Number of warm-up frames.
  let warmup: Int
  let milliseconds: Times
  /// Per frame: the median over all frames.
  let counts: Counts
  /// Peak resident memory, shared pages included.
  let peakMemoryBytes: Int
  /// Resident memory after a tenth of the frames, after half and at the end; nil without
  /// `--changing`.
  let memoryBytes: [Int]?
  /// Allocated memory at the same frames. The rest is the program itself and free memory that the C
  /// library retains.
  let allocatedBytes: [Int]?

  struct Times: Encodable {
    let evaluate: TimeSummary
    let compare: TimeSummary
    let flatten: TimeSummary
    let upload: TimeSummary
    let draw: TimeSummary
    /// The whole frame: evaluate, compare, flatten, upload and draw.
    let frame: TimeSummary
    let readback: TimeSummary
    /// Processor time of all threads, per frame.
    let processor: Double
    /// From the opening of the device to the end of the first frame.
    let start: Double
    /// Creation of the layers; nil for a scene file. So is `commit`.
    let build: Double?
    let commit: Double?
    /// From the change of one layer to the committed tree; nil without `--one`. So is `stream`.
    let change: TimeSummary?
    /// From the change to the finished display list.
    let stream: TimeSummary?
  }

  struct Counts: Encodable {
    let layers: Int
    let passes: Int
    let loads: Int
    let batches: Int
    let drawCalls: Int
    let pixelsShaded: Int
    let pixelsDamaged: Int
    let bytesUploaded: Int
  }

  /// The report as text.
  var lines: [String] {
    let changes = [("change", milliseconds.change), ("stream", milliseconds.stream)].compactMap { name, time in
      time.map { (name, $0) }
    }
    let times = [
      ("evaluate", milliseconds.evaluate), ("compare", milliseconds.compare), ("flatten", milliseconds.flatten),
      ("upload", milliseconds.upload), ("draw", milliseconds.draw), ("frame", milliseconds.frame),
      ("read-back", milliseconds.readback),
    ]
    let single =
      [("processor", milliseconds.processor), ("start", milliseconds.start)]
      + [("build", milliseconds.build), ("commit", milliseconds.commit)].compactMap { name, time in
        time.map { (name, $0) }
      }
    var numbers: [(String, Int)] = [
      ("layers", counts.layers), ("passes", counts.passes), ("loads", counts.loads),
      ("batches", counts.batches), ("draw calls", counts.drawCalls), ("pixels shaded", counts.pixelsShaded),
      ("pixels damaged", counts.pixelsDamaged), ("bytes uploaded", counts.bytesUploaded),
      ("memory, bytes", peakMemoryBytes),
    ]
    numbers += zip(["  at a tenth", "  at half", "  at the end"], memoryBytes ?? [])
    numbers += zip(["allocated, bytes", "  at half", "  at the end"], allocatedBytes ?? [])
    // One array at a time: a sum of five takes the type checker seconds.
    var lines = ["\(scene): \(width) x \(height) px, \(frames) frames after \(warmup), on \(device)"]
    lines.append(trailing("milliseconds", 16) + ["median", "p95", "min"].map { leading($0, 11) }.joined())
    lines += (changes + times).map { name, time in
      trailing(name, 16) + [time.median, time.p95, time.min].map { leading(millisecondsText($0), 11) }.joined()
    }
    lines += single.map { trailing($0, 16) + leading(millisecondsText($1), 11) }
    lines.append(trailing("counts per frame", 16) + leading("median", 11))
    lines += numbers.map { name, count in trailing(name, 16) + leading("\(count)", 11) }
    return lines
  }

  private func millisecondsText(_ value: Double) -> String {
    // Three decimals are a microsecond, the resolution of these measurements.
    let thousandths = Int((value * 1000).rounded())
    let decimals = "\(thousandths % 1000)"
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
  }
}

/// One frame of a bench.
struct BenchFrame {
  /// From the change of a layer to the committed tree.
  var change = Duration.zero
  let evaluate: Duration
  let whole: Duration
  let statistics: FrameStatistics

  /// From the change to the finished display list.
  var stream: Duration { change + evaluate + statistics.damage + statistics.flatten }
}

/// Times of many frames, in milliseconds.
struct TimeSummary: Encodable, Equatable {
  let median: Double
  /// The 95th percentile.
  let p95: Double
  let min: Double

  /// - Precondition: there is at least one.
  init(_ durations: [Duration]) {
    let sorted = durations.map { $0 / .milliseconds(1) }.sorted()
    median = quantile(0.5, of: sorted)
    p95 = quantile(0.95, of: sorted)
    min = quantile(0, of: sorted)
  }
}

/// The nearest-rank quantile of sorted values.
///
/// - Precondition: there is at least one value.
func quantile<Value>(_ share: Double, of sorted: [Value]) -> Value {
  precondition(!sorted.isEmpty, "A quantile needs a value.")
  let rank = Int((share * Double(sorted.count)).rounded(.up))
  return sorted[max(0, min(rank, sorted.count) - 1)]
}
