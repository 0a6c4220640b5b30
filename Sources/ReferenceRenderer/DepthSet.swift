import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// One layer of a set of planes: what it shows, and how deep it lies at each pixel (rendering rules
/// §13).
private struct SetMember {
  /// Its place among all layers of the set, in the order of the tree.
  let number: Int
  /// The layer as a whole, on the pixels that it paints.
  let picture: GroupPicture
  /// How the picture meets what lies behind it: `normal` for one that holds its opacity and clips
  /// already.
  let mode: BlendMode
  let opacity: Double
  let clips: ClipChain
  /// The box in which it changes pixels.
  let box: PixelBox
  /// The z and the w of the superplane's space that a device pixel shows on the layer's plane;
  /// depth is their quotient.
  private let z, w: DeviceLine

  /// Depth that each number adds, in points, so that of layers in one plane the later is in front.
  private static let step = 1.0 / 1024

  /// A layer with opacity and clips, as it is placed by a source-over.
  init(number: Int, whole: Surface, plane: PlaneMap, matrix: CATransform3D) {
    self.init(
      number: number, picture: GroupPicture(surface: whole), mode: .normal, opacity: 1, clips: ClipChain(),
      box: whole.box, plane: plane,
      matrix: matrix)
  }

  init(
    number: Int, picture: GroupPicture, mode: BlendMode, opacity: Double, clips: ClipChain, box: PixelBox,
    plane: PlaneMap,
    matrix: CATransform3D
  ) {
    self.number = number
    self.picture = picture
    self.mode = mode
    self.opacity = opacity
    self.clips = clips
    self.box = box
    // The point (x, y) that the pixel shows comes from `fromDevice` times some v; z and w are
    // linear in it, and v goes out when they are divided.
    let back = plane.fromDevice
    func line(_ byX: Double, _ byY: Double, _ constant: Double) -> DeviceLine {
      DeviceLine(
        a: back.m11 * byX + back.m12 * byY + back.m13 * constant,
        b: back.m21 * byX + back.m22 * byY + back.m23 * constant,
        c: back.m31 * byX + back.m32 * byY + back.m33 * constant)
    }
    z = line(matrix.m13, matrix.m23, matrix.m43)
    w = line(matrix.m14, matrix.m24, matrix.m44)
  }

  /// In points of the superplane's space, greater in front. What is not a number lies behind all
  /// else.
  func depth(_ x: Double, _ y: Double) -> Double {
    let depth = z.distance(x, y) / w.distance(x, y) + Double(number) * SetMember.step
    return depth.isNaN ? -.infinity : depth
  }
}

extension LayerWalk {
  /// Draws all layers with a plane that are reached through a layer that is only a space, by their
  /// depth at each pixel.
  func drawSpace(_ node: RenderNode, in place: Place, on surface: Surface) {
    var count = 0
    var members: [SetMember] = []
    collect(node, in: place, &count, &members, on: surface)
    if members.count == 1 {
      blend(members[0], in: members[0].box, on: surface)
      return
    }
    let box = members.reduce(PixelBox.empty) { $0.union($1.box) }
    var shown: [(depth: Double, member: SetMember)] = []
    for y in box.minY..<box.maxY {
      let rowMembers = members.filter { $0.box.minY <= y && y < $0.box.maxY }
      for x in box.minX..<box.maxX where pool.admits(steps: 40 * rowMembers.count + 40) {
        shown.removeAll(keepingCapacity: true)
        let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
        for member in rowMembers where member.box.minX <= x && x < member.box.maxX {
          guard member.mode.reachesBeyondSource || member.picture.surface.color(column: x, row: y).alpha > 0 else {
            continue
          }
          shown.append((member.depth(centerX, centerY), member))
        }
        shown.sort { ($0.depth, $0.member.number) < ($1.depth, $1.member.number) }
        let pixel = PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        for (_, member) in shown { blend(member, in: pixel, on: surface) }
      }
    }
  }

  private func blend(_ member: SetMember, in box: PixelBox, on surface: Surface) {
    surface.blend(member.picture, member.mode, opacity: member.opacity, clips: member.clips, in: box)
  }

  /// Draws each layer of the set as a whole, in the order of the tree.
  ///
  /// - Parameter count: how many layers with a plane have been met, also such as show nothing.
  private func collect(
    _ space: RenderNode, in place: Place, _ count: inout Int, _ members: inout [SetMember], on surface: Surface
  ) {
    var inside = place
    inside.superlayer = space
    inside.through = place.matrix(of: space)
    inside.isFlipped = place.isFlipped != space.geometry.isGeometryFlipped
    inside.opacity = place.opacity * space.opacity
    for sublayer in space.sublayers {
      if sublayer.isSpace {
        collect(sublayer, in: inside, &count, &members, on: surface)
        continue
      }
      let number = count
      count += 1
      if let member = member(sublayer, number: number, in: inside, on: surface) { members.append(member) }
    }
  }

  /// One layer of a set, drawn; nil when it shows nothing.
  private func member(_ node: RenderNode, number: Int, in place: Place, on surface: Surface) -> SetMember? {
    let matrix = place.matrix(of: node)
    guard let plane = place.plane.plane(placedBy: matrix) else { return nil }
    guard node.blendMode == .normal else {
      let opacity = node.opacity * place.opacity * place.fade
      let box = place.box.intersection(surface.box)
      guard let inside = place.inside(node)?.masked(of: node), !box.isEmpty,
        let picture = group(of: node, node.blendMode, in: inside, covering: surface.box)
      else { return nil }
      return SetMember(
        number: number, picture: picture, mode: node.blendMode, opacity: opacity, clips: inside.clips,
        box: node.blendMode.reachesBeyondSource ? box : picture.surface.painted.intersection(box), plane: plane,
        matrix: matrix)
    }
    let whole = pool.take(surface.box)
    defer { pool.giveBack(whole) }
    draw(node, in: place, on: whole)
    guard !whole.painted.isEmpty else { return nil }
    return SetMember(number: number, whole: whole.copyOfPainted(), plane: plane, matrix: matrix)
  }
}
