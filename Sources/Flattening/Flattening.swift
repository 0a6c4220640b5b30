// Flattening: turns a render tree into a display list for all back ends.
//
// In:   a `RenderTree`.
// Out:  a `DisplayList`: typed primitives in painter's order, in nested render passes, with planes
//       and clip chains as arrays.
// Path: `Flattener.flatten` opens the canvas's pass → `add` walks the tree: each layer's plane, its
//       visible part, and whether it is a group (`Effects/Group.swift`) → one file per effect turns
//       the node's values into primitives (`Background`, `Border`, `Gradient`, `Contents`, `Shape`,
//       `Clipping`) and passes (`Shadow`, `Filters`, `Backdrop`).
//
// It decides what is drawn where, in which pass and under which clips. It knows no device, no bytes
// and no texture. A list is a function of the tree alone. The rules are docs/rendering.md.

import MultiplaneGraphics
import MultiplaneRenderTree

/// Converts a render tree to a display list.
package struct Flattener {
  var list: DisplayList
  /// The pixels of a partial frame; of a whole one nothing is asked.
  var wanted: PixelRegion
  /// Casters of shadows and masks of backdrops that lie in others of these.
  var repeats = RepeatedDrawings()
  /// The order of planes in transform layers.
  var planeOrder = PlaneOrder()
  /// The matrices that places name (`Place.toPlane`).
  private var matrices: [CATransform3D] = []
  /// By primitive, the layer that it is of, for `flattenNamingLayers`; nil without it.
  var owners: [LayerIdentifier?]?

  /// Pixels of the canvas per point.
  private(set) var scale = 1.0

  init(list: DisplayList, canvas: PixelBox) {
    self.list = list
    wanted = PixelRegion(canvas: canvas)
  }

  /// Flattens a tree.
  ///
  /// - Parameters:
  ///   - wanted: the pixels to draw, nil for all. There the list shows the same as for the whole
  ///     frame; primitives that touch none of them may be left out.
  ///   - old: an unused list, whose memory is reused.
  package static func flatten(
    _ tree: RenderTree, within wanted: [PixelBox]? = nil, reusing old: consuming DisplayList = DisplayList()
  ) -> DisplayList {
    old.removeAll()
    var flattener = Flattener(list: consume old, canvas: PixelBox(canvasOf: tree))
    flattener.flatten(tree, within: wanted)
    return flattener.list
  }

  /// Flattens a tree, with the layer of each primitive; for one that opens or shows a pass, the
  /// layer that is drawn in it.
  package static func flattenNamingLayers(_ tree: RenderTree) -> (list: DisplayList, layers: [LayerIdentifier?]) {
    var flattener = Flattener(list: DisplayList(), canvas: PixelBox(canvasOf: tree))
    flattener.owners = []
    flattener.flatten(tree, within: nil)
    let rest = flattener.list.primitives.count - (flattener.owners?.count ?? 0)
    return (flattener.list, (flattener.owners ?? []) + Array(repeating: nil, count: max(0, rest)))
  }

  private mutating func flatten(_ tree: RenderTree, within wanted: [PixelBox]?) {
    let canvas = PixelBox(canvasOf: tree)
    let background = tree.background.flatMap { $0.isFinite ? $0.premultiplied : nil } ?? .clear
    list.passes.append(RenderPass(first: 0, end: 0, box: canvas, background: background, isLocal: false))
    if tree.root != nil || tree.overlay != nil, var place = begin(tree, on: canvas) {
      if let wanted {
        self.wanted = needed(for: wanted, under: tree.root, in: place)
        place.isWhole = false
      }
      if let root = tree.root { add(root, in: place, as: .root) }
      if let overlay = tree.overlay { add(overlay, in: place, as: .root) }
    }
    list.passes[0].end = list.primitives.count
  }

  /// The drawing state of the root; nil for a scale that is no positive number.
  mutating func begin(_ tree: RenderTree, on canvas: PixelBox) -> Place? {
    guard let plane = Plane(scale: tree.scale) else { return nil }
    scale = tree.scale
    list.planes.append(plane)
    return Place(plane: 0, canvas: canvas, box: canvas)
  }

  /// The role in which a layer is drawn.
  enum Role {
    case sublayer
    /// Its backdrop is not filtered (§21).
    case root
    /// Neither is a mask's, and its blend mode is ignored (§20).
    case mask
    /// One of those in a transform layer: its backdrop filters show nothing (§13).
    case member
  }

  /// The drawing state of a layer, inherited from its superlayers.
  struct Place: BitwiseCopyable {
    /// The plane of the nearest superlayer whose plane is its own, as an index into the list's
    /// planes.
    var plane: Int32
    /// The origin of the superlayer's own coordinates on that plane, in its points: layers that are
    /// only translated share one plane.
    var offset: (x: Double, y: Double) = (0, 0)
    /// The matrix after a layer's own on the way to the plane, the superlayer's sublayer transform,
    /// as `matrix(_:)` finds it; −1 for the identity. Hardly any superlayer has one, and places are
    /// copied for each layer.
    var toPlane: Int32 = -1
    /// Whether an odd number of superlayers are `geometryFlipped`.
    var isFlipped = false
    /// The opacity that transform layers pass on: it counts as each sublayer's own (§13).
    var opacity = 1.0
    /// The opacity that layers which do not fade as a group pass on, to each primitive and each
    /// group (§11).
    var fade = 1.0
    /// The innermost clip; −1 for none.
    var clip: Int32 = -1
    /// Whether layers are planes among which depth decides (§13).
    var isInSpace = false
    /// Whether all is drawn, what touches no pixel that is wanted too.
    var isWhole = true
    /// The pixels of the canvas, or of the raster that stands for it (§22).
    let canvas: PixelBox
    /// Pixels outside of which nothing is drawn: what pass and clips leave.
    var box: PixelBox
    /// Of the canvas, what has to be drawn of every surface in which a layer filters its backdrop
    /// (§21): all of it, but of a raster.
    var backdropBox: PixelBox
    /// Whether what is drawn is drawn once more elsewhere.
    var isRepeated = false

    init(
      plane: Int32, offset: (x: Double, y: Double) = (0, 0), toPlane: Int32 = -1, isFlipped: Bool = false,
      canvas: PixelBox, box: PixelBox, isRepeated: Bool = false
    ) {
      (self.plane, self.offset, self.isFlipped) = (plane, offset, isFlipped)
      (self.canvas, self.box, self.isRepeated) = (canvas, box, isRepeated)
      backdropBox = canvas
      self.toPlane = toPlane
    }
  }

  /// Draws a layer with its sublayers (§3, §5, §8, §11).
  mutating func add(_ node: RenderNode, in place: Place, as role: Role = .sublayer) {
    guard !place.box.isEmpty, isWanted(node, in: place) else { return }
    guard !node.isSpace else { return addDepthSet(of: node, in: place) }
    guard let inside = inside(node, in: place) else { return }
    add(node, inside: inside, opacity: node.opacity * place.opacity, as: role)
  }

  /// Takes note that primitives are a layer's, but for those that are known to be of one in it.
  private mutating func noteOwner(_ layer: LayerIdentifier, from first: Int) {
    forgetOwners(from: list.primitives.count)
    guard var owners = self.owners.take() else { return }
    while owners.count < list.primitives.count { owners.append(nil) }
    for index in first..<owners.count where owners[index] == nil { owners[index] = layer }
    self.owners = owners
  }

  /// Forgets whose primitives were that have been taken back.
  private mutating func forgetOwners(from first: Int) {
    if let count = owners?.count, count > first { owners?.removeSubrange(first...) }
  }

  /// Draws a layer whose place is known.
  ///
  /// - Parameter opacity: its own, with that of the transform layers around it.
  mutating func add(_ node: RenderNode, inside place: Place, opacity: Double, as role: Role) {
    guard owners != nil else { return compose(node, inside: place, opacity: opacity, as: role) }
    let first = list.primitives.count
    forgetOwners(from: first)
    compose(node, inside: place, opacity: opacity, as: role)
    noteOwner(node.identifier, from: first)
  }

  private mutating func compose(_ node: RenderNode, inside place: Place, opacity: Double, as role: Role) {
    var inside = place
    guard addMaskClip(of: node, to: &inside) else { return }
    let features = node.features
    if role == .sublayer, features.contains(.backgroundFilters) { addBackdrop(of: node, in: inside) }
    let blends = role != .mask && features.contains(.blendMode)
    if blends || isGroup(node, opacity: opacity, fade: inside.fade) {
      addGroup(node, opacity: opacity, blends ? node.blendMode : .normal, in: inside)
    } else {
      inside.fade *= opacity
      addWhole(node, in: inside)
    }
  }

  /// The state for a layer's own parts and sublayers; nil when nothing of them can be seen (§3).
  mutating func inside(_ node: RenderNode, in place: Place) -> Place? {
    var inside = place
    inside.isInSpace = false
    inside.isFlipped = place.isFlipped != node.isGeometryFlipped
    inside.toPlane = node.sublayers.isEmpty && node.mask == nil ? -1 : store(node.sublayerMatrix)
    inside.opacity = 1
    if place.toPlane < 0, let offset = node.offset {
      inside.offset = (place.offset.x + Double(offset.x), place.offset.y + Double(offset.y))
      guard inside.offset.x.isFinite, inside.offset.y.isFinite else { return nil }
      return node.isDoubleSided || list.planes[Int(place.plane)].isMirrored == inside.isFlipped ? inside : nil
    }
    guard let plane = list.planes[Int(place.plane)].plane(placedBy: map(of: node, in: place)) else { return nil }
    if !node.isDoubleSided, plane.isMirrored != inside.isFlipped { return nil }
    inside.plane = Int32(list.planes.count)
    inside.offset = (0, 0)
    list.planes.append(plane)
    return inside
  }

  /// Stores a matrix for places; −1 for the identity.
  mutating func store(_ matrix: CATransform3D?) -> Int32 {
    guard let matrix else { return -1 }
    matrices.append(matrix)
    return Int32(matrices.count - 1)
  }

  /// A stored matrix; nil for the identity.
  func matrix(_ index: Int32) -> CATransform3D? { index < 0 ? nil : matrices[Int(index)] }

  /// The map from a layer's plane to the plane around it (§3): of `matrix(of:in:)` what counts
  /// there.
  private func map(of node: RenderNode, in place: Place) -> PlaneMap {
    var matrix = node.placedMatrix
    if let toPlane = self.matrix(place.toPlane) { matrix = CATransform3DConcat(matrix, toPlane) }
    var map = PlaneMap(matrix)
    map.move(by: place.offset)
    return map
  }

  /// From a layer's coordinates to those of the plane around it (§3).
  func matrix(of node: RenderNode, in place: Place) -> CATransform3D {
    var matrix = node.placedMatrix
    if let toPlane = self.matrix(place.toPlane) { matrix = CATransform3DConcat(matrix, toPlane) }
    if place.offset != (0, 0) {
      matrix = CATransform3DConcat(matrix, CATransform3DMakeTranslation(place.offset.x, place.offset.y, 0))
    }
    return matrix
  }

  /// A layer over its shadow (§15).
  mutating func addWhole(_ node: RenderNode, in place: Place) {
    if node.features.contains(.shadow) { addShadow(of: node, in: place) }
    addParts(of: node, in: place)
  }

  /// Background, gradient, contents, shape, sublayers, border (§5).
  mutating func addParts(of node: RenderNode, in place: Place) {
    // Asked for by their flags, as what most layers have not is large.
    let features = node.features
    if let background = node.background { add(background, of: node, in: place) }
    if features.contains(.gradient), let gradient = node.gradient { add(gradient, of: node, in: place) }
    if !features.isDisjoint(with: [.contents, .shape]) || !node.sublayers.isEmpty {
      addInside(of: node, features, in: place)
    }
    if features.contains(.border), let border = node.border { add(border, of: node, in: place) }
  }

  /// Contents, shape and sublayers, which the layer's own clip applies to (§8).
  private mutating func addInside(of node: RenderNode, _ features: RenderNode.Features, in place: Place) {
    var inside = place
    guard addClip(of: node, to: &inside) else { return }
    if features.contains(.contents), let contents = node.contents { add(contents, of: node, in: inside) }
    if features.contains(.shape), let shape = node.shape { add(shape, of: node, in: inside) }
    addSublayers(of: node, in: inside)
  }
}

/// Counts what is drawn again within one frame: the casters of shadows, and the masks of backdrops.
/// Each is drawn twice for each such thing that it lies in, which doubles the work with every
/// level: beyond the limit they are left out (rendering rules §12).
struct RepeatedDrawings {
  private static let most = 16_384
  private var count = 0

  /// Counts one more, if it is inside of another; false when it is one too many.
  mutating func admit(in place: Flattener.Place) -> Bool {
    guard place.isRepeated else { return true }
    count += 1
    return count <= Self.most
  }
}
