import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Gradients")
struct GradientTests {
  /// A gradient layer at the origin, drawn alone.
  private func drawn(
    _ width: Double, _ height: Double, _ colors: [StraightColor], at locations: [Double]? = nil,
    type: CAGradientLayerType = .axial, from start: CGPoint = CGPoint(x: 0.5, y: 0),
    to end: CGPoint = CGPoint(x: 0.5, y: 1), configure: (inout LayerValues) -> Void = { _ in }
  ) -> ReferencePicture {
    picture(
      width, height,
      layer(0, 0, width, height, kind: .gradient) {
        $0.gradient.colors = colors.map { CGColor($0) }
        $0.gradient.locations = locations
        $0.gradient.type = type
        $0.gradient.startPoint = start
        $0.gradient.endPoint = end
        configure(&$0)
      })
  }

  @Test("an axial gradient runs from top to bottom by default", arguments: 0..<10)
  func axial(row: Int) {
    let t = (Double(row) + 0.5) / 10
    #expect(isClose(drawn(4, 10, [.red, .blue]).color(1, row), [1 - t, 0, t, 1]))
  }

  @Test("an axial gradient is stretched with the unit square", arguments: [(0, 0), (19, 0), (7, 8), (19, 9)])
  func diagonal(x: Int, y: Int) {
    let picture = drawn(20, 10, [.red, .blue], from: .zero, to: CGPoint(x: 1, y: 1))
    let t = ((Double(x) + 0.5) / 20 + (Double(y) + 0.5) / 10) / 2
    #expect(isClose(picture.color(x, y), [1 - t, 0, t, 1]))
  }

  @Test("before the first and after the last location the outermost colours go on")
  func outside() {
    let picture = drawn(
      2, 8, [.red, .blue], from: CGPoint(x: 0.5, y: 0.25), to: CGPoint(x: 0.5, y: 0.75))
    for row in [0, 1] { #expect(picture.color(0, row) == [1, 0, 0, 1]) }
    #expect(isClose(picture.color(0, 2), [0.875, 0, 0.125, 1]))
    for row in [6, 7] { #expect(picture.color(0, row) == [0, 0, 1, 1]) }
    let short = drawn(2, 8, [.red, .blue], at: [0.25, 0.75])
    #expect(short.color(0, 1) == [1, 0, 0, 1] && isClose(short.color(0, 2), [0.875, 0, 0.125, 1]))
  }

  @Test("of equal locations the latest counts, also where a location goes back")
  func equalStops() {
    let colors: [StraightColor] = [.red, .green, .blue, .white]
    for locations in [[0, 0.5, 0.5, 1], [0, 0.5, 0.25, 1]] {
      // Five rows: the middle one's centre is at 0.5 itself.
      let picture = drawn(1, 5, colors, at: locations)
      #expect(isClose(picture.color(0, 0), [0.8, 0.2, 0, 1]))
      #expect(isClose(picture.color(0, 1), [0.4, 0.6, 0, 1]))
      #expect(isClose(picture.color(0, 2), [0, 0, 1, 1]))
      #expect(isClose(picture.color(0, 3), [0.4, 0.4, 1, 1]))
    }
  }

  @Test("an axial gradient of one point is all last colour")
  func noExtent() {
    let point = CGPoint(x: 0.5, y: 0.5)
    #expect(drawn(4, 4, [.red, .blue], from: point, to: point).color(0, 0) == [0, 0, 1, 1])
  }

  @Test("a radial gradient is an ellipse about its start", arguments: [(10, 5), (15, 5), (3, 7), (0, 0)])
  func radial(x: Int, y: Int) {
    let picture = drawn(
      20, 10, [.red, .blue], type: .radial, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 1, y: 0.75))
    // Half axes of 10 and 2.5 pixels about (10, 5).
    let t = min(1, hypot((Double(x) + 0.5 - 10) / 10, (Double(y) + 0.5 - 5) / 2.5))
    #expect(isClose(picture.color(x, y), [1 - t, 0, t, 1]))
  }

  @Test("a radial gradient without width or height draws nothing", arguments: [(0.5, 1.0), (1, 0.5)])
  func radialWithoutExtent(x: Double, y: Double) {
    let picture = drawn(4, 4, [.red, .blue], type: .radial, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: x, y: y))
    #expect(picture.area == 0)
  }

  @Test(
    "a conic gradient goes round from its end point, from x towards y",
    arguments: [
      (1.0, 0.5, [0.125, 0.375, 0.625, 0.875]), (0.5, 1.0, [0.875, 0.125, 0.375, 0.625]),
      (0.0, 0.5, [0.625, 0.875, 0.125, 0.375]),
    ])
  func conic(endX: Double, endY: Double, turns: [Double]) {
    let picture = drawn(
      4, 4, [.red, .blue], type: .conic, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: endX, y: endY))
    for (place, t) in zip([(2, 2), (1, 2), (1, 1), (2, 1)], turns) {
      #expect(isClose(picture.color(place.0, place.1), [1 - t, 0, t, 1]))
    }
  }

  @Test("at its start a conic gradient has its first colour")
  func conicStart() {
    let picture = drawn(
      5, 5, [.red, .blue], type: .conic, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 0.5, y: 1))
    #expect(picture.color(2, 2) == [1, 0, 0, 1])
  }

  @Test("straight components are mixed, then multiplied by alpha")
  func translucent() {
    let picture = drawn(1, 5, [.red, StraightColor(red: 0, green: 0, blue: 1, alpha: 0)])
    #expect(isClose(picture.color(0, 2), [0.25, 0, 0.25, 0.5]))
    #expect(isClose(picture.color(0, 4), [0.1 * 0.1, 0, 0.9 * 0.1, 0.1]))
  }

  @Test("the gradient lies over the background and under the contents")
  func order() {
    let half = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let picture = drawn(4, 4, [half, half]) {
      $0.backgroundColor = CGColor(.blue)
      $0.contents = grayImage(1, 1, [255])
      $0.contentsGravity = .topLeft
    }
    #expect(isClose(picture.color(3, 0), [0.5, 0, 0.5, 1]))
    #expect(picture.color(0, 3) == [1, 1, 1, 1])
  }

  @Test("rounded bounds shape it, once, also in a layer that clips", arguments: [false, true])
  func outline(clips: Bool) {
    func configure(_ values: inout LayerValues) {
      values.geometry.position.x += 0.5
      values.cornerRadius = 3
      values.masksToBounds = clips
    }
    let gradient = drawn(10, 10, [.red, .red], configure: configure)
    let plain = picture(10, 10, layer(0, 0, 10, 10, color: .red, configure: configure))
    #expect(isClose(gradient.pixels, plain.pixels))
    #expect(gradient.alpha(0, 5) == 0.5)
  }

  @Test("layers of other classes draw none")
  func otherClasses() {
    let node = layer(0, 0, 4, 4) { $0.gradient.colors = [CGColor(.red), CGColor(.blue)] }
    #expect(picture(4, 4, node).area == 0)
  }
}
