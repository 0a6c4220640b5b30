// Flattening: what a render tree shows, as a display list that every back end reads.
//
// In:   a `RenderTree`.
// Out:  a `DisplayList`: typed primitives in painter's order, in nested render passes, with planes and clip chains as arrays.
// Path: `Flattener.flatten` opens the canvas's pass → `add` walks the tree: each layer's plane, what can be seen of it, whether it is a group
//       (`Effects/Group.swift`) → one file an effect turns what the node has into primitives (`Background`, `Border`, `Gradient`,
//       `Contents`, `Shape`, `Mask`, `Clipping`).
//
// It decides what is drawn where, in which pass and under which clips. It knows no device, no bytes and no texture, and a list is a function of
// the tree alone. The rules are docs/rendering.md.

import Graphics
import RenderTree

/// Turns a render tree into a display list.
package struct Flattener {
  var list: DisplayList
  /// The canvas's pixels.
  let canvas: PixelBox
  /// The pixels of a partial frame; of a whole one nothing is asked.
  var wanted: PixelRegion

  init(list: DisplayList, canvas: PixelBox) {
    self.list = list
    self.canvas = canvas
    wanted = PixelRegion(canvas: canvas)
  }

  /// Pixels beyond the canvas that are drawn at most, for what reaches into it (rendering rules §12).
  static let mostBeyondCanvas: Int32 = 2048

  /// Flattens a tree.
  ///
  /// - Parameters:
  ///   - wanted: the pixels that are drawn, nil for all: the list shows there what that of the whole frame shows, and may leave out what
  ///     touches none of them.
  ///   - old: a list that nobody needs any more; the memory of its arrays serves this one.
  package static func flatten(
    _ tree: RenderTree, within wanted: [PixelBox]? = nil, reusing old: consuming DisplayList = DisplayList()
  ) -> DisplayList {
    old.removeAll()
    let canvas = PixelBox(canvasOf: tree)
    let background = tree.background.flatMap { $0.isFinite ? $0.premultiplied : nil } ?? .clear
    var flattener = Flattener(list: old, canvas: canvas)
    flattener.list.passes.append(
      RenderPass(first: 0, end: 0, box: canvas, background: background, isLocal: false))
    if let root = tree.root, var place = flattener.begin(tree) {
      if let wanted {
        flattener.wanted = flattener.needed(for: wanted, under: root, in: place)
        place.isWhole = false
      }
      flattener.add(root, in: place, as: .root)
    }
    flattener.list.passes[0].end = flattener.list.primitives.count
    return flattener.list
  }

  /// Where the root is drawn; nil for a scale that is no positive number.
  mutating func begin(_ tree: RenderTree) -> Place? {
    guard let plane = Plane(scale: tree.scale) else { return nil }
    list.planes.append(plane)
    return Place(plane: 0, box: canvas)
  }

  /// What a layer is drawn as.
  enum Role {
    case sublayer
    /// Its backdrop is not filtered (§21).
    case root
    /// Neither is a mask's, and its blend mode is ignored (§20).
    case mask
  }

  /// Where a layer is about to be drawn: what its superlayers give it.
  struct Place {
    /// The plane of the nearest superlayer whose plane is its own, as an index into the list's planes.
    var plane: Int32
    /// Where the superlayer's own coordinates begin on that plane, in its points: layers that are only moved share one plane.
    var offset: (x: Double, y: Double) = (0, 0)
    /// What comes after a layer's own matrix on the way to the plane: the superlayer's sublayer transform; nil for the identity.
    var toPlane: CATransform3D?
    /// Whether an odd number of superlayers are `geometryFlipped`.
    var isFlipped = false
    /// The opacity that layers which do not fade as a group pass on, to each primitive and each group (§11).
    var fade = 1.0
    /// The innermost clip; −1 for none.
    var clip: Int32 = -1
    /// Whether layers are planes among which depth decides (§13).
    var isInSpace = false
    /// Whether all is drawn, what touches no pixel that is wanted too.
    var isWhole = true
    /// Pixels outside of which nothing is drawn: what pass and clips leave.
    var box: PixelBox
  }

  /// Draws a layer with its sublayers (§3, §5, §8, §11).
  mutating func add(_ node: RenderNode, in place: Place, as role: Role = .sublayer) {
    guard !place.box.isEmpty, isWanted(node, in: place) else { return }
    guard !node.isSpace else {
      list.missing.insert(.transformLayer)
      return
    }
    guard var inside = self.inside(node, in: place), addMaskClip(of: node, to: &inside) else { return }
    note(node, as: role)
    if isGroup(node, fade: inside.fade) {
      addGroup(node, in: inside)
    } else {
      inside.fade *= node.opacity
      addParts(of: node, in: inside)
    }
  }

  /// Where a layer's own parts and sublayers are drawn; nil when nothing of them can be seen (§3).
  mutating func inside(_ node: RenderNode, in place: Place) -> Place? {
    var inside = place
    inside.isInSpace = false
    inside.isFlipped = place.isFlipped != node.geometry.isGeometryFlipped
    inside.toPlane = node.sublayers.isEmpty && node.mask == nil ? nil : node.geometry.sublayerMatrix
    let around = list.planes[Int(place.plane)]
    if place.toPlane == nil, let offset = node.offset {
      inside.offset = (place.offset.x + Double(offset.x), place.offset.y + Double(offset.y))
      guard inside.offset.x.isFinite, inside.offset.y.isFinite else { return nil }
      return node.isDoubleSided || around.isMirrored == inside.isFlipped ? inside : nil
    }
    var matrix = node.geometry.placedMatrix
    if let toPlane = place.toPlane { matrix = CATransform3DConcat(matrix, toPlane) }
    if place.offset != (0, 0) {
      matrix = CATransform3DConcat(matrix, CATransform3DMakeTranslation(place.offset.x, place.offset.y, 0))
    }
    guard let plane = around.plane(placedBy: matrix) else { return nil }
    if !node.isDoubleSided, plane.isMirrored != inside.isFlipped { return nil }
    inside.plane = Int32(list.planes.count)
    inside.offset = (0, 0)
    list.planes.append(plane)
    return inside
  }

  /// Where the sublayers of a layer are drawn that is only a space (§13).
  func through(_ node: RenderNode, in place: Place) -> Place {
    var inside = place
    var matrix = node.geometry.placedMatrix
    if let toPlane = place.toPlane { matrix = CATransform3DConcat(matrix, toPlane) }
    inside.toPlane = node.geometry.sublayerMatrix.map { CATransform3DConcat($0, matrix) } ?? matrix
    inside.isFlipped = place.isFlipped != node.geometry.isGeometryFlipped
    inside.isInSpace = true
    return inside
  }

  /// Background, gradient, contents, shape, sublayers, border (§5).
  mutating func addParts(of node: RenderNode, in place: Place) {
    if let background = node.background { add(background, of: node, in: place) }
    if let gradient = node.gradient { add(gradient, of: node, in: place) }
    addInside(of: node, in: place)
    if let border = node.border { add(border, of: node, in: place) }
  }

  /// Contents, shape and sublayers, which the layer's own clip applies to (§8).
  private mutating func addInside(of node: RenderNode, in place: Place) {
    guard node.contents != nil || node.shape != nil || !node.sublayers.isEmpty else { return }
    var inside = place
    guard addClip(of: node, to: &inside) else { return }
    if let contents = node.contents { add(contents, of: node, in: inside) }
    if let shape = node.shape { add(shape, of: node, in: inside) }
    addSublayers(of: node, in: inside)
  }

  /// Names what the list cannot express of a layer.
  private mutating func note(_ node: RenderNode, as role: Role) {
    if node.shadow != nil { list.missing.insert(.shadow) }
    if !node.filters.isEmpty { list.missing.insert(.filters) }
    if role == .sublayer, !node.backgroundFilters.isEmpty { list.missing.insert(.backgroundFilters) }
    if role != .mask, node.blendMode != .normal { list.missing.insert(.blendMode) }
    if node.rasterScale != nil { list.missing.insert(.rasterisation) }
  }
}
