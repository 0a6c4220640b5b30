import Foundation

/// The limits of drawing a picture, so that an untrusted file cannot stop a program
/// (docs/scene-format.md, "Limits of drawing"). Only programs that ask for limits have them.
///
/// The GL renderer estimates both numbers before it draws, because a device cannot be interrupted.
/// The reference renderer counts its memory and reads the clock while it draws.
package struct DrawingLimits: Sendable, Equatable {
  /// The memory limit, in bytes: surfaces, textures and all other allocations that exist at the
  /// same time.
  package var bytes: Int
  /// The memory in use already, in bytes.
  package var bytesTaken = 0
  /// The time limit, in seconds of one core; for a device, the seconds that a core would need.
  package var seconds: Double
  /// The time spent already, in seconds.
  package var secondsSpent = 0.0

  package init(bytes: Int, seconds: Double) {
    self.bytes = bytes
    self.seconds = seconds
  }

  /// The default memory limit of a program that draws untrusted files itself, in bytes.
  package static let standardMemory = 512 << 20
  /// No limits.
  package static let unlimited = DrawingLimits(bytes: .max, seconds: .infinity)
  /// The default time limit, in seconds: writing the picture ends within 5 s.
  package static let standardSeconds = 4.0

  /// The limits if the processor draws. The program's current memory counts.
  ///
  /// - Parameters:
  ///   - memory: the limit for the whole program, in bytes.
  ///   - seconds: the limit of drawing.
  package static func onProcessor(
    memory: Int = standardMemory, seconds: Double = standardSeconds
  ) -> DrawingLimits {
    var limits = DrawingLimits(bytes: memory, seconds: seconds)
    limits.bytesTaken = min(ProcessMemory.resident + driverBytes, max(0, memory - leastBytes))
    return limits
  }

  /// The limits if a device draws: it has its own memory and is many times as fast.
  ///
  /// - Parameters:
  ///   - memory: the limit on the device, in bytes.
  ///   - seconds: the limit, in seconds of a processor core.
  package static func onDevice(memory: Int = 2 << 30, seconds: Double = 100) -> DrawingLimits {
    DrawingLimits(bytes: memory, seconds: seconds)
  }

  /// The memory of software drivers themselves: programs, and their compiler.
  private static let driverBytes = 64 << 20
  /// So that a small picture is drawn also where the limit is no more than what any program takes.
  private static let leastBytes = 16 << 20

  /// The limits after some time has been spent.
  package func after(_ spent: Duration) -> DrawingLimits {
    var limits = self
    limits.secondsSpent += spent / .seconds(1)
    return limits
  }

  /// The excess after another allocation; nil if it is inside the limit.
  package func excess(bytes: Int) -> DrawingExcess? {
    let (needed, overflows) = bytesTaken.addingReportingOverflow(bytes)
    return needed > self.bytes || overflows ? .memory(needed: overflows ? .max : needed, limit: self.bytes) : nil
  }

  /// The excess after more time; nil if it is inside the limit.
  package func excess(seconds: Double) -> DrawingExcess? {
    let needed = secondsSpent + seconds
    // A cost that is no number exceeds the limit.
    return needed <= self.seconds ? nil : .time(needed: needed, limit: self.seconds)
  }
}

/// The memory of the process.
package enum ProcessMemory {
  /// The resident size, in bytes (proc(5), `statm`: the second number, in pages); 0 if it cannot be
  /// read.
  package static var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }
}

/// A picture that exceeds a limit.
package enum DrawingExcess: Error, Equatable, CustomStringConvertible {
  /// Memory, in bytes. `needed` is a lower bound, known when the drawing ended.
  case memory(needed: Int, limit: Int)
  /// Time, in seconds of one core. `needed` is a lower bound.
  case time(needed: Double, limit: Double)
  /// An allocation that the system refuses, in bytes.
  case unavailable(bytes: Int)

  package var description: String {
    switch self {
    case .memory(let needed, let limit):
      "drawing the scene needs at least \(Self.amount(needed)) at once, expected at most \(Self.amount(limit)): "
        + "nest fewer groups, masks and filters, draw it smaller, or raise --memory-limit"
    case .unavailable(let bytes):
      "the system has no \(Self.amount(bytes)) left, which drawing the scene needs: draw it smaller, or end other programs"
    case .time(let needed, let limit):
      "drawing the scene needs at least \(Self.text(needed)) s of one core, expected at most \(Self.text(limit)) s: "
        + "draw fewer layers over each other, blur less, draw it smaller, or raise --time-limit"
    }
  }

  private static func amount(_ bytes: Int) -> String {
    bytes < 10 << 30
      ? "\((bytes + (1 << 20) - 1) >> 20) MiB" : String(format: "%.1f GiB", Double(bytes) / Double(1 << 30))
  }

  private static func text(_ seconds: Double) -> String {
    seconds < 1e6 ? String(format: seconds < 10 ? "%.1f" : "%.0f", seconds) : "a million"
  }
}
