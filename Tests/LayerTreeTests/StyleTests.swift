import MultiplaneGraphics
@_spi(Multiplane) import MultiplaneLayerTree
import Testing

@Suite("§1 style") struct StyleTests {
  private let layer = CALayer()

  @Test("a style gives the values of properties that were not set, and is taken out again")
  func values() {
    layer.opacity = 0.5
    layer.style = ["cornerRadius": 4, "opacity": 0.25, "isHidden": true, "borderWidth": "wide"]
    #expect(layer.cornerRadius == 4 && layer.isHidden)
    #expect(layer.opacity == 0.5 && layer.borderWidth == 0)
    #expect(layer.value(forKey: "cornerRadius") as? Double == 4)
    layer.style = ["cornerRadius": 6]
    #expect(layer.cornerRadius == 6 && !layer.isHidden)
    layer.style = nil
    #expect(layer.cornerRadius == 0 && layer.opacity == 0.5)
  }

  @Test("a value that is set wins, whenever it is")
  func setValuesWin() {
    layer.style = ["cornerRadius": 4]
    layer.cornerRadius = 5
    #expect(layer.cornerRadius == 5)
    layer.style = ["cornerRadius": 7]
    #expect(layer.cornerRadius == 5)
  }

  @Test("styles nest, the outer one first")
  func nested() {
    layer.style = ["cornerRadius": 4, "style": ["cornerRadius": 5, "zPosition": 6, "style": ["own": "deep"]]]
    #expect(layer.cornerRadius == 4 && layer.zPosition == 6)
    #expect(layer.value(forKey: "own") as? String == "deep")
    layer.setValue("mine", forKey: "own")
    #expect(layer.value(forKey: "own") as? String == "mine")
  }

  @Test("it reaches the committed tree, and is no value of the layer's own")
  func committed() {
    layer.style = ["cornerRadius": 4]
    #expect(layer.commit(at: 0).values.cornerRadius == 4)
    #expect(!layer.shouldArchiveValue(forKey: "cornerRadius") && layer.shouldArchiveValue(forKey: "style"))
    #expect((layer.value(forKey: "style") as? [AnyHashable: Any])?["cornerRadius"] as? Int == 4)
  }
}

@Suite("§1, §13 key paths through other layers") struct LayerPathTests {
  private let root = CALayer()
  private let knob = CALayer()
  private let mask = CALayer()

  init() {
    knob.name = "knob"
    root.addSublayer(CALayer())
    root.addSublayer(knob)
    root.mask = mask
  }

  @Test func toSublayersByName() {
    root.setValue(5, forKeyPath: "sublayers.knob.cornerRadius")
    root.setValue(7, forKeyPath: "sublayers.knob.position.x")
    #expect(knob.cornerRadius == 5 && knob.position == CGPoint(x: 7, y: 0))
    #expect(root.value(forKeyPath: "sublayers.knob.position.x") as? Double == 7)
    #expect(root.value(forKeyPath: "sublayers.knob") as? CALayer === knob)
    #expect(knob.value(forKeyPath: "superlayer.sublayers.knob.cornerRadius") as? Double == 5)
  }

  @Test func toTheMask() {
    root.setValue(0.5, forKeyPath: "mask.opacity")
    root.setValue(true, forKeyPath: "mask.isHidden")
    #expect(mask.opacity == 0.5 && mask.isHidden)
    #expect(root.value(forKeyPath: "mask.opacity") as? Double == 0.5)
    root.setValue(2, forKeyPath: "mask.transform.scale")
    #expect(mask.transform.m11 == 2)
  }

  @Test func wherethereIsNone() {
    #expect(root.value(forKeyPath: "sublayers.nobody.opacity") == nil)
    #expect(knob.value(forKeyPath: "mask.opacity") == nil)
    root.setValue(CALayer(), forKeyPath: "sublayers.knob")
    #expect(root.sublayers?.last === knob)
  }
}

@Suite("§1 display by key") struct DisplayKeyTests {
  private final class Picky: CALayer {
    override class func needsDisplay(forKey key: String) -> Bool { key == "cornerRadius" || key == "level" }
  }

  @Test(arguments: ["bounds", "opacity", "contents", "cornerRadius"])
  func noneOfTheBaseClass(key: String) {
    #expect(!CALayer.needsDisplay(forKey: key) && !CAGradientLayer.needsDisplay(forKey: key))
  }

  @Test(
    "each change of such a key asks for display, the same value again does not",
    arguments: [
      { $0.cornerRadius = 3 }, { $0.setValue(3, forKey: "cornerRadius") }, { $0.setValue(3, forKeyPath: "level") },
    ] as [@Sendable (CALayer) -> Void])
  func changes(change: @Sendable (CALayer) -> Void) {
    let layer = Picky()
    layer.opacity = 0.5
    #expect(!layer.needsDisplay())
    change(layer)
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    change(layer)
    #expect(!layer.needsDisplay())
  }

  @Test(arguments: [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
    "allowsFontSubpixelQuantization", "style", "contentsScale", "verticalAlignment", "letterSpacing", "lineSpacing",
    "lineHeight", "maximumLines", "hyphenation",
  ])
  func text(key: String) {
    #expect(CATextLayer.needsDisplay(forKey: key))
    #expect(!CATextLayer.needsDisplay(forKey: "opacity"))
  }

  @Test(
    arguments: [
      { $0.string = "a" }, { $0.font = "Times" as NSString }, { $0.fontSize = 12 }, { $0.foregroundColor = .black },
      { $0.isWrapped = true }, { $0.truncationMode = .end }, { $0.alignmentMode = .center },
      { $0.allowsFontSubpixelQuantization = true }, { $0.contentsScale = 2 }, { $0.style = [:] },
      { $0.verticalAlignment = .middle }, { $0.letterSpacing = 1 }, { $0.lineSpacing = 1 }, { $0.lineHeight = 9 },
      { $0.maximumLines = 1 }, { $0.hyphenation = "en-US" },
    ] as [@Sendable (CATextLayer) -> Void])
  func textChanges(change: @Sendable (CATextLayer) -> Void) {
    let layer = CATextLayer()
    #expect(!layer.needsDisplay())
    change(layer)
    #expect(layer.needsDisplay())
  }
}
