import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer that is a small box of one colour and nothing else, as most of many are, without a plane of its own;
  /// false, and nothing is drawn, where it may be more than that.
  mutating func addBox(_ node: RenderNode, in around: Surroundings) -> Bool {
    let map = around.plane.toDevice
    guard node.features.isEmpty, traits.drawsPlainQuads, around.clips.index < 0, around.toPlane == nil,
      around.plane.isAffine, map.xy == 0, map.yx == 0, node.sublayers.isEmpty, node.mask == nil,
      let offset = node.offset
    else { return false }
    guard let background = node.background else { return true }
    let bounds = node.bounds
    let (x, y) = (bounds.minX + offset.x, bounds.minY + offset.y)
    var box = DeviceBox.nothing
    box.add(map.apply(x, y))
    box.add(map.apply(x + bounds.width, y + bounds.height))
    let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
    // Larger ones may come in pieces, and thinner ones have both edges in one pixel.
    let isKept = open[open.count - 1].keepsBoxes && RoundedBox(box, radius: 0) != nil
    let most = isKept ? Self.mostPixels : min(traits.pixelsPerPiece * 4, Self.mostPixels)
    guard width >= 1, height >= 1, width * height < most else { return false }
    // One that covers a canvas may become what that is cleared to.
    guard open.count > 1 || !box.contains(canvas) else { return false }
    let pixels = box.inset(by: PixelPieces.unseen).pixelsAround.intersection(around.clips.box)
    guard !pixels.isEmpty else { return true }
    let color = background.color.premultiplied.vector * Float(around.opacity * node.opacity)
    if isKept {
      open[open.count - 1].keep(SolidBox(box: box, color: color, clip: around.clips.box), touching: pixels)
      return true
    }
    beginPrimitive(pixels)
    add(PlainQuad(pixels, edgesOf: box, color: color), ProgramKind.Features.edgedColor, .none, area: pixels.area)
    return true
  }

  /// Draws the sublayers of a layer in a group that may become a mosaic, where it is known that all are boxes of one colour; false, and
  /// nothing is drawn, where that is not known.
  mutating func addBoxes(in node: RenderNode, in around: Surroundings) -> Bool {
    let map = around.plane.toDevice
    guard open[open.count - 1].keepsBoxes, limit == nil, traits.drawsPlainQuads, around.clips.index < 0,
      around.toPlane == nil, around.plane.isAffine, map.xy == 0, map.yx == 0, let boxes = node.coloredSublayers
    else { return false }
    for index in boxes.indices {
      if keep(boxes[index], by: map, in: around) {
        stream.layerCount += 1
      } else {
        add(node.sublayers[index], in: around)
      }
    }
    return true
  }

  /// Keeps a box for a mosaic; false where it has to be drawn in another way.
  private mutating func keep(_ known: ColoredBoxes.Box, by map: PlaneMap, in around: Surroundings) -> Bool {
    guard let color = known.color else { return true }
    let corners = known.corners
    var box = DeviceBox.nothing
    box.add(map.apply(corners.x, corners.y))
    box.add(map.apply(corners.z, corners.w))
    guard open[open.count - 1].keepsBoxes, RoundedBox(box, radius: 0) != nil, box.area < Self.mostPixels else {
      return false
    }
    let pixels = box.inset(by: PixelPieces.unseen).pixelsAround.intersection(around.clips.box)
    guard !pixels.isEmpty else { return true }
    let shown = color.premultiplied.vector * Float(around.opacity * known.opacity)
    open[open.count - 1].keep(SolidBox(box: box, color: shown, clip: around.clips.box), touching: pixels)
    return true
  }

  /// Whatever the device likes, in pixels: small enough for numbers that are exact.
  private static let mostPixels = 1e6
}

extension PlainQuad {
  /// Whole pixels, each covered as far as a box reaches.
  fileprivate init(_ pixels: DeviceBox, edgesOf box: DeviceBox, color: SIMD4<Float>) {
    self.init(pixels, color: color)
    let (left, right) = (Float(pixels.minX - box.minX), Float(box.maxX - pixels.minX))
    let (top, bottom) = (Float(pixels.minY - box.minY), Float(box.maxY - pixels.minY))
    let (width, height) = (Float(pixels.maxX - pixels.minX), Float(pixels.maxY - pixels.minY))
    corners.0.edges = SIMD4(left, right, top, bottom)
    corners.1.edges = SIMD4(left + width, right - width, top, bottom)
    corners.2.edges = SIMD4(left, right, top + height, bottom - height)
    corners.3.edges = SIMD4(left + width, right - width, top + height, bottom - height)
  }
}
