/// Which of a monitor's modes is taken.
package enum ModeChoice {
  /// Chooses a mode.
  ///
  /// - Parameters:
  ///   - modes: the monitor's, in its order.
  ///   - wanted: what the user asks for; 60 means 59.94 too if the monitor has no nearer one. Nil
  ///     is what the monitor prefers.
  /// - Returns: the mode, and whether it is as wanted: if the monitor has no such mode it gets
  ///   another one rather than none. Nil if there are no modes.
  package static func choose(
    from modes: [DisplayMode], wanted: ModeRequest? = nil
  ) -> (mode: DisplayMode, isAsWanted: Bool)? {
    guard let standard = standard(of: modes) else { return nil }
    guard let wanted else { return (standard, true) }
    let fitting = modes.filter { $0.width == wanted.width && $0.height == wanted.height }
    guard let refresh = wanted.refresh else {
      return fitting.max(by: isWorse).map { ($0, true) } ?? (standard, false)
    }
    let nearest = fitting.min { abs($0.refresh - refresh) < abs($1.refresh - refresh) }
    guard let nearest, abs(nearest.refresh - refresh) < farthestRefresh else {
      return (fitting.max(by: isWorse) ?? standard, false)
    }
    return (nearest, true)
  }

  /// Refreshes a second: a request for 60 means 59.94, one for 24 means 23.976, and 50 never means
  /// 60.
  private static let farthestRefresh = 0.51

  /// What the monitor prefers, else the largest, fastest mode.
  private static func standard(of modes: [DisplayMode]) -> DisplayMode? {
    modes.first { $0.isPreferred && !$0.isInterlaced } ?? modes.max(by: isWorse)
  }

  /// Whether the first mode is the lesser choice: interlaced, then smaller, then slower. The
  /// earlier one wins a draw.
  private static func isWorse(_ one: DisplayMode, _ other: DisplayMode) -> Bool {
    if one.isInterlaced != other.isInterlaced { return one.isInterlaced }
    let (area, otherArea) = (one.width * one.height, other.width * other.height)
    if area != otherArea { return area < otherArea }
    return one.refresh < other.refresh
  }
}
