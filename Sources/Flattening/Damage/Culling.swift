import MultiplaneGraphics
import MultiplaneRenderTree

// Culling: what a partial frame's list leaves out, because it touches no pixel that is wanted.
//
// Only what is drawn into the canvas and into local passes is left out. A pass whose neighbours are
// read is whole or not there at all, and so is what a path clips: all that is in the list is the
// same as in a whole frame's.

extension Flattener {
  /// The pixels that a partial frame draws: those that are wanted, and those that layers which
  /// filter their backdrop read for them.
  mutating func needed(for wanted: [PixelBox], under root: RenderNode?, in place: Place) -> PixelRegion {
    var region = PixelRegion(canvas: place.canvas)
    for box in wanted { region.add(box) }
    guard let root, root.filtersBackdropInside, !region.isEmpty else { return region }
    var backdrops: [BackdropReader] = []
    addBackdrops(inside: root, in: place, to: &backdrops)
    // Those on top come first: each reads what those after it show.
    for backdrop in backdrops.reversed() {
      for box in region.boxes { region.add(backdrop.read(for: box)) }
    }
    return region
  }

  /// Whether a layer, with its sublayers, may touch pixels that are wanted.
  @inline(__always)
  func isWanted(_ node: RenderNode, in place: Place) -> Bool {
    place.isWhole || touchesWanted(node, in: place)
  }

  @inline(never)
  private func touchesWanted(_ node: RenderNode, in place: Place) -> Bool {
    // Its bounds first: of layers with much in them they are known sooner than all that it touches.
    let bounds = pixels(of: node.boundsExtent(through: matrix(place.toPlane)), in: place)
    if !bounds.isEmpty, wanted.intersects(bounds) { return true }
    return wanted.intersects(pixels(of: node.extent(through: matrix(place.toPlane)), in: place))
  }

  /// Whether a primitive on these pixels is left out.
  @inline(__always)
  func isUnwanted(_ box: PixelBox, in place: Place) -> Bool {
    !place.isWhole && !wanted.intersects(box)
  }

  /// The pixels that something in a place can touch, in the coordinates of the layer that the place
  /// is inside of.
  func pixels(of extent: Extent, in place: Place) -> PixelBox {
    list.planes[Int(place.plane)].pixels(of: extent, movedBy: place.offset, within: place.box)
  }

  /// Draws the sublayers of a layer, but for those that touch no pixel that is wanted.
  ///
  /// - Parameter place: inside the layer.
  mutating func addSublayers(of node: RenderNode, in place: Place) {
    if !place.isWhole, let boxes = node.sublayerBoxes, let places = wantedPlaces(for: boxes, in: place) {
      var touched: [Int] = []
      boxes.forEach(meeting: places) { touched.append($0) }
      for index in touched { add(node.sublayers[index], in: place) }
    } else {
      node.forEachSublayer { add($0, in: place) }
    }
  }

  /// Where the pixels that are wanted lie among sublayers' boxes, with room for what these do not
  /// hold; nil where they say too little.
  private func wantedPlaces(for boxes: SublayerBoxes, in place: Place) -> [Extent.Box]? {
    let plane = list.planes[Int(place.plane)]
    guard plane.isAffine else { return nil }
    if boxes.isBlurred {
      let map = plane.toDevice
      switch PlaneTurn(x: SIMD2(map.xx, map.yx), y: SIMD2(map.xy, map.yy)) {
      case .turned, .parallel(isUniform: true): break
      case .parallel(isUniform: false), .skewed: return nil
      }
    }
    let room = 2 + boxes.pixels
    return wanted.boxes.map { box in
      var around = Extent.Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
      for x in [Double(box.minX) - room, Double(box.maxX) + room] {
        for y in [Double(box.minY) - room, Double(box.maxY) + room] {
          let p = plane.point(x, y)
          around.minX = min(around.minX, p.x - place.offset.x)
          around.maxX = max(around.maxX, p.x - place.offset.x)
          around.minY = min(around.minY, p.y - place.offset.y)
          around.maxY = max(around.maxY, p.y - place.offset.y)
        }
      }
      return around
    }
  }
}
