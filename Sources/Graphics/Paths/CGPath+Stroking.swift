import Foundation

extension CGPath {
  /// Returns the dashed path, transformed afterwards.
  ///
  /// `lengths` are alternating dashes and gaps, repeated. The pattern starts at `phase` in every
  /// subpath. Without a valid pattern (no lengths, negative ones, or only zeros) the path itself is
  /// returned.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    CGPath(outline: outline.dashed(phase: phase, lengths: lengths).applying(transform))
  }

  /// Returns the outline of the stroked path, transformed afterwards: filled with the winding rule
  /// it is the stroke.
  ///
  /// Miters longer than `miterLimit` line widths are bevelled. Curves become lines, with an error
  /// of at most a ten-thousandth of the path's extent and at most 1/50. Empty if the width is not
  /// positive.
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
