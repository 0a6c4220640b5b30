import MultiplaneCPURenderer
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneRenderTree

@testable import MultiplaneCompositor

/// Frames that one renderer draws one after another, whole or in parts, as windows and kiosks have
/// it do.
package final class FrameSeries {
  private let compositor: OffscreenCompositor

  private init(_ compositor: OffscreenCompositor) { self.compositor = compositor }

  /// Has a body draw, with a renderer that begins without anything kept; what it is left as is what
  /// it was.
  static func on<Value>(_ compositor: OffscreenCompositor, _ body: (FrameSeries) throws -> Value) throws -> Value {
    let (budget, precision) = (compositor.textureBudget, compositor.precision)
    defer { (compositor.textureBudget, compositor.precision) = (budget, precision) }
    compositor.precision = .words
    compositor.display?.device.removeDebugMessages()
    let series = FrameSeries(compositor)
    series.forget()
    let value = try body(series)
    let complaints = (compositor.display?.device.debugMessages ?? []).filter { $0.severity != .notification }
    guard complaints.isEmpty else {
      throw Complaints(description: complaints.map(\.description).joined(separator: "\n"))
    }
    return value
  }

  /// The driver found mistakes.
  struct Complaints: Error, CustomStringConvertible {
    let description: String
  }

  /// Bytes that images, paths and surfaces kept for later frames may take.
  package var cacheBudget: Int {
    get { compositor.textureBudget }
    set { compositor.textureBudget = newValue }
  }

  /// Lets go of all that is kept for later frames: the next one is drawn as by a new renderer.
  package func forget() { compositor.backEnd.renderer.forgetImages() }

  /// An image to draw a tree's frames into.
  package func makeFrame(for tree: RenderTree) throws -> SeriesFrame {
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    let image: OffscreenFrame? =
      compositor.drawsIntoMemory ? nil : try compositor.makeFrame(width: width, height: height)
    return SeriesFrame(compositor, width: width, height: height, image: image)
  }
}

/// An image that is drawn into again and again.
package final class SeriesFrame {
  package let width, height: Int
  private let compositor: OffscreenCompositor
  /// On the device.
  private let image: OffscreenFrame?
  /// Of the CPU renderer.
  private var memory: [UInt8]

  init(_ compositor: OffscreenCompositor, width: Int, height: Int, image: OffscreenFrame?) {
    (self.compositor, self.width, self.height, self.image) = (compositor, width, height, image)
    memory = image == nil ? [UInt8](repeating: 0, count: width * height * 4) : []
  }

  /// Draws a tree.
  ///
  /// - Parameter damage: the pixels that are replaced, maybe none; nil for all.
  package func draw(_ tree: RenderTree, damage: PixelRegion? = nil) throws {
    let (compositor, order) = (compositor, RenderOrder(damage))
    if let image {
      _ = try compositor.onDevice { _ throws(CompositorError) in
        try compositor.render(tree, into: image.frame, order)
      }
      return
    }
    try memory.withUnsafeMutableBytes { bytes in
      let target = PixelTarget(memory: bytes, width: width, height: height, bytesPerRow: width * 4)
      _ = try compositor.render(tree, into: target, order)
    }
  }

  /// What it shows: RGBA8 premultiplied, rows tight, the top row first.
  package func bytes() throws -> [UInt8] {
    try image?.readPixels() ?? memory
  }
}

/// How two pictures of one renderer differ.
package struct FrameDifference: CustomStringConvertible {
  /// The greatest difference of two bytes, in 255ths.
  package let most: Int
  /// Where that is.
  package let x, y: Int

  /// Nothing of pictures that are equal.
  package init(_ actual: [UInt8], _ expected: [UInt8], width: Int) {
    guard actual != expected else {
      (most, x, y) = (0, 0, 0)
      return
    }
    var worst = (most: 0, index: 0)
    for (index, (a, b)) in zip(actual, expected).enumerated() {
      let difference = abs(Int(a) - Int(b))
      if difference > worst.most { worst = (difference, index) }
    }
    most = actual.count == expected.count ? worst.most : 255
    (x, y) = (worst.index / 4 % width, worst.index / 4 / width)
  }

  package var description: String { "\(most)/255 at \(x), \(y)" }
}
