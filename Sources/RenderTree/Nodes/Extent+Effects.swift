import MultiplaneGraphics

// The extent of a picture after filters, blurs and rasterization.

extension Extent {
  /// Makes room for what a filter draws around a picture.
  package mutating func grow(by filter: Filter) {
    guard !isEmpty else { return }
    switch filter {
    case .gaussianBlur(let radius), .bloom(let radius, _): blur(by: radius)
    case .boxBlur(let radius):
      grow(by: radius)
      pixels += 3
    case .pixellate(let scale, _):
      grow(by: scale)
      pixels += 2
    case .color: break
    }
  }

  /// Expands by a Gaussian blur. Its kernel ends at three deviations, and may be sampled at up to a
  /// quarter of one, which adds three samples. On the diagonal it is √2 times as long.
  package mutating func blur(by radius: Double) {
    guard !isEmpty, radius > 0 else { return }
    grow(by: radius * 3.75, turned: radius * 5.4)
    spread = max(spread, .upright)
    pixels += 2
  }

  /// On a raster pixels are the raster's, and it is shown between them.
  mutating func rasterize(at scale: Double) {
    guard !isUnbounded, !isEmpty else { return }
    var box = turned
    box.grow(by: (pixels + 3) / scale)
    self = Extent(box)
  }
}
