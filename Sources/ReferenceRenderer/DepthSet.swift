import Foundation
import Graphics
import RenderTree

/// One layer of a set of planes: what it shows, and how deep it lies at each pixel (rendering rules §13).
private struct SetMember {
  /// Its place among all layers of the set, in the order of the tree.
  let number: Int
  /// The layer as a whole, on the pixels that it paints.
  let picture: Surface
  /// The z and the w of the superplane's space that a device pixel shows on the layer's plane; depth is their quotient.
  private let z, w: DeviceLine

  /// Depth that each number adds, in points, so that of layers in one plane the later is in front.
  private static let step = 1.0 / 1024

  init(number: Int, picture: Surface, plane: PlaneMap, matrix: CATransform3D) {
    self.number = number
    self.picture = picture
    // The point (x, y) that the pixel shows comes from `fromDevice` times some v; z and w are linear in it, and v goes
    // out when they are divided.
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

  /// In points of the superplane's space, greater in front. What is not a number lies behind all else.
  func depth(_ x: Double, _ y: Double) -> Double {
    let depth = z.distance(x, y) / w.distance(x, y) + Double(number) * SetMember.step
    return depth.isNaN ? -.infinity : depth
  }
}

extension LayerWalk {
  /// Draws all layers with a plane that are reached through a layer that is only a space, by their depth at each pixel.
  func drawSpace(_ node: RenderNode, in place: Place, on surface: Surface) {
    var count = 0
    var members: [SetMember] = []
    collect(node, in: place, &count, &members, on: surface)
    if members.count == 1 {
      blend(members[0].picture, of: members[0].picture.box, on: surface)
      return
    }
    let box = members.reduce(PixelBox.empty) { $0.union($1.picture.box) }
    var shown: [(depth: Double, member: SetMember)] = []
    for y in box.minY..<box.maxY {
      let rowMembers = members.filter { $0.picture.box.minY <= y && y < $0.picture.box.maxY }
      for x in box.minX..<box.maxX {
        shown.removeAll(keepingCapacity: true)
        let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
        for member in rowMembers where member.picture.box.minX <= x && x < member.picture.box.maxX {
          guard member.picture.color(centerX, centerY).alpha > 0 else { continue }
          shown.append((member.depth(centerX, centerY), member))
        }
        shown.sort { ($0.depth, $0.member.number) < ($1.depth, $1.member.number) }
        let pixel = PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        for (_, member) in shown { blend(member.picture, of: pixel, on: surface) }
      }
    }
  }

  /// The pictures hold their opacity and clips already.
  private func blend(_ picture: Surface, of box: PixelBox, on surface: Surface) {
    surface.paint(GroupPrimitive(surface: picture, opacity: 1), clips: ClipChain(), in: box)
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
      let matrix = inside.matrix(of: sublayer)
      guard let plane = place.plane.plane(placedBy: matrix) else { continue }
      let whole = pool.take(surface.box)
      draw(sublayer, in: inside, on: whole)
      if !whole.painted.isEmpty {
        members.append(SetMember(number: number, picture: whole.copyOfPainted(), plane: plane, matrix: matrix))
      }
      pool.giveBack(whole)
    }
  }
}
