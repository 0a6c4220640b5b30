import MultiplaneGraphics
import MultiplaneRenderTree

// Paths, and the layers that draw them.

extension RandomTree {
  mutating func addShape(to values: inout LayerValues) {
    values.shape.path = path(in: values.geometry.bounds)
    values.shape.fillColor = chance(0.8) ? color() : nil
    values.shape.fillRule = pick(CAShapeLayerFillRule.all)
    guard chance(0.6) else { return }
    values.shape.strokeColor = color()
    values.shape.lineWidth = number(0.4, 9)
    values.shape.lineCap = pick(CAShapeLayerLineCap.all)
    values.shape.lineJoin = pick(CAShapeLayerLineJoin.all)
    values.shape.miterLimit = pick([10, 2, 4])
    if chance(0.3) {
      values.shape.strokeStart = number(-0.1, 0.6)
      values.shape.strokeEnd = number(0.4, 1.1)
    }
    if chance(0.3) {
      values.shape.dashPattern = (0..<whole(1...4)).map { _ in number(2, 12) }
      values.shape.dashPhase = number(-10, 20)
    }
  }

  /// Most masks made into one opaque region, which is a clip (section 16).
  func opaque(_ mask: CommittedLayer) -> CommittedLayer {
    // Its own numbers, so that the rest of a tree does not depend on what becomes of its masks.
    var maker = self
    guard mask.kind != .transform, maker.chance(0.7) else { return mask }
    let isShape = maker.chance(0.6)
    var values = LayerValues()
    values.geometry = mask.values.geometry
    values.isDoubleSided = mask.values.isDoubleSided
    if isShape {
      values.shape = mask.values.shape
      if values.shape.path == nil { maker.addShape(to: &values) }
      let strokes = maker.chance(0.3)
      values.shape.fillColor = strokes ? nil : .black
      values.shape.strokeColor = strokes ? .black : nil
    } else {
      values.backgroundColor = .black
      values.cornerRadius = mask.values.cornerRadius
      values.maskedCorners = mask.values.maskedCorners
      values.compositing.cornerCurve = mask.values.compositing.cornerCurve
      values.compositing.edgeAntialiasingMask = mask.values.compositing.edgeAntialiasingMask
    }
    return CommittedLayer(
      identifier: mask.identifier, name: nil, kind: isShape ? .shape : .layer, values: values, timing: .layer,
      animations: [], sublayers: [])
  }

  /// One to three subpaths in and around a rectangle.
  mutating func path(in rect: CGRect) -> CGPath {
    let path = CGMutablePath()
    for _ in 0..<whole(1...3) { addSubpath(to: path, in: rect) }
    return path
  }

  private mutating func addSubpath(to path: CGMutablePath, in rect: CGRect) {
    let box = CGRect(
      x: rect.minX + number(-0.2, 0.6) * rect.width, y: rect.minY + number(-0.2, 0.6) * rect.height,
      width: number(0.1, 0.9) * rect.width, height: number(0.1, 0.9) * rect.height)
    switch whole(0...5) {
    case 0: path.addRect(chance(0.5) ? box.integral : box)
    case 1: path.addEllipse(in: box)
    case 2:
      let corner = number(0, 0.5)
      path.addRoundedRect(in: box, cornerWidth: corner * box.width, cornerHeight: corner * box.height)
    case 3:
      path.addArc(
        center: CGPoint(x: box.midX, y: box.midY), radius: min(box.width, box.height) / 2, startAngle: number(-4, 4),
        endAngle: number(-4, 4), clockwise: chance(0.5))
    case 4:
      path.move(to: point(in: rect))
      for _ in 0..<whole(1...2) {
        path.addCurve(to: point(in: rect), control1: point(in: rect), control2: point(in: rect))
        path.addQuadCurve(to: point(in: rect), control: point(in: rect))
      }
      if chance(0.5) { path.closeSubpath() }
    default:
      path.move(to: point(in: rect))
      for _ in 0..<whole(1...5) { path.addLine(to: point(in: rect)) }
      if chance(0.5) { path.closeSubpath() }
    }
  }

  private mutating func point(in rect: CGRect) -> CGPoint {
    CGPoint(x: rect.minX + number(-0.2, 1.2) * rect.width, y: rect.minY + number(-0.2, 1.2) * rect.height)
  }
}
