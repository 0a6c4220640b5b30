/// The mode that a user wants of a monitor: `1920x1080@60`.
public struct ModeRequest: Equatable, Sendable, CustomStringConvertible {
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// Refreshes a second; nil takes the fastest.
  public let refresh: Double?

  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - refresh: a second; nil takes the fastest.
  public init(width: Int, height: Int, refresh: Double? = nil) {
    self.width = width
    self.height = height
    self.refresh = refresh
  }

  /// Reads `1920x1080` or `1920x1080@59.94`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), sides.count == 2, let width = sides[0], let height = sides[1],
      (1...65535).contains(width), (1...65535).contains(height)
    else { return nil }
    self.init(width: width, height: height)
    guard parts.count == 2 else { return }
    guard let refresh = Double(parts[1]), refresh >= 1, refresh <= 1000 else { return nil }
    self.init(width: width, height: height, refresh: refresh)
  }

  /// As `init(_:)` reads it.
  public var description: String {
    guard let refresh else { return "\(width)x\(height)" }
    let rounded = refresh.rounded()
    return "\(width)x\(height)@" + (abs(refresh - rounded) < 0.005 ? "\(Int(rounded))" : "\(refresh)")
  }
}
