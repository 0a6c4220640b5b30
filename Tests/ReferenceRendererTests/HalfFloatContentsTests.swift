import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Contents of half floats")
struct HalfFloatContentsTests {
  /// An image of extended sRGB, of straight colours that are opaque.
  private func image(_ colors: [[Float16]]) throws -> CGImage {
    let halves: [Float16] = colors.flatMap { (color: [Float16]) -> [Float16] in color + [1] }
    let data = halves.withUnsafeBytes { Data($0) }
    return try #require(CGImage(premultipliedHalves: data, width: colors.count, height: 1, isExtended: true))
  }

  private func filter(_ name: String, _ input: String, _ number: Double) throws -> FilterValue {
    var filter = FilterValue(try #require(FilterDescription.named(name)))
    let isKnown = filter.set(.number(number), for: input)
    #expect(isKnown)
    return filter
  }

  @Test("what is darker than a byte can say is brightened")
  func dark() throws {
    let image = try image([[0.001, 0.00075, 0.0005]])
    let exposure = try filter("CIExposureAdjust", "inputEV", 5)
    let drawn = picture(
      2, 2,
      layer(0, 0, 2, 2) {
        $0.contents = image
        $0.compositing.filters = [exposure]
      })
    // Linear near black: 32 times as much, but for what half floats round.
    #expect(isClose(drawn.color(0, 0), [0.032, 0.024, 0.016, 1], within: 1e-4), "\(drawn.color(0, 0))")
  }

  @Test("what is brighter than white comes back, and what is below 0 is black")
  func bright() throws {
    let image = try image([[1.5, 2, -0.5]])
    let exposure = try filter("CIExposureAdjust", "inputEV", -2)
    let drawn = picture(
      2, 2,
      layer(0, 0, 2, 2) {
        $0.contents = image
        $0.compositing.filters = [exposure]
      })
    // 1.5 is 2.5372 of linear light ((1.555 / 1.055)^2.4), a quarter 0.63430, encoded 0.81762; 2:
    // 4.9538, 1.23845 → 1.
    #expect(isClose(drawn.color(0, 0), [0.81762, 1, 0, 1], within: 1e-4), "\(drawn.color(0, 0))")
  }

  @Test("the canvas holds 0…1, a group more")
  func canvasAndGroup() throws {
    let image = try image([[2, -1, 0.5]])
    let shade = layer(0, 0, 2, 1, color: StraightColor(red: 0, green: 0, blue: 0, alpha: 0.5))
    let flat = picture(2, 1, layer(0, 0, 2, 1, sublayers: [shade]) { $0.contents = image })
    // Cut off before the shade is laid over it.
    #expect(isClose(flat.color(0, 0), [0.5, 0, 0.25, 1]))
    let group = picture(
      2, 1,
      layer(0, 0, 2, 1, sublayers: [shade]) {
        $0.contents = image
        $0.opacity = 0.75
      })
    // In the group 1, −0.5, 0.25; times 0.75, on nothing.
    #expect(isClose(group.color(0, 0), [0.75, 0, 0.1875, 0.75]))
  }

  @Test("a blend mode takes it cut off")
  func blendMode() throws {
    let image = try image([[2, -1, 0.5]])
    let ground = layer(0, 0, 2, 1, color: StraightColor(red: 0.5, green: 0.5, blue: 0.5))
    let drawn = picture(
      2, 1,
      layer(
        0, 0, 2, 1,
        sublayers: [
          ground,
          layer(0, 0, 2, 1) {
            $0.contents = image
            $0.compositing.blendMode = .multiply
          },
        ]))
    #expect(isClose(drawn.color(0, 0), [0.5, 0, 0.25, 1]))
  }
}
