import Graphics
import RenderTree

// Transform layers (docs/rendering.md, section 13): the flat layers in one are drawn from back to front, and those whose
// planes cross are parted along the line where they do.

extension Flattener {
  /// Draws all flat layers that are reached through transform layers, in order of depth.
  mutating func addDepthSet(of node: RenderNode, in around: Surroundings) {
    var (members, pieces) = pieces(of: node, in: around)
    stream.memory.planeOrder.sort(&pieces)
    for piece in pieces {
      let member = members[piece.number]
      guard isWanted(member.node, inside: member.surroundings) else { continue }
      var inside = member.surroundings
      inside.clips.box = inside.clips.box.intersection(piece.pixels)
      guard !inside.clips.box.isEmpty, let clips = clips(inside.clips, cutBy: piece.cuts) else { continue }
      inside.clips = clips
      addMember(member.node, in: inside)
    }
    stream.memory.depthMembers.giveBack(&members)
    stream.memory.planePieces.giveBack(&pieces)
  }

  /// The flat layers that are reached through transform layers, and what of them lies in the clips, of which each has the number of
  /// its layer.
  private mutating func pieces(
    of node: RenderNode, in around: Surroundings
  ) -> (members: [DepthMember], pieces: [PlaneOrder.Piece]) {
    var (members, pieces) = (stream.memory.depthMembers.take(), stream.memory.planePieces.take())
    var number = 0
    collect(node, in: around, into: &members, &number)
    for index in members.indices {
      if let piece = piece(of: members[index], number: index, in: around.clips.box) { pieces.append(piece) }
    }
    return (members, pieces)
  }

  /// Whether planes of a transform layer part each other, or there are too many to tell.
  mutating func partsPlanes(of node: RenderNode, in around: Surroundings) -> Bool {
    guard node.count < 1000 else { return true }
    var (members, pieces) = pieces(of: node, in: around)
    stream.memory.planeOrder.sort(&pieces)
    let areParted = pieces.contains { !$0.cuts.isEmpty }
    stream.memory.depthMembers.giveBack(&members)
    stream.memory.planePieces.giveBack(&pieces)
    return areParted
  }

  /// Draws a layer of a set: as a whole, so that what is in it sees no backdrop but its own (rule 13).
  private mutating func addMember(_ node: RenderNode, in around: Surroundings) {
    // Parts that were drawn by themselves would each be cut to 0…1, of which the whole may have more (section 2).
    let isWhole = node.mayLeaveRange && !node.paintsOnePrimitive
    guard node.readsBackdropInside || isWhole, node.blendMode == .normal else {
      addGroup(node, in: around, showsBackdrop: false)
      return
    }
    openPass(.group(node.identifier))
    if node.readsBackdropInside {
      // With the clips around it, which cut what it is made of one by one unless it is a group by itself.
      addGroup(node, in: around, showsBackdrop: false)
    } else {
      addPicture(of: node, opacity: around.opacity * node.opacity, in: around)
    }
    guard let surface = closeDrawn() else { return }
    place(surface, opacity: 1, in: ClipChain(box: around.clips.box))
  }

  /// The flat layers in a transform layer, in the order in which the tree has them.
  private mutating func collect(
    _ node: RenderNode, in around: Surroundings, into members: inout [DepthMember], _ number: inout Int
  ) {
    stream.layerCount += 1
    guard node.isSpace else {
      // Also what cannot be seen has a number (rule 13).
      number += 1
      if let inside = surroundings(inside: node, in: around) {
        members.append(
          DepthMember(
            number: number, node: node, surroundings: inside, matrix: matrix(of: node, in: around), outer: around.plane)
        )
      }
      return
    }
    let matrix = matrix(of: node, in: around)
    var inside = around
    inside.toPlane = node.geometry.sublayerMatrix.map { CATransform3DConcat($0, matrix) } ?? matrix
    inside.isFlipped = around.isFlipped != node.geometry.isGeometryFlipped
    inside.opacity = around.opacity * node.opacity
    if node.opacity < 1 { inside.fadesPrimitives = false }
    for sublayer in node.sublayers { collect(sublayer, in: inside, into: &members, &number) }
  }

  /// A member before any cut; nil when nothing of it lies in the box.
  private func piece(of member: DepthMember, number: Int, in box: DeviceBox) -> PlaneOrder.Piece? {
    var reach = Polygon(box)
    // What draws only within its bounds cannot meet planes elsewhere.
    if member.node.drawsWithinBounds {
      reach = outlinePolygon(of: member.node.geometry.bounds, on: member.surroundings.plane, in: box)
    }
    let piece = PlaneOrder.Piece(number: number, depth: member.depth, outline: reach)
    return piece.pixels.isEmpty ? nil : piece
  }

  /// A chain of clips with hard cuts along lines; nil when nothing is left.
  mutating func clips(_ chain: ClipChain, cutBy cuts: some Collection<HalfPlane>) -> ClipChain? {
    var chain = chain
    var polygon = Polygon(chain.box)
    for cut in cuts {
      let length = (cut.a * cut.a + cut.b * cut.b).squareRoot()
      guard length > 0 else {
        if cut.c < 0 { return nil }
        continue
      }
      let line = HalfPlane(a: cut.a / length, b: cut.b / length, c: cut.c / length)
      // The pixel that a line passes is decided by the shader, so the quads keep it.
      polygon.cut(to: HalfPlane(a: line.a, b: line.b, c: line.c + 1))
      guard !polygon.isEmpty else { return nil }
      chain.index = addCut(line, outer: chain.index)
    }
    var around = DeviceBox.nothing
    for point in polygon.points { around.add(point) }
    chain.box = around.pixelsAround.intersection(chain.box)
    return chain.box.isEmpty ? nil : chain
  }

  /// A clip that leaves the pixels whose centres lie on the inside of a line: a rectangle of which one edge is that line, so
  /// sharp that no pixel is covered in part, and the others are far away.
  private mutating func addCut(_ line: HalfPlane, outer: Int) -> Int {
    let far: Float = 1e30
    let record = ClipRecord(
      texels: (
        SIMD4(Float(line.a), 0, 0, Float(outer)), SIMD4(Float(line.b), 0, 0, 0), SIMD4(Float(line.c), 0, 1, 0),
        SIMD4(0, -far, far, far), .zero, SIMD4(1e10, 1, 1, 1)
      ))
    return stream.add(record, outer: outer)
  }
}

extension RenderNode {
  /// Whether nothing of the layer can change pixels outside of its bounds.
  fileprivate var drawsWithinBounds: Bool {
    guard shadow == nil, filters.isEmpty, rasterScale == nil, !blendMode.reachesBeyondSource else { return false }
    return clipsToBounds || sublayers.isEmpty && contents == nil && shape == nil
  }
}

/// A flat layer in a transform layer.
struct DepthMember: Sendable {
  /// Its place in the set, from 1.
  fileprivate let number: Int
  fileprivate let node: RenderNode
  /// As its inside sees them.
  fileprivate let surroundings: Flattener.Surroundings
  /// From the layer's coordinates to those of the plane around the set.
  fileprivate let matrix: CATransform3D
  /// That plane.
  fileprivate let outer: Plane

  /// The layer's depth over the device, times the third row of the outer plane's map back, which is positive where anything
  /// is seen: linear in the device position. (z after the division by w is linear over the outer plane: with
  /// (u, v, s) = H⁻¹·(x, y, 1), H being the layer's map to the outer plane, the w there is 1.)
  fileprivate var depth: HalfPlane {
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
}
