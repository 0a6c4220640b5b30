import Graphics

/// A property, or a part of one, that a plan changes; see `AnimationPlan`. A node's look depends on none of them.
enum MovingPart: String, Sendable, BitwiseCopyable {
  case position
  case positionX = "position.x"
  case positionY = "position.y"
  case anchorPoint
  case anchorPointX = "anchorPoint.x"
  case anchorPointY = "anchorPoint.y"
  case anchorPointZ
  case zPosition
  case opacity
  case backgroundColor
  /// The whole of it, or one of its components.
  case transform

  /// Nil for a key path that a plan does not change.
  init?(_ keyPath: LayerKeyPath) {
    guard !keyPath.property.isCustom else { return nil }
    switch keyPath.component {
    case .whole, .transform: self.init(rawValue: keyPath.property.key)
    case .x: self.init(rawValue: keyPath.property.key + ".x")
    case .y: self.init(rawValue: keyPath.property.key + ".y")
    default: return nil
    }
  }

  /// Storage that is changed; two parts that share none can be changed in any order.
  struct Places: OptionSet, Sendable {
    let rawValue: UInt16
    static let positionX = Places(rawValue: 1)
    static let positionY = Places(rawValue: 2)
    static let anchorPointX = Places(rawValue: 4)
    static let anchorPointY = Places(rawValue: 8)
    static let anchorPointZ = Places(rawValue: 16)
    static let zPosition = Places(rawValue: 32)
    static let opacity = Places(rawValue: 64)
    static let backgroundColor = Places(rawValue: 128)
    static let transform = Places(rawValue: 256)
    /// The numbers of a layer's geometry.
    static let place: Places = [.positionX, .positionY, .anchorPointX, .anchorPointY, .anchorPointZ, .zPosition]
    /// What can lift a layer out of its superlayer's plane.
    static let depth: Places = [.anchorPointZ, .zPosition, .transform]
    /// What can change how far it reaches in its own coordinates: sublayer transforms are about the anchor point, and what has no
    /// background may show nothing in its bounds.
    static let extent: Places = [.anchorPointX, .anchorPointY, .anchorPointZ, .backgroundColor]
  }

  var places: Places {
    switch self {
    case .position: [.positionX, .positionY]
    case .positionX: .positionX
    case .positionY: .positionY
    case .anchorPoint: [.anchorPointX, .anchorPointY]
    case .anchorPointX: .anchorPointX
    case .anchorPointY: .anchorPointY
    case .anchorPointZ: .anchorPointZ
    case .zPosition: .zPosition
    case .opacity: .opacity
    case .backgroundColor: .backgroundColor
    case .transform: .transform
    }
  }
}

extension RenderNode {
  /// Stores the numbers of a part that is not the transform.
  func set(_ part: MovingPart, _ numbers: SIMD4<Double>) {
    switch part {
    case .position: geometry.position = CGPoint(x: numbers.x, y: numbers.y)
    case .positionX: geometry.position.x = numbers.x
    case .positionY: geometry.position.y = numbers.x
    case .anchorPoint: geometry.anchorPoint = CGPoint(x: numbers.x, y: numbers.y)
    case .anchorPointX: geometry.anchorPoint.x = numbers.x
    case .anchorPointY: geometry.anchorPoint.y = numbers.x
    case .anchorPointZ: geometry.anchorPointZ = numbers.x
    case .zPosition: geometry.zPosition = numbers.x
    case .opacity: opacity = min(Double(Float(numbers.x)), 1)
    case .backgroundColor:
      background = Background(
        StraightColor(
          red: Self.limited(numbers.x), green: Self.limited(numbers.y), blue: Self.limited(numbers.z),
          alpha: Self.limited(numbers.w)))
    case .transform: break
    }
  }

  /// As `CGColor` cuts its components.
  private static func limited(_ component: Double) -> Double {
    component.isNaN ? 0 : min(max(component, 0), 1)
  }

  /// Gives a part back the value that it has without animations.
  func reset(_ part: MovingPart, to still: MovingValues) {
    switch part {
    case .position: geometry.position = still.geometry.position
    case .positionX: geometry.position.x = still.geometry.position.x
    case .positionY: geometry.position.y = still.geometry.position.y
    case .anchorPoint: geometry.anchorPoint = still.geometry.anchorPoint
    case .anchorPointX: geometry.anchorPoint.x = still.geometry.anchorPoint.x
    case .anchorPointY: geometry.anchorPoint.y = still.geometry.anchorPoint.y
    case .anchorPointZ: geometry.anchorPointZ = still.geometry.anchorPointZ
    case .zPosition: geometry.zPosition = still.geometry.zPosition
    case .opacity: opacity = min(Double(still.opacity), 1)
    case .backgroundColor: background = still.background
    case .transform: geometry.transform = still.geometry.transform
    }
  }
}
