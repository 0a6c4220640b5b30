import AllocationCount
import GL
import Graphics
import LayerTree
import RenderTree
import Testing

@testable import GLRenderer

/// Evaluation, comparison and flattening work in the memory of earlier frames: neither still layers nor animated ones allocate.
@Suite(.serialized, .enabled(if: countsAllocations(), "a malloc of our own counts, under glibc and without sanitizers"))
struct AllocationTests {
  enum Scene: CaseIterable {
    /// Layers that stay as they are, and one that turns.
    case oneMoves
    /// Layers each with an animation, of four kinds.
    case allMove
  }

  /// The steps of a frame up to its finished command stream, as a compositor takes them.
  private struct Frames {
    let committed: CommittedTree
    let traits: DeviceTraits
    let isPartial: Bool
    var trees = TreeMemory()
    var stream = CommandStream()
    var shown: RenderTree?

    @inline(never) mutating func evaluate(at time: Double) { _ = trees.evaluate(committed, at: time) }

    mutating func draw(at time: Double) {
      let tree = trees.evaluate(committed, at: time)
      let region = shown.map { Damage(from: $0, to: tree).region }
      var old = CommandStream()
      swap(&old, &stream)
      stream = Flattener.flatten(
        tree, width: tree.pixelWidth, height: tree.pixelHeight, reusing: consume old, rasters: nil, traits: traits,
        wanted: isPartial ? region : nil, takesShortCuts: !isPartial)
      shown = tree
    }
  }

  /// Squares in rows of 50, of two colours; some round, some with a border. None is cut: what a clip leaves of a turned square is
  /// a polygon, which takes memory.
  private func committed(_ scene: Scene, layers: Int) -> CommittedTree {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 600, height: 600)
    for number in 0..<layers / 50 {
      let row = CALayer()
      row.frame = CGRect(x: 50, y: 50 + Double(number % 50) * 10, width: 500, height: 10)
      root.addSublayer(row)
      for place in 0..<50 {
        let layer = CALayer()
        layer.frame = CGRect(x: Double(place) * 10 + 1, y: 1, width: 8, height: 8)
        layer.backgroundColor = CGColor(red: place % 2 == 0 ? 0.9 : 0.1, green: 0.3, blue: 0.6, alpha: 1)
        if place % 5 == 1 { layer.cornerRadius = 2 }
        if place % 5 == 2 { layer.borderWidth = 1 }
        if scene == .allMove || (number, place) == (0, 0) { layer.add(animation(place, of: layer), forKey: nil) }
        row.addSublayer(layer)
      }
    }
    return CommittedTree(size: root.bounds.size, scale: 1, background: nil, root: root.commit(at: 0))
  }

  private func animation(_ place: Int, of layer: CALayer) -> CAAnimation {
    let keys = ["transform.rotation", "position.x", "opacity", "backgroundColor"]
    let animation = CABasicAnimation(keyPath: keys[place % 4])
    switch place % 4 {
    case 0: (animation.fromValue, animation.toValue) = (0.0, 3.0)
    case 1: (animation.fromValue, animation.toValue) = (layer.position.x, layer.position.x + 1)
    case 2: (animation.fromValue, animation.toValue) = (0.5, 0.9)
    default: animation.toValue = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    }
    animation.duration = 100
    return animation
  }

  /// Allocations of a frame, on average of some, after enough others.
  private func allocations(_ scene: Scene, layers: Int, traits: DeviceTraits) -> Int {
    var frames = Frames(committed: committed(scene, layers: layers), traits: traits, isPartial: scene == .oneMoves)
    let (unmeasured, measured) = (12, 10)
    for number in 0..<unmeasured { frames.draw(at: Double(number) / 60) }
    let before = allocationsOfThread()
    for number in unmeasured..<unmeasured + measured { frames.draw(at: Double(number) / 60) }
    return (allocationsOfThread() - before) / measured
  }

  @Test(
    arguments: Scene.allCases,
    [DeviceTraits.unknown, .of(renderer: "llvmpipe", takesBGRA: true, fetchesPixels: true)])
  func aFrameAllocatesNothingForLayers(scene: Scene, traits: DeviceTraits) {
    // Of both so many that comparison looks at samples first.
    let few = allocations(scene, layers: 1500, traits: traits)
    let many = allocations(scene, layers: 3500, traits: traits)
    // 2,000 layers more take nothing, but for arrays that have not yet grown to all they will hold.
    #expect(many - few < 20, "\(few) of 1500 layers, \(many) of 3500")
  }

  /// An effect that moves: what it takes up to the finished command stream, apart from what any layer that moves does.
  enum Effect: String, CaseIterable {
    case none, filter, chain, shape, shadow, groupOpacity
    case gradientMask, shapeMask, conicGradient, multiply, raster, corners
    case shadowOfSublayers, backdrop, clip, space, replicator, tintedReplicator

    func layer() -> CALayer {
      let layer: CALayer =
        switch self {
        case .shape: CAShapeLayer()
        case .conicGradient: CAGradientLayer()
        case .space: CATransformLayer()
        case .replicator, .tintedReplicator: CAReplicatorLayer()
        default: CALayer()
        }
      layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      layer.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.8, alpha: 1)
      let inner = CALayer()
      inner.frame = CGRect(x: 5, y: 5, width: 12, height: 12)
      inner.backgroundColor = CGColor(red: 0.8, green: 0.4, blue: 0.2, alpha: 1)
      switch self {
      case .none: break
      case .filter: layer.filters = [CIFilter(name: "CIColorInvert") as Any]
      case .chain:
        layer.filters = ["CIGaussianBlur", "CIColorInvert", "CIBoxBlur"].compactMap { CIFilter(name: $0) }
      case .shape:
        (layer as? CAShapeLayer)?.path = CGPath(ellipseIn: layer.bounds, transform: nil)
        (layer as? CAShapeLayer)?.strokeColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
      case .shadow: (layer.shadowOpacity, layer.cornerRadius) = (0.5, 4)
      case .groupOpacity:
        layer.opacity = 0.5
        layer.addSublayer(inner)
      case .gradientMask, .shapeMask:
        let gradient = CAGradientLayer()
        gradient.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0)]
        let shape = CAShapeLayer()
        shape.path = CGPath(ellipseIn: layer.bounds, transform: nil)
        let mask: CALayer = self == .shapeMask ? shape : gradient
        mask.frame = layer.bounds
        layer.mask = mask
        layer.addSublayer(inner)
      case .conicGradient:
        (layer as? CAGradientLayer)?.type = .conic
        (layer as? CAGradientLayer)?.colors = [
          CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 1, blue: 0, alpha: 1),
        ]
      case .multiply: layer.compositingFilter = "multiplyBlendMode"
      case .raster: layer.shouldRasterize = true
      case .shadowOfSublayers:
        layer.backgroundColor = nil
        layer.shadowOpacity = 0.5
        let other = CALayer()
        other.frame = CGRect(x: 0, y: 8, width: 16, height: 9)
        other.backgroundColor = CGColor(red: 0.1, green: 0.4, blue: 0.2, alpha: 1)
        layer.sublayers = [inner, other]
      case .backdrop: layer.backgroundFilters = [CIFilter(name: "CIGaussianBlur") as Any]
      case .clip:
        (layer.cornerRadius, layer.masksToBounds) = (6, true)
        layer.addSublayer(inner)
      case .space:
        // Two planes that part each other.
        let other = CALayer()
        other.frame = inner.frame
        other.backgroundColor = CGColor(red: 0.1, green: 0.4, blue: 0.2, alpha: 0.5)
        other.transform = CATransform3DMakeRotation(1, 0, 1, 0)
        layer.sublayers = [inner, other]
      case .replicator, .tintedReplicator:
        guard let replicator = layer as? CAReplicatorLayer else { break }
        replicator.instanceCount = 3
        replicator.instanceTransform = CATransform3DMakeRotation(0.5, 0, 0, 1)
        if self == .tintedReplicator { replicator.instanceRedOffset = -0.2 }
        let still = CALayer()
        still.frame = CGRect(x: 0, y: 0, width: 3, height: 3)
        still.backgroundColor = CGColor(red: 0.1, green: 0.4, blue: 0.2, alpha: 1)
        let spin = CABasicAnimation(keyPath: "transform.rotation")
        (spin.fromValue, spin.toValue, spin.duration) = (0.0, 3.0, 100)
        inner.add(spin, forKey: nil)
        replicator.sublayers = [inner, still]
      case .corners: (layer.cornerRadius, layer.cornerCurve, layer.borderWidth) = (6, .continuous, 1)
      }
      return layer
    }
  }

  @Test(arguments: Effect.allCases) func anEffectAllocatesNothing(effect: Effect) {
    func allocations(_ count: Int) -> Int {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 600, height: 600)
      for number in 0..<count {
        let layer = effect.layer()
        layer.position = CGPoint(x: 20 + 28 * Double(number % 20), y: 20 + 28 * Double(number / 20))
        layer.add(animation(number % 2, of: layer), forKey: nil)
        root.addSublayer(layer)
      }
      var frames = Frames(
        committed: CommittedTree(size: root.bounds.size, scale: 1, background: nil, root: root.commit(at: 0)),
        traits: .unknown, isPartial: false)
      let (unmeasured, measured) = (12, 10)
      for number in 0..<unmeasured { frames.draw(at: Double(number) / 60) }
      let before = allocationsOfThread()
      for number in unmeasured..<unmeasured + measured { frames.draw(at: Double(number) / 60) }
      return allocationsOfThread() - before
    }
    // What ten frames of 200 layers more take.
    let each = Double(allocations(220) - allocations(20)) / 10 / 200
    // Arrays that are made anew each frame grow as there are more.
    #expect(each <= 0.5, "\(each) for each \(effect.rawValue)")
  }

  /// Keys on which the look depends, each of all layers.
  @Test(arguments: [
    "bounds", "bounds.size.width", "bounds.origin.y", "cornerRadius", "borderWidth", "borderColor", "shadowOpacity",
    "shadowRadius", "shadowOffset", "shadowColor", "contentsRect", "anchorPoint", "sublayerTransform", "opacity",
  ])
  func evaluationAllocatesNothing(key: String) {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 600, height: 600)
    let row = CALayer()
    row.frame = root.bounds
    root.addSublayer(row)
    for number in 0..<60 {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 8, height: Double(8 + number % 3))
      let animation = CABasicAnimation(keyPath: key)
      switch key {
      case "bounds", "contentsRect": animation.toValue = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
      case "anchorPoint": animation.toValue = CGPoint(x: 1, y: 0)
      case "shadowOffset": animation.toValue = CGSize(width: 1, height: 2)
      case "borderColor", "shadowColor": animation.toValue = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      case "sublayerTransform": animation.toValue = CATransform3DMakeScale(2, 1, 1)
      default: animation.toValue = 0.25
      }
      animation.duration = 100
      layer.cornerRadius = 1
      layer.borderWidth = 1
      layer.shadowOpacity = 1
      layer.add(animation, forKey: nil)
      row.addSublayer(layer)
    }
    let committed = CommittedTree(size: root.bounds.size, scale: 1, background: nil, root: root.commit(at: 0))
    var frames = Frames(committed: committed, traits: .unknown, isPartial: false)
    for number in 1..<5 { frames.evaluate(at: Double(number)) }
    let before = allocationsOfThread()
    for number in 5..<15 { frames.evaluate(at: Double(number)) }
    let count = allocationsOfThread() - before
    #expect(count < 50, "\(count)")
  }

  @Test func allocationsAreCounted() {
    let before = allocationsOfThread()
    for number in 1...10 { withExtendedLifetime([Int](repeating: number, count: 100)) {} }
    #expect((10...20).contains(allocationsOfThread() - before))
  }
}
