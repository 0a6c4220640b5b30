import Foundation

extension CGPath {
  /// The path cut into dashes, mapped by `transform` afterwards.
  ///
  /// `lengths` are by turns those of dashes and of gaps, repeated; the pattern begins `phase` into itself at the start of
  /// every subpath. The path as it is for lengths that make no pattern: none, negative ones, all zero.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    CGPath(outline: outline.dashed(phase: phase, lengths: lengths).applying(transform))
  }

  /// The outline of the stroked path, mapped by `transform` afterwards: filled by the winding rule it is the stroke.
  ///
  /// A miter longer than `miterLimit` widths becomes a bevel. Curves become lines that stray from them by a
  /// ten-thousandth of the path's extent, and by 1/50 at most. Empty for a width that is not positive.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let bounds = outline.controlBounds
    let extent = bounds.isNull ? 0 : max(bounds.width, bounds.height)
    let stroke = outline.strokeOutline(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit,
      tolerance: min((extent + lineWidth) / 10_000, 0.02))
    return CGPath(outline: stroke.applying(transform))
  }
}
