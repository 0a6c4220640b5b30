import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// Puts the layer's own clip around a place, if it has one (rendering rules §8); false when that
  /// leaves nothing.
  mutating func addClip(of node: RenderNode, to place: inout Place) -> Bool {
    guard node.clipsToBounds else { return true }
    // Empty bounds clip everything away.
    guard !node.bounds.isEmpty, let shape = fillShape(of: node, in: place) else { return false }
    return clip(&place, by: shape, on: place.plane)
  }

  /// Puts a layer's mask around a place where it is a clip (§16); false when that leaves nothing.
  ///
  /// - Parameter place: inside the layer.
  mutating func addMaskClip(of node: RenderNode, to place: inout Place) -> Bool {
    guard let mask = node.mask, let region = node.maskClip else { return true }
    guard let inMask = inside(mask, in: place) else { return false }
    let path: PathShape
    switch region {
    case .bounds:
      guard !mask.bounds.isEmpty, mask.background?.color.isFinite == true else { return false }
      return clip(&place, by: boundsShape(of: mask, in: inMask), on: inMask.plane)
    case .fill(let fill): path = .fill(fill.path, rule: fill.rule)
    case .stroke(let stroke): path = .stroke(stroke)
    }
    guard let box = pixels(of: path, in: inMask) else { return false }
    append(.path(path, plane: inMask.plane, offset: inMask.offset), to: &place, box)
    // Its coverage is made for the pixels of all that it clips.
    place.isWhole = true
    return true
  }

  private mutating func clip(_ place: inout Place, by shape: BoxShape, on plane: Int32) -> Bool {
    let map = list.planes[Int(plane)]
    let box = shape.pixels(on: map, within: place.box)
    guard !box.isEmpty else { return false }
    if let pixels = wholePixels(of: shape, on: map) {
      // Its edges are pixels' edges: the boxes of what is drawn are cut, and no coverage is asked
      // for.
      place.box = place.box.intersection(pixels)
      return !place.box.isEmpty
    }
    append(.shape(shape, plane: plane), to: &place, box)
    return true
  }

  private mutating func append(_ region: Clip.Region, to place: inout Place, _ box: PixelBox) {
    list.clips.append(Clip(region: region, outer: place.clip))
    place.clip = Int32(list.clips.count - 1)
    place.box = box
  }

  /// The pixels of a rectangle whose edges are pixels' edges, to within less than any byte shows;
  /// nil for another shape.
  private func wholePixels(of shape: BoxShape, on plane: Plane) -> PixelBox? {
    guard shape.radii.isSquare, shape.openEdges.isEmpty, plane.isAffine, plane.toDevice.isAxisAligned else {
      return nil
    }
    let m = plane.toDevice
    let (x0, y0) = (m.xx * shape.minX + m.xy * shape.minY + m.x0, m.yx * shape.minX + m.yy * shape.minY + m.y0)
    let (x1, y1) = (m.xx * shape.maxX + m.xy * shape.maxY + m.x0, m.yx * shape.maxX + m.yy * shape.maxY + m.y0)
    func whole(_ value: Double) -> Int32? {
      let rounded = value.rounded()
      return abs(value - rounded) < 1.0 / 4096 ? Int32(exactly: rounded) : nil
    }
    guard let left = whole(min(x0, x1)), let top = whole(min(y0, y1)), let right = whole(max(x0, x1)),
      let bottom = whole(max(y0, y1))
    else { return nil }
    return PixelBox(minX: left, minY: top, maxX: right, maxY: bottom)
  }
}
