import Graphics
import RenderTree

// Layers that are certainly hidden by opaque ones in front of them are not drawn, with all that is in them.

extension Flattener {
  /// A cover must hide at least this share of the canvas: to look for smaller ones costs more than they save.
  private static let leastShare = 1.0 / 32
  /// Longer lists of sublayers are not searched for covers.
  private static let mostSublayers = 256
  /// Covers at work at a time.
  private static let mostCovers = 8

  /// The sublayers that hide what is beneath them, from the one in front to the one behind, each with the device pixels
  /// that it covers wholly.
  func covers(among node: RenderNode, in around: Surroundings) -> [(index: Int, box: DeviceBox)] {
    // A layer that filters its backdrop shows what lies beneath it elsewhere too; of what is kept nothing may be left out.
    guard node.sublayers.count > 1, node.sublayers.count <= Self.mostSublayers, root?.filtersBackdropInside == false,
      underlayWalk?.leavesOut != false
    else { return [] }
    var found: [(index: Int, box: DeviceBox)] = []
    for (index, sublayer) in node.sublayers.enumerated().dropFirst().reversed() {
      guard covers.count + found.count < Self.mostCovers else { break }
      if let box = cover(of: sublayer, in: around) { found.append((index, box)) }
    }
    return found
  }

  /// The pixels that a layer's opaque background covers wholly; nil if these are few or none.
  private func cover(of node: RenderNode, in around: Surroundings) -> DeviceBox? {
    guard let background = node.background, background.color.alpha == 1, node.opacity == 1, around.opacity == 1,
      around.clips.index < 0, node.blendMode == .normal, node.mask == nil, node.filters.isEmpty,
      node.rasterScale == nil, node.isDoubleSided
    else { return nil }
    // Within 0.3 of the radius from the sides there are no corners.
    let corners = node.corners
    let radius = max(corners.minXMinY, corners.maxXMinY, corners.minXMaxY, corners.maxXMaxY)
    let inset = node.fillInset + radius * 0.3
    let bounds = node.geometry.bounds.insetBy(dx: inset, dy: inset)
    let least = canvas.area * Self.leastShare
    guard !bounds.isEmpty, bounds.width * bounds.height * abs(around.plane.toDevice.determinant) * 4 >= least,
      let plane = Plane(matrix(of: node, in: around), in: around.plane), plane.isAxisParallel
    else { return nil }
    let box = plane.box(of: bounds)
    let whole = DeviceBox(
      minX: box.minX.rounded(.up), minY: box.minY.rounded(.up), maxX: box.maxX.rounded(.down),
      maxY: box.maxY.rounded(.down)
    ).intersection(around.clips.box)
    return whole.area >= least ? whole : nil
  }
}
