import Foundation

/// What drawing one picture may take, so that a file that somebody else wrote stops no program (docs/scene-format.md, "Limits of
/// drawing"). Only programs that ask for it are limited.
///
/// The GL renderer reckons both before it draws, as a device cannot be stopped; the reference renderer counts its memory and looks at
/// the clock while it draws.
package struct DrawingLimits: Sendable, Equatable {
  /// Most bytes of surfaces, textures, and what else is made for the picture, that are there at the same time.
  package var bytes: Int
  /// How many of them are taken already.
  package var bytesTaken = 0
  /// Most seconds of one processor core; where a device draws, those that a core would take for its work.
  package var seconds: Double
  /// How many of them are spent already.
  package var secondsSpent = 0.0

  package init(bytes: Int, seconds: Double) {
    self.bytes = bytes
    self.seconds = seconds
  }

  /// What a program may take that draws files of others by itself, in bytes: all of it.
  package static let standardMemory = 512 << 20
  /// As much as there is.
  package static let unlimited = DrawingLimits(bytes: .max, seconds: .infinity)
  /// How long it may work at one picture: within 5 s it writes the picture too.
  package static let standardSeconds = 4.0

  /// What files may ask for where the program's own processor draws: what it has by now counts.
  ///
  /// - Parameters:
  ///   - memory: what the program may take, in bytes.
  ///   - seconds: how long it may draw.
  package static func onProcessor(
    memory: Int = standardMemory, seconds: Double = standardSeconds
  ) -> DrawingLimits {
    var limits = DrawingLimits(bytes: memory, seconds: seconds)
    limits.bytesTaken = min(ProcessMemory.resident + driverBytes, max(0, memory - leastBytes))
    return limits
  }

  /// What files may ask for where a device of its own draws: it has memory of its own, and draws many times as fast.
  ///
  /// - Parameters:
  ///   - memory: what the device may take for the picture, in bytes.
  ///   - seconds: as a processor would draw.
  package static func onDevice(memory: Int = 2 << 30, seconds: Double = 100) -> DrawingLimits {
    DrawingLimits(bytes: memory, seconds: seconds)
  }

  /// What drivers on the processor take for themselves: programs, and what their compiler needs for these.
  private static let driverBytes = 64 << 20
  /// So that a small picture is drawn also where the limit is no more than what any program takes.
  private static let leastBytes = 16 << 20

  /// The limits of what has taken some time already.
  package func after(_ spent: Duration) -> DrawingLimits {
    var limits = self
    limits.secondsSpent += spent / .seconds(1)
    return limits
  }

  /// What is wrong with taking so many bytes more; nil where nothing is.
  package func excess(bytes: Int) -> DrawingExcess? {
    let (needed, overflows) = bytesTaken.addingReportingOverflow(bytes)
    return needed > self.bytes || overflows ? .memory(needed: overflows ? .max : needed, limit: self.bytes) : nil
  }

  /// What is wrong with spending so many seconds more; nil where nothing is.
  package func excess(seconds: Double) -> DrawingExcess? {
    let needed = secondsSpent + seconds
    // What is no number is too much.
    return needed <= self.seconds ? nil : .time(needed: needed, limit: self.seconds)
  }
}

/// What the program has of the machine's memory.
package enum ProcessMemory {
  /// In bytes (proc(5), `statm`: the second number, in pages); 0 where that cannot be read.
  package static var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }
}

/// A picture that takes more than it may.
package enum DrawingExcess: Error, Equatable, CustomStringConvertible {
  /// Bytes that are needed at once; `needed` may be no more than what was known when the drawing ended.
  case memory(needed: Int, limit: Int)
  /// Seconds of a processor; the same.
  case time(needed: Double, limit: Double)
  /// So many bytes that the system does not give, whatever the limit.
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
