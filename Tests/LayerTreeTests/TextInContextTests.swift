import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// Text by `CALayer.render(in:)`: drawn for the context, whether it was displayed or not.
@Suite("CATextLayer in render(in:)", .enabled(if: FontCollection.isAvailable)) struct TextInContextTests {
  private func layer(_ string: String? = "Text") -> CATextLayer {
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    layer.foregroundColor = .black
    layer.fontSize = 12
    layer.string = string
    return layer
  }

  /// What is drawn at some pixels a point, y down as in the layer; bytes of RGBA.
  private func rendered(_ layer: CALayer, scale: CGFloat) throws -> [UInt8] {
    let context = try #require(
      CGContext(
        data: nil, width: Int(40 * scale), height: Int(20 * scale), bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.translateBy(x: 0, y: 20 * scale)
    context.scaleBy(x: scale, y: -scale)
    layer.render(in: context)
    return try #require(context.makeImage()).premultipliedRGBA8()
  }

  /// What the layer itself shows within its bounds at a scale.
  private func displayed(_ layer: CATextLayer, scale: CGFloat) throws -> [UInt8] {
    layer.contentsScale = scale
    return try picture(of: layer).premultipliedRGBA8()
  }

  private func picture(of layer: CATextLayer) throws -> CGImage {
    let image = try #require(layer.commit(at: 0).values.contents)
    let more = image.overhang ?? .none
    return try #require(
      image.cropping(
        to: CGRect(
          x: more.minX, y: more.minY, width: image.width - more.minX - more.maxX,
          height: image.height - more.minY - more.maxY)))
  }

  @Test(arguments: [1, 2, 3] as [CGFloat], [false, true])
  func atTheContextsResolution(scale: CGFloat, isDisplayed: Bool) throws {
    let layer = layer()
    if isDisplayed { _ = layer.commit(at: 0) }
    let superlayer = CALayer()
    superlayer.bounds = layer.bounds
    superlayer.addSublayer(layer)
    layer.position = CGPoint(x: 20, y: 10)
    let found = try rendered(superlayer, scale: scale)
    let expected = try displayed(self.layer(), scale: scale)
    #expect(expected.contains { $0 > 200 })
    #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(isDisplayed || layer.contents == nil, "nothing is displayed by it")
  }

  @Test func imagesOfTheProgramsStay() throws {
    let image = try picture(of: layer("Image"))
    let layer = layer()
    layer.contents = image
    #expect(try rendered(layer, scale: 1) == image.premultipliedRGBA8())
  }

  @Test func ofAPresentation() throws {
    let layer = layer()
    let grow = CABasicAnimation(keyPath: "fontSize")
    (grow.fromValue, grow.toValue, grow.duration, grow.speed) = (16, 16, 1000, 1)
    layer.add(grow, forKey: nil)
    _ = layer.commit(at: CACurrentMediaTime() - 5)
    let presentation = try #require(layer.presentation())
    let large = self.layer()
    large.fontSize = 16
    #expect(try rendered(presentation, scale: 1) == displayed(large, scale: 1))
    #expect(try rendered(layer, scale: 1) == displayed(self.layer(), scale: 1))
  }

  @Test func withoutText() throws {
    for string in [nil, ""] as [String?] {
      #expect(try rendered(layer(string), scale: 1).allSatisfy { $0 == 0 })
    }
  }
}
