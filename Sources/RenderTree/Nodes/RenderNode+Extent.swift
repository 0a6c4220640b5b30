import MultiplaneGraphics

// How far a subtree reaches. Nodes that have anything beneath them remember it, since they are
// shared from frame to frame.

extension RenderNode {
  /// Around each sublayer, as whoever first asks finds it.
  final class StoredBoxes: Sendable {
    let boxes: SublayerBoxes?

    init(_ boxes: SublayerBoxes?) { self.boxes = boxes }
  }

  /// The boxes of the sublayers, if there are many.
  package var sublayerBoxes: SublayerBoxes? {
    guard sublayers.count >= SublayerBoxes.fewest else { return nil }
    return (storedBoxes.load() ?? storedBoxes.storeIfNil(StoredBoxes(SublayerBoxes(of: self)))).boxes
  }

  /// Forgets how far it and its sublayers reach.
  ///
  /// - Precondition: the caller has the only reference to the node.
  func forgetExtent() {
    storedExtent.load()?.forget()
    storedBoxes.reset()
  }

  /// Reuses the sublayer boxes of an earlier node of the same layer.
  ///
  /// - Parameters:
  ///   - old: a node with the same geometry and number of sublayers.
  ///   - changes: the indices of the sublayers that have changed.
  package func takeSublayerBoxes(of old: RenderNode, changes: ArraySlice<Int>) {
    guard sublayers.count >= SublayerBoxes.fewest, storedBoxes.load() == nil,
      var boxes = old.storedBoxes.load()?.boxes
    else { return }
    boxes.update(changes, of: self)
    _ = storedBoxes.storeIfNil(StoredBoxes(boxes))
  }

  /// The extent of the layer and its sublayers, with shadows, filters and masks, in the layer's
  /// coordinates. Unbounded if no box contains it, and for a layer without its own plane.
  package var extent: Extent {
    guard !isPlain else { return geometry.bounds.isEmpty ? .nothing : Extent(geometry.bounds) }
    let stored = storedExtent.load() ?? storedExtent.storeIfNil(StoredExtent())
    if let extent = stored.extent { return extent }
    let extent = makeExtent()
    stored.store(extent)
    return extent
  }

  /// The extent on the plane that the layer is flattened into.
  ///
  /// - Parameter toPlane: the transform after the layer's own matrix; nil for none.
  package func extent(through toPlane: CATransform3D?) -> Extent {
    guard isSpace else { return place(extent, through: toPlane) }
    var matrix = geometry.placedMatrix
    if let toPlane { matrix = CATransform3DConcat(matrix, toPlane) }
    if let sublayerMatrix = geometry.sublayerMatrix { matrix = CATransform3DConcat(sublayerMatrix, matrix) }
    var extent = Extent.nothing
    for sublayer in sublayers where !extent.isUnbounded { extent.add(sublayer.extent(through: matrix)) }
    return extent
  }

  /// The extent of the layer's bounds on the plane that it is flattened into; empty for a layer
  /// without its own plane.
  package func boundsExtent(through toPlane: CATransform3D?) -> Extent {
    isSpace || geometry.bounds.isEmpty ? .nothing : place(Extent(geometry.bounds), through: toPlane)
  }

  private func place(_ extent: Extent, through toPlane: CATransform3D?) -> Extent {
    if toPlane == nil, let offset = geometry.translation {
      var extent = extent
      if !extent.isUnbounded { extent.move(by: offset) }
      return extent
    }
    let matrix = geometry.placedMatrix
    return extent.applying(toPlane.map { CATransform3DConcat(matrix, $0) } ?? matrix)
  }

  /// Whether the node draws within its bounds, and nothing else has to be known of it.
  var isPlain: Bool { sublayers.isEmpty && mask == nil && !style.reachesBeyondBounds && !style.isSpace }

  /// The bounding box of the subtree in the superlayer's coordinates, without its sublayer
  /// transform; nil unless it is the translated bounds.
  package var plainFrame: CGRect? {
    guard isPlain, isDoubleSided, let offset = geometry.translation else { return nil }
    let bounds = geometry.bounds
    return CGRect(
      x: bounds.origin.x + offset.width, y: bounds.origin.y + offset.height, width: bounds.width, height: bounds.height)
  }

  private func makeExtent() -> Extent {
    guard !isSpace, !blendMode.reachesBeyondSource else { return .unbounded }
    var extent = clipsToBounds ? Extent(geometry.bounds) : insideExtent()
    // Filters may come before the mask or after it: the mask's extent says nothing then.
    for filter in filters { extent.grow(by: filter) }
    if let shadow { extent.add(shadowExtent(shadow, of: extent)) }
    if let mask, filters.isEmpty { extent.intersect(mask.extent(through: geometry.sublayerMatrix)) }
    if let rasterScale { extent.rasterize(at: rasterScale) }
    return extent
  }

  /// Around what the layer draws without effects, where nothing clips it.
  private func insideExtent() -> Extent {
    let bounds = geometry.bounds
    var extent = Extent.nothing
    let drawsBounds =
      background != nil || style.gradient != nil || style.border != nil || !style.backgroundFilters.isEmpty
    if drawsBounds || style.contents != nil, !bounds.isEmpty { extent = Extent(bounds) }
    if let contents = style.contents { extent.add(Extent(contents.reach(in: bounds))) }
    if let shape = style.shape { extent.add(Extent(shape.reach)) }
    if let boxes = sublayerBoxes {
      extent.add(boxes.extent(of: self))
      return extent
    }
    let matrix = geometry.sublayerMatrix
    for sublayer in sublayers where !extent.isUnbounded { extent.add(sublayer.extent(through: matrix)) }
    return extent
  }

  private func shadowExtent(_ shadow: Shadow, of source: Extent) -> Extent {
    var extent = source
    if let path = shadow.path { extent = Extent(path.boundingBox) }
    guard !extent.isUnbounded else { return extent }
    extent.move(by: shadow.offset)
    extent.blur(by: shadow.radius)
    if clipsToBounds { extent.intersect(Extent(geometry.bounds)) }
    return extent
  }
}

extension Contents {
  /// The box of the image's possible places, flipped or not.
  fileprivate func reach(in bounds: CGRect) -> CGRect {
    switch gravity {
    case .resize, .resizeAspect: return box(in: bounds)
    default: break
    }
    var (width, height) = (
      Double(image.width) * rect.width / scale, Double(image.height) * rect.height / scale
    )
    if gravity == .resizeAspectFill {
      let factor = max(bounds.width / width, bounds.height / height)
      (width, height) = (width * factor, height * factor)
    }
    return bounds.insetBy(dx: -max(0, width - bounds.width), dy: -max(0, height - bounds.height))
  }
}

extension Shape {
  /// Around fill and stroke.
  fileprivate var reach: CGRect {
    (fill?.path.boundingBox ?? .null).union(stroke?.bounds ?? .null)
  }
}
