import Graphics
import RenderTree

/// Turns a render tree into a command stream: who draws what, where, under which clips, in which pass.
package struct Flattener {
  var stream = CommandStream()
  /// The passes that are being written, the innermost last.
  var open: [PassBuilder]

  /// What a layer inherits from those around it.
  struct Surroundings {
    /// The plane that the layer is flattened into.
    var plane: Plane
    /// From the superlayer's coordinates to that plane: other than the identity inside transform layers only.
    var space: CATransform3D?
    /// Nil for the root.
    var superlayer: LayerGeometry?
    var clips: ClipChain
    /// Whether an odd number of layers from here to the root have flipped geometry.
    var isFlipped = false
    /// What transform layers, and groups that need no surface, leave of the opacity.
    var opacity = 1.0
  }

  /// Flattens a tree for a frame of so many device pixels.
  package static func flatten(_ tree: RenderTree, width: Int, height: Int) -> CommandStream {
    let canvas = DeviceBox(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    var flattener = Flattener(open: [PassBuilder(group: nil)])
    let surroundings = Surroundings(plane: Plane(scale: tree.scale), clips: ClipChain(box: canvas))
    if let root = tree.root { flattener.add(root, in: surroundings) }
    let background = tree.background?.premultiplied ?? PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0)
    flattener.close(area: canvas, background: background)
    return flattener.stream
  }

  /// Draws a layer with its sublayers.
  mutating func add(_ node: RenderNode, in around: Surroundings) {
    stream.layerCount += 1
    var matrix = node.geometry.matrix(in: around.superlayer)
    if let space = around.space { matrix = CATransform3DConcat(matrix, space) }
    var inside = around
    inside.superlayer = node.geometry
    inside.isFlipped = around.isFlipped != node.geometry.isGeometryFlipped
    guard node.kind != .transform else {
      inside.space = matrix
      inside.opacity = around.opacity * node.opacity
      for sublayer in node.sublayers { add(sublayer, in: inside) }
      return
    }
    guard let plane = Plane(matrix, in: around.plane) else { return }
    if !node.isDoubleSided, isBackFacing(plane, isFlipped: inside.isFlipped) { return }
    inside.plane = plane
    inside.space = nil
    addGroup(node, in: inside)
  }

  /// Whether the viewer sees the back of a plane: orientation, the flips not counted (docs/rendering.md, section 3).
  private func isBackFacing(_ plane: Plane, isFlipped: Bool) -> Bool {
    (plane.toDevice.determinant < 0) != isFlipped
  }

  /// Draws what a layer is made of, from back to front. `around` is as its inside sees it.
  mutating func addContent(of node: RenderNode, in around: Surroundings) {
    if let background = node.background { add(background, of: node, in: around) }
    var inside = around
    var isClipped = false
    if node.clipsToBounds {
      if let clips = clip(node, plane: around.plane, in: around.clips) {
        inside.clips = clips
      } else {
        isClipped = true
      }
    }
    if !isClipped {
      if let contents = node.contents { add(contents, of: node, in: inside) }
      for sublayer in node.sublayers { add(sublayer, in: inside) }
    }
    if let border = node.border { add(border, of: node, in: around) }
  }

  // MARK: Writing

  /// Tells the innermost pass that a primitive comes, and around what it lies.
  mutating func beginPrimitive(_ box: DeviceBox) {
    open[open.count - 1].begin(box)
  }

  /// Ends the innermost pass and appends it to the stream.
  ///
  /// - Returns: its number.
  @discardableResult
  mutating func close(area: DeviceBox, background: PremultipliedColor) -> Int {
    let builder = open.removeLast()
    var pass = CommandStream.Pass(area: area, background: background, group: builder.group)
    pass.shows = builder.shows
    let firstFill = stream.fills.count
    let firstImage = stream.images.count
    stream.fills += builder.fills
    stream.images += builder.images
    pass.batches = builder.batches.map { batch in
      var batch = batch
      batch.first += batch.key.program.readsImages ? firstImage : firstFill
      return batch
    }
    stream.passes.append(pass)
    return stream.passes.count - 1
  }
}
