import MultiplaneGraphics
import Synchronization

/// The sublayers of a layer, where each is a box of one colour and nothing else: side by side in memory, for who draws them in frame
/// after frame and would wait for each node.
package final class ColoredBoxes: Sendable {
  package struct Box: Sendable {
    /// Least x and y and greatest, in the layer's coordinates, its sublayer transform left aside.
    package let corners: SIMD4<Double>
    /// Nil for one that shows nothing.
    package let color: StraightColor?
    package let opacity: Double
  }

  /// In drawing order; nil where one may be more than that.
  package let boxes: [Box]?

  init(of node: RenderNode) {
    var boxes: [Box] = []
    boxes.reserveCapacity(node.sublayers.count)
    for sublayer in node.sublayers {
      guard let box = Box(sublayer) else { break }
      boxes.append(box)
    }
    self.boxes = boxes.count == node.sublayers.count ? boxes : nil
  }
}

extension ColoredBoxes.Box {
  fileprivate init?(_ node: RenderNode) {
    guard node.features.isEmpty, node.sublayers.isEmpty, node.mask == nil, let offset = node.offset else { return nil }
    let bounds = node.bounds
    let (x, y) = (bounds.minX + offset.x, bounds.minY + offset.y)
    self.init(
      corners: SIMD4(x, y, x + bounds.width, y + bounds.height), color: node.background?.color, opacity: node.opacity)
  }
}

extension RenderNode {
  /// The sublayers, where each is a box of one colour and nothing else; nil where that is not so, and where they are not certainly
  /// those of the frame before: what changes in each frame is not worth an array.
  package var coloredSublayers: [ColoredBoxes.Box]? {
    guard staysInside, !sublayers.isEmpty else { return nil }
    return (coloredBoxes.load() ?? coloredBoxes.storeIfNil(ColoredBoxes(of: self))).boxes
  }
}
