import GL
import Graphics
import RenderTree

// What is not drawn, because it touches no pixel that is wanted, or because something in front of it hides it
// (`Covers.swift`).
//
// Only what draws into the frame itself is left out. A group on a surface of its own is drawn as a whole or not at all: so
// each primitive has the same numbers as in a whole frame, and the pixels are the same to the last bit.

extension Flattener {
  /// Draws the sublayers of a layer, but for those of which nothing can be seen.
  ///
  /// - Parameter level: how many places of an underlay's path lead to the layer; nil for a layer beside it.
  mutating func addSublayers(of node: RenderNode, in around: Surroundings, underlayLevel level: Int? = nil) {
    guard open.count == 1 else {
      if addBoxes(in: node, in: around) { return }
      for sublayer in node.sublayers { add(sublayer, in: around) }
      return
    }
    addSeenSublayers(of: node, in: around, underlayLevel: level)
  }

  /// The same in the frame, where layers are left out. By itself, as what it takes on the stack would be taken for each group around
  /// otherwise.
  @inline(never)
  private mutating func addSeenSublayers(of node: RenderNode, in around: Surroundings, underlayLevel level: Int?) {
    var inFront = covers(among: node, in: around)
    covers += inFront.map(\.box)
    // A cover hides nothing from its own place on.
    func leave(_ index: Int, _ flattener: inout Flattener) {
      while let next = inFront.last, next.index <= index {
        inFront.removeLast()
        flattener.covers.removeLast()
      }
    }
    if let wanted, let boxes = node.sublayerBoxes, let places = wanted.places(of: boxes, on: around.plane) {
      var touched: [Int] = []
      boxes.forEach(meeting: places) { touched.append($0) }
      addSublayers(touched, of: node, in: around, underlayLevel: level, leaving: leave)
    } else {
      addSublayers(node.sublayers.indices, of: node, in: around, underlayLevel: level, leaving: leave)
    }
    leave(node.sublayers.count, &self)
  }

  /// - Parameters:
  ///   - indices: of the sublayers that are drawn, in order; a row that is added up is drawn as a whole.
  ///   - leave: is told before each where it is.
  private mutating func addSublayers(
    _ indices: some Sequence<Int>, of node: RenderNode, in around: Surroundings, underlayLevel level: Int?,
    leaving leave: (Int, inout Flattener) -> Void
  ) {
    var next = firstSublayer(at: level)
    for index in indices where index >= next {
      leave(index, &self)
      goOn(to: index, from: level)
      if node.sublayers[index].features.contains(.blendMode), let row = sum(around: index, of: node, in: around) {
        addSum(of: node.sublayers[row], identifier: node.identifier, in: around)
        next = row.upperBound
      } else {
        add(node.sublayers[index], in: around)
      }
    }
  }

  /// Whether a layer, with its sublayers, shows at pixels that are wanted.
  func isWanted(_ node: RenderNode, in around: Surroundings) -> Bool {
    // Of a layer alone its outline says soon enough whether it lies outside.
    guard open.count == 1, wanted != nil || !covers.isEmpty || !node.sublayers.isEmpty else { return true }
    func pixels(_ extent: Extent) -> DeviceBox { around.plane.pixels(of: extent, in: around.clips.box) }
    return isWanted(
      bounds: pixels(node.boundsExtent(through: around.toPlane)), pixels(node.extent(through: around.toPlane)))
  }

  /// The same for a flat layer whose inside is known.
  func isWanted(_ node: RenderNode, inside: Surroundings) -> Bool {
    guard open.count == 1, wanted != nil || !covers.isEmpty else { return true }
    func pixels(_ extent: Extent) -> DeviceBox { inside.plane.pixels(of: extent, in: inside.clips.box) }
    return isWanted(bounds: pixels(Extent(node.geometry.bounds)), pixels(node.extent))
  }

  /// - Parameters:
  ///   - bounds: the pixels of a layer's bounds.
  ///   - all: those of all that is in it, which takes longer to know and is not asked for where its bounds show.
  private func isWanted(bounds: DeviceBox, _ all: @autoclosure () -> DeviceBox) -> Bool {
    // By the bounds first also in partial frames, so that they leave out the same as whole ones.
    let mayBeHidden = covers.contains { $0.contains(bounds) }
    if !bounds.isEmpty, !mayBeHidden, wanted?.intersects(bounds) ?? true { return true }
    let pixels = all()
    if pixels.isEmpty || mayBeHidden && covers.contains(where: { $0.contains(pixels) }) { return false }
    return wanted?.intersects(pixels) ?? true
  }
}

extension DamageRegion {
  /// Where the rectangles lie on a plane, with room for what reaches into them from sublayers' boxes; nil where those do not hold what is
  /// drawn.
  fileprivate func places(of sublayers: SublayerBoxes, on plane: Plane) -> [Extent.Box]? {
    guard plane.isAffine else { return nil }
    if sublayers.isBlurred {
      let map = plane.toDevice
      switch PlaneTurn(x: Vector2(map.xx, map.yx), y: Vector2(map.xy, map.yy)) {
      case .turned, .parallel(isUniform: true): break
      case .parallel(isUniform: false), .skewed: return nil
      }
    }
    return boxes.map { box in
      let box = box.inset(by: -1 - sublayers.pixels)
      var around = DeviceBox.nothing
      for x in [box.minX, box.maxX] {
        for y in [box.minY, box.maxY] { around.add(plane.fromDevice.apply(x, y)) }
      }
      return Extent.Box(minX: around.minX, minY: around.minY, maxX: around.maxX, maxY: around.maxY)
    }
  }

  /// The rectangles in the rows of a frame.
  package func rectangles(in frame: Frame) -> [PixelRect] {
    guard frame.rowOrder == .bottomRowFirst else { return rectangles }
    return rectangles.map { rect in
      var rect = rect
      rect.y = frame.height - rect.y - rect.height
      return rect
    }
  }
}
