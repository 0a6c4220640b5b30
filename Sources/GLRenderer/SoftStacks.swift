import GL
import Graphics
import RenderTree

/// Where so many blurs and shadows may lie on one another that rounding each of them to the bytes of the frame would add up to
/// more than docs/rendering.md, section 15, allows. What is drawn there is rounded once (`FineFrame.swift`).
///
/// The tree alone says where that is, whatever of it is drawn anew: so partial frames take the same way as whole ones without
/// short cuts, and `Damage` knows of each pixel that takes another.
struct SoftStacks {
  /// Each is off by half a 255th at most, so three of them still are by less than what rounds to 2/255.
  static let depth = 4
  /// Of trees with more all is left as it is.
  static let most = 4096
  /// Of trees with more, whole frames look closer, at tiles (`SoftTiles`): boxes would be most of the canvas.
  static let mostInBoxes = 64

  /// Whether there are more.
  static func areMany(in tree: RenderTree) -> Bool { (tree.root?.softCount ?? 0) > mostInBoxes }

  /// Pixels that are drawn so at most: as real numbers they take 64 MiB.
  private static let mostPixels = 1 << 22
  /// The least side of a tile, in pixels.
  private static let leastTile = 32

  private let canvas: DeviceBox
  /// Pixels of a tile across and down.
  private let tile: Vector2
  /// Of each row of tiles, which of its 64 at least one blur or shadow reaches, and which two, three and four.
  private var rows = InlineArray<64, SIMD4<UInt64>>(repeating: .zero)

  /// The boxes of a canvas's pixels that are drawn so, which do not overlap.
  ///
  /// - Parameters:
  ///   - asWhole: whether it has to be all of the canvas, if it is any of it.
  ///   - keepsRange: whether what is drawn so is cut to 0…1 as in the frame; else there are none where something may leave it.
  static func boxes(of tree: RenderTree, asWhole: Bool = false, keepsRange: Bool = true) -> [DeviceBox] {
    guard let root = tree.root, (depth...most).contains(root.softCount), keepsRange || !root.mayLeaveRange
    else { return [] }
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    var stacks = SoftStacks(width: width, height: height)
    stacks.add(root, in: DamagePlace(tree, canvas: stacks.canvas))
    var region = stacks.region(width: width, height: height)
    // What is read of a backdrop is not rounded either.
    if !region.isEmpty, asWhole || root.readsBackdropInside { region = .whole(width: width, height: height) }
    return region.pixelCount <= mostPixels ? region.boxes : []
  }

  private init(width: Int, height: Int) {
    canvas = DeviceBox(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    func side(_ pixels: Int) -> Double { Double(max(Self.leastTile, (pixels + 63) / 64)) }
    tile = Vector2(side(width), side(height))
  }

  private mutating func add(_ node: RenderNode, in place: DamagePlace) {
    guard node.softCount > 0, !place.box.isEmpty else { return }
    guard !node.isSpace else {
      let inside = place.through(node)
      for sublayer in node.sublayers { add(sublayer, in: inside) }
      return
    }
    guard var inside = place.inside(node) else { return }
    if node.ownSoftCount > 0 {
      let box = inside.plane.pixels(of: node.extent, in: place.box)
      for _ in 0..<node.ownSoftCount { add(box) }
    }
    guard node.softCount > node.ownSoftCount else { return }
    if node.clipsToBounds { inside.box = inside.plane.pixels(of: Extent(node.geometry.bounds), in: inside.box) }
    for sublayer in node.sublayers { add(sublayer, in: inside) }
  }

  /// Counts what lies in a box, in whole pixels of the canvas.
  private mutating func add(_ box: DeviceBox) {
    guard !box.isEmpty else { return }
    let columns = Int(box.minX / tile.x)...Int((box.maxX - 1) / tile.x)
    let touched = (UInt64.max << UInt64(columns.lowerBound)) & (UInt64.max >> UInt64(63 - columns.upperBound))
    for row in Int(box.minY / tile.y)...Int((box.maxY - 1) / tile.y) {
      let before = rows[row]
      rows[row] = before | (SIMD4(UInt64.max, before.x, before.y, before.z) & touched)
    }
  }

  /// The tiles that four or more reach.
  private func region(width: Int, height: Int) -> DamageRegion {
    var region = DamageRegion(width: width, height: height)
    for row in rows.indices where rows[row].w != 0 {
      var left = rows[row].w
      while left != 0 {
        let first = left.trailingZeroBitCount
        let count = (~(left >> UInt64(first))).trailingZeroBitCount
        left &= count + first == 64 ? 0 : UInt64.max << UInt64(first + count)
        let (x, y) = (Double(first) * tile.x, Double(row) * tile.y)
        region.add(DeviceBox(minX: x, minY: y, maxX: x + Double(count) * tile.x, maxY: y + tile.y))
      }
    }
    return region
  }
}
