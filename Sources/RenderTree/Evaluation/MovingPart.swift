import MultiplaneGraphics

/// A property, or a part of one, that a plan changes; see `AnimationPlan`.
enum MovingPart: String, Sendable, BitwiseCopyable {
  case position
  case positionX = "position.x"
  case positionY = "position.y"
  case bounds
  case boundsOrigin = "bounds.origin"
  case boundsOriginX = "bounds.origin.x"
  case boundsOriginY = "bounds.origin.y"
  case boundsSize = "bounds.size"
  case boundsWidth = "bounds.size.width"
  case boundsHeight = "bounds.size.height"
  case anchorPoint
  case anchorPointX = "anchorPoint.x"
  case anchorPointY = "anchorPoint.y"
  case anchorPointZ
  case zPosition
  case opacity
  case backgroundColor
  /// The whole of it, or one of its components.
  case transform
  case sublayerTransform

  // What only a node's look depends on; see `MovingLook`.

  case cornerRadius
  case borderWidth
  case borderColor
  case shadowColor
  case shadowOpacity
  case shadowOffset
  case shadowOffsetWidth = "shadowOffset.width"
  case shadowOffsetHeight = "shadowOffset.height"
  case shadowRadius
  case contentsRect
  case contentsRectOrigin = "contentsRect.origin"
  case contentsRectX = "contentsRect.origin.x"
  case contentsRectY = "contentsRect.origin.y"
  case contentsRectSize = "contentsRect.size"
  case contentsRectWidth = "contentsRect.size.width"
  case contentsRectHeight = "contentsRect.size.height"
  case startPoint
  case startPointX = "startPoint.x"
  case startPointY = "startPoint.y"
  case endPoint
  case endPointX = "endPoint.x"
  case endPointY = "endPoint.y"
  case fillColor
  case strokeColor
  case strokeStart
  case strokeEnd
  case lineWidth
  case miterLimit
  case lineDashPhase

  /// Nil for a key path that a plan does not change.
  init?(_ keyPath: LayerKeyPath) {
    guard !keyPath.property.isCustom else { return nil }
    let key = keyPath.property.key
    switch keyPath.component {
    case .whole: self.init(rawValue: key)
    case .transform where key == "transform": self = .transform
    case .x: self.init(rawValue: key + ".x")
    case .y: self.init(rawValue: key + ".y")
    case .width: self.init(rawValue: key + ".width")
    case .height: self.init(rawValue: key + ".height")
    case .origin: self.init(rawValue: key + ".origin")
    case .originX: self.init(rawValue: key + ".origin.x")
    case .originY: self.init(rawValue: key + ".origin.y")
    case .size: self.init(rawValue: key + ".size")
    case .sizeWidth: self.init(rawValue: key + ".size.width")
    case .sizeHeight: self.init(rawValue: key + ".size.height")
    case .transform, .filterInput: return nil
    }
  }

  /// Whether only the look depends on it.
  var isOfLook: Bool {
    switch self {
    case .position, .positionX, .positionY, .bounds, .boundsOrigin, .boundsOriginX, .boundsOriginY, .boundsSize,
      .boundsWidth, .boundsHeight, .anchorPoint, .anchorPointX, .anchorPointY, .anchorPointZ, .zPosition, .opacity,
      .backgroundColor, .transform, .sublayerTransform:
      false
    default: true
    }
  }

  /// Storage that is changed; two parts that share none can be changed in any order.
  struct Places: OptionSet, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    private init(_ number: Int) { rawValue = 1 << UInt64(number) }

    static let positionX = Places(0)
    static let positionY = Places(1)
    static let anchorPointX = Places(2)
    static let anchorPointY = Places(3)
    static let anchorPointZ = Places(4)
    static let zPosition = Places(5)
    static let opacity = Places(6)
    static let backgroundColor = Places(7)
    static let transform = Places(8)
    static let sublayerTransform = Places(9)
    /// What bounds span along an axis: a negative size moves their origin.
    static let boundsX = Places(10)
    static let boundsY = Places(11)
    static let width = Places(12)
    static let height = Places(13)
    static let cornerRadius = Places(14)
    static let borderWidth = Places(15)
    static let borderColor = Places(16)
    static let shadowColor = Places(17)
    static let shadowOpacity = Places(18)
    static let shadowOffsetWidth = Places(19)
    static let shadowOffsetHeight = Places(20)
    static let shadowRadius = Places(21)
    static let contentsRectX = Places(22)
    static let contentsRectY = Places(23)
    static let contentsRectWidth = Places(24)
    static let contentsRectHeight = Places(25)
    static let startPointX = Places(26)
    static let startPointY = Places(27)
    static let endPointX = Places(28)
    static let endPointY = Places(29)
    static let fillColor = Places(30)
    static let strokeColor = Places(31)
    static let strokeStart = Places(32)
    static let strokeEnd = Places(33)
    static let lineWidth = Places(34)
    static let miterLimit = Places(35)
    static let lineDashPhase = Places(36)

    /// The numbers of a layer's geometry.
    static let numbers: Places = [
      .positionX, .positionY, .anchorPointX, .anchorPointY, .anchorPointZ, .zPosition, .boundsX, .boundsY,
    ]
    /// What can lift a layer out of its superlayer's plane.
    static let depth: Places = [.anchorPointZ, .zPosition, .transform]
    static let shadow: Places = [.shadowColor, .shadowOpacity, .shadowOffsetWidth, .shadowOffsetHeight, .shadowRadius]
    static let contentsRect: Places = [.contentsRectX, .contentsRectY, .contentsRectWidth, .contentsRectHeight]
    static let gradient: Places = [.startPointX, .startPointY, .endPointX, .endPointY]
    static let shape: Places = [
      .fillColor, .strokeColor, .strokeStart, .strokeEnd, .lineWidth, .miterLimit, .lineDashPhase,
    ]
    /// What only the look depends on.
    static let look: Places = [.cornerRadius, .borderWidth, .borderColor, .shadow, .contentsRect, .gradient, .shape]
    /// On what else it depends: round corners end at half a side, and what has no size shows nothing.
    static let size: Places = [.width, .height]
    /// What can change how far it reaches in its own coordinates: sublayer transforms are about the anchor point, and what has no
    /// background may show nothing in its bounds.
    static let extent: Places = [
      .anchorPointX, .anchorPointY, .anchorPointZ, .backgroundColor, .sublayerTransform, .boundsX, .boundsY, .look,
    ]
  }

  var places: Places {
    switch self {
    case .position: [.positionX, .positionY]
    case .positionX: .positionX
    case .positionY: .positionY
    case .bounds: [.boundsX, .boundsY, .size]
    case .boundsOrigin: [.boundsX, .boundsY]
    case .boundsOriginX: .boundsX
    case .boundsOriginY: .boundsY
    case .boundsSize: [.boundsX, .boundsY, .size]
    case .boundsWidth: [.boundsX, .width]
    case .boundsHeight: [.boundsY, .height]
    case .anchorPoint: [.anchorPointX, .anchorPointY]
    case .anchorPointX: .anchorPointX
    case .anchorPointY: .anchorPointY
    case .anchorPointZ: .anchorPointZ
    case .zPosition: .zPosition
    case .opacity: .opacity
    case .backgroundColor: .backgroundColor
    case .transform: .transform
    case .sublayerTransform: .sublayerTransform
    case .cornerRadius: .cornerRadius
    case .borderWidth: .borderWidth
    case .borderColor: .borderColor
    case .shadowColor: .shadowColor
    case .shadowOpacity: .shadowOpacity
    case .shadowOffset: [.shadowOffsetWidth, .shadowOffsetHeight]
    case .shadowOffsetWidth: .shadowOffsetWidth
    case .shadowOffsetHeight: .shadowOffsetHeight
    case .shadowRadius: .shadowRadius
    case .contentsRect: .contentsRect
    case .contentsRectOrigin: [.contentsRectX, .contentsRectY]
    case .contentsRectX: .contentsRectX
    case .contentsRectY: .contentsRectY
    case .contentsRectSize: [.contentsRectWidth, .contentsRectHeight]
    case .contentsRectWidth: .contentsRectWidth
    case .contentsRectHeight: .contentsRectHeight
    case .startPoint: [.startPointX, .startPointY]
    case .startPointX: .startPointX
    case .startPointY: .startPointY
    case .endPoint: [.endPointX, .endPointY]
    case .endPointX: .endPointX
    case .endPointY: .endPointY
    case .fillColor: .fillColor
    case .strokeColor: .strokeColor
    case .strokeStart: .strokeStart
    case .strokeEnd: .strokeEnd
    case .lineWidth: .lineWidth
    case .miterLimit: .miterLimit
    case .lineDashPhase: .lineDashPhase
    }
  }
}
