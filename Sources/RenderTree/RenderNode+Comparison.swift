import Graphics

extension RenderNode {
  /// Whether another layer would be drawn the same in its own coordinates: all but its place, opacity and blend mode.
  ///
  /// Sublayers are compared by identity, since subtrees that did not change are shared from frame to frame.
  package func looksTheSame(as other: RenderNode) -> Bool {
    if self === other { return true }
    return geometry.bounds == other.geometry.bounds
      && CATransform3DEqualToTransform(geometry.sublayerTransform, other.geometry.sublayerTransform)
      && geometry.anchorPoint == other.geometry.anchorPoint && geometry.anchorPointZ == other.geometry.anchorPointZ
      && geometry.isGeometryFlipped == other.geometry.isGeometryFlipped && isSpace == other.isSpace
      && corners == other.corners && fillInset == other.fillInset && hardEdges == other.hardEdges
      && clipsToBounds == other.clipsToBounds && background == other.background && gradient == other.gradient
      && contents == other.contents && shape == other.shape && border == other.border && shadow == other.shadow
      && filters == other.filters && fadesAsGroup == other.fadesAsGroup && masksTheSame(as: other)
      && sublayers.count == other.sublayers.count && zip(sublayers, other.sublayers).allSatisfy { $0 === $1 }
  }
  /// Whether the mask has the same part in the layer's picture: as a clip around the layer (§16) it has one in the shadow only.
  private func masksTheSame(as other: RenderNode) -> Bool {
    mask === other.mask
      || shadow == nil && (mask == nil || maskClip != nil) && (other.mask == nil || other.maskClip != nil)
  }
}
