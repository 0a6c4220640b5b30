import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Shadows")
struct ShadowTests {
  /// How much of a Gaussian's variance the cut at three standard deviations leaves: 1 − 6·φ(3) /
  /// (2·Φ(3) − 1).
  private static let keptVariance = 1 - 6 * 0.004431848 / 0.997300204

  /// A layer that lies far outside of the frame and casts an opaque shadow at the given place.
  private func shadowCaster(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double,
    configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    layer(x - 1000, y, width, height, color: .red) {
      $0.shadow.opacity = 1
      $0.shadow.radius = radius
      $0.shadow.offset = CGSize(width: 1000, height: 0)
      configure(&$0)
    }
  }

  /// The convolution by its definition, with the covariance xx, xy, yy: weight by weight, a source
  /// pixel after another.
  private func blurred(_ picture: ReferencePicture, _ xx: Double, _ xy: Double, _ yy: Double) -> [Double] {
    func weights(_ variance: Double) -> [(Int, Double)] {
      let reach = Int(3 * variance.squareRoot() + 1e-6)
      let weights = (-reach...reach).map { ($0, exp(-Double($0 * $0) / (2 * variance))) }
      return weights.map { ($0.0, $0.1 / weights.reduce(0) { $0 + $1.1 }) }
    }
    var result = [Double](repeating: 0, count: picture.width * picture.height)
    func add(_ x: Int, _ y: Int, _ alpha: Double) {
      guard 0..<picture.width ~= x, 0..<picture.height ~= y else { return }
      result[y * picture.width + x] += alpha
    }
    for y in 0..<picture.height {
      for x in 0..<picture.width where picture.alpha(x, y) > 0 {
        for (row, rowWeight) in weights(yy) {
          for (column, columnWeight) in weights(xx - xy * xy / yy) {
            let place = Double(x + column) + Double(row) * xy / yy
            let (left, share) = (place.rounded(.down), place - place.rounded(.down))
            let alpha = picture.alpha(x, y) * rowWeight * columnWeight
            add(Int(left), y + row, alpha * (1 - share))
            add(Int(left) + 1, y + row, alpha * share)
          }
        }
      }
    }
    return result
  }

  private func alphas(_ picture: ReferencePicture) -> [Double] {
    stride(from: 3, to: picture.pixels.count, by: 4).map { picture.pixels[$0] }
  }

  @Test("across the edge of a large rectangle it is the normal distribution", arguments: [4.0, 9.0])
  func edge(radius: Double) {
    // The edge goes through the middle of the pixels of column 30.
    let drawn = picture(90, 12, shadowCaster(30.5, -100, 200, 300, radius: radius))
    #expect(abs(drawn.alpha(30, 6) - 0.5) < 1e-9)
    // Cutting the kernel moves these by less than its missing weight, 0.011.
    for (deviations, value) in [(-2.0, 0.02275), (-1, 0.15866), (1, 0.84134), (2, 0.97725)] {
      #expect(abs(drawn.alpha(30 + Int(deviations * radius), 6) - value) < 0.006)
    }
    #expect(drawn.alpha(30 - Int(3 * radius) - 1, 6) == 0)
    #expect(abs(drawn.alpha(30 + Int(3 * radius) + 1, 6) - 1) < 1e-9)
  }

  @Test("no alpha is lost, and none is made")
  func conservation() {
    #expect(abs(picture(80, 80, shadowCaster(30.25, 35, 20, 10.5, radius: 5)).area - 210) < 1e-9)
  }

  /// What a plane does to a radius of 2: scales, then a turn, and the covariance that this gives by
  /// hand.
  private struct Blur {
    var scaleX, scaleY, angle: Double
    var xx, xy, yy: Double
  }

  private static let blurs = [
    Blur(scaleX: 1, scaleY: 1, angle: 0, xx: 4, xy: 0, yy: 4),
    Blur(scaleX: 3, scaleY: 0.75, angle: 0, xx: 36, xy: 0, yy: 2.25),
    // Main axes of 6 and 2 pixels, turned by 30°: 36·¾ + 4·¼, (36 − 4)·½·√¾, 36·¼ + 4·¾.
    Blur(scaleX: 3, scaleY: 1, angle: .pi / 6, xx: 28, xy: 13.856406460551018, yy: 12),
  ]

  @Test("it is the convolution by its definition, whatever the plane does to the radius", arguments: blurs.indices)
  func definition(index: Int) {
    let blur = ShadowTests.blurs[index]
    let transform = CATransform3DConcat(
      CATransform3DMakeScale(blur.scaleX, blur.scaleY, 1), CATransform3DMakeRotation(blur.angle, 0, 0, 1))
    func drawn(radius: Double) -> ReferencePicture {
      // The circle keeps the box small and has every kind of edge; alpha 0.8 leaves room for
      // mistakes in scale.
      let color = StraightColor(red: 0, green: 0, blue: 0, alpha: 0.8)
      let caster = layer(15, 18, 14, 10, color: color) {
        $0.cornerRadius = 4
        $0.shadow.opacity = 1
        $0.shadow.radius = radius
        $0.shadow.offset = CGSize(width: 500, height: 0)
        $0.geometry.transform = transform
      }
      // The shadow's offset is turned and scaled as the layer is; the root takes it back.
      let far = CATransform3DConcat(CATransform3DMakeTranslation(500, 0, 0), transform)
      let root = layer(0, 0, 60, 60, sublayers: [caster]) {
        $0.geometry.transform = CATransform3DMakeTranslation(-far.m41 + 8, -far.m42 + 8, 0)
      }
      return picture(60, 60, root)
    }
    let sharp = drawn(radius: 0)
    #expect(sharp.area > 100)
    let isDefinition = isClose(alphas(drawn(radius: 2)), blurred(sharp, blur.xx, blur.xy, blur.yy), within: 1e-6)
    #expect(isDefinition)
  }

  @Test("a layer scaled by 3 along x is blurred three times as far along x")
  func nonUniformScale() {
    func variances(radius: Double) -> (x: Double, y: Double) {
      let drawn = picture(
        120, 80,
        shadowCaster(50, 35, 10, 10, radius: radius) {
          $0.geometry.transform = CATransform3DMakeScale(3, 1, 1)
          $0.shadow.offset.width = 1000 / 3.0
        })
      var sums = (x: 0.0, y: 0.0)
      for y in 0..<80 {
        for x in 0..<120 {
          sums.x += drawn.alpha(x, y) * pow(Double(x) + 0.5 - 55, 2)
          sums.y += drawn.alpha(x, y) * pow(Double(y) + 0.5 - 40, 2)
        }
      }
      return (sums.x / drawn.area, sums.y / drawn.area)
    }
    let (sharp, blurred) = (variances(radius: 0), variances(radius: 4))
    #expect(abs((blurred.x - sharp.x) / (144 * ShadowTests.keptVariance) - 1) < 0.01)
    #expect(abs((blurred.y - sharp.y) / (16 * ShadowTests.keptVariance) - 1) < 0.01)
  }

  @Test("the scale of the canvas is part of the radius")
  func canvasScale() {
    let small = picture(40, 40, shadowCaster(10, 10, 20, 20, radius: 6))
    let large = picture(20, 20, scale: 2, shadowCaster(5, 5, 10, 10, radius: 3))
    #expect(isClose(small.pixels, large.pixels, within: 1e-6))
  }

  @Test("a radius of 0 is the caster's alpha, moved, in the shadow's colour")
  func sharp() {
    let drawn = picture(
      30, 30,
      layer(4.5, 5, 8, 8, color: .red) {
        $0.cornerRadius = 3
        $0.shadow.color = CGColor(StraightColor(red: 0, green: 0, blue: 1, alpha: 0.5))
        $0.shadow.opacity = 0.5
        $0.shadow.radius = 0
        $0.shadow.offset = CGSize(width: 12, height: 10.25)
      })
    let color = StraightColor(red: 0, green: 0, blue: 1, alpha: 0.25)
    let moved = layer(16.5, 15.25, 8, 8, color: color) { $0.cornerRadius = 3 }
    let expected = picture(30, 30, moved)
    for y in 0..<30 { for x in 14..<30 { #expect(isClose(drawn.color(x, y), expected.color(x, y))) } }
  }

  @Test("the offset turns with the layer and goes the layer's own way", arguments: [false, true])
  func offset(isFlipped: Bool) {
    let drawn = picture(
      40, 40,
      layer(16, 16, 8, 8, color: .red) {
        if isFlipped {
          $0.geometry.isGeometryFlipped = true
        } else {
          $0.geometry.transform = CATransform3DMakeRotation(.pi, 1, 0, 0)
        }
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
        $0.shadow.offset = CGSize(width: 0, height: 10)
      })
    #expect(drawn.paintedBox == [16, 6, 24, 24])
    let turned = picture(
      40, 40,
      layer(16, 16, 8, 8, color: .red) {
        $0.geometry.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
        $0.shadow.offset = CGSize(width: 10, height: 0)
      })
    #expect(isClose(turned.color(20, 30), [0, 0, 0, 1]) && turned.alpha(30, 20) < 1e-9)
  }

  @Test("a translucent layer shows its shadow through itself")
  func noKnockOut() {
    let half = StraightColor(red: 1, green: 1, blue: 1, alpha: 0.5)
    let drawn = picture(
      8, 8,
      layer(0, 0, 8, 8, color: half) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
        $0.shadow.offset = .zero
      })
    #expect(isClose(drawn.color(4, 4), [0.5, 0.5, 0.5, 0.75]))
  }

  @Test("with masksToBounds none is left outside")
  func ownClip() {
    func drawn(clips: Bool) -> ReferencePicture {
      picture(
        40, 40,
        layer(10, 10, 20, 20, color: StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)) {
          $0.masksToBounds = clips
          $0.shadow.opacity = 1
          $0.shadow.radius = 3
          $0.shadow.offset = .zero
        })
    }
    #expect(drawn(clips: true).paintedBox == [10, 10, 30, 30])
    #expect(drawn(clips: false).paintedBox != [10, 10, 30, 30])
    #expect(isClose(drawn(clips: true).color(12, 20), drawn(clips: false).color(12, 20)))
  }

  @Test("opacity fades layer and shadow as one")
  func groupOpacity() {
    let drawn = picture(
      20, 10,
      layer(0, 0, 10, 10, color: .red) {
        $0.opacity = 0.5
        $0.shadow.color = CGColor(.blue)
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
        $0.shadow.offset = CGSize(width: 5, height: 0)
      })
    #expect(isClose(drawn.color(7, 5), [0.5, 0, 0, 0.5]))
    #expect(isClose(drawn.color(12, 5), [0, 0, 0.5, 0.5]))
  }

  @Test("sublayers cast it too, with their own shadows, once where they overlap")
  func source() {
    let half = StraightColor(red: 0, green: 1, blue: 0, alpha: 0.5)
    let sublayer = layer(6, 0, 4, 4, color: half) {
      $0.shadow.opacity = 0.5
      $0.shadow.radius = 0
      $0.shadow.offset = CGSize(width: 4, height: 0)
    }
    let drawn = picture(
      24, 24,
      layer(0, 0, 8, 4, color: half, sublayers: [sublayer]) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
        $0.shadow.offset = CGSize(width: 0, height: 12)
      })
    let row = [2, 7, 9, 12].map { drawn.alpha($0, 14) }
    #expect(isClose(row, [0.5, 0.75, 0.5, 0.25]))
  }

  @Test("what lies outside of the frame, or of an outer clip, casts into it", arguments: [false, true])
  func outside(clips: Bool) {
    let caster = layer(-50, -50, 60, 120, color: .red) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 5
      $0.shadow.offset = .zero
    }
    let root = layer(clips ? 10 : -10, 0, 20, 20, sublayers: [caster]) {
      $0.masksToBounds = clips
      if clips { $0.geometry.bounds.origin.x = 10 }
    }
    // 0.1 and 0.3 standard deviations from the edge; at 10 with the clip, at 0 without.
    let drawn = picture(30, 20, root)
    #expect(abs(drawn.alpha(clips ? 10 : 0, 10) - 0.46017) < 0.006)
    #expect(abs(drawn.alpha(clips ? 11 : 1, 10) - 0.38209) < 0.006)
    if clips { #expect(drawn.alpha(9, 10) == 0) }
  }

  @Test("a layer whose middle lies behind the camera casts none")
  func behindTheCamera() {
    func drawn(opacity: Float) -> ReferencePicture {
      picture(
        200, 60,
        layer(-300, 20, 400, 20, color: .red) {
          $0.geometry.anchorPoint = CGPoint(x: 1, y: 0.5)
          $0.geometry.position = CGPoint(x: 100, y: 30)
          $0.geometry.transform.m34 = -0.01
          $0.geometry.transform = CATransform3DRotate($0.geometry.transform, .pi / 3, 0, 1, 0)
          $0.shadow.opacity = opacity
        })
    }
    #expect(drawn(opacity: 1).area > 100)
    #expect(drawn(opacity: 1).pixels == drawn(opacity: 0).pixels)
  }

  @Test("huge and tiny radii, and shadows inside shadows, end", arguments: [1e-300, 1e-3, 1e9, 1e300])
  func degenerate(radius: Double) {
    var node = layer(0, 0, 6, 6, color: .red)
    for _ in 0..<2 {
      node = layer(0, 0, 6, 6, sublayers: [node]) {
        $0.shadow.opacity = 1
        $0.shadow.radius = radius
      }
    }
    #expect(picture(6, 6, node).pixels.allSatisfy { $0 >= 0 && $0 <= 1 + 1e-9 })
  }

  @Test("a shadow in a shadow's source is blurred as any other")
  func wideInside() {
    // The shadow of a half plane whose edge is at 500, blurred by 240 and then by 320: by 400 in
    // all. What casts it lies out of reach.
    let inner = layer(500 - 12_000, -2000, 8000, 4000, color: .red) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 240
      $0.shadow.offset = CGSize(width: 12_000, height: 0)
    }
    let drawn = picture(
      600, 3,
      layer(-20_000, 0, 600, 3, sublayers: [inner]) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 320
        $0.shadow.offset = CGSize(width: 20_000, height: 0)
      })
    // The edge, and a quarter of a deviation off it. Cutting both kernels moves these by less than
    // 0.006.
    #expect(abs(drawn.alpha(500, 1) - 0.5) < 0.006)
    #expect(abs(drawn.alpha(400, 1) - 0.40129) < 0.006)
  }

  @Test(
    "a shadow path casts instead of the layer, moved and opaque",
    arguments: [nil, CGPath(rect: CGRect(x: -1, y: -2, width: 2, height: 4))])
  func path(path: CGPath?) {
    let color = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let drawn = picture(
      30, 12,
      layer(4, 4, 4, 4, color: color) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
        $0.shadow.offset = CGSize(width: 14.5, height: 2)
        $0.shadow.path = path
      })
    // The path is 2 wide and 4 high about the layer's origin; without one the layer casts, half
    // transparent.
    let right = (14..<30).reduce(0) { sum, x in (0..<12).reduce(sum) { $0 + drawn.alpha(x, $1) } }
    #expect(abs(right - 8) < 1e-9)
    #expect(isClose([drawn.alpha(18, 7)], [path == nil ? 0.25 : 1]))
    #expect(isClose([drawn.alpha(17, 7)], [path == nil ? 0 : 0.5]))
  }

  @Test("a shadow path with holes is filled by the non-zero rule, and an empty one casts nothing")
  func pathRule() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 8, height: 8))
    path.addRect(CGRect(x: 2, y: 2, width: 4, height: 4))
    func area(_ path: CGPath) -> Double {
      picture(
        20, 20,
        layer(4, 4, 0, 0) {
          $0.shadow.opacity = 1
          $0.shadow.radius = 2
          $0.shadow.offset = .zero
          $0.shadow.path = path
        }
      ).area
    }
    // A blur keeps the sum; its reach is 6, of which 2 are cut off on the left and at the top:
    // compare with the fill.
    #expect(abs(area(path) - area(CGPath(rect: CGRect(x: 0, y: 0, width: 8, height: 8), transform: nil))) < 1e-9)
    #expect(area(path) > 60)
    #expect(area(CGMutablePath()) == 0)
  }

  @Test("forty levels of shadows do not double the work forty times")
  func deep() {
    var node = layer(0, 0, 4, 4, color: .red)
    for _ in 0..<40 {
      node = layer(0, 0, 4, 4, sublayers: [node]) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
      }
    }
    #expect(picture(4, 4, node).color(1, 3) == [1, 0, 0, 1])
  }
}
