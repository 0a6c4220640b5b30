import MultiplaneGraphics

extension RenderNode {
  /// Whether another layer would be drawn the same in its own coordinates: all but its place, opacity and blend mode.
  ///
  /// Sublayers are compared by identity, since subtrees that did not change are shared from frame to frame.
  package func showsTheSame(as other: RenderNode) -> Bool {
    if self === other { return true }
    return geometry.bounds == other.geometry.bounds
      && CATransform3DEqualToTransform(geometry.sublayerTransform, other.geometry.sublayerTransform)
      && geometry.anchorPoint == other.geometry.anchorPoint && geometry.anchorPointZ == other.geometry.anchorPointZ
      && geometry.isGeometryFlipped == other.geometry.isGeometryFlipped && isSpace == other.isSpace
      && corners == other.corners && fillInset == other.fillInset && hardEdges == other.hardEdges
      && clipsToBounds == other.clipsToBounds && background == other.background && gradient == other.gradient
      && contents == other.contents && shape == other.shape && border == other.border && shadow == other.shadow
      && filters == other.filters && fadesAsGroup == other.fadesAsGroup && isIsolated == other.isIsolated
      && masksTheSame(as: other)
      && sublayers.count == other.sublayers.count && zip(sublayers, other.sublayers).allSatisfy { $0 === $1 }
  }
  /// Whether the mask has the same part in the layer's picture: as a clip around the layer (§16) it has one in the shadow only.
  private func masksTheSame(as other: RenderNode) -> Bool {
    mask === other.mask
      || shadow == nil && (mask == nil || maskClip != nil) && (other.mask == nil || other.maskClip != nil)
  }
}

/// How a layer's own part of the picture, its sublayers not counted, differs from another's.
package enum OwnChange: Sendable {
  /// It is the same.
  case none
  /// Only what fills its bounds.
  case background
  /// Anything.
  case whole
}

/// Where a layer that is no more than its bounds, and lies in its superlayer's plane, has changed: rectangles there.
package struct PlainChange: Sendable {
  /// What it touched that it touches no more; nil for nothing.
  package fileprivate(set) var before: CGRect?
  /// What it touches, and what it touched if that meets it; nil for nothing, and where nothing changed.
  package fileprivate(set) var after: CGRect?
}

extension RenderNode {
  /// How this layer differs from what it was.
  ///
  /// - Returns: nil where it takes more than a look at the two.
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

  /// How this layer itself differs from what it was, its sublayers not counted and its mask included.
  ///
  /// By value, since layers that may have changed are made anew for each frame.
  package func ownChange(since old: RenderNode) -> OwnChange {
    guard geometry.isSame(as: old.geometry), opacity == old.opacity,
      style === old.style || style.showsTheSame(as: old.style), hasTheMask(of: old)
    else { return .whole }
    return background == old.background ? .none : .background
  }

  /// Whether anything that the subtree shows is different.
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
