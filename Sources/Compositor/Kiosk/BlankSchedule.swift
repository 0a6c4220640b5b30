import Foundation

/// The times of day to blank and unblank the displays.
public struct BlankSchedule: Sendable, Equatable {
  /// Minutes since midnight, local time, in 0..<1440.
  public let blankAt: Int
  /// Minutes since midnight, local time, in 0..<1440.
  public let unblankAt: Int

  /// Creates a schedule.
  ///
  /// ```swift
  /// options.blanking = BlankSchedule(blankAt: 22 * 60, unblankAt: 6 * 60 + 30)
  /// ```
  ///
  /// - Parameters:
  ///   - blankAt: minutes since midnight, local time, in 0..<1440.
  ///   - unblankAt: minutes since midnight, local time, in 0..<1440.
  public init(blankAt: Int, unblankAt: Int) {
    self.blankAt = blankAt
    self.unblankAt = unblankAt
  }

  /// Whether displays are blanked at a time of day; never if both times are equal.
  ///
  /// - Parameter minute: minutes since midnight, in 0..<1440.
  package func isBlank(at minute: Int) -> Bool {
    if blankAt <= unblankAt { return blankAt <= minute && minute < unblankAt }
    return minute >= blankAt || minute < unblankAt
  }

  /// The same at a date, by the local clock.
  func isBlank(at date: Date, calendar: Calendar = .current) -> Bool {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    return isBlank(at: (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
  }
}
