import MultiplaneCompositor

/// What `multiplane bench` found: times and counts of every frame, summed up. Encodes as the JSON that it prints.
struct BenchReport: Encodable {
  let scene: String
  let device: String
  /// Device pixels.
  let width: Int
  /// Device pixels.
  let height: Int
  /// Frames that were measured.
  let frames: Int
  /// Frames that were drawn before, unmeasured.
  let warmup: Int
  let milliseconds: Times
  /// Of one frame: the median over the frames.
  let counts: Counts
  /// The most that the program had in memory, all that it shares with others included.
  let peakMemoryBytes: Int
  /// What it had after a tenth of the frames, after half and at the end; nil for a scene of a file.
  let memoryBytes: [Int]?
  /// Of these, what had been allocated and not let go of: the rest is the program itself, and what the C library keeps for the next.
  let allocatedBytes: [Int]?

  struct Times: Encodable {
    let evaluate: TimeSummary
    let compare: TimeSummary
    let flatten: TimeSummary
    let upload: TimeSummary
    let draw: TimeSummary
    /// Evaluate, flatten, upload and draw.
    let frame: TimeSummary
    let readback: TimeSummary
    /// Of all threads, a frame.
    let processor: Double
    /// From the opening of the device to the end of the first frame.
    let start: Double
    /// To make the layers; nil for a scene of a file, as the next.
    let build: Double?
    let commit: Double?
    /// From the change of one layer to the committed tree; nil where none is changed, as the next.
    let change: TimeSummary?
    /// From there to the finished display list.
    let stream: TimeSummary?
  }

  struct Counts: Encodable {
    let layers: Int
    let passes: Int
    let batches: Int
    let drawCalls: Int
    let pixelsShaded: Int
    let pixelsDamaged: Int
    let bytesUploaded: Int
  }

  /// The lines that a person reads.
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
      ("layers", counts.layers), ("passes", counts.passes), ("batches", counts.batches),
      ("draw calls", counts.drawCalls), ("pixels shaded", counts.pixelsShaded),
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
    lines.append(trailing("counts a frame", 16) + leading("median", 11))
    lines += numbers.map { name, count in trailing(name, 16) + leading("\(count)", 11) }
    return lines
  }

  private func millisecondsText(_ value: Double) -> String {
    // Three decimals are a microsecond, less than which nothing here can be told.
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
  /// 95 of 100 frames took at most this long.
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

/// The least of sorted values that at least this share of them does not exceed (the nearest-rank quantile).
///
/// - Precondition: there is at least one value.
func quantile<Value>(_ share: Double, of sorted: [Value]) -> Value {
  precondition(!sorted.isEmpty, "A quantile needs a value.")
  let rank = Int((share * Double(sorted.count)).rounded(.up))
  return sorted[max(0, min(rank, sorted.count) - 1)]
}
