import MultiplaneGraphics

/// Draws a cell of a pattern into a context, from the pattern's `info`.
public typealias CGPatternDrawPatternCallback = @Sendable (UnsafeMutableRawPointer?, CGContext) -> Void
/// What releases the `info` of a pattern when it is no longer needed.
public typealias CGPatternReleaseInfoCallback = @Sendable (UnsafeMutableRawPointer?) -> Void

/// What a `CGPattern` calls.
public struct CGPatternCallbacks: Sendable {
  /// 0.
  public var version: UInt32
  /// Draws a cell, in pattern space.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// Releases the `info`.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Callbacks of version 0 that do nothing.
  public init() {
    self.init(version: 0, drawPattern: nil, releaseInfo: nil)
  }

  /// Callbacks of their three parts.
  public init(
    version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
  ) {
    self.version = version
    self.drawPattern = drawPattern
    self.releaseInfo = releaseInfo
  }
}

extension CGPattern {
  /// Makes a pattern of a cell that `callbacks` draw.
  ///
  /// `bounds` are those of a cell and `xStep` and `yStep` the way to the next, in pattern space; `matrix` maps that to the
  /// base space of the context: the CTM does not count. An uncoloured pattern (`isColored` false) sets no colours; it is a
  /// stencil that is painted with the colour given along with it. Nil where a step is 0, the bounds are empty, or nothing
  /// is there to draw.
  public convenience init?(
    info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
    tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    let callbacks = callbacks.pointee
    guard let draw = callbacks.drawPattern else { return nil }
    self.init(
      bounds: bounds, matrix: matrix, xStep: xStep, yStep: yStep, tiling: tiling, isColored: isColored,
      draw: { context in (context as? CGContext).map { draw(info, $0) } },
      release: { callbacks.releaseInfo?(info) })
  }
}
