/// A requested display mode of a monitor, such as `1920x1080@60`.
public struct ModeRequest: Equatable, Sendable, CustomStringConvertible {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The refresh rate in Hz; nil for the highest.
  public let refresh: Double?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  ///   - refresh: the refresh rate in Hz; nil for the highest.
  public init(width: Int, height: Int, refresh: Double? = nil) {
    self.width = width
    self.height = height
    self.refresh = refresh
  }

  /// Parses `1920x1080` or `1920x1080@59.94`; nil for any other text.
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

  /// The form that `init(_:)` parses.
  public var description: String {
    guard let refresh else { return "\(width)x\(height)" }
    let rounded = refresh.rounded()
    return "\(width)x\(height)@" + (abs(refresh - rounded) < 0.005 ? "\(Int(rounded))" : "\(refresh)")
  }
}
