import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@Suite("Border")
struct BorderTests {
  @Test("a border of 5 on a clear 80 × 60 layer covers 1300 pixels")
  func area() {
    let root = layer(10, 10, 80, 60) { $0.borderWidth = 5 }
    #expect(abs(picture(100, 80, root).area - 1300) < 1e-9)
  }

  @Test("a border on fractional edges covers the difference of the two areas")
  func fractionalArea() {
    let root = layer(3.3, 4.6, 20.5, 11.25) { $0.borderWidth = 1.7 }
    #expect(abs(picture(32, 24, root).area - (20.5 * 11.25 - 17.1 * 7.85)) < 1e-9)
  }

  @Test("a border wider than half the layer fills it")
  func fills() {
    let root = layer(2, 2, 10, 6) { $0.borderWidth = 3 }
    #expect(picture(16, 12, root).area == 60)
  }

  @Test("a round border is a ring")
  func ring() {
    let root = layer(5, 5, 40, 40) {
      $0.borderWidth = 6
      $0.cornerRadius = 20
    }
    let expected = Double.pi * (400 - 196)
    #expect(abs(picture(50, 50, root).area - expected) < 0.005 * expected)
  }

  @Test("a border lies over background, contents and sublayers")
  func order() {
    let root = layer(
      0, 0, 10, 10, color: .red,
      sublayers: [layer(-5, -5, 10, 10, color: .green)]
    ) {
      $0.borderWidth = 2
      $0.borderColor = CGColor(StraightColor(red: 0, green: 0, blue: 1, alpha: 0.5))
    }
    let drawn = picture(10, 10, root)
    #expect(isClose(drawn.color(1, 1), [0, 0.5, 0.5, 1]))
    #expect(isClose(drawn.color(4, 4), [0, 1, 0, 1]))
    #expect(isClose(drawn.color(9, 9), [0.5, 0, 0.5, 1]))
    #expect(isClose(drawn.color(6, 6), [1, 0, 0, 1]))
  }

  /// Red under a white border on white shows only where the border does not cover a pixel. Without
  /// the inset, 64 of 255 show at a border of a pixel.
  @Test("a round border of at least a device pixel ends the background", arguments: [(0.5, 2.0), (1, 1), (0.25, 4)])
  func noFringe(width: Double, scale: Double) {
    let root = layer(3, 3, 30, 30, color: .red) {
      $0.borderWidth = width
      $0.borderColor = .white
      $0.cornerRadius = 10
    }
    let drawn = picture(36, 36, scale: scale, background: .white, root)
    // Outside of the border, the corner's centre is at (13, 13).
    var most = 0.0
    for y in 0..<Int(13 * scale) {
      for x in 0..<Int(13 * scale) {
        let (right, down) = ((Double(x) + 0.5) / scale - 13, (Double(y) + 0.5) / scale - 13)
        if (right * right + down * down).squareRoot() > 10 - width / 2 { most = max(most, 1 - drawn.color(x, y)[1]) }
      }
    }
    #expect(most < 30.0 / 255, "\(most * 255)")
  }

  @Test("no width or no colour draws nothing", arguments: [0.0, -3, .nan, .infinity])
  func nothing(width: Double) {
    let root = layer(2, 2, 10, 6) { $0.borderWidth = width }
    #expect(picture(16, 12, root).area == 0)
  }

  @Test(
    "dashes cover their length times the width, whole or round a corner",
    arguments: [
      ([6, 4], 0, 72), ([6, 4], 3, 72), ([6, 4], -17, 72), ([5], 2.5, 60), ([0, 0], 0, 120), ([9, -1], 0, 120),
    ]
      as [([Double], Double, Double)])
  func dashes(pattern: [Double], phase: Double, length: Double) {
    // The middle line is 40 by 20.
    let root = layer(3, 3, 44, 24) {
      $0.borderWidth = 4
      $0.borderDash.pattern = pattern
      $0.borderDash.phase = phase
    }
    #expect(abs(picture(50, 30, root).area - length * 4) < 1e-6)
  }

  @Test("dashes begin at the corner of least x and y, along least y, and leave gaps")
  func dashesBegin() {
    let root = layer(0, 0, 44, 24) {
      $0.borderWidth = 4
      $0.borderDash.pattern = [6, 4]
    }
    let drawn = picture(44, 24, root)
    #expect(drawn.color(4, 2)[3] == 1 && drawn.color(7, 2)[3] == 1 && drawn.color(9, 2)[3] == 0)
    #expect(drawn.color(1, 2)[3] == 0 && drawn.color(42, 4)[3] == 1)
  }

  @Test("one dash all around is the border", arguments: [CALayerCornerCurve.circular, .continuous], [8, 14])
  func oneDash(curve: CALayerCornerCurve, radius: Double) {
    func drawn(_ pattern: [Double]?) -> Double {
      let root = layer(5, 5, 60, 40) {
        $0.borderWidth = 6
        $0.cornerRadius = radius
        $0.compositing.cornerCurve = curve
        $0.borderDash.pattern = pattern
      }
      return picture(70, 50, root).area
    }
    #expect(abs(drawn([1000]) - drawn(nil)) < 0.005 * drawn(nil))
  }
}
