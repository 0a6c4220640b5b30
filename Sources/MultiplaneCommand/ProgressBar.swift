import Foundation

/// A progress bar on the last line of a terminal.
struct ProgressBar {
  private let total: Int
  /// The unit of the counter, such as frames.
  private let unit: String
  private let start = ContinuousClock().now
  private var lastShown: ContinuousClock.Instant?

  /// - Returns: nil if standard error is no terminal.
  init?(total: Int, unit: String = "frames") {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    self.total = total
    self.unit = unit
  }

  /// Updates the bar, at most ten times per second.
  mutating func show(_ done: Int) {
    let now = ContinuousClock().now
    if let lastShown, now - lastShown < .milliseconds(100), done < total { return }
    lastShown = now
    put("\r" + Self.text(done, of: total, unit, after: (now - start) / .seconds(1), columns: Self.columns) + "\u{1B}[K")
  }

  /// Erases the bar, before other output.
  func clear() {
    put("\r\u{1B}[K")
  }

  /// The line: a bar that fills the remaining width, the count, the speed and the remaining time.
  static func text(_ done: Int, of total: Int, _ unit: String = "frames", after seconds: Double, columns: Int) -> String
  {
    let speed = seconds > 0 ? Double(done) / seconds : 0
    var figures = "\(done)/\(total) \(unit)"
    if speed > 0 {
      figures += String(format: ", %.1f per second, %.0f s left", speed, (Double(total - done) / speed).rounded(.up))
    }
    // Brackets, a space, and the last column, which would wrap some terminals.
    let room = min(40, columns - figures.count - 4)
    guard room >= 5 else { return String(figures.prefix(max(0, columns - 1))) }
    let filled = room * done / total
    return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: room - filled) + "] " + figures
  }

  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
