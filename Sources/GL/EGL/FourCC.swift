/// A pixel format as `drm_fourcc.h` names it: four letters, the first in the lowest byte.
package struct FourCC: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(_ letters: StaticString) {
    rawValue = letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// In memory blue, green, red, nothing: what every display takes.
  package static let xrgb8888 = FourCC("XR24")
  /// In memory blue, green, red, alpha.
  package static let argb8888 = FourCC("AR24")
  /// In memory red, green, blue, nothing.
  package static let xbgr8888 = FourCC("XB24")
  /// In memory red, green, blue, alpha.
  package static let abgr8888 = FourCC("AB24")

  /// Whether a pixel is 32 bits of one plane, with 8 or 10 bits per channel.
  package var isFourBytes: Bool {
    let (letters, name) = (description.prefix(2), description)
    return ["XR", "AR", "XB", "AB", "RX", "RA", "BX", "BA"].contains(String(letters))
      && (name.hasSuffix("24") || name.hasSuffix("30"))
  }

  /// The four letters.
  package var description: String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32($0))) }, as: UTF8.self)
  }
}
