import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Degenerate input")
struct DegenerateTests {
  /// One way to spoil a layer.
  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (inout LayerValues) -> Void

    init(_ name: String, _ apply: @escaping @Sendable (inout LayerValues) -> Void) {
      testDescription = name
      self.apply = apply
    }
  }

  private static let numbers: [Double] = [0, -1, 1e-300, 1e-9, 1e9, 1e150, 1e300, -1e300, .infinity, .nan]

  static let damages: [Damage] =
    numbers.flatMap { number in
      [
        Damage("scale \(number)") { $0.geometry.transform = CATransform3DMakeScale(number, number, number) },
        Damage("scale of x \(number)") { $0.geometry.transform = CATransform3DMakeScale(number, 1, 1) },
        Damage("m34 \(number)") {
          $0.geometry.transform = CATransform3DMakeRotation(1, 0, 1, 0)
          $0.geometry.transform.m34 = number
        },
        Damage("m14 \(number)") { $0.geometry.transform.m14 = number },
        Damage("m44 \(number)") { $0.geometry.transform.m44 = number },
        Damage("sublayer scale \(number)") { $0.geometry.sublayerTransform.m11 = number },
        Damage("size \(number)") { $0.geometry.bounds.size = CGSize(width: abs(number), height: 5) },
        Damage("origin \(number)") { $0.geometry.bounds.origin.x = number },
        Damage("position \(number)") { $0.geometry.position.y = number },
        Damage("anchor \(number)") { $0.geometry.anchorPoint.x = number },
        Damage("z \(number)") { $0.geometry.zPosition = number },
        Damage("radius \(number)") { $0.cornerRadius = number },
        Damage("border \(number)") { $0.borderWidth = number },
        Damage("contentsRect \(number)") {
          $0.contentsRect = CGRect(x: number, y: -number, width: abs(number), height: 1)
        },
        Damage("contentsCenter \(number)") {
          $0.contentsCenter = CGRect(x: number, y: 0.25, width: number, height: 0)
        },
        Damage("contentsScale \(number)") {
          $0.contentsScale = number
          $0.contentsGravity = .resizeAspectFill
        },
        Damage("bias \(number)") { $0.minificationFilterBias = Float(number) },
      ]
    } + [
      Damage("turned by a right angle") { $0.geometry.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0) },
      Damage("zero matrix") { $0.geometry.transform = CATransform3D() },
      Damage("nearly singular") {
        $0.geometry.transform.m11 = 1
        $0.geometry.transform.m12 = 1
        $0.geometry.transform.m21 = 1
        $0.geometry.transform.m22 = 1 + 1e-15
      },
    ]

  @Test("nothing stops the renderer, and every pixel stays a colour", arguments: damages)
  func survives(damage: Damage) {
    for filter in CALayerContentsFilter.all {
      let sublayer = layer(2, 2, 10, 10, color: .red) { $0.opacity = 0.5 }
      let root = layer(5, 5, 20, 20, color: .blue, sublayers: [sublayer]) {
        $0.contents = grayImage(3, 3, [0, 50, 100, 150, 200, 250, 0, 50, 100])
        $0.minificationFilter = filter
        $0.magnificationFilter = filter
        $0.cornerRadius = 4
        $0.borderWidth = 1
        $0.masksToBounds = true
        damage.apply(&$0)
      }
      let drawn = picture(32, 24, root)
      #expect(drawn.pixels.allSatisfy { $0 >= 0 && $0 <= 1 + 1e-9 })
    }
  }

  @Test("huge and tiny scales draw by the same rules", arguments: [1e-9, 1e9])
  func scales(factor: Double) {
    let inner = layer(0, 0, 10 / factor, 10 / factor, color: .red) { $0.cornerRadius = 5 / factor }
    let root = layer(0, 0, 12, 12, sublayers: [inner]) {
      $0.geometry.anchorPoint = .zero
      $0.geometry.position = CGPoint(x: 1, y: 1)
      $0.geometry.transform = CATransform3DMakeScale(factor, factor, 1)
    }
    let expected = Double.pi * 25
    #expect(abs(picture(16, 16, root).area - expected) < 0.01 * expected)
  }

  @Test("a plane that cannot be inverted draws nothing of its subtree")
  func singular() {
    for transform in [CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(1, 0, 1), CATransform3D()] {
      let root = layer(0, 0, 10, 10, color: .red, sublayers: [layer(0, 0, 5, 5, color: .red)]) {
        $0.geometry.transform = transform
      }
      #expect(picture(10, 10, root).area == 0)
    }
    let edgeOn = layer(0, 0, 10, 10, color: .red) {
      $0.geometry.transform = CATransform3DMakeRotation(.pi / 2, 1, 0, 0)
    }
    #expect(picture(10, 10, edgeOn).area < 1e-9)
  }
}
