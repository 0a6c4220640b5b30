/// How pixels lie in memory, as `drm_fourcc.h` numbers it.
package struct PixelModifier: Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Row after row.
  package static let linear = PixelModifier(rawValue: 0)
  /// The driver's own affair, known to it from the memory itself.
  package static let implicit = PixelModifier(rawValue: 0x00ff_ffff_ffff_ffff)
}
