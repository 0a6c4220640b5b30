import Graphics

/// Two images that a layer's contents fade between while they are animated from one to the other.
///
/// Keyframes of contents do not fade: each is held. (Source: observed on Apple's systems.)
package struct ContentsFade: Sendable, Equatable {
  /// Nil for none.
  package let old: CGImage?
  package let new: CGImage?
  /// How much of the new image there is, above 0 and below 1.
  package let fraction: Double

  /// Nil at the ends and beyond, and for ends that are not two.
  init?(_ ends: BasicCourse, at fraction: Double, beneath: LayerValue) {
    guard fraction > 0, fraction < 1, ends.from != nil || ends.to != nil else { return nil }
    old = (ends.from ?? beneath).image
    new = (ends.to ?? beneath).image
    self.fraction = fraction
  }

  package static func == (a: ContentsFade, b: ContentsFade) -> Bool {
    a.old === b.old && a.new === b.new && a.fraction == b.fraction
  }

  /// The two images as nodes that lie beneath a layer's sublayers.
  func nodes(in layer: LayerIdentifier, values: LayerValues) -> [RenderNode] {
    let stage = TransitionStage(layer: layer, bounds: values.geometry.bounds)
    func placed(_ image: CGImage?) -> RenderNode? {
      image.flatMap { node($0, in: layer, values: values) }.map { stage.place($0) }
    }
    return stage.fade(fraction, from: placed(old), to: placed(new))
  }

  /// A node that shows one image as the layer shows its contents, and nothing else.
  private func node(_ image: CGImage, in layer: LayerIdentifier, values: LayerValues) -> RenderNode? {
    var alone = LayerValues()
    alone.geometry.bounds = values.geometry.bounds
    alone.contents = image
    alone.contentsRect = values.contentsRect
    alone.contentsCenter = values.contentsCenter
    alone.contentsGravity = values.contentsGravity
    alone.contentsScale = values.contentsScale
    alone.minificationFilter = values.minificationFilter
    alone.magnificationFilter = values.magnificationFilter
    alone.minificationFilterBias = values.minificationFilterBias
    return RenderNode(identifier: layer, name: nil, kind: .layer, values: alone, sublayers: [])
  }
}

extension LayerValue {
  /// The image; nil for another value.
  fileprivate var image: CGImage? {
    if case .image(let image) = self { image } else { nil }
  }
}
