import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@Suite("§15 CATextLayer") struct TextLayerTests {
  @Test func defaults() {
    let layer = CATextLayer()
    #expect(layer.string == nil && layer.fontSize == 36 && layer.foregroundColor == .opaqueWhite)
    #expect(layer.font as? String == "Helvetica")
    #expect(!layer.isWrapped && layer.truncationMode == .none && layer.alignmentMode == .natural)
    #expect(!layer.allowsFontSubpixelQuantization)
    #expect(CATextLayer.defaultValue(forKey: "fontSize") as? Double == 36)
    #expect(CATextLayer.defaultValue(forKey: "string") == nil)
    #expect(CATextLayer.defaultValue(forKey: "alignmentMode") as? String == "natural")
  }

  @Test func valuesAndCopies() {
    let layer = CATextLayer()
    layer.string = "text"
    layer.font = "Times" as NSString
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "sideways")
    layer.setValue(true, forKey: "wrapped")
    let copy = CATextLayer(layer: layer)
    #expect(copy.string as? String == "text" && copy.font as? String == "Times" && copy.isWrapped)
    #expect(copy.alignmentMode.rawValue == "sideways")
    #expect(layer.value(forKey: "string") as? String == "text")
  }
}

@Suite("§15 CATiledLayer") struct TiledLayerTests {
  @Test func defaults() {
    let layer = CATiledLayer()
    #expect(layer.levelsOfDetail == 1 && layer.levelsOfDetailBias == 0)
    #expect(layer.tileSize == CGSize(width: 256, height: 256))
    #expect(CATiledLayer.fadeDuration() == 0.25)
    #expect(CATiledLayer.defaultValue(forKey: "levelsOfDetail") as? Int == 1)
    #expect(CATiledLayer.defaultValue(forKey: "tileSize") as? CGSize == CGSize(width: 256, height: 256))
    layer.setValue(4, forKey: "levelsOfDetail")
    #expect(layer.levelsOfDetail == 4)
  }
}

@Suite("§18 emitters") struct EmitterTests {
  @Test func defaultsOfTheLayer() {
    let layer = CAEmitterLayer()
    #expect(layer.emitterCells == nil && layer.emitterPosition == .zero && layer.emitterZPosition == 0)
    #expect(layer.emitterSize == .zero && layer.emitterDepth == 0 && layer.emitterShape == .point)
    #expect(layer.emitterMode == .volume && layer.renderMode == .unordered && !layer.preservesDepth)
    #expect([layer.birthRate, layer.lifetime, layer.velocity, layer.scale, layer.spin] == [1, 1, 1, 1, 1])
    #expect(layer.seed == 0)
    layer.seed = .max
    #expect(layer.seed == .max)
  }

  @Test func defaultsOfACell() {
    let cell = CAEmitterCell()
    #expect(cell.name == nil && cell.isEnabled && cell.birthRate == 0 && cell.lifetime == 0 && cell.lifetimeRange == 0)
    #expect(cell.emissionLatitude == 0 && cell.emissionLongitude == 0 && cell.emissionRange == 0)
    #expect(cell.velocity == 0 && cell.velocityRange == 0)
    #expect(cell.xAcceleration == 0 && cell.yAcceleration == 0 && cell.zAcceleration == 0)
    #expect(cell.scale == 1 && cell.scaleRange == 0 && cell.scaleSpeed == 0 && cell.spin == 0 && cell.spinRange == 0)
    #expect(cell.color == .opaqueWhite && cell.contents == nil && cell.contentsScale == 1)
    #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(cell.minificationFilter == "linear" && cell.magnificationFilter == "linear")
    #expect(cell.emitterCells == nil && cell.style == nil && cell.duration == .infinity && cell.speed == 1)
    #expect(CAEmitterCell.defaultValue(forKey: "scale") as? Double == 1)
    #expect(CAEmitterCell.defaultValue(forKey: "enabled") as? Bool == true)
    #expect(CAEmitterCell.defaultValue(forKey: "birthRate") == nil && CAEmitterCell.defaultValue(forKey: "own") == nil)
  }

  @Test(arguments: [
    "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude", "emissionRange", "velocity",
    "velocityRange", "xAcceleration", "yAcceleration", "zAcceleration", "scale", "scaleRange", "scaleSpeed", "spin",
    "spinRange", "redRange", "greenRange", "blueRange", "alphaRange", "redSpeed", "greenSpeed", "blueSpeed",
    "alphaSpeed", "contentsScale", "minificationFilterBias", "beginTime", "duration", "own",
  ])
  func numbersOfACellByKey(key: String) {
    let cell = CAEmitterCell()
    cell.setValue(0.25, forKey: key)
    #expect((cell.value(forKey: key) as? NSNumber)?.doubleValue == 0.25 || cell.value(forKey: key) as? Double == 0.25)
    let other = CAEmitterCell()
    other.setValue(0.25, forKeyPath: key)
    #expect(other.value(forKeyPath: key) as? AnyHashable == cell.value(forKey: key) as? AnyHashable)
    guard key != "own" else { return }
    cell.setValue("much", forKey: key)
    #expect((cell.value(forKey: key) as? NSNumber)?.doubleValue == 0.25)
  }

  @Test func cellsByKeyPath() {
    let (layer, cell, inner) = (CAEmitterLayer(), CAEmitterCell(), CAEmitterCell())
    (cell.name, inner.name) = ("fire", "smoke")
    cell.emitterCells = [inner]
    layer.emitterCells = [cell]
    layer.setValue(50, forKeyPath: "emitterCells.fire.birthRate")
    layer.setValue(false, forKeyPath: "emitterCells.fire.isEnabled")
    layer.setValue(3, forKeyPath: "emitterCells.fire.emitterCells.smoke.scale")
    layer.setValue(7, forKeyPath: "emitterPosition.y")
    #expect(cell.birthRate == 50 && !cell.isEnabled && inner.scale == 3)
    #expect(layer.emitterPosition == CGPoint(x: 0, y: 7))
    #expect(layer.value(forKeyPath: "emitterCells.fire.birthRate") as? Float == 50)
    #expect(layer.value(forKeyPath: "emitterCells.water.birthRate") == nil)
  }
}

@Suite("§19 raw strings") struct RawStringTests {
  @Test func constantsFromBeforeSwift4() {
    #expect(kCAGravityResizeAspectFill.rawValue == "resizeAspectFill")
    #expect(kCAScrollHorizontally.rawValue == "horizontally")
    #expect(kCATruncationMiddle.rawValue == "middle" && kCAAlignmentJustified.rawValue == "justified")
    #expect(kCAEmitterLayerOldestFirst.rawValue == "oldestFirst" && kCAEmitterLayerVolume.rawValue == "volume")
    #expect(kCAFillModeForwards.rawValue == "forwards" && kCAMediaTimingFunctionDefault.rawValue == "default")
    #expect(kCAAnimationCubicPaced.rawValue == "cubicPaced" && kCAAnimationRotateAuto.rawValue == "auto")
    #expect(kCAValueFunctionTranslateZ.rawValue == "translateZ" && kCAFilterTrilinear.rawValue == "trilinear")
    #expect(kCAGradientLayerConic.rawValue == "conic")
  }
}
