import Graphics
import RenderTree

/// All that a layer shows, where that is one plain quad: what needs no surface to be faded and masked.
struct PlainPicture {
  /// Where it shows, on the device.
  var shape: RoundedBox
  var paint: PlainPaint

  /// The picture under a mask; nil where that is no plain quad.
  ///
  /// - Parameter box: whole device pixels; what lies beyond does not matter.
  func masked(by mask: PlainPicture, in box: DeviceBox) -> PlainPicture? {
    guard paint.ramp == nil || mask.paint.ramp == nil, let shape = shape.masked(by: mask.shape, in: box) else {
      return nil
    }
    var masked = PlainPicture(shape: shape, paint: paint)
    masked.paint.color *= mask.paint.color.w
    masked.paint.ramp = paint.ramp ?? mask.paint.ramp
    if case .image(let image) = mask.paint.source {
      masked.paint.mask = mask.paint.image
      switch paint.source {
      case .none: masked.paint.source = .maskedImage(nil, mask: image)
      case .image(let shown):
        masked.paint.source = .maskedImage(shown, mask: image)
        if let place = paint.image, let covering = mask.paint.image, place.isAlike(covering),
          shown.width == image.width, shown.height == image.height
        {
          masked.paint.mask = place
          masked.paint.isJoined = true
        }
      default: return nil
      }
    }
    return masked
  }
}

extension Flattener {
  /// Draws a layer multiplied by the alpha of its mask without surfaces; false, and nothing is drawn, where one of them is
  /// more than a plain quad.
  mutating func addPlainMasked(
    _ node: RenderNode, by mask: RenderNode, opacity: Double, in around: Surroundings
  ) -> Bool {
    guard mayDrawPlain(in: around), mask.mask == nil, node.shadow == nil,
      let picture = plainPicture(of: node, asMask: false, in: around)
    else { return false }
    guard !mask.isSpace, mask.opacity > 0, let place = surroundings(inside: mask, in: around) else { return false }
    guard let covering = plainPicture(of: mask, asMask: true, in: place),
      var masked = picture.masked(by: covering, in: around.clips.box)
    else { return false }
    stream.layerCount += 1
    masked.paint.color *= Float(opacity * mask.opacity)
    if addMixed(masked, in: around.clips.box) { return true }
    addPlain(masked.shape, masked.paint, in: around.clips.box)
    return true
  }

  /// All that a layer shows without its mask and its opacity; nil where that is not one plain quad.
  ///
  /// - Parameters:
  ///   - isMask: whether only its alpha counts.
  ///   - around: as its inside sees it.
  private func plainPicture(of node: RenderNode, asMask isMask: Bool, in around: Surroundings) -> PlainPicture? {
    guard !node.isSpace, node.paintsOnePrimitive, node.filters.isEmpty, node.rasterScale == nil, node.shape == nil,
      node.border == nil, node.outlineStyle == 0, around.plane.isAxisParallel
    else { return nil }
    let bounds = node.geometry.bounds
    let own = RoundedBox(bounds, radii: node.corners, style: 0, on: around.plane)
    if let background = node.background, let own {
      return PlainPicture(shape: own, paint: PlainPaint(color: background.color.premultiplied.vector))
    }
    if let gradient = node.gradient, let own {
      return PlainRamp(gradient, of: isMask ? .alpha : .colors, bounds: bounds, on: around.plane).map { ramp in
        PlainPicture(shape: own, paint: PlainPaint(color: .one, ramp: ramp))
      }
    }
    guard let contents = node.contents, contents.image.imported == nil else { return nil }
    let placement = ContentsPlacement(contents, bounds: bounds, isFlipped: around.isFlipped)
    guard let target = placement.target, let part = placement.wholePart,
      let paint = plainPaint(of: contents, part: part, on: around.plane)
    else { return nil }
    let box = around.plane.box(of: target)
    guard node.clipsToBounds else { return RoundedBox(box, radius: 0).map { PlainPicture(shape: $0, paint: paint) } }
    // The clip's edges are the image's where it reaches as far, or farther.
    guard let own, box.inset(by: -RoundedBox.equal).contains(own.box) else { return nil }
    return PlainPicture(shape: own, paint: paint)
  }
}

extension RoundedBox {
  /// Edges that are less apart, in pixels, lie in one place.
  fileprivate static let equal = 1.0 / 4096

  /// The box whose coverage is the product of both; nil where none has that.
  fileprivate func masked(by mask: RoundedBox, in box: DeviceBox) -> RoundedBox? {
    if mask.radius == 0, mask.box.contains(self.box.inset(by: -1).intersection(box)) { return self }
    guard radius == 0 else { return nil }
    if self.box.contains(mask.box.inset(by: -1).intersection(box)) { return mask }
    guard self.box.inset(by: -Self.equal).contains(mask.box), mask.box.inset(by: -Self.equal).contains(self.box) else {
      return nil
    }
    var both = mask
    both.countsTwice = true
    return both
  }
}
