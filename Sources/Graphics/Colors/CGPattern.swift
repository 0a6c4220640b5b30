import Foundation

/// The alignment of a pattern's cells to pixels. Raw values are Apple's.
public enum CGPatternTiling: Int32, Sendable {
  /// Cells are not distorted; the spacing may vary by a pixel.
  case noDistortion
  /// The spacing is constant; cells may be distorted by a pixel.
  case constantSpacingMinimalDistortion
  /// The spacing is constant, and drawing is fast.
  case constantSpacing
}

/// A pattern: a cell that is drawn repeatedly, as a colour. Immutable.
///
/// Create it with `init?(info:bounds:matrix:xStep:yStep:tiling:isColored:callbacks:)`, which is
/// declared with `CGContext`, because its callback draws into one.
///
/// `@unchecked Sendable`, because the program's callbacks cannot be checked. The proof: they never
/// change, and are called only by the thread that draws.
public final class CGPattern: @unchecked Sendable {
  /// The bounds of a cell, in pattern space, which clip it.
  package let bounds: CGRect
  /// The transform from pattern space to the base space of a context.
  package let matrix: CGAffineTransform
  /// The distance between cells, in pattern space; positive.
  package let step: CGSize
  package let tiling: CGPatternTiling
  /// Whether the cell has its own colours; otherwise it has the colour that comes with the pattern.
  package let isColored: Bool
  /// Draws a cell into a context.
  package let draw: (AnyObject) -> Void
  private let release: () -> Void

  /// Creates a pattern; nil for a step of 0, or numbers that are not finite.
  package init?(
    bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat, tiling: CGPatternTiling,
    isColored: Bool, draw: @escaping (AnyObject) -> Void, release: @escaping () -> Void
  ) {
    let numbers = [
      bounds.minX, bounds.minY, bounds.maxX, bounds.maxY, matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty,
      xStep, yStep,
    ]
    guard numbers.allSatisfy(\.isFinite), xStep != 0, yStep != 0, !bounds.isEmpty else { return nil }
    self.bounds = bounds.standardized
    self.matrix = matrix
    step = CGSize(width: abs(xStep), height: abs(yStep))
    self.tiling = tiling
    self.isColored = isColored
    self.draw = draw
    self.release = release
  }

  deinit { release() }
}
