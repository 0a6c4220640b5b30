import MultiplaneGraphics

extension RenderNode {
  /// Whether another node has the same picture in its own coordinates: everything except placement,
  /// opacity and blend mode.
  ///
  /// Sublayers are compared by identity, because unchanged subtrees are shared between frames.
  package func showsTheSame(as other: RenderNode) -> Bool {
    if self === other { return true }
    return geometry.bounds == other.geometry.bounds
      && CATransform3DEqualToTransform(geometry.sublayerTransform, other.geometry.sublayerTransform)
      && geometry.anchorPoint == other.geometry.anchorPoint && geometry.anchorPointZ == other.geometry.anchorPointZ
      && geometry.isGeometryFlipped == other.geometry.isGeometryFlipped && isSpace == other.isSpace
      && corners == other.corners && hardEdges == other.hardEdges
      && clipsToBounds == other.clipsToBounds && background == other.background && gradient == other.gradient
      && contents == other.contents && shape == other.shape && border == other.border && shadow == other.shadow
      && filters == other.filters && fadesAsGroup == other.fadesAsGroup && isIsolated == other.isIsolated
      && masksTheSame(as: other)
      && sublayers.count == other.sublayers.count && zip(sublayers, other.sublayers).allSatisfy { $0 === $1 }
  }
  /// Whether the mask has the same part in the layer's picture: as a clip around the layer (§16) it
  /// has one in the shadow only.
  private func masksTheSame(as other: RenderNode) -> Bool {
    mask === other.mask
      || shadow == nil && (mask == nil || maskClip != nil) && (other.mask == nil || other.maskClip != nil)
  }
}

/// The difference of a layer's own picture, without its sublayers.
package enum OwnChange: Sendable {
  /// It is the same.
  case none
  /// Only what fills its bounds.
  case background
  /// Anything.
  case whole
}

/// The damage of a plain layer in its superlayer's plane: rectangles in the superlayer's
/// coordinates.
package struct PlainChange: Sendable {
  /// The rectangle that is no longer covered; nil for none.
  package fileprivate(set) var before: CGRect?
  /// The rectangle that is covered now, joined with the old one if they intersect; nil for none.
  package fileprivate(set) var after: CGRect?
}

extension RenderNode {
  /// The damage of a plain layer.
  ///
  /// - Returns: nil if the layers need a full comparison.
  package func plainChange(since old: RenderNode) -> PlainChange? {
    guard style === old.style, isPlain, old.sublayers.isEmpty, old.mask == nil, let after = plainFrame,
      let before = old.plainFrame
    else { return nil }
    if geometry.isSame(as: old.geometry) {
      let isSame = opacity == old.opacity && background == old.background
      return PlainChange(before: nil, after: isSame || after.isEmpty ? nil : after)
    }
    if after.intersects(before) { return PlainChange(before: nil, after: after.union(before)) }
    return PlainChange(before: before.isEmpty ? nil : before, after: after.isEmpty ? nil : after)
  }

  /// The difference of the layer itself, with its mask and without its sublayers.
  ///
  /// Compared by value, because layers that may have changed are resolved again for each frame.
  package func ownChange(since old: RenderNode) -> OwnChange {
    guard geometry.isSame(as: old.geometry), opacity == old.opacity,
      style === old.style || style.showsTheSame(as: old.style), hasTheMask(of: old)
    else { return .whole }
    return background == old.background ? .none : .background
  }

  /// Whether anything in the subtree's picture differs.
  package func differs(from old: RenderNode) -> Bool {
    if self === old { return false }
    guard ownChange(since: old) == .none, sublayers.count == old.sublayers.count else { return true }
    return zip(sublayers, old.sublayers).contains { $0 !== $1 && $0.differs(from: $1) }
  }

  private func hasTheMask(of old: RenderNode) -> Bool {
    switch (mask, old.mask) {
    case (nil, nil): true
    case (let mask?, let oldMask?): !mask.differs(from: oldMask)
    default: false
    }
  }
}

extension RenderNode.Style {
  /// Whether everything but name and identity is equal.
  fileprivate func showsTheSame(as other: RenderNode.Style) -> Bool {
    isSpace == other.isSpace && isDoubleSided == other.isDoubleSided && corners == other.corners
      && fillInset == other.fillInset && hardEdges == other.hardEdges && clipsToBounds == other.clipsToBounds
      && gradient == other.gradient && contents == other.contents && shape == other.shape && border == other.border
      && shadow == other.shadow && filters == other.filters && backgroundFilters == other.backgroundFilters
      && blendMode == other.blendMode && fadesAsGroup == other.fadesAsGroup && rasterScale == other.rasterScale
      && rasterFilters == other.rasterFilters
      && features.contains(.isolated) == other.features.contains(.isolated)
  }
}
