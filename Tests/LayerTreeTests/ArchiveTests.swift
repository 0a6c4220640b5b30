import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

/// Writes an object into a secure archive and reads it back.
private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
  let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
}

@Suite("§1 archives of layers") struct LayerArchiveTests {
  /// A value of each kind of property.
  private static let values: [(key: String, value: any Sendable)] = [
    ("bounds", CGRect(x: 1, y: 2, width: 3, height: 4)), ("position", CGPoint(x: -5.5, y: 6)), ("opacity", 0.25),
    ("hidden", true), ("transform", CATransform3DMakeRotation(1, 1, 2, 3)),
    ("backgroundColor", CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)),
    ("borderColor", CGColor(gray: 0.5, alpha: 0.5)), ("shadowOffset", CGSize(width: 7, height: 8)),
    ("contentsGravity", "center"), ("maskedCorners", 5), ("autoresizingMask", 18), ("speed", 2), ("fillMode", "both"),
    ("name", "layer"), ("needsDisplayOnBoundsChange", true), ("own", "a value of the program's"),
  ]

  @Test(arguments: values)
  func comesBack(key: String, value: any Sendable) throws {
    let layer = CALayer()
    layer.setValue(value, forKey: key)
    let copy = try archived(layer)
    let (before, after) = (layer.value(forKey: key), copy.value(forKey: key))
    switch (before, after) {
    case (let before as CATransform3D, let after as CATransform3D): #expect(before == after)
    case (let before as CGColor, let after as CGColor): #expect(before == after)
    default: #expect(before as? AnyHashable == after as? AnyHashable)
    }
    #expect(after != nil)
  }

  @Test func nilThatIsNoDefaultComesBack() throws {
    let layer = CALayer()
    layer.borderColor = nil
    #expect(try archived(layer).borderColor == nil)
    #expect(try archived(CALayer()).borderColor == .opaqueBlack)
  }

  @Test func attributedTextComesBackWithWhatAnArchiveCanHold() throws {
    final class Unknown {}
    let font = CTFontCreateWithName("DejaVu Sans" as CFString, 17, nil)
    let text = NSMutableAttributedString(string: "plain and red")
    let range = NSRange(location: 10, length: 3)
    text.addAttribute(
      NSAttributedString.Key("NSColor"), value: CGColor(red: 1, green: 0, blue: 0, alpha: 1), range: range)
    text.addAttribute(NSAttributedString.Key("NSFont"), value: font, range: range)
    text.addAttribute(NSAttributedString.Key("own"), value: Unknown(), range: range)
    let layer = CATextLayer()
    layer.string = text
    layer.font = font
    let copy = try archived(layer)
    let read = try #require(copy.string as? NSAttributedString)
    #expect(read.string == "plain and red")
    #expect(read.attributes(at: 0, effectiveRange: nil).isEmpty)
    let attributes = read.attributes(at: 11, effectiveRange: nil)
    #expect(attributes.count == 2)
    #expect(attributes[NSAttributedString.Key("NSColor")] as? CGColor == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect((attributes[NSAttributedString.Key("NSFont")] as? CTFont).map(CTFontGetSize) == 17)
    #expect((copy.value(forKey: "font") as? CTFont).map(CTFontGetSize) == 17)
  }

  @Test func theTreeComesBack() throws {
    let root = CALayer()
    let scroll = CAScrollLayer()
    scroll.name = "scroll"
    scroll.masksToBounds = false
    scroll.scrollMode = .vertically
    let gradient = CAGradientLayer()
    gradient.colors = [CGColor.black, CGColor.white]
    gradient.locations = [0, 0.5]
    gradient.name = "mask"
    root.addSublayer(CATransformLayer())
    root.addSublayer(scroll)
    scroll.mask = gradient
    let copy = try archived(root)
    #expect(copy.superlayer == nil)
    #expect(copy.sublayers?.count == 2 && copy.sublayers?.first is CATransformLayer)
    let scrollCopy = try #require(copy.sublayers?.last as? CAScrollLayer)
    #expect(scrollCopy.name == "scroll" && !scrollCopy.masksToBounds && scrollCopy.scrollMode == .vertically)
    #expect(scrollCopy.superlayer === copy)
    let mask = try #require(scrollCopy.mask as? CAGradientLayer)
    #expect(mask.colors as? [CGColor] == [.black, .white] && mask.locations == [0, 0.5])
    #expect(try archived(CAScrollLayer()).masksToBounds)
  }

  @Test func imagesComeBackAsTheirPixels() throws {
    let layer = CALayer()
    let original: CGImage = try #require(
      CGImage(premultipliedRGBA8: [10, 20, 30, 255, 1, 2, 3, 4], width: 2, height: 1))
    layer.contents = original
    let image = try #require(try archived(layer).contents as? CGImage)
    #expect(image.width == 2 && image.height == 1)
    #expect(image.premultipliedRGBA8() == [10, 20, 30, 255, 1, 2, 3, 4])
  }

  @Test func halfFloatsComeBackWhole() throws {
    let halves: [Float16] = [1.5, -0.25, 0.001, 1, 0.25, 0, 0, 0.5]
    let layer = CALayer()
    let original: CGImage = try #require(
      CGImage(premultipliedHalves: halves.withUnsafeBytes { Data($0) }, width: 2, height: 1, isExtended: true))
    layer.contents = original
    let image = try #require(try archived(layer).contents as? CGImage)
    #expect(image.width == 2 && image.height == 1 && image.premultipliedHalves() == halves)
  }

  @Test func animationsComeBackUnderTheirKeys() throws {
    let layer = CALayer()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.toValue = 0.5
    layer.add(fade, forKey: "fade")
    let unnamed = CABasicAnimation(keyPath: "cornerRadius")
    unnamed.toValue = 3
    layer.add(unnamed, forKey: nil)
    let copy = try archived(layer)
    #expect(copy.animationKeys() == ["fade"])
    #expect((copy.animation(forKey: "fade") as? CABasicAnimation)?.toValue as? Double == 0.5)
    #expect(copy.commit(at: 0).animations.map(\.key) == ["fade", nil])
  }

  @Test func rulesOfLayoutComeBack() throws {
    let layer = CALayer()
    layer.layoutManager = CAConstraintLayoutManager()
    layer.constraints = [
      CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .maxX, scale: 0.5, offset: -3)
    ]
    let copy = try archived(layer)
    #expect(copy.layoutManager is CAConstraintLayoutManager)
    let constraint = try #require(copy.constraints?.first)
    #expect(constraint.attribute == .midX && constraint.sourceAttribute == .maxX)
    #expect(constraint.sourceName == "superlayer" && constraint.scale == 0.5 && constraint.offset == -3)
  }

  private final class Delegate: NSObject, CALayerDelegate {}

  /// What is no row of the table of keys, or may be nothing that is drawn.
  @Test func whatWasGivenCounts() {
    let keys = [
      "filters", "backgroundFilters", "compositingFilter", "layoutManager", "constraints", "actions", "delegate",
      "contents", "toneMapMode", "preferredDynamicRange", "contentsHeadroom", "drawsAsynchronously",
    ]
    let (layer, empty, delegate) = (CALayer(), CALayer(), Delegate())
    for key in keys { #expect(!layer.shouldArchiveValue(forKey: key), "\(key)") }
    (layer.filters, layer.backgroundFilters, layer.compositingFilter) = (["sparkle"], [1], "sparkle")
    layer.layoutManager = CAConstraintLayoutManager()
    layer.constraints = [CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX)]
    layer.actions = ["opacity": NSNull()]
    layer.delegate = delegate
    layer.contents = "contents"
    (layer.toneMapMode, layer.preferredDynamicRange, layer.contentsHeadroom) = (.never, .high, 2)
    layer.drawsAsynchronously = true
    for key in keys { #expect(layer.shouldArchiveValue(forKey: key), "\(key)") }
    (empty.filters, empty.backgroundFilters, empty.constraints, empty.actions) = ([], [], [], [:])
    for key in ["filters", "backgroundFilters", "constraints", "actions"] {
      #expect(empty.shouldArchiveValue(forKey: key), "\(key)")
    }
    let gradient = CAGradientLayer()
    (gradient.colors, gradient.locations) = ([], [])
    #expect(gradient.shouldArchiveValue(forKey: "colors") && gradient.shouldArchiveValue(forKey: "locations"))
    layer.filters = nil
    layer.delegate = nil
    #expect(!layer.shouldArchiveValue(forKey: "filters") && !layer.shouldArchiveValue(forKey: "delegate"))
  }

  @Test func filtersAndActionsComeBack() throws {
    let layer = CALayer()
    let blur = try #require(CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 3]))
    blur.name = "soft"
    let pixels = try #require(CIFilter(name: "CIPixellate"))
    pixels.setValue(CIVector(x: 1, y: 2), forKey: kCIInputCenterKey)
    pixels.isEnabled = false
    layer.filters = [blur, "sparkle", pixels]
    layer.compositingFilter = CIFilter(name: "CIScreenBlendMode")
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.duration = 3
    layer.actions = ["opacity": fade, "position": NSNull()]
    let copy = try archived(layer)
    #expect(copy.filters as? [AnyHashable] == [blur, "sparkle", pixels] && copy.compositingFilter is CIFilter)
    #expect((copy.actions?["opacity"] as? CABasicAnimation)?.duration == 3 && copy.actions?["position"] is NSNull)
    #expect(copy.commit(at: 0).values(at: 0).compositing.filters?.count == 2)
  }

  /// An archive is read at another time: what began with a commit begins with the next one.
  @Test func animationsBeginAnew() throws {
    let layer = CALayer()
    for (key, beginTime) in [("now", 0.0), ("then", 5)] {
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.beginTime, animation.duration) = (beginTime, 2)
      layer.add(animation, forKey: key)
    }
    _ = layer.commit(at: 100)
    let copy = try archived(layer)
    #expect(copy.animation(forKey: "now")?.beginTime == 0 && copy.animation(forKey: "then")?.beginTime == 5)
    #expect(copy.commit(at: 7).animations.map(\.timing.beginTime) == [7, 5])
    #expect(layer.animation(forKey: "now")?.beginTime == 100)
  }

  /// Also where it is set to the default.
  @Test(arguments: [CALayerCornerCurve.circular, .continuous])
  func aCornerCurveThatWasSet(curve: CALayerCornerCurve) throws {
    let (layer, keyed) = (CALayer(), CALayer())
    #expect(!layer.shouldArchiveValue(forKey: "cornerCurve"))
    layer.cornerCurve = curve
    keyed.setValue(curve.rawValue, forKey: "cornerCurve")
    for layer in [layer, keyed, CALayer(layer: layer), try archived(layer)] {
      #expect(layer.cornerCurve == curve && layer.shouldArchiveValue(forKey: "cornerCurve"))
    }
  }

  @Test func whatAnArchiveHolds() {
    let layer = CALayer()
    for key in ["bounds", "opacity", "frame", "superlayer", "visibleRect", "own", "mask", "sublayers", "speed"] {
      #expect(!layer.shouldArchiveValue(forKey: key), "\(key)")
    }
    for key in ["allowsEdgeAntialiasing", "allowsGroupOpacity"] { #expect(layer.shouldArchiveValue(forKey: key)) }
    layer.bounds.size.width = 1
    layer.setValue(1, forKey: "own")
    layer.speed = 2
    layer.position = CGPoint(x: 1, y: 1)
    for key in ["bounds", "position", "own", "speed"] { #expect(layer.shouldArchiveValue(forKey: key), "\(key)") }
    #expect(!layer.shouldArchiveValue(forKey: "frame"))
  }
}

@Suite("§1 archives of animations") struct AnimationArchiveTests {
  @Test func basic() throws {
    let animation = CABasicAnimation(keyPath: "position")
    animation.fromValue = CGPoint(x: 1, y: 2)
    animation.byValue = NSValue(point: CGPoint(x: 3, y: 4))
    animation.duration = 3
    animation.repeatCount = .infinity
    animation.isAdditive = true
    animation.isRemovedOnCompletion = false
    animation.timingFunction = CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4)
    animation.setValue("mine", forKey: "own")
    let copy = try archived(animation)
    #expect(copy.keyPath == "position" && copy.duration == 3 && copy.repeatCount == .infinity)
    #expect(copy.fromValue as? CGPoint == CGPoint(x: 1, y: 2) && copy.byValue as? CGPoint == CGPoint(x: 3, y: 4))
    #expect(copy.toValue == nil && copy.isAdditive && !copy.isCumulative && !copy.isRemovedOnCompletion)
    #expect(copy.value(forKey: "own") as? String == "mine")
    var point: [Float] = [0, 0]
    copy.timingFunction?.getControlPoint(at: 2, values: &point)
    #expect(point == [0.3, 0.4])
  }

  @Test func keyframes() throws {
    let animation = CAKeyframeAnimation(keyPath: "transform")
    animation.values = [0, 1.5, CGColor.white]
    animation.keyTimes = [0, 0.25, 1]
    animation.calculationMode = .cubicPaced
    animation.rotationMode = .rotateAutoReverse
    animation.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    animation.valueFunction = CAValueFunction(name: .rotateX)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
    path.addCurve(to: .zero, control1: CGPoint(x: 1, y: 1), control2: CGPoint(x: 2, y: 2))
    path.closeSubpath()
    animation.path = path
    let copy = try archived(animation)
    #expect(copy.values?.count == 3 && copy.values?[1] as? Double == 1.5 && copy.values?[2] as? CGColor == .white)
    #expect(copy.keyTimes == [0, 0.25, 1] && copy.calculationMode == .cubicPaced)
    #expect(copy.rotationMode == .rotateAutoReverse)
    #expect(copy.timingFunctions?.count == 1 && copy.valueFunction == CAValueFunction(name: .rotateX))
    #expect(copy.path == animation.path)
  }

  @Test func springsAndGroups() throws {
    let spring = CASpringAnimation(keyPath: "opacity")
    (spring.mass, spring.stiffness, spring.damping, spring.initialVelocity) = (2, 50, 5, 1)
    spring.allowsOverdamping = true
    let group = CAAnimationGroup()
    group.animations = [spring, CAKeyframeAnimation(keyPath: "position")]
    group.duration = 7
    let copy = try archived(group)
    #expect(copy.duration == 7 && copy.animations?.count == 2 && copy.animations?.last is CAKeyframeAnimation)
    let springCopy = try #require(copy.animations?.first as? CASpringAnimation)
    #expect(springCopy.mass == 2 && springCopy.stiffness == 50 && springCopy.damping == 5)
    #expect(springCopy.initialVelocity == 1 && springCopy.allowsOverdamping)
  }

  @Test func transitions() throws {
    let transition = CATransition()
    transition.type = .push
    transition.subtype = .fromTop
    transition.endProgress = 0.5
    let copy = try archived(transition)
    #expect(copy.type == .push && copy.subtype == .fromTop && copy.startProgress == 0 && copy.endProgress == 0.5)
  }

  @Test func defaultsStayDefaults() throws {
    let copy = try archived(CABasicAnimation())
    #expect(copy.keyPath == nil && copy.timingFunction == nil && copy.isRemovedOnCompletion && copy.speed == 1)
    #expect(!CABasicAnimation().shouldArchiveValue(forKey: "duration"))
  }

  @Test func emitterCells() throws {
    let cell = CAEmitterCell()
    cell.name = "spark"
    cell.birthRate = 10
    cell.isEnabled = false
    cell.color = nil
    cell.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 1)
    let inner = CAEmitterCell()
    inner.name = "smoke"
    cell.emitterCells = [inner]
    let layer = CAEmitterLayer()
    layer.emitterCells = [cell]
    layer.emitterShape = .circle
    let copy = try archived(layer)
    #expect(copy.emitterShape == .circle)
    let cellCopy = try #require(copy.emitterCells?.first)
    #expect(cellCopy.name == "spark" && cellCopy.birthRate == 10 && !cellCopy.isEnabled && cellCopy.color == nil)
    #expect(cellCopy.contentsRect.width == 0.5 && cellCopy.emitterCells?.first?.name == "smoke")
  }
}
