import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// A picture for inspection: RGBA8, premultiplied, tight rows, top row first.
package struct InspectionPicture: Sendable {
  /// The width, in pixels.
  package var width: Int
  /// The height, in pixels.
  package var height: Int
  package var pixels: [UInt8]

  /// The picture reduced by a factor: each pixel is the mean of a square, of fewer pixels at the
  /// far edges.
  ///
  /// - Parameter factor: the side of the square, in pixels.
  package func reduced(by factor: Int) -> InspectionPicture {
    guard factor > 1, width > 0, height > 0 else { return self }
    let (columns, rows) = ((width + factor - 1) / factor, (height + factor - 1) / factor)
    var small = InspectionPicture(width: columns, height: rows, pixels: [])
    small.pixels.reserveCapacity(columns * rows * 4)
    for row in 0..<rows {
      for column in 0..<columns {
        let (right, bottom) = (min(width, (column + 1) * factor), min(height, (row + 1) * factor))
        var (red, green, blue, alpha) = (0, 0, 0, 0)
        for y in row * factor..<bottom {
          for x in column * factor..<right {
            let at = (y * width + x) * 4
            red += Int(pixels[at])
            green += Int(pixels[at + 1])
            blue += Int(pixels[at + 2])
            alpha += Int(pixels[at + 3])
          }
        }
        let count = (right - column * factor) * (bottom - row * factor)
        for sum in [red, green, blue, alpha] { small.pixels.append(UInt8((sum + count / 2) / count)) }
      }
    }
    return small
  }
}

/// Draws parts of display lists and single layers, on the processor.
package final class InspectionPainter {
  private let renderer: CPURenderer

  /// Creates a painter.
  ///
  /// - Parameter threads: the number of drawing threads; nil for one per core.
  package init(threads: Int? = nil) {
    renderer = CPURenderer(threads: threads)
  }

  /// The pixels of a box of a list's canvas: RGBA8, premultiplied.
  package func pixels(of list: DisplayList, in box: PixelBox) throws(RenderFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: box.pixelCount * 4)
    let result = bytes.withUnsafeMutableBytes { memory in
      let target = PixelTarget(
        memory: memory, width: box.width, height: box.height, bytesPerRow: box.width * 4, x: Int(box.minX),
        y: Int(box.minY))
      return Result { () throws(CPURendererError) in try renderer.render(list, into: target) }
    }
    do throws(CPURendererError) {
      _ = try result.get()
    } catch {
      throw .cpu(error)
    }
    return bytes
  }

  /// The canvas of a tree at another scale.
  ///
  /// - Parameter longestSide: the maximum of the longer side, in pixels; a smaller canvas keeps its
  ///   size.
  package func picture(of tree: RenderTree, longestSide: Int) throws(RenderFailure) -> InspectionPicture {
    var tree = tree
    let side = max(tree.pixelWidth, tree.pixelHeight)
    if side > longestSide { tree.scale *= Double(longestSide) / Double(side) }
    let list = Flattener.flatten(tree)
    let canvas = list.passes[0].box
    return InspectionPicture(
      width: canvas.width, height: canvas.height, pixels: try pixels(of: list, in: canvas))
  }

  /// The own picture of a layer, with its `frame` in points of the layer; nil if it draws nothing.
  ///
  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - longestSide: the maximum of the longer side, in pixels.
  package func picture(
    ofLayer node: RenderNode, scale: Double, longestSide: Int
  ) throws(RenderFailure) -> (picture: InspectionPicture, frame: CGRect)? {
    let bounds = node.bounds
    let side = max(Double(bounds.width), Double(bounds.height), 1)
    let scale = min(scale, Double(longestSide) / side)
    // Shadows, blurs and wide strokes reach beyond the bounds; what is farther out is cut off.
    let room = Double(longestSide) / 2 / scale
    let tree = RenderTree(
      size: CGSize(width: bounds.width + 2 * room, height: bounds.height + 2 * room), scale: scale, background: nil,
      root: node.alone(at: CGPoint(x: room, y: room)), time: 0)
    let list = Flattener.flatten(tree)
    var box = PixelBox.empty
    list.forEachPrimitive(of: 0) { box = box.union(list.primitives[$0].box) }
    box = box.intersection(list.passes[0].box)
    guard !box.isEmpty else { return nil }
    let picture = InspectionPicture(
      width: box.width, height: box.height, pixels: try pixels(of: list, in: box))
    guard picture.pixels.contains(where: { $0 != 0 }) else { return nil }
    let frame = CGRect(
      x: bounds.minX - room + Double(box.minX) / scale, y: bounds.minY - room + Double(box.minY) / scale,
      width: Double(box.width) / scale, height: Double(box.height) / scale)
    return (picture, frame)
  }
}
