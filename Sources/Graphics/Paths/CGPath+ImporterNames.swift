// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores
// The names are those of Swift's importer for Apple's C functions.

import Foundation

// Functions of C that Apple refined for Swift keep their imported names there too, with two
// underscores in front. Published sources call these of paths, many of them machine-converted from
// Swift 2.

extension CGPath {
  /// Creates the outline of a stroked path, as
  /// `copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)`. Never nil; optional as in
  /// Apple's API.
  public convenience init?(
    __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat, lineCap: CGLineCap,
    lineJoin: CGLineJoin, miterLimit: CGFloat
  ) {
    let stroke = path.copy(
      strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
      transform: transform?.pointee ?? .identity)
    self.init(outline: stroke.outline)
  }

  /// Creates a dashed path, as `copy(dashingWithPhase:lengths:transform:)` with the first `count`
  /// lengths; nil if there are fewer.
  public convenience init?(
    __byDashing path: CGPath, transform: UnsafePointer<CGAffineTransform>?, phase: CGFloat, lengths: [CGFloat]?,
    count: Int
  ) {
    guard count >= 0, count <= lengths?.count ?? 0 else { return nil }
    let dashes = path.copy(
      dashingWithPhase: phase, lengths: Array((lengths ?? []).prefix(count)), transform: transform?.pointee ?? .identity
    )
    self.init(outline: dashes.outline)
  }

  /// Creates a dashed path, with a pointer to `count` lengths.
  @_disfavoredOverload  // Arrays and nil are for the other, which knows how many there are.
  public convenience init?(
    __byDashing path: CGPath, transform: UnsafePointer<CGAffineTransform>?, phase: CGFloat,
    lengths: UnsafePointer<CGFloat>?, count: Int
  ) {
    let numbers = Array(UnsafeBufferPointer(start: lengths, count: lengths == nil ? 0 : max(count, 0)))
    self.init(__byDashing: path, transform: transform, phase: phase, lengths: numbers, count: count)
  }

  /// Apple's imported name of `contains(_:using:transform:)`.
  public func __containsPoint(
    transform: UnsafePointer<CGAffineTransform>?, point: CGPoint, eoFill: Bool
  ) -> Bool {
    contains(point, using: eoFill ? .evenOdd : .winding, transform: transform?.pointee ?? .identity)
  }
}

extension CGMutablePath {
  /// Apple's imported name of `move(to:transform:)`.
  public func __moveTo(transform: UnsafePointer<CGAffineTransform>?, x: CGFloat, y: CGFloat) {
    move(to: CGPoint(x: x, y: y), transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addLine(to:transform:)`.
  public func __addLineTo(transform: UnsafePointer<CGAffineTransform>?, x: CGFloat, y: CGFloat) {
    addLine(to: CGPoint(x: x, y: y), transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addQuadCurve(to:control:transform:)`.
  public func __addQuadCurve(
    transform: UnsafePointer<CGAffineTransform>?, cpx: CGFloat, cpy: CGFloat, endingAtX x: CGFloat, y: CGFloat
  ) {
    addQuadCurve(
      to: CGPoint(x: x, y: y), control: CGPoint(x: cpx, y: cpy), transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addCurve(to:control1:control2:transform:)`.
  public func __addCurve(
    transform: UnsafePointer<CGAffineTransform>?, cp1x: CGFloat, cp1y: CGFloat, cp2x: CGFloat, cp2y: CGFloat,
    endingAtX x: CGFloat, y: CGFloat
  ) {
    addCurve(
      to: CGPoint(x: x, y: y), control1: CGPoint(x: cp1x, y: cp1y), control2: CGPoint(x: cp2x, y: cp2y),
      transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addRect(_:transform:)`.
  public func __addRect(transform: UnsafePointer<CGAffineTransform>?, rect: CGRect) {
    addRect(rect, transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addRoundedRect(in:cornerWidth:cornerHeight:transform:)`.
  public func __addRoundedRect(
    transform: UnsafePointer<CGAffineTransform>?, rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat
  ) {
    addRoundedRect(
      in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addEllipse(in:transform:)`.
  public func __addEllipse(transform: UnsafePointer<CGAffineTransform>?, rect: CGRect) {
    addEllipse(in: rect, transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addRelativeArc(center:radius:startAngle:delta:transform:)`.
  public func __addRelativeArc(
    transform: UnsafePointer<CGAffineTransform>?, x: CGFloat, y: CGFloat, radius: CGFloat, startAngle: CGFloat,
    delta: CGFloat
  ) {
    addRelativeArc(
      center: CGPoint(x: x, y: y), radius: radius, startAngle: startAngle, delta: delta,
      transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addArc(center:radius:startAngle:endAngle:clockwise:transform:)`.
  public func __addArc(
    transform: UnsafePointer<CGAffineTransform>?, x: CGFloat, y: CGFloat, radius: CGFloat, startAngle: CGFloat,
    endAngle: CGFloat, clockwise: Bool
  ) {
    addArc(
      center: CGPoint(x: x, y: y), radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
      transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addArc(tangent1End:tangent2End:radius:transform:)`.
  public func __addArc(
    transform: UnsafePointer<CGAffineTransform>?, x1: CGFloat, y1: CGFloat, x2: CGFloat, y2: CGFloat, radius: CGFloat
  ) {
    addArc(
      tangent1End: CGPoint(x: x1, y: y1), tangent2End: CGPoint(x: x2, y: y2), radius: radius,
      transform: transform?.pointee ?? .identity)
  }

  /// Apple's imported name of `addPath(_:transform:)`.
  public func __addPath(transform: UnsafePointer<CGAffineTransform>?, path: CGPath) {
    addPath(path, transform: transform?.pointee ?? .identity)
  }
}
