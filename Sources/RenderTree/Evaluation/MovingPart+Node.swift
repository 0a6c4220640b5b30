import MultiplaneGraphics

// How a plan's numbers get into a node.

extension RenderNode {
  /// Stores the numbers of a part, if it is neither a transform nor of the look.
  ///
  /// - Parameter plan: whose node it is.
  func set(_ part: MovingPart, _ numbers: SIMD4<Double>, over plan: AnimationPlan) {
    switch part {
    // A size that was negative has moved the bounds.
    case .boundsSize, .boundsWidth, .boundsHeight: reset(part, to: plan.still)
    default: break
    }
    set(part, numbers)
  }

  /// The same for what is no part of a size.
  func set(_ part: MovingPart, _ numbers: SIMD4<Double>) {
    switch part {
    case .position: geometry.position = CGPoint(x: numbers.x, y: numbers.y)
    case .positionX: geometry.position.x = numbers.x
    case .positionY: geometry.position.y = numbers.x
    case .bounds: geometry.bounds = CGRect(x: numbers.x, y: numbers.y, width: numbers.z, height: numbers.w)
    case .boundsOrigin: geometry.bounds.origin = CGPoint(x: numbers.x, y: numbers.y)
    case .boundsOriginX: geometry.bounds.origin.x = numbers.x
    case .boundsOriginY: geometry.bounds.origin.y = numbers.x
    case .boundsSize: geometry.bounds.size = CGSize(width: numbers.x, height: numbers.y)
    case .boundsWidth: geometry.bounds.size.width = numbers.x
    case .boundsHeight: geometry.bounds.size.height = numbers.x
    case .anchorPoint: geometry.anchorPoint = CGPoint(x: numbers.x, y: numbers.y)
    case .anchorPointX: geometry.anchorPoint.x = numbers.x
    case .anchorPointY: geometry.anchorPoint.y = numbers.x
    case .anchorPointZ: geometry.anchorPointZ = numbers.x
    case .zPosition: geometry.zPosition = numbers.x
    case .opacity: opacity = min(Double(Float(numbers.x)), 1)
    case .backgroundColor: background = Background(StraightColor(limiting: numbers))
    default: break
    }
  }

  /// Gives a part back the value that it has without animations.
  func reset(_ part: MovingPart, to still: MovingValues) {
    switch part {
    case .position: geometry.position = still.geometry.position
    case .positionX: geometry.position.x = still.geometry.position.x
    case .positionY: geometry.position.y = still.geometry.position.y
    case .bounds, .boundsOrigin, .boundsSize: geometry.bounds = still.geometry.bounds
    case .boundsOriginX, .boundsWidth:
      let (bounds, own) = (still.geometry.bounds, geometry.bounds)
      geometry.bounds = CGRect(
        x: bounds.origin.x, y: own.origin.y, width: bounds.size.width, height: own.size.height)
    case .boundsOriginY, .boundsHeight:
      let (bounds, own) = (still.geometry.bounds, geometry.bounds)
      geometry.bounds = CGRect(
        x: own.origin.x, y: bounds.origin.y, width: own.size.width, height: bounds.size.height)
    case .anchorPoint: geometry.anchorPoint = still.geometry.anchorPoint
    case .anchorPointX: geometry.anchorPoint.x = still.geometry.anchorPoint.x
    case .anchorPointY: geometry.anchorPoint.y = still.geometry.anchorPoint.y
    case .anchorPointZ: geometry.anchorPointZ = still.geometry.anchorPointZ
    case .zPosition: geometry.zPosition = still.geometry.zPosition
    case .opacity: opacity = min(Double(still.opacity), 1)
    case .backgroundColor: background = still.background
    case .transform: geometry.transform = still.geometry.transform
    case .sublayerTransform: geometry.sublayerTransform = still.geometry.sublayerTransform
    default: break
    }
  }
}

extension StraightColor {
  /// As `CGColor` cuts its components.
  init(limiting numbers: SIMD4<Double>) {
    func limited(_ component: Double) -> Double { component.isNaN ? 0 : min(max(component, 0), 1) }
    self.init(
      red: limited(numbers.x), green: limited(numbers.y), blue: limited(numbers.z), alpha: limited(numbers.w))
  }
}
