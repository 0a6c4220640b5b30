import Foundation

/// How a pattern's cells are fitted to pixels; the numbers are Apple's.
public enum CGPatternTiling: Int32, Sendable {
  /// The cell keeps its shape; the space between cells may vary by a pixel.
  case noDistortion
  /// The space between cells is even; the cell may be stretched by a pixel.
  case constantSpacingMinimalDistortion
  /// The space between cells is even, and drawing is fast.
  case constantSpacing
}

/// A cell that is drawn again and again, as a colour. Immutable.
///
/// It is made by `init?(info:bounds:matrix:xStep:yStep:tiling:isColored:callbacks:)`, which stands beside `CGContext`,
/// since that is what its callback draws into.
///
/// `@unchecked Sendable`, because the program's callbacks cannot be checked. The proof: they never change, and are
/// called only by the thread that draws.
public final class CGPattern: @unchecked Sendable {
  /// What a cell draws into, in pattern space; nothing beyond is seen.
  package let bounds: CGRect
  /// From pattern space to the base space of a context.
  package let matrix: CGAffineTransform
  /// From one cell to the next, in pattern space; positive.
  package let step: CGSize
  package let tiling: CGPatternTiling
  /// Whether the cell has colours of its own; else it is painted with one that is given along with the pattern.
  package let isColored: Bool
  /// Draws a cell into a context.
  package let draw: (AnyObject) -> Void
  private let release: () -> Void

  /// Nil where a step is 0, or a number is not finite.
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
