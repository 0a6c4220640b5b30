import Graphics
import RenderTree
import Testing

@testable import GLRenderer

// Layers and trees small enough to be flattened by hand.

/// A layer whose frame, before any transform, is the given one. `configure` sets everything else.
func layer(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, color: StraightColor? = nil, kind: LayerKind = .layer,
  identifier: UInt64 = 0, sublayers: [RenderNode?] = [], configure: (inout LayerValues) -> Void = { _ in }
) -> RenderNode? {
  var values = LayerValues()
  values.geometry.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  values.geometry.position = CGPoint(x: x + width / 2, y: y + height / 2)
  values.backgroundColor = color.map { CGColor($0) }
  configure(&values)
  return RenderNode(
    identifier: LayerIdentifier(rawValue: identifier), name: nil, kind: kind, values: values,
    sublayers: sublayers.compactMap { $0 })
}

/// A root layer on a canvas of 100 × 100 points, unless told.
func tree(
  _ root: RenderNode?, size: CGSize = CGSize(width: 100, height: 100), scale: Double = 1,
  background: StraightColor? = nil
) -> RenderTree {
  RenderTree(size: size, scale: scale, background: background, root: root, time: 0)
}

/// The command stream of these layers side by side in a root that shows nothing itself.
func flatten(_ layers: RenderNode?..., size: CGSize = CGSize(width: 100, height: 100)) -> CommandStream {
  let tree = tree(layer(0, 0, size.width, size.height, sublayers: layers), size: size)
  return Flattener.flatten(tree, width: tree.pixelWidth, height: tree.pixelHeight)
}

/// An opaque image of one grey.
func image(_ width: Int, _ height: Int, gray: UInt8 = 128) throws -> CGImage {
  let pixels = [[UInt8]](repeating: [gray, gray, gray, 255], count: width * height).flatMap { $0 }
  return try #require(CGImage(premultipliedRGBA8: pixels, width: width, height: height))
}

extension StraightColor {
  static let red = StraightColor(red: 1, green: 0, blue: 0)
  static let green = StraightColor(red: 0, green: 1, blue: 0)
  static let blue = StraightColor(red: 0, green: 0, blue: 1)
}

extension CommandStream {
  /// What each batch draws with, pass after pass.
  var programs: [String] { passes.flatMap { $0.batches.map(\.key.program.description) } }
}

extension FillRecord {
  /// The corners in device pixels.
  var points: [SIMD2<Float>] { [corners.0.lowHalf, corners.0.highHalf, corners.1.lowHalf, corners.1.highHalf] }
}

extension DeviceBox {
  init(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
    self.init(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }
}
