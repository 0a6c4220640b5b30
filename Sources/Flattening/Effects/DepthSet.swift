import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer with a plane of its own that is reached through transform layers only (rendering rules
/// §13).
private struct DepthMember {
  let node: RenderNode
  /// Inside the layer.
  let place: Flattener.Place
  /// That of the transform layers around it multiplied in.
  let opacity: Double
  /// Over the device, see `DepthMember.depth`.
  let depth: HalfPlane

  /// A layer's depth over the device, times the third row of the outer plane's map back, which is
  /// positive where anything is seen: linear in the device position. (z after the division by w is
  /// linear over the outer plane: with (u, v, s) = H⁻¹·(x, y, 1), H being the layer's map to the
  /// outer plane, the w there is 1.)
  ///
  /// - Parameters:
  ///   - matrix: from the layer's coordinates to those of the plane around the set.
  ///   - number: the layer's place in the set: of layers in one plane the later is in front.
  static func depth(_ matrix: CATransform3D, number: Int, on outer: Plane) -> HalfPlane {
    guard let inverse = PlaneMap(matrix).inverse else { return HalfPlane(a: 0, b: 0, c: 0) }
    // z as a row over (u, v, s), then over (x, y, 1), then over the device.
    let z = (matrix.m13, matrix.m23, matrix.m43)
    let bias = Double(number) / 1024
    let overX = z.0 * inverse.xx + z.1 * inverse.yx + z.2 * inverse.wx
    let overY = z.0 * inverse.xy + z.1 * inverse.yy + z.2 * inverse.wy
    let over1 = z.0 * inverse.x0 + z.1 * inverse.y0 + z.2 * inverse.w0 + bias
    let g = outer.fromDevice
    return HalfPlane(
      a: overX * g.xx + overY * g.yx + over1 * g.wx, b: overX * g.xy + overY * g.yy + over1 * g.wy,
      c: overX * g.x0 + overY * g.y0 + over1 * g.w0)
  }

  /// Around all that it draws.
  func outline(on plane: Plane) -> Polygon {
    let extent = node.extent
    // Blurs have their extent on the device, not on a plane.
    guard !extent.isUnbounded, extent.spread == .none, extent.pixels == 0 else { return Polygon(place.box) }
    let (box, offset) = (extent.turned, place.offset)
    return BoxShape(
      minX: box.minX + offset.x, minY: box.minY + offset.y, maxX: box.maxX + offset.x, maxY: box.maxY + offset.y,
      radii: .square, hardEdges: []
    ).polygon(on: plane, within: place.box, grownBy: 0.5 + 1.0 / 1024)
  }
}

extension Flattener {
  /// Draws all layers with planes of their own that are reached through a transform layer, from
  /// back to front; those whose planes cross are cut along the lines where they do (rendering rules
  /// §13).
  mutating func addDepthSet(of space: RenderNode, in place: Place) {
    var members: [DepthMember] = []
    var number = 0
    collect(space, in: place, into: &members, &number)
    var pieces: [PlaneOrder.Piece] = []
    pieces.reserveCapacity(members.count)
    for (index, member) in members.enumerated() {
      let piece = PlaneOrder.Piece(
        number: index, layerCount: member.node.count, depth: member.depth,
        outline: member.outline(on: list.planes[Int(member.place.plane)]))
      if !piece.pixels(in: place.box).isEmpty { pieces.append(piece) }
    }
    planeOrder.sort(&pieces)
    for piece in pieces { add(members[piece.number], piece) }
  }

  /// The layers of a set, in the order in which the tree has them.
  private mutating func collect(
    _ space: RenderNode, in place: Place, into members: inout [DepthMember], _ number: inout Int
  ) {
    let inside = self.inside(space: space, in: place)
    for sublayer in space.sublayers {
      guard !sublayer.isSpace else {
        collect(sublayer, in: inside, into: &members, &number)
        continue
      }
      // Also what cannot be seen has a number.
      number += 1
      guard let own = self.inside(sublayer, in: inside) else { continue }
      let matrix = matrix(of: sublayer, in: inside)
      members.append(
        DepthMember(
          node: sublayer, place: own, opacity: sublayer.opacity * inside.opacity,
          depth: DepthMember.depth(matrix, number: number, on: list.planes[Int(place.plane)])))
    }
  }

  /// The drawing state of a transform layer's sublayers: on the plane around it, through its own
  /// matrix (§13).
  mutating func inside(space: RenderNode, in place: Place) -> Place {
    var inside = place
    inside.isInSpace = true
    inside.isFlipped = place.isFlipped != space.isGeometryFlipped
    inside.opacity = place.opacity * space.opacity
    if place.toPlane < 0, let offset = space.offset {
      inside.offset = (place.offset.x + Double(offset.x), place.offset.y + Double(offset.y))
      inside.toPlane = store(space.sublayerMatrix)
      return inside
    }
    var matrix = space.placedMatrix
    if let sublayerMatrix = space.sublayerMatrix { matrix = CATransform3DConcat(sublayerMatrix, matrix) }
    if let toPlane = self.matrix(place.toPlane) { matrix = CATransform3DConcat(matrix, toPlane) }
    inside.toPlane = store(matrix)
    return inside
  }

  /// Draws a layer of a set, or a part of one: as a whole, so that what is in it sees nothing
  /// beneath it.
  private mutating func add(_ member: DepthMember, _ piece: PlaneOrder.Piece) {
    var place = member.place
    place.box = piece.pixels(in: place.box)
    guard !place.box.isEmpty, !isUnwanted(place.box, in: place) else { return }
    let (node, cuts) = (member.node, piece.cutsThatCount)
    // Parts drawn by themselves would see what lies beneath, or be cut to 0…1 each, of which the
    // whole may have more (§2).
    let isWhole = node.readsBackdropInside || node.hasExtendedRange && !node.paintsOnePrimitive
    let isGroup = node.blendMode != .normal || isGroup(node, opacity: member.opacity, fade: place.fade)
    guard isWhole, !isGroup else {
      place.clip = clip(inside: place.clip, by: cuts)
      add(node, inside: place, opacity: member.opacity, as: .member)
      return
    }
    var own = place
    own.box = neededBox(place.box, of: node, in: place)
    let picture = addPass(in: own, wanted: place.box) { flattener in
      flattener.add(node, inside: own, opacity: member.opacity, as: .member)
    }
    guard let picture else { return }
    place.clip = clip(inside: -1, by: cuts)
    place.fade = 1
    append(SurfaceUse(pass: picture.pass, mask: -1), picture.box, in: place)
  }

  /// A chain of clips with cuts inside of it.
  private mutating func clip(inside outer: Int32, by cuts: [HalfPlane]) -> Int32 {
    var clip = outer
    for cut in cuts {
      list.clips.append(Clip(region: .side(cut), outer: clip))
      clip = Int32(list.clips.count - 1)
    }
    return clip
  }
}
