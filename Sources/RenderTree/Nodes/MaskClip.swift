import MultiplaneGraphics

/// The region of a mask that acts as a clip, because it is a single opaque shape (rendering rules
/// §16).
package enum MaskClip: Sendable, Equatable {
  /// The mask's whole rounded bounds, with their corners and edges (§6, §8).
  case bounds
  /// The fill of the mask's shape (§18).
  case fill(Shape.Fill)
  /// The stroke of the mask's shape (§18).
  case stroke(Shape.Stroke)
}

extension RenderNode {
  /// The clip region of the layer's mask; nil without a mask, and for a mask that needs a surface.
  package var maskClip: MaskClip? {
    let region = mask?.opaqueRegion
    // If a line covers a pixel partially on both sides, primitives that are clipped one by one
    // would let those below show through.
    if case .stroke = region, !paintsOnePrimitive { return nil }
    return region
  }

  /// The one opaque region that is all the layer shows; nil where it shows something else. Whether
  /// the layer can be seen on its plane is not asked.
  private var opaqueRegion: MaskClip? {
    guard !isSpace, opacity == 1, mask == nil, sublayers.isEmpty, style.showsOnlyColors else { return nil }
    if let background {
      return background.color.alpha == 1 && shape == nil ? .bounds : nil
    }
    guard border == nil, !clipsToBounds else { return nil }
    switch (shape?.fill, shape?.stroke) {
    case (let fill?, nil): return fill.color.alpha == 1 ? .fill(fill) : nil
    case (nil, let stroke?): return stroke.color.alpha == 1 ? .stroke(stroke) : nil
    default: return nil
    }
  }
}

extension RenderNode {
  /// Whether the layer draws a single primitive, so that nothing in it overlaps.
  package var paintsOnePrimitive: Bool {
    let own =
      (background == nil ? 0 : 1) + (gradient == nil ? 0 : 1) + (contents == nil ? 0 : 1) + (border == nil ? 0 : 1)
      + (shape?.fill == nil ? 0 : 1) + (shape?.stroke == nil ? 0 : 1)
    return sublayers.isEmpty && shadow == nil && own <= 1
  }
}

extension RenderNode.Style {
  /// Whether the layer itself shows nothing but background, border and shape, and these as they
  /// are.
  fileprivate var showsOnlyColors: Bool {
    contents == nil && gradient == nil && shadow == nil && filters.isEmpty && rasterScale == nil
  }
}
