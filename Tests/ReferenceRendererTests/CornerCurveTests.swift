import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Corner curves")
struct CornerCurveTests {
  /// The alpha of the pixel whose centre lies at a point of a continuous corner of radius 20, in
  /// units of its radius.
  private func alpha(x: Double, y: Double, side: Double, flips: Bool = false) -> Double {
    let root = layer(40.5 - 20 * x, 40.5 - 20 * y, side, side, color: .red) {
      $0.cornerRadius = 20
      $0.compositing.cornerCurve = .continuous
      // Turned by half a turn about the pixel's centre, every other corner takes the first one's
      // place.
      if flips {
        $0.geometry.transform = CATransform3DMakeRotation(.pi, 0, 0, 1)
        $0.geometry.position = CGPoint(x: 40.5 - 20 * x + side / 2, y: 40.5 - 20 * y + side / 2)
      }
    }
    return picture(100, 100, root).alpha(40, 40)
  }

  /// u and v of points on the curve: the polynomial at t = 0, 0.5 and −0.8.
  private static let points: [(u: Double, v: Double)] = [
    (0, 0.41249032), (0.5404647, 0.58763186), (-0.86474352, 0.86660445),
  ]

  @Test("a pixel that the curve passes through its centre is half covered", arguments: points.indices, [false, true])
  func curve(index: Int, flips: Bool) {
    let (u, v) = CornerCurveTests.points[index]
    let (x, y) = ((v + u) / 2.0.squareRoot(), (v - u) / 2.0.squareRoot())
    #expect(abs(alpha(x: x, y: y, side: 80, flips: flips) - 0.5) < 0.001)
  }

  @Test("sides too short for it are met halfway, and those half as long again as the radius make a circle")
  func smoothing() {
    let continuous = 0.41249032
    let circular = 2.0.squareRoot() - 1
    for (side, v) in [(50.57332, (continuous + circular) / 2), (40.0, circular)] {
      let place = v / 2.0.squareRoot()
      #expect(abs(alpha(x: place, y: place, side: side) - 0.5) < 0.001)
    }
    let disc = picture(
      60, 60,
      layer(10, 10, 40, 40, color: .red) {
        $0.cornerRadius = 20
        $0.compositing.cornerCurve = .continuous
      })
    #expect(abs(disc.area - Double.pi * (400 + 1.0 / 12)) < 1)
  }

  @Test("it begins farther from the corner than the circle, and its area is a little less")
  func shape() {
    func drawn(_ curve: CALayerCornerCurve) -> ReferencePicture {
      picture(
        100, 100,
        layer(10, 10, 80, 80, color: .red) {
          $0.cornerRadius = 20
          $0.compositing.cornerCurve = curve
        })
    }
    let (round, smooth) = (drawn(.circular), drawn(.continuous))
    #expect(round.alpha(32, 10) == 1 && smooth.alpha(32, 10) < 0.99 && smooth.alpha(41, 10) == 1)
    #expect(smooth.area < round.area && smooth.area > round.area - 20)
    #expect(isClose([smooth.alpha(12, 14)], [smooth.alpha(14, 12)]))
    #expect(isClose([smooth.alpha(12, 14)], [smooth.alpha(87, 85)]))
  }

  @Test("clip and the inside of a border have the same curve")
  func inside() {
    func drawn(configure: (inout LayerValues) -> Void) -> ReferencePicture {
      picture(
        100, 100,
        layer(10, 10, 80, 80, sublayers: [layer(0, 0, 80, 80, color: .red)]) {
          $0.cornerRadius = 20
          $0.compositing.cornerCurve = .continuous
          configure(&$0)
        })
    }
    let clip = drawn { $0.masksToBounds = true }
    let filled = picture(
      100, 100,
      layer(10, 10, 80, 80, color: .red) {
        $0.cornerRadius = 20
        $0.compositing.cornerCurve = .continuous
      })
    #expect(clip.pixels == filled.pixels)
    // The inside of a border of 4 is a smooth corner of radius 16 about the same centre.
    let place = 0.41249032 / 2.0.squareRoot() * 16 + 4
    let border = picture(
      100, 100,
      layer(40.5 - place, 40.5 - place, 80, 80) {
        $0.cornerRadius = 20
        $0.compositing.cornerCurve = .continuous
        $0.borderWidth = 4
        $0.borderColor = CGColor(.red)
      })
    #expect(abs(border.alpha(40, 40) - 0.5) < 0.001)
  }
}
