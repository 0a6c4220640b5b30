import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@Suite("§2 dynamic range") struct DynamicRangeTests {
  @Test func defaults() {
    let layer = CALayer()
    #expect(layer.preferredDynamicRange == .standard && layer.toneMapMode == .automatic)
    #expect(layer.contentsHeadroom == 0 && !layer.wantsExtendedDynamicRangeContent)
  }

  @Test(arguments: [CALayer.DynamicRange.automatic, .standard, .constrainedHigh, .high])
  func rangesAreKept(_ range: CALayer.DynamicRange) {
    let layer = CALayer()
    layer.preferredDynamicRange = range
    #expect(layer.preferredDynamicRange == range)
    #expect(CALayer(layer: layer).preferredDynamicRange == range)
    layer.preferredDynamicRange = CALayer.DynamicRange(rawValue: "none of them")
    #expect(layer.preferredDynamicRange == .standard)
  }

  @Test func othersAreKept() {
    let layer = CALayer()
    layer.toneMapMode = .never
    layer.contentsHeadroom = -2
    layer.wantsExtendedDynamicRangeContent = true
    #expect(layer.toneMapMode == .never && layer.contentsHeadroom == -2 && layer.wantsExtendedDynamicRangeContent)
    layer.toneMapMode = CALayer.ToneMapMode(rawValue: "none of them")
    #expect(layer.toneMapMode == .automatic)
  }
}
