import MultiplaneGraphics
import MultiplaneRenderTree

// What layers show: images, gradients, shadows, copies.

extension RandomTree {
  mutating func addContents(to values: inout LayerValues) {
    values.contents = pick(images)
    values.contentsGravity = pick(CALayerContentsGravity.all)
    values.contentsScale = pick([1, 2, 0.5])
    values.magnificationFilter = pick(CALayerContentsFilter.all)
    values.minificationFilter = pick(CALayerContentsFilter.all)
    if chance(0.3) {
      values.contentsRect = CGRect(
        x: number(-0.2, 0.7), y: number(-0.2, 0.7), width: number(0.1, 1), height: number(0.1, 1))
    }
    if chance(0.3) {
      values.contentsCenter = CGRect(
        x: number(0, 0.6), y: number(0, 0.6), width: number(0.1, 0.4), height: number(0.1, 0.4))
    }
  }

  mutating func addShadow(to values: inout LayerValues) {
    values.shadow.opacity = Float(number(0.2, 1))
    values.shadow.offset = CGSize(width: number(-8, 8), height: number(-8, 8))
    values.shadow.radius = chance(0.2) ? number(5, 30) : pick([0, 1, 2, 4.5])
    values.shadow.color = color()
    if chance(0.35) { values.shadow.path = path(in: values.geometry.bounds) }
  }

  mutating func addGradient(to values: inout LayerValues) {
    let count = whole(2...4)
    values.gradient.colors = (0..<count).map { _ in color() }
    if chance(0.5) {
      var locations = (0..<count).map { _ in number(0, 1) }.sorted()
      // A hard change of colour.
      if chance(0.3) { locations[count - 1] = locations[count - 2] }
      values.gradient.locations = locations
    }
    values.gradient.type = pick(CAGradientLayerType.all)
    values.gradient.startPoint = CGPoint(x: number(-0.2, 1.2), y: number(-0.2, 1.2))
    values.gradient.endPoint = CGPoint(x: number(-0.2, 1.2), y: number(-0.2, 1.2))
  }

  mutating func addInstances(to values: inout LayerValues) {
    values.replicator.instanceCount = whole(0...4)
    values.replicator.instanceTransform = transform()
    values.replicator.preservesDepth = chance(0.3)
    if chance(0.5) {
      values.replicator.instanceColor = color()
      values.replicator.redOffset = Float(number(-0.3, 0.3))
      values.replicator.greenOffset = Float(number(-0.3, 0.3))
      values.replicator.blueOffset = Float(number(-0.3, 0.3))
      values.replicator.alphaOffset = Float(number(-0.3, 0.1))
    }
  }
}

extension CGImage {
  /// A smooth pattern with some hard edges and transparency.
  package static func pattern(_ width: Int, _ height: Int, seed: UInt64) -> CGImage {
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let alpha = (x + y) % 5 == 0 ? 128 : 255
        let noise = Int.random(in: 0...60, using: &random)
        let channels = [x * 195 / width + noise, y * 195 / height + noise, 255 - x * 195 / width - noise / 2]
        bytes += channels.map { UInt8(min($0, 255) * alpha / 255) } + [UInt8(alpha)]
      }
    }
    guard let image = CGImage(premultipliedRGBA8: bytes, width: width, height: height) else {
      preconditionFailure("The bytes are of the image's size.")
    }
    return image
  }
}
