import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

/// A value of each property that is not its default, as `value(forKey:)` gives it back.
private func otherValue(_ row: LayerProperty) throws -> (set: Any, expected: LayerValue) {
  switch row.kind {
  case .boolean:
    let value = row.defaultValue == .boolean(false)
    return (value, .boolean(value))
  case .number:
    let isCount = ["instanceCount", "maximumLines", "levelsOfDetail", "levelsOfDetailBias", "seed"].contains(row.key)
    let number = isCount ? 7 : 0.25
    return (number, .number(number))
  case .point: return (CGPoint(x: 3, y: 4), .point(CGPoint(x: 3, y: 4)))
  case .size: return (CGSize(width: 3, height: 4), .size(CGSize(width: 3, height: 4)))
  case .rect:
    let rect = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    return (rect, .rect(rect))
  case .transform:
    let transform = CATransform3DMakeRotation(1, 2, 3, 4)
    return (transform, .transform(transform))
  case .color:
    let color = CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    return (color, .color(color))
  case .colors:
    let colors = [CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4), .white]
    return (colors, .colors(colors))
  case .numbers: return ([0.25, 1], .numbers([0.25, 1]))
  case .image:
    let image = try #require(CGImage(premultipliedRGBA8: [0, 0, 0, 255], width: 1, height: 1))
    return (image, .image(image))
  case .path:
    let path = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
    return (path, .path(path))
  case .filters:
    let filter = try #require(CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 4]))
    return ([filter], .filters([try #require(filter.filterValue)]))
  case .blendMode: return ("multiplyBlendMode", .blendMode(.multiply))
  case .language: return ("en-US", .name("en-US"))
  case .text: return ("text", .text(TextString("text")))
  case .name(let names):
    let name = try #require(names.first { row.defaultValue != .name($0) })
    return (name, .name(name))
  case .options(let options):
    let bits = try #require(options.last).bits
    return (bits, .options(bits))
  }
}

/// A key and a class that has it.
struct ClassKey: Sendable, CustomTestStringConvertible {
  let kind: LayerKind
  let key: String
  var testDescription: String { "\(kind.rawValue).\(key)" }
  var row: LayerProperty? { LayerProperties.row(key, of: kind) }

  func makeLayer() -> CALayer {
    switch kind {
    case .layer: CALayer()
    case .transform: CATransformLayer()
    case .gradient: CAGradientLayer()
    case .shape: CAShapeLayer()
    case .replicator: CAReplicatorLayer()
    case .scroll: CAScrollLayer()
    case .text: CATextLayer()
    case .tiled: CATiledLayer()
    case .emitter: CAEmitterLayer()
    }
  }

  static let all: [ClassKey] =
    LayerProperties.layer.map { ClassKey(kind: .layer, key: $0.key) }
    + LayerProperties.gradient.map { ClassKey(kind: .gradient, key: $0.key) }
    + LayerProperties.shape.map { ClassKey(kind: .shape, key: $0.key) }
    + LayerProperties.replicator.map { ClassKey(kind: .replicator, key: $0.key) }
    + LayerProperties.scroll.map { ClassKey(kind: .scroll, key: $0.key) }
    + LayerProperties.text.map { ClassKey(kind: .text, key: $0.key) }
    + LayerProperties.tiled.map { ClassKey(kind: .tiled, key: $0.key) }
    + LayerProperties.emitter.map { ClassKey(kind: .emitter, key: $0.key) }
}

@Suite struct LayerPropertyTests {

  @Test(arguments: ClassKey.all)
  func roundTripsThroughKeys(key: ClassKey) throws {
    let row = try #require(key.row)
    let other = try otherValue(row)
    for name in [row.key, row.swiftName] {
      for write in [CALayer.setValue(_:forKey:), CALayer.setValue(_:forKeyPath:)] {
        let layer = key.makeLayer()
        let before = layer.commit(at: 0)
        write(layer)(other.set, name)
        #expect(row.get(layer.values) == other.expected)
        #expect(LayerValue(layer.value(forKey: name), as: row.kind) == other.expected)
        #expect(LayerValue(layer.value(forKeyPath: name), as: row.kind) == other.expected)
        // The change reaches the committed tree, and the same value again does not.
        let after = layer.commit(at: 0)
        #expect(after !== before)
        #expect(row.get(after.values) == other.expected)
        layer.setValue(layer.value(forKey: name), forKey: name)
        #expect(layer.commit(at: 0) === after)
      }
    }
  }

  @Test(arguments: ClassKey.all)
  func aFreshLayerHasTheDefault(key: ClassKey) throws {
    let row = try #require(key.row)
    let layer = key.makeLayer()
    #expect(row.get(layer.values) == row.defaultValue)
    // Properties that may be nil are, in both ways of asking; nil is no value of the others' kinds.
    let stored = layer.value(forKey: key.key)
    #expect(stored == nil ? row.defaultValue == LayerValue.none : LayerValue(stored, as: row.kind) == row.defaultValue)
  }

  @Test(arguments: ClassKey.all)
  func valuesOfAnotherTypeChangeNothing(key: ClassKey) throws {
    let row = try #require(key.row)
    struct Odd {}
    let layer = key.makeLayer()
    let before = layer.commit(at: 0)
    layer.setValue(Odd(), forKeyPath: key.key)
    #expect(row.get(layer.values) == row.defaultValue)
    // Contents may be any object; it is not drawn.
    if row.kind != .image { #expect(layer.commit(at: 0) === before) }
  }

  /// CALayer.h's defaults, through the typed properties.
  @Test func defaults() {
    let layer = CALayer()
    #expect(layer.bounds == .zero)
    #expect(layer.position == .zero)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(layer.anchorPointZ == 0 && layer.zPosition == 0)
    #expect(CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform))
    #expect(!layer.isGeometryFlipped && !layer.isHidden && !layer.masksToBounds)
    #expect(layer.isDoubleSided)
    #expect(layer.opacity == 1)
    #expect(layer.backgroundColor == nil)
    #expect(layer.cornerRadius == 0 && layer.borderWidth == 0)
    #expect(layer.maskedCorners.rawValue == 15)
    #expect(layer.borderColor == .opaqueBlack)
    #expect(layer.contents == nil)
    #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.contentsGravity == .resize)
    #expect(layer.contentsScale == 1)
    #expect(layer.minificationFilter == .linear && layer.magnificationFilter == .linear)
    #expect(layer.minificationFilterBias == 0)
    #expect(layer.mask == nil)
    #expect(layer.shadowColor == .opaqueBlack && layer.shadowOpacity == 0 && layer.shadowRadius == 3)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3))
    #expect(layer.name == nil && layer.superlayer == nil && layer.sublayers == nil)
    #expect(layer.animationKeys() == nil)
    #expect(layer.beginTime == 0 && layer.timeOffset == 0 && layer.speed == 1)
    #expect(layer.duration == .infinity)
    #expect(layer.repeatCount == 0 && layer.repeatDuration == 0 && !layer.autoreverses)
    #expect(layer.fillMode == .removed)
  }

  /// CAGradientLayer.h's and CAReplicatorLayer.h's.
  @Test func defaultsOfTheOtherClasses() {
    let gradient = CAGradientLayer()
    #expect(gradient.colors == nil && gradient.locations == nil)
    #expect(gradient.startPoint == CGPoint(x: 0.5, y: 0) && gradient.endPoint == CGPoint(x: 0.5, y: 1))
    #expect(gradient.type == .axial)
    let replicator = CAReplicatorLayer()
    #expect(replicator.instanceCount == 1 && replicator.instanceDelay == 0 && !replicator.preservesDepth)
    #expect(CATransform3DIsIdentity(replicator.instanceTransform))
    #expect(replicator.instanceColor == .opaqueWhite)
    #expect(replicator.instanceRedOffset == 0 && replicator.instanceGreenOffset == 0)
    #expect(replicator.instanceBlueOffset == 0 && replicator.instanceAlphaOffset == 0)
  }

  @Test func defaultsByKey() {
    #expect(CALayer.defaultValue(forKey: "shadowOffset") as? CGSize == CGSize(width: 0, height: -3))
    #expect(CALayer.defaultValue(forKey: "shadowRadius") as? Double == 3)
    for key in ["mask", "shadowOpacity", "colors", "instanceCount"] {
      #expect(CALayer.defaultValue(forKey: key) == nil)
    }
    #expect(CAGradientLayer.defaultValue(forKey: "endPoint") as? CGPoint == CGPoint(x: 0.5, y: 1))
    #expect(CAGradientLayer.defaultValue(forKey: "shadowRadius") as? Double == 3)
    #expect(CAGradientLayer.defaultValue(forKey: "locations") == nil)
    #expect(CAReplicatorLayer.defaultValue(forKey: "instanceCount") as? Int == 1)
    #expect(CAReplicatorLayer.defaultValue(forKey: "instanceDelay") == nil)
  }

  @Test func listsByKey() {
    let layer = CAGradientLayer()
    layer.setValue([CGColor.black, "red"] as [Any], forKey: "colors")
    #expect(layer.colors == nil)
    layer.setValue([0, 0.5, Float(1)] as [Any], forKey: "locations")
    #expect(layer.locations == [0, 0.5, 1])
    #expect(layer.value(forKey: "locations") as? [NSNumber] == [0, 0.5, 1])
    layer.setValue(nil, forKey: "locations")
    #expect(layer.locations == nil)
    layer.colors = [CGColor.black, CGColor.white]
    #expect(layer.value(forKeyPath: "colors") as? [CGColor] == [.black, .white])
    layer.setValue(0.25, forKeyPath: "startPoint.x")
    #expect(layer.startPoint == CGPoint(x: 0.25, y: 0))
    // Other classes keep the value as they keep any.
    let plain = CALayer()
    plain.setValue([1, 2], forKey: "locations")
    #expect(plain.value(forKey: "locations") as? [Int] == [1, 2])
  }

  @Test func partsByKeyPath() {
    let layer = CAReplicatorLayer()
    layer.setValue(7.0, forKeyPath: "shadowOffset.width")
    #expect(layer.shadowOffset == CGSize(width: 7, height: -3))
    layer.setValue(CGFloat.pi / 2, forKeyPath: "instanceTransform.rotation.z")
    #expect(abs(layer.instanceTransform.m12 - 1) < 1e-12)
  }

  @Test func negativeBoundsAreStandardised() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: -100, height: -50)
    #expect(layer.bounds.origin == CGPoint(x: -100, y: -50))
    #expect(layer.bounds.size == CGSize(width: 100, height: 50))
    let committed = layer.commit(at: 0)
    // The same once more, in other words.
    layer.bounds = CGRect(x: 0, y: -50, width: -100, height: 50)
    layer.setValue(CGRect(x: 0, y: 0, width: -100, height: -50), forKey: "bounds")
    #expect(layer.commit(at: 0) === committed)
  }

  @Test func unknownGravityIsCenter() {
    let layer = CALayer()
    layer.contentsGravity = CALayerContentsGravity(rawValue: "middle")
    #expect(layer.contentsGravity == .center)
    layer.contentsGravity = .top
    layer.setValue("elsewhere", forKey: "contentsGravity")
    #expect(layer.contentsGravity == .center)
  }

  @Test func bitsThatAreNoCornersAreDropped() {
    let layer = CALayer()
    layer.maskedCorners = CACornerMask(rawValue: 0xF5)
    #expect(layer.maskedCorners == [.layerMinXMinYCorner, .layerMinXMaxYCorner])
    layer.setValue(0x13, forKey: "maskedCorners")
    #expect(layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
  }

  @Test func rectanglesOfContentsAreKept() {
    let layer = CALayer()
    layer.contentsRect = CGRect(x: -1, y: 2, width: -3, height: 4)
    #expect(layer.contentsRect.size.width == -3)
  }

  @Test func copies() {
    let layer = CALayer()
    layer.name = "original"
    layer.opacity = 0.5
    layer.speed = 2
    layer.setValue(7, forKey: "own")
    layer.contents = "no image"
    layer.addSublayer(CALayer())
    let copy = CALayer(layer: layer)
    #expect(copy.name == "original" && copy.opacity == 0.5 && copy.speed == 2)
    #expect(copy.value(forKey: "own") as? Int == 7)
    #expect(copy.contents as? String == "no image")
    #expect(copy.sublayers == nil)
    #expect(copy.identifier != layer.identifier)
    #expect(CALayer(layer: "no layer").opacity == 1)
  }
}
