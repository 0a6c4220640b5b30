import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// A report about one pixel: its colour, and the primitives of the display list that touch it,
/// front to back.
package struct PixelReport: Sendable {
  /// An unpremultiplied colour with its coverage of the pixel, 0…1.
  package struct Paint: Sendable {
    package let red, green, blue, coverage: Double

    fileprivate init(_ bytes: [UInt8]) {
      let alpha = Double(bytes[3])
      func straight(_ component: UInt8) -> Double { alpha > 0 ? min(Double(component) / alpha, 1) : 0 }
      (red, green, blue) = (straight(bytes[0]), straight(bytes[1]), straight(bytes[2]))
      coverage = alpha / 255
    }
  }

  /// The contribution of a primitive.
  package struct Part: Sendable {
    package let paint: Paint
    /// The index in the display list.
    package let primitive: Int
    /// The layer that it draws, or whose picture it shows; nil for the debug overlay.
    package let layer: LayerIdentifier?
    /// The primitive in a line.
    package let text: String
  }

  /// The column, in device pixels of the canvas.
  package let x: Int
  /// The row, in device pixels of the canvas.
  package let y: Int
  package let paint: Paint
  /// The visible primitives; those in groups follow the group that shows them.
  package private(set) var parts: [Part] = []

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - x: the column, in device pixels of the canvas.
  ///   - y: the row, in device pixels of the canvas.
  ///   - name: the names of images; nil for one without a name.
  package init(
    of tree: RenderTree, x: Int, y: Int, naming name: (CGImage) -> String? = { _ in nil }
  ) throws(RenderFailure) {
    let (list, layers) = Flattener.flattenNamingLayers(tree)
    let painter = InspectionPainter(threads: 1)
    let (column, row) = (Int32(clamping: x), Int32(clamping: y))
    let pixel = PixelBox(minX: column, minY: row, maxX: column + 1, maxY: row + 1)
    (self.x, self.y) = (x, y)
    paint = Paint(try painter.pixels(of: list, in: pixel))
    for index in list.primitives(at: column, row).reversed() {
      let alone = Paint(try painter.pixels(of: list.isolating(index), in: pixel))
      guard alone.coverage > 0 else { continue }
      let text = list.text(of: list.primitives[index], naming: name)
      parts.append(Part(paint: alone, primitive: index, layer: layers[index], text: text))
    }
  }
}
