import MultiplaneGraphics

extension ContentsFade {
  /// Nil at the ends and beyond, and for ends that are not two.
  init?(_ ends: BasicCourse, at fraction: Double, beneath: LayerValue) {
    guard fraction > 0, fraction < 1, ends.from != nil || ends.to != nil else { return nil }
    old = (ends.from ?? beneath).image
    new = (ends.to ?? beneath).image
    self.fraction = fraction
  }
}

extension LayerValue {
  /// The image; nil for another value.
  fileprivate var image: CGImage? {
    if case .image(let image) = self { image } else { nil }
  }
}
