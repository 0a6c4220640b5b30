// ContextRenderer: a layer with all within it, drawn into a `CGContext`.
//
// In:   a `CALayer` as it is now, not committed, and a context with its CTM and clip.
// Out:  its picture in the context's bitmap.
// Path: `CALayer.render(in:)` → `ContextPlacement` finds the pixels that the clip lets pass and the map from the layer
// to
//       them → the layer's model values as a render tree in that place → `ReferenceRenderer`, in bands of rows → an
//       image that the context draws, pixel on pixel.

import Drawing
import Graphics
import LayerTree
import ReferenceRenderer
import RenderTree

extension CALayer {
  /// Draws the layer with all within it into a context, in the layer's own coordinates.
  ///
  /// Its position and transform do not count, its opacity does, and whether it is hidden. Values are those that the
  /// program has set, without animations; of a `presentation()` those that are shown, with copies of
  /// replicators, particles and transitions as they are at its time. Nothing is laid out or displayed first; text is
  /// drawn for the context. Everything is drawn as on a screen (masks, shadows, filters, perspective), at the context's
  /// resolution, within its clip, and then put there as one image, with the context's alpha, blend mode and shadow. Where the CTM
  /// cannot be inverted nothing is drawn. (Source: CALayer.h; Apple's own draws less.)
  public func render(in ctx: CGContext) {
    guard let placement = ContextPlacement(of: self, in: ctx) else { return }
    let model = committedModel(textScale: placement.scale)
    let time = superlayerTime(atMediaTime: shownMediaTime)
    let bands = placement.bands
    ctx.saveGState()
    defer { ctx.restoreGState() }
    ctx.concatenate(ctx.ctm.inverted())
    ctx.interpolationQuality = .none
    // The context's alpha and shadow are those of the whole picture.
    if bands.count > 1 { ctx.beginTransparencyLayer(auxiliaryInfo: nil) }
    for band in bands {
      let tree = CommittedTree(
        size: CGSize(width: placement.columns.count, height: band.count), scale: 1, background: nil,
        root: model.placed(by: placement.matrix(of: band), isFlipped: placement.isFlipped))
      let picture = ReferenceRenderer().render(tree.evaluate(at: time))
      if let image = placement.image(of: picture) { ctx.draw(image, in: placement.rect(of: band)) }
    }
    if bands.count > 1 { ctx.endTransparencyLayer() }
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
    // Images within it lie as the flips above it have it; its own flip is undone before it is placed.
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
