import MultiplaneGraphics

/// A callback that draws a pattern's cell into a context, from the pattern's `info`. A closure,
/// because `@convention(c)` accepts no Swift class on Linux; functions and closures without
/// captures fit.
public typealias CGPatternDrawPatternCallback = @Sendable (UnsafeMutableRawPointer?, CGContext) -> Void
/// A callback that releases the `info` of a pattern.
public typealias CGPatternReleaseInfoCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void

/// The callbacks of a `CGPattern`.
///
/// `@unchecked Sendable`, as C's structure of function pointers is. The proof is that of
/// `CGPattern`.
public struct CGPatternCallbacks: @unchecked Sendable {
  /// The version of the structure, 0.
  public var version: UInt32
  /// The callback that draws a cell, in pattern space.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// The callback that releases the `info`.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Creates empty callbacks of version 0.
  public init() {
    self.init(version: 0, drawPattern: nil, releaseInfo: nil)
  }

  /// Creates callbacks.
  public init(
    version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
  ) {
    self.version = version
    self.drawPattern = drawPattern
    self.releaseInfo = releaseInfo
  }
}

extension CGPattern {
  /// Creates a pattern whose cell `callbacks` draw.
  ///
  /// `bounds` is the cell, and `xStep` and `yStep` are the distances between cells, in pattern
  /// space. `matrix` maps pattern space to the context's base space; the CTM is ignored. An
  /// uncoloured pattern (`isColored` false) sets no colours: it is a stencil for the colour that
  /// comes with it. Nil for a step of 0, empty bounds, or a missing drawing callback.
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
