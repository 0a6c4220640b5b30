import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

/// What later opaque primitives hide whole is not drawn.
@Suite("Occlusion") struct OcclusionTests {
  private func hidden(_ list: DisplayList) -> [Bool] {
    let plan = PassPlan()
    plan.prepare(list, wanted: list.passes[0].box)
    return list.primitives.indices.map { plan.isHidden($0) }
  }

  private func covered(
    by color: StraightColor = .green, _ x: Double = 20, _ y: Double = 20, _ width: Double = 40, _ height: Double = 40,
    _ configure: (inout LayerValues) -> Void = { _ in }
  ) -> [Bool] {
    hidden(
      flatten(
        layer(30, 30, 20, 20, color: .red), layer(x, y, width, height, color: color, configure: configure)))
  }

  @Test func opaqueBoxesHideWhatLiesWithinThem() {
    #expect(covered() == [true, false])
    #expect(covered(30, 30, 20, 20) == [true, false])
    #expect(covered(31, 30, 20, 20) == [false, false])
    #expect(
      hidden(flatten(layer(20, 20, 40, 40, color: .green), layer(30, 30, 20, 20, color: .red))) == [false, false])
  }

  @Test func antialiasedEdgesHideNothing() {
    #expect(covered(29.5, 20, 40, 40) == [true, false])
    #expect(covered(30.5, 20, 40, 40) == [false, false])
    #expect(covered(29.75, 29.75, 20, 20) == [false, false])
  }

  @Test func whatCanBeSeenThroughHidesNothing() {
    #expect(covered(by: StraightColor(red: 0, green: 1, blue: 0, alpha: 0.9)) == [false, false])
    #expect(covered { $0.opacity = 0.9 } == [false, false])
    #expect(covered { $0.compositing.blendMode = .multiply }.first == false)
  }

  @Test func cornersAreLeftOut() {
    #expect(covered(25, 25, 30, 30) { $0.cornerRadius = 5 } == [true, false])
    #expect(covered(29, 29, 22, 22) { $0.cornerRadius = 10 } == [false, false])
    #expect(
      covered(26, 26, 28, 28) {
        $0.cornerRadius = 8
        $0.compositing.cornerCurve = .continuous
      } == [false, false])
  }

  @Test(arguments: [
    (CATransform3DMakeAffineTransform(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)), true),
    (CATransform3DMakeScale(-1, 1, 1), true),
    (CATransform3DMakeRotation(0.1, 0, 0, 1), false),
  ])
  func planesAlongTheAxes(_ transform: CATransform3D, _ hides: Bool) {
    #expect(covered(25, 20, 30, 40) { $0.geometry.transform = transform } == [hides, false])
  }

  @Test func clipsCutTheOccluder() {
    func list(_ width: Double) -> DisplayList {
      flatten(
        layer(30, 30, 20, 20, color: .red),
        layer(20, 20, width, 40, sublayers: [layer(-5, -5, 80, 80, color: .green)]) { $0.masksToBounds = true })
    }
    #expect(hidden(list(40)) == [true, false])
    #expect(hidden(list(25)) == [false, false])
  }

  @Test func opaqueImagesHide() throws {
    func list(_ image: CGImage) -> DisplayList {
      flatten(layer(30, 30, 20, 20, color: .red), layer(20, 20, 40, 40) { $0.contents = image })
    }
    let translucent = try #require(CGImage(premultipliedRGBA8: [255, 0, 0, 255], width: 1, height: 1))
    let provider = try #require(CGDataProvider(data: Data([255, 0, 0, 255]) as CFData))
    let opaque = try #require(
      CGImage(
        width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: nil,
        shouldInterpolate: true, intent: .defaultIntent))
    #expect(hidden(list(opaque)) == [true, false])
    // Its pixels would have to be looked at.
    #expect(hidden(list(translucent)) == [false, false])
  }

  @Test func passesThatOnlyHiddenOnesShowAreNotNeeded() throws {
    let group = layer(
      30, 30, 20, 20, color: .red, sublayers: [layer(5, 5, 10, 10, color: .blue)]
    ) { $0.opacity = 0.5 }
    for hides in [true, false] {
      let list = flatten(group, layer(20, 20, hides ? 40 : 20, 40, color: .green))
      let plan = PassPlan()
      plan.prepare(list, wanted: list.passes[0].box)
      #expect(plan.needed[1].isEmpty == hides)
    }
  }

  @Test func backdropsSeeWhatIsHiddenLater() throws {
    let filter = FilterValue(try #require(FilterDescription.named("CIGaussianBlur")))
    let blur = layer(0, 0, 100, 100) { $0.compositing.backgroundFilters = [filter] }
    let (below, above) = (layer(30, 30, 20, 20, color: .red), layer(20, 20, 40, 40, color: .green))
    #expect(hidden(flatten(below, blur, above)).first == false)
    #expect(hidden(flatten(below, above, blur)).first == true)
  }
}
