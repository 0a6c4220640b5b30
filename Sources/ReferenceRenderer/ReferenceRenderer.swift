// ReferenceRenderer: computes a render tree's picture in the plainest way. It defines the correct
// picture.
//
// In:   a `RenderTree`.
// Out:  a `ReferencePicture`: premultiplied real numbers per pixel.
// Path: `ReferenceRenderer.render` clears a surface → `LayerWalk.draw` visits the nodes recursively
//       and finds each one's `Place` and `PlaneMap` → what a layer shows itself (`Background`,
//       `Gradient`, `Contents`, `Shape`, `Border`, `Shadow`) is a `Primitive` → `Surface.paint`
//       visits the device pixels of its box: coverage · clips · colour, blended source-over. A
//       `Group` (`Mask`, `FilterChain`, `Raster`) is first composed on a surface of its own, then
//       placed by its `BlendMode`; `DepthSet` does that with each plane, `Backdrop` with the pixels
//       below.
//
// Each file follows one section of docs/rendering.md and names it. Nothing is approximated for
// speed: boxes and clips are only skipped where they certainly change nothing.

import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A renderer that draws render trees on the CPU, in double precision.
package struct ReferenceRenderer: Sendable {
  /// The maximum side of a canvas, in device pixels.
  package static let largestSide = 65_536

  package init() {}

  /// Draws a tree. The same tree always gives the same numbers.
  package func render(_ tree: RenderTree) -> ReferencePicture {
    let canvas = draw(tree)
    return ReferencePicture(width: width(of: canvas), height: height(of: canvas), pixels: canvas.numbers)
  }

  /// Draws an untrusted tree within limits. All surfaces count, including the canvas.
  ///
  /// - Throws: the exceeded limit.
  package func render(_ tree: RenderTree, within limits: DrawingLimits) throws(DrawingExcess) -> ReferencePicture {
    let canvas = try draw(tree, within: limits)
    return ReferencePicture(width: width(of: canvas), height: height(of: canvas), pixels: canvas.numbers)
  }

  /// Draws an untrusted tree as premultiplied RGBA8, rounded to the nearest, without a copy in real
  /// numbers.
  package func bytes(of tree: RenderTree, within limits: DrawingLimits) throws(DrawingExcess) -> [UInt8] {
    try draw(tree, within: limits).bytes()
  }

  private func draw(_ tree: RenderTree, within limits: DrawingLimits) throws(DrawingExcess) -> Surface {
    let meter = DrawingMeter(limits)
    let canvas = DrawingMeter.$current.withValue(meter) {
      // The result's bytes, and a file of them: a byte per number each.
      _ = meter.admits(bytes: 2 * 4 * tree.pixelWidth * tree.pixelHeight)
      return draw(tree)
    }
    if let excess = meter.excess { throw excess }
    return canvas
  }

  private func width(of canvas: Surface) -> Int { canvas.box.maxX }
  private func height(of canvas: Surface) -> Int { canvas.box.maxY }

  private func draw(_ tree: RenderTree) -> Surface {
    let width = pixels(Double(tree.size.width), scale: tree.scale)
    let height = pixels(Double(tree.size.height), scale: tree.scale)
    let frame = PixelBox(minX: 0, minY: 0, maxX: width, maxY: height)
    let pool = SurfacePool(frame: frame)
    let surface = Surface(frame, isCanvas: true)
    if let background = tree.background, background.isFinite {
      surface.fill(background.premultiplied)
    }
    guard let plane = PlaneMap(scale: tree.scale) else { return surface }
    for root in [tree.root, tree.overlay].compactMap({ $0 }) {
      let place = Place(plane: plane, canvas: surface.box, scale: tree.scale)
      LayerWalk(root, pool: pool).draw(root, in: place, on: surface, as: .root)
    }
    return surface
  }

  /// The number of device pixels on one side of the canvas (§1), within 1…`largestSide`.
  private func pixels(_ size: Double, scale: Double) -> Int {
    Int(limited((size * scale).rounded(), 1, Double(ReferenceRenderer.largestSide)))
  }
}

extension StraightColor {
  /// Whether all four numbers are finite; a colour that is not draws nothing (§12).
  var isFinite: Bool { red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite }
}

/// A number cut to low…high; what is not a number becomes `low`, so that the result is always a
/// number.
@inline(__always)
func limited(_ value: Double, _ low: Double, _ high: Double) -> Double {
  value > low ? (value < high ? value : high) : low
}
