// ContextRenderer: draws a layer with its sublayers into a `CGContext`, for `CALayer.render(in:)`.
//
// In:   a context with its CTM and clip, and the values of a layer and its sublayers
//       (`CALayer+Rendering.swift`).
// Out:  the layer's picture in the context's bitmap.
// Path: `ContextPlacement` finds the pixels inside the clip, and the map from the layer to them →
//       the values become a render tree in that place → `Flattener` and `CPURenderer` → an image
//       that the context draws, pixel on pixel.

import MultiplaneDrawing
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// Draws layers into a context in its current state, in their own coordinates.
package struct ContextRenderer {
  private let context: CGContext
  private let placement: ContextPlacement

  /// Creates a renderer; nil if the clip is empty or the CTM has no inverse.
  ///
  /// - Parameter isFlipped: whether images in the layer are upside down in its coordinates.
  package init?(context: CGContext, isFlipped: Bool) {
    guard let placement = ContextPlacement(in: context, isFlipped: isFlipped) else { return nil }
    self.context = context
    self.placement = placement
  }

  /// Pixels per point of the layer, averaged over both axes.
  package var scale: CGFloat { placement.scale }

  /// Draws a layer at a time of its superlayer, in seconds. Its position and transform are ignored.
  ///
  /// - Throws: if memory is not available, before anything is drawn.
  package func draw(_ layer: CommittedLayer, at time: Double) throws(DrawingExcess) {
    let tree = CommittedTree(
      size: CGSize(width: placement.width, height: placement.height), scale: 1, background: nil,
      root: layer.placed(by: placement.matrix, isFlipped: placement.isFlipped))
    let list = Flattener.flatten(tree.evaluate(at: time))
    let (width, height) = (placement.width, placement.height)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    let result = bytes.withUnsafeMutableBytes { memory in
      let target = PixelTarget(memory: memory, width: width, height: height, bytesPerRow: width * 4)
      let renderer = CPURenderer()
      // `render(in:)` cannot report an error.
      renderer.leavesOutUnreadableImages = true
      return Result { () throws(CPURendererError) in try renderer.render(list, into: target) }
    }
    if case .failure(let error) = result { throw .unavailable(bytes: error.bytes ?? bytes.count) }
    guard let (image, place) = placement.image(of: bytes) else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.concatenate(context.ctm.inverted())
    context.interpolationQuality = .none
    context.draw(image, in: place)
  }
}

extension CommittedLayer {
  /// The layer with its own coordinates mapped to a plane, whatever its own place.
  fileprivate func placed(by matrix: CATransform3D, isFlipped: Bool) -> CommittedLayer {
    var values = values
    let (bounds, anchor) = (values.geometry.bounds, values.geometry.anchor)
    values.geometry.transform = CATransform3DIdentity
    values.geometry.position = CGPoint(x: anchor.x, y: anchor.y)
    values.geometry.zPosition = anchor.z
    // Images within it lie as the flips above it have it; its own flip is undone before it is
    // placed.
    values.geometry.isGeometryFlipped = isFlipped
    var unflip = CATransform3DIdentity
    if isFlipped {
      unflip.m22 = -1
      unflip.m42 = 2 * bounds.minY + bounds.height
    }
    values.geometry.placement = CATransform3DConcat(unflip, matrix)
    return CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values, timing: timing, animations: animations,
      sublayers: sublayers, mask: mask)
  }
}
