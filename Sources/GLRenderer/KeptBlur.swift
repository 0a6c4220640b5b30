import Graphics
import RenderTree

extension Flattener {
  /// How far from its middle a layer reaches at most whose blurred picture is kept, in pixels.
  private static let keptReach = 1024.0

  /// How a layer's picture would be kept, once it is blurred; nil for one that is not worth keeping.
  ///
  /// Only wide blurs are, which are made on a smaller picture. That moves with the layer, also by parts of a pixel where the
  /// layer is smooth: it is shown between its pixels anyway, and its own are too small beside the blur for their place to be
  /// seen.
  @inline(never)
  func keptMap(of node: RenderNode, filteredBy steps: [FilterStep], in around: Surroundings) -> RasterMap? {
    guard traits.keepsBlurs, takesShortCuts, mayDrawPlain(in: around), rasters != nil, around.plane.isAffine,
      !node.readsBackdropInside,
      abs(around.plane.origin.x) < 1e6, abs(around.plane.origin.y) < 1e6, let last = steps.last, last.shape == .grow,
      last.shrink.x < 1, last.shrink.y < 1
    else { return nil }
    return RasterMap(
      filteredOn: around.plane, isFlipped: around.isFlipped, isSmooth: node.isSmooth(on: around.plane))
  }

  /// Draws a layer without its shadow and mask from a picture that an earlier frame kept of it; false, and nothing is drawn,
  /// where there is none.
  ///
  /// - Parameter last: the step that makes the picture larger.
  @inline(never)
  mutating func addKept(_ node: RenderNode, _ map: RasterMap, enlargedBy last: FilterStep, in around: Surroundings)
    -> Bool
  {
    guard let (number, key) = rasters?.find(node, map) else { return false }
    stream.rasterContents[number] = key.content
    let way = around.plane.origin - key.place
    let area = last.outputBox(for: key.area).moved(by: way).pixelsAround.intersection(around.clips.box)
    guard !area.isEmpty else { return true }
    beginPrimitive(area)
    addEven(
      area, PlainPaint(growing: .raster(number), of: key.area, by: last, moved: way, opacity: around.opacity),
      isSoft: !(open[open.count - 1].isFrame && node.mayLeaveRange))
    return true
  }

  /// The pixels of which all that a layer shows has to be drawn if its picture is to be kept; nil if it is not to be.
  @inline(never)
  func keptLimit(of node: RenderNode, _ map: RasterMap, on plane: Plane) -> DeviceBox? {
    let bounds = node.geometry.bounds
    let middle = plane.toDevice.apply(bounds.midX, bounds.midY)
    guard abs(middle.x) < 1e6, abs(middle.y) < 1e6, rasters?.isStill(node, map) == true else { return nil }
    return DeviceBox(minX: middle.x, minY: middle.y, maxX: middle.x, maxY: middle.y)
      .inset(by: -Self.keptReach).pixelsAround
  }
}

extension RenderNode {
  /// Whether a layer, once it is blurred, looks the same wherever between the pixels it lies: its edges are anti-aliased, and
  /// no picture in it is made smaller, for which single pixels of it are picked.
  fileprivate func isSmooth(on plane: Plane) -> Bool {
    guard showsOnlySmoothEdges, gradient == nil, sublayers.allSatisfy(\.isSmoothInside) else { return false }
    guard let contents else { return true }
    let placement = ContentsPlacement(contents, bounds: geometry.bounds, isFlipped: false)
    guard plane.isAxisParallel, contents.minificationFilter != .nearest, contents.magnificationFilter != .nearest else {
      return false
    }
    let pixel = plane.pointsPerPixel
    return placement.parts.allSatisfy {
      max(abs($0.mapping.scale.x * pixel.x), abs($0.mapping.scale.y * pixel.y)) < 1.01
    }
  }

  /// The same of a layer within, wherever that lies.
  private var isSmoothInside: Bool {
    showsOnlySmoothEdges && contents == nil && gradient == nil && filters.isEmpty
      && sublayers.allSatisfy(\.isSmoothInside)
  }

  private var showsOnlySmoothEdges: Bool { hardEdges.isEmpty && rasterScale == nil && mask == nil && !isSpace }
}

extension Plane {
  /// Where an affine plane's origin lies on the device.
  var origin: Vector2 { Vector2(toDevice.x0, toDevice.y0) }
}
