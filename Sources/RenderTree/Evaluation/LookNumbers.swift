import MultiplaneGraphics

/// What animations change of a layer's look, before it is resolved.
struct LookNumbers: Sendable {
  private(set) var cornerRadius: CGFloat
  private(set) var borderWidth: CGFloat
  private(set) var borderColor: StraightColor?
  private(set) var shadowColor: StraightColor?
  private(set) var shadowOpacity: Float
  private(set) var shadowOffset: CGSize
  private(set) var shadowRadius: CGFloat
  private(set) var contentsRect: CGRect
  private(set) var startPoint: CGPoint
  private(set) var endPoint: CGPoint
  private(set) var shape: ShapeNumbers

  init(_ values: LayerValues) {
    cornerRadius = values.cornerRadius
    borderWidth = values.borderWidth
    borderColor = values.borderColor?.straight
    shadowColor = values.shadow.color?.straight
    shadowOpacity = values.shadow.opacity
    shadowOffset = values.shadow.offset
    shadowRadius = values.shadow.radius
    contentsRect = values.contentsRect
    startPoint = values.gradient.startPoint
    endPoint = values.gradient.endPoint
    shape = ShapeNumbers(values.shape)
  }

  /// Stores the numbers of a part that is one of these.
  mutating func set(_ part: MovingPart, _ numbers: SIMD4<Double>) {
    switch part {
    case .cornerRadius: cornerRadius = numbers.x
    case .borderWidth: borderWidth = numbers.x
    case .borderColor: borderColor = StraightColor(limiting: numbers)
    case .shadowColor: shadowColor = StraightColor(limiting: numbers)
    case .shadowOpacity: shadowOpacity = Float(numbers.x)
    case .shadowOffset: shadowOffset = CGSize(width: numbers.x, height: numbers.y)
    case .shadowOffsetWidth: shadowOffset.width = numbers.x
    case .shadowOffsetHeight: shadowOffset.height = numbers.x
    case .shadowRadius: shadowRadius = numbers.x
    case .contentsRect: contentsRect = CGRect(x: numbers.x, y: numbers.y, width: numbers.z, height: numbers.w)
    case .contentsRectOrigin: contentsRect.origin = CGPoint(x: numbers.x, y: numbers.y)
    case .contentsRectX: contentsRect.origin.x = numbers.x
    case .contentsRectY: contentsRect.origin.y = numbers.x
    case .contentsRectSize: contentsRect.size = CGSize(width: numbers.x, height: numbers.y)
    case .contentsRectWidth: contentsRect.size.width = numbers.x
    case .contentsRectHeight: contentsRect.size.height = numbers.x
    case .startPoint: startPoint = CGPoint(x: numbers.x, y: numbers.y)
    case .startPointX: startPoint.x = numbers.x
    case .startPointY: startPoint.y = numbers.x
    case .endPoint: endPoint = CGPoint(x: numbers.x, y: numbers.y)
    case .endPointX: endPoint.x = numbers.x
    case .endPointY: endPoint.y = numbers.x
    case .fillColor: shape.fillColor = StraightColor(limiting: numbers)
    case .strokeColor: shape.strokeColor = StraightColor(limiting: numbers)
    case .strokeStart: shape.strokeStart = numbers.x
    case .strokeEnd: shape.strokeEnd = numbers.x
    case .lineWidth: shape.lineWidth = numbers.x
    case .miterLimit: shape.miterLimit = numbers.x
    case .lineDashPhase: shape.dashPhase = numbers.x
    default: break
    }
  }
}
