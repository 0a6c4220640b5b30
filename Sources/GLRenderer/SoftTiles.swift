import Graphics
import RenderTree

/// In which small tiles of a canvas so many blurs and shadows show on one another that rounding each of them to the bytes of the
/// frame would add up to more than docs/rendering.md, section 15, allows; for whole frames, which are drawn by pieces there
/// (`FineTiles.swift`).
///
/// It looks closer than `SoftStacks`: what something opaque hides does not count, nor a shadow's rim, of which all together change no byte.
struct SoftTiles {
  /// A tile's least side, in pixels: in larger ones many lie beside one another rather than on one another.
  private static let leastSide = 4

  private let canvas: DeviceBox
  /// Pixels of a tile across and down.
  private let side: Vector2
  /// Row by row, of each word of tiles those in which at least one blur or shadow shows, and those in which two and three do: three
  /// are off by more than 2/255 at a pixel in a million.
  private var counts: [SIMD4<UInt64>]
  /// How many blurs and shadows the tree has.
  private var softCount = 0

  /// The tiles of a tree's canvas; nil if there are none.
  static func find(in tree: RenderTree) -> FineTiles? {
    guard let root = tree.root, root.softCount >= SoftStacks.depth else { return nil }
    var tiles = SoftTiles(width: tree.pixelWidth, height: tree.pixelHeight)
    tiles.softCount = root.softCount
    tiles.add(root, in: DamagePlace(tree, canvas: tiles.canvas), mayHide: true)
    return FineTiles(canvas: tiles.canvas, side: tiles.side, tiles: tiles.counts.map(\.z))
  }

  private init(width: Int, height: Int) {
    canvas = DeviceBox(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    func side(_ pixels: Int) -> Double {
      Double(max(Self.leastSide, (pixels + TileRun.tileCount - 1) / TileRun.tileCount))
    }
    self.side = Vector2(side(width), side(height))
    counts = Array(repeating: .zero, count: Int((Double(height) / self.side.y).rounded(.up)) * TileRun.wordCount)
  }

  /// - Parameter mayHide: whether what is opaque hides what lies beneath it here.
  private mutating func add(_ node: RenderNode, in place: DamagePlace, mayHide: Bool) {
    guard node.softCount > 0 || mayHide && node.background?.color.alpha == 1, !place.box.isEmpty else { return }
    guard !node.isSpace else {
      let inside = place.through(node)
      for sublayer in node.sublayers { add(sublayer, in: inside, mayHide: false) }
      return
    }
    guard var inside = place.inside(node) else { return }
    var mayHide = mayHide && node.isAsItIs
    if node.ownSoftCount > 0 { addOwn(of: node, in: inside) }
    if mayHide, let body = inside.plane.opaquePixels(of: node) {
      hide(body.intersection(inside.box == canvas ? canvas : inside.box.inset(by: 1)))
    }
    guard node.softCount > node.ownSoftCount else { return }
    if node.clipsToBounds {
      inside.box = inside.plane.pixels(of: Extent(node.geometry.bounds), in: inside.box)
      mayHide = mayHide && node.corners.isSquare && inside.plane.isAxisParallel
    }
    for sublayer in node.sublayers { add(sublayer, in: inside, mayHide: mayHide) }
  }

  private mutating func addOwn(of node: RenderNode, in place: DamagePlace) {
    var count = node.ownSoftCount
    if let shadow = node.shadow, shadow.radius > 0, node.filters.isEmpty,
      let reach = ShadowReach(of: shadow, node, on: place.plane, count: softCount)
    {
      add(reach, in: place.box)
      count -= 1
    }
    guard count > 0 else { return }
    let box = place.plane.pixels(of: node.extent, in: place.box)
    guard !box.isEmpty else { return }
    for row in rows(from: box.minY, to: box.maxY) {
      for _ in 0..<count { add(from: box.minX, to: box.maxX, row: row) }
    }
  }

  private mutating func add(_ reach: ShadowReach, in clip: DeviceBox) {
    let around = reach.around.intersection(clip)
    guard !around.isEmpty else { return }
    for row in rows(from: around.minY, to: around.maxY) {
      let top = Double(row) * side.y
      guard let (start, end) = reach.columns(between: top, and: top + side.y) else { continue }
      add(from: max(start, around.minX), to: min(end, around.maxX), row: row)
    }
  }

  private mutating func add(from start: Double, to end: Double, row: Int) {
    guard start < end else { return }
    let run = TileRun(Int(start / side.x)..<Int((end / side.x).rounded(.up)))
    for word in run.words {
      let place = row * TileRun.wordCount + word
      let before = counts[place]
      counts[place] = before | (SIMD4(.max, before.x, before.y, before.z) & run.bits(in: word))
    }
  }

  /// Forgets what lies beneath opaque pixels.
  private mutating func hide(_ box: DeviceBox) {
    // Tiles wholly within; those at the canvas's end may reach beyond it.
    func whole(_ start: Double, _ end: Double, _ side: Double, _ length: Double) -> Range<Int> {
      let first = Int((start / side).rounded(.up))
      return first..<max(first, Int((end / side).rounded(end == length ? .up : .down)))
    }
    guard !box.isEmpty else { return }
    let columns = whole(box.minX, box.maxX, side.x, canvas.maxX)
    let run = TileRun(columns)
    for row in whole(box.minY, box.maxY, side.y, canvas.maxY) {
      for word in run.words { counts[row * TileRun.wordCount + word] &= ~run.bits(in: word) }
    }
  }

  private func rows(from start: Double, to end: Double) -> ClosedRange<Int> {
    let first = Int(start / side.y)
    return first...max(first, Int((end / side.y).rounded(.up)) - 1)
  }
}

extension RenderNode {
  /// Whether nothing is done to the layer's picture as a whole.
  fileprivate var isAsItIs: Bool {
    opacity == 1 && mask == nil && filters.isEmpty && backgroundFilters.isEmpty && blendMode == .normal
      && rasterScale == nil
  }
}

extension Plane {
  /// The pixels that a layer's opaque background hides wholly; nil if none surely are.
  func opaquePixels(of node: RenderNode) -> DeviceBox? {
    guard let background = node.background, background.color.alpha == 1,
      let shape = RoundedBox(node.geometry.bounds, radii: node.corners, style: node.outlineStyle, on: self)
    else { return nil }
    // Inside of the corners' arcs, and of the border beneath which the background may end.
    let box = shape.pixelsCovered(inset: node.fillInset / pointsPerPixel.x)
    return box.isEmpty ? nil : box
  }
}
