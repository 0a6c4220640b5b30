import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Backdrops")
struct BackdropTests {
  private func filter(_ name: String, radius: Double? = nil) throws -> FilterValue {
    var filter = FilterValue(try #require(FilterDescription.named(name)))
    if let radius {
      let isKnown = filter.set(.number(radius), for: "inputRadius")
      #expect(isKnown)
    }
    return filter
  }

  /// A root around a layer that shows its backdrop through filters.
  private func glass(
    _ filters: [FilterValue], _ x: Double, _ width: Double, beneath: [RenderNode?] = [], mask: RenderNode?? = nil,
    configure: (inout LayerValues) -> Void = { _ in }, root: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    let glass = layer(x, 0, width, 40, mask: mask) {
      $0.compositing.backgroundFilters = filters
      configure(&$0)
    }
    return layer(0, 0, 40, 40, sublayers: beneath + [glass], configure: root)
  }

  @Test("the backdrop is filtered in the layer's bounds, mixed by coverage, opacity and mask")
  func coverage() throws {
    let invert = [try filter("CIColorInvert")]
    let plain = picture(40, 40, background: .red, glass(invert, 10.25, 10))
    #expect(plain.color(12, 20) == [0, 1, 1, 1] && plain.color(22, 20) == [1, 0, 0, 1])
    #expect(isClose(plain.color(10, 20), [0.25, 0.75, 0.75, 1]))
    let faded = picture(40, 40, background: .red, glass(invert, 10, 10) { $0.opacity = 0.25 })
    #expect(isClose(faded.color(12, 20), [0.75, 0.25, 0.25, 1]))
    let mask = layer(0, 0, 5, 40, color: StraightColor(red: 0, green: 0, blue: 0, alpha: 0.5))
    let masked = picture(40, 40, background: .red, glass(invert, 10, 10, mask: mask))
    #expect(isClose(masked.color(12, 20), [0.5, 0.5, 0.5, 1]) && masked.color(17, 20) == [1, 0, 0, 1])
    let round = picture(40, 40, background: .red, glass(invert, 0, 40) { $0.cornerRadius = 20 })
    #expect(round.color(1, 1) == [1, 0, 0, 1] && round.color(20, 20) == [0, 1, 1, 1])
    let half = StraightColor(red: 0, green: 0, blue: 1, alpha: 0.5)
    let colored = picture(40, 40, background: .red, glass(invert, 10, 10) { $0.backgroundColor = CGColor(half) })
    #expect(isClose(colored.color(12, 20), [0, 0.5, 1, 1]))
  }

  @Test("clips around the layer count")
  func clips() throws {
    let drawn = picture(
      40, 40, background: .red,
      glass(
        [try filter("CIColorInvert")], 0, 40,
        root: {
          $0.masksToBounds = true
          $0.geometry.bounds.size.width = 20.5
          $0.geometry.position.x = 10.25
        }))
    #expect(drawn.color(19, 20) == [0, 1, 1, 1] && drawn.color(21, 20) == [1, 0, 0, 1])
    #expect(isClose(drawn.color(20, 20), [0.5, 0.5, 0.5, 1]))
  }

  @Test("a blur reads around the layer, also beneath a clip, and beyond the canvas goes on as at its edge")
  func blur() throws {
    let blur = [try filter("CIBoxBlur", radius: 2)]
    let beneath = layer(0, 0, 20, 40, color: .white)
    let drawn = picture(40, 40, background: .red, glass(blur, 18, 10, beneath: [beneath]))
    // Of columns 17 … 22 green is 1 up to 19; the mean has the weights 1/8, 1/4, 1/4, 1/4, 1/8.
    #expect(isClose((17...22).map { drawn.color($0, 20)[1] }, [1, 0.875, 0.625, 0.375, 0.125, 0]))
    let even = picture(40, 40, background: .red, glass([try filter("CIGaussianBlur", radius: 5)], 0, 40))
    let isEven = isClose(even.pixels, (0..<1600).flatMap { _ in [1.0, 0, 0, 1] })
    #expect(isEven)
  }

  @Test("in a group only what the group has drawn is the backdrop")
  func isolation() throws {
    let invert = [try filter("CIColorInvert")]
    let beneath = layer(0, 0, 20, 40, color: .green)
    let drawn = picture(40, 40, background: .red, glass(invert, 0, 40, beneath: [beneath], root: { $0.opacity = 0.5 }))
    #expect(isClose(drawn.color(10, 20), [1, 0, 0.5, 1]))
    #expect(drawn.color(30, 20) == [1, 0, 0, 1])
  }

  @Test("in a group within a clip the blur reads what the clip hides")
  func groupInClip() throws {
    let blur = [try filter("CIBoxBlur", radius: 2)]
    func drawn(clips: Bool) -> ReferencePicture {
      let group = glass(blur, 0, 40, beneath: [layer(0, 0, 20, 40, color: .white)], root: { $0.opacity = 0.5 })
      return picture(
        40, 40,
        layer(20, 0, 20, 40, sublayers: [group]) {
          $0.masksToBounds = clips
          $0.geometry.bounds.origin.x = 20
        })
    }
    #expect(isClose([drawn(clips: true).alpha(20, 20)], [0.1875]))
    #expect(drawn(clips: true).color(20, 20) == drawn(clips: false).color(20, 20))
    #expect(drawn(clips: true).alpha(19, 20) == 0)
  }

  @Test("those of the root and of a mask are ignored")
  func ignored() throws {
    let invert = [try filter("CIColorInvert")]
    let root = layer(0, 0, 4, 4) { $0.compositing.backgroundFilters = invert }
    #expect(picture(4, 4, background: .red, root).color(1, 1) == [1, 0, 0, 1])
    let mask = layer(0, 0, 2, 4, color: .red) { $0.compositing.backgroundFilters = invert }
    let masked = layer(0, 0, 4, 4, sublayers: [layer(0, 0, 4, 4, color: .blue, mask: mask)])
    #expect(picture(4, 4, background: .red, masked).color(1, 1) == [0, 0, 1, 1])
  }
}
