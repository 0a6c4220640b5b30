import Foundation
import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

/// A metamorphic variant of a tree: the same tree drawn differently. A fault that shows only under
/// a transform, a clip or on a surface shows in it.
package enum MetamorphicVariant: String, Sendable, CaseIterable, CustomTestStringConvertible {
  /// Mirrored left to right.
  case flipped
  /// By a quarter turn.
  case turned
  /// Enlarged by a factor that is no whole number.
  case enlarged
  /// Made smaller.
  case reduced
  /// Turned a little, inside a rounded clip that is turned the other way.
  case clipped
  /// Faded as one group, at a fractional position.
  case faded
  /// Tilted in perspective.
  case tilted
  /// Under a round mask that is half transparent.
  case masked
  /// Under a mask that is an opaque star.
  case cut

  package var testDescription: String { rawValue }

  /// The variant of a tree.
  package func apply(to tree: CommittedTree) -> CommittedTree {
    var tree = tree
    let size = tree.size
    switch self {
    case .flipped: tree.root = wrap(tree.root, size: size) { $0.geometry.transform = CATransform3DMakeScale(-1, 1, 1) }
    case .turned:
      tree.size = CGSize(width: size.height, height: size.width)
      tree.root = wrap(tree.root, size: size, canvas: tree.size) {
        $0.geometry.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      }
    case .enlarged: tree.scale *= 1.7
    case .reduced: tree.scale *= 0.45
    case .clipped:
      let turned = wrap(tree.root, size: size) { $0.geometry.transform = CATransform3DMakeRotation(0.3, 0, 0, 1) }
      tree.root = wrap(turned, size: size) {
        $0.masksToBounds = true
        $0.cornerRadius = 30
        $0.geometry.transform = CATransform3DMakeRotation(-0.2, 0, 0, 1)
      }
    case .faded:
      tree.root = wrap(tree.root, size: size) {
        $0.opacity = 0.6
        $0.geometry.position.x += 0.3
        $0.geometry.position.y -= 0.4
      }
    case .tilted:
      tree.root = wrap(tree.root, size: size) {
        var tilt = CATransform3DIdentity
        tilt.m34 = -1 / 300
        tilt = CATransform3DRotate(tilt, 0.5, 0, 1, 0)
        $0.geometry.transform = CATransform3DRotate(tilt, 0.3, 1, 0, 0)
      }
    case .masked:
      var values = LayerValues()
      values.geometry.bounds = CGRect(origin: .zero, size: size)
      values.geometry.position = CGPoint(x: size.width / 2 + 3.3, y: size.height / 2)
      values.cornerRadius = min(size.width, size.height) / 2
      values.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.8)
      tree.root = wrap(tree.root, size: size, mask: mask(.layer, values)) { _ in }
    case .cut:
      var values = LayerValues()
      // Five points on an ellipse, each joined to the next but one: the middle is wound round
      // twice.
      let star = CGMutablePath()
      star.addLines(
        between: (0..<5).map { corner in
          let angle = Double(corner) * 0.8 * .pi + 0.1
          return CGPoint(x: size.width * (0.5 + 0.6 * cos(angle)), y: size.height * (0.5 + 0.6 * sin(angle)))
        })
      star.closeSubpath()
      values.shape.path = star
      tree.root = wrap(tree.root, size: size, mask: mask(.shape, values)) { _ in }
    }
    return tree
  }

  private func mask(_ kind: LayerKind, _ values: LayerValues) -> CommittedLayer {
    CommittedLayer(
      identifier: LayerIdentifier(rawValue: .max - 1), name: nil, kind: kind, values: values, timing: .layer,
      animations: [], sublayers: [])
  }

  /// A layer of the canvas's size around the root.
  private func wrap(
    _ root: CommittedLayer, size: CGSize, canvas: CGSize? = nil, mask: CommittedLayer? = nil,
    _ change: (inout LayerValues) -> Void
  ) -> CommittedLayer {
    let canvas = canvas ?? size
    var values = LayerValues()
    values.geometry.bounds = CGRect(origin: .zero, size: size)
    values.geometry.position = CGPoint(x: canvas.width / 2, y: canvas.height / 2)
    change(&values)
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: .max), name: rawValue, kind: .layer, values: values, timing: .layer,
      animations: [], sublayers: [root], mask: mask)
  }
}
