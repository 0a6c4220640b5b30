import Graphics
import RenderTree

/// One clip as the device reads it: six texels of the clip table. See `clip.glsl`.
///
/// Those of a chain are linked from the innermost outwards; at most one of them is a picture of coverage.
struct ClipRecord {
  var texels: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  static let texelCount = 6
  /// Clips in a row of the table.
  static let columns = 64
}

extension ClipRecord {
  /// A clip by a picture of coverage.
  ///
  /// - Parameters:
  ///   - box: the device pixels that the picture holds; nothing is left outside of them.
  ///   - outer: the next clip outwards; −1 for none.
  init(pictureOf box: DeviceBox, outer: Int) {
    texels = (
      SIMD4(0, 0, 0, Float(outer)), .zero, SIMD4(0, 0, 0, Self.pictureStyle), box.vector, .zero, .zero
    )
  }

  /// What stands in the place of an outline's style: see `clip.glsl`.
  private static let pictureStyle: Float = -1
}

/// The clips that apply where the walk has come to (docs/rendering.md, section 8).
struct ClipChain {
  /// The innermost clip that shaders evaluate, in the stream's table; −1 for none.
  var index = -1
  /// The clip of an index as a rounded box, where it is one and has no other around it but such as are only in `box`.
  var rounded: (index: Int, shape: RoundedBox)?
  /// The rounded box that is all that shaders evaluate; nil if it is no such box, or more.
  var onlyRounded: RoundedBox? { rounded?.index == index ? rounded?.shape : nil }
  /// What all clips together leave at most, in whole device pixels. Clips whose edges are pixels' edges are only here.
  var box: DeviceBox
}

extension Flattener {
  /// The chain inside a layer that clips; nil when nothing is left of it.
  mutating func clip(_ node: RenderNode, in around: Surroundings) -> ClipChain? {
    clip(node, inset: fillInset(of: node, opacity: around.opacity), plane: around.plane, in: around.clips)
  }

  /// The chain inside a layer's rounded bounds moved inwards; nil when nothing is left of it.
  mutating func clip(_ node: RenderNode, inset: Double, plane: Plane, in chain: ClipChain) -> ClipChain? {
    let bounds = node.geometry.bounds.insetBy(dx: inset, dy: inset)
    guard !bounds.isEmpty else { return nil }
    var chain = chain
    guard let outline = outline(of: bounds, on: plane, in: chain.box) else { return nil }
    if node.corners.inset(by: inset).isSquare, plane.isAxisParallel {
      let exact = plane.box(of: bounds)
      let whole = DeviceBox(
        minX: exact.minX.rounded(), minY: exact.minY.rounded(), maxX: exact.maxX.rounded(),
        maxY: exact.maxY.rounded())
      let offX = max(abs(exact.minX - whole.minX), abs(exact.maxX - whole.maxX))
      let offY = max(abs(exact.minY - whole.minY), abs(exact.maxY - whole.maxY))
      // Edges on pixel boundaries, to within what no 8-bit colour shows: the quads are cut, and no shader has to look.
      if max(offX, offY) < 1.0 / 4096 {
        chain.box = chain.box.intersection(whole)
        return chain.box.isEmpty ? nil : chain
      }
    }
    chain.box = chain.box.intersection(outline.pixels)
    let outer = chain.index
    let corners = node.corners.inset(by: inset)
    chain.index = addClip(
      bounds, corners: corners, style: node.outlineStyle, plane: plane, near: outline.middle, outer: outer)
    if outer < 0, let shape = RoundedBox(bounds, radii: corners, style: node.outlineStyle, on: plane) {
      chain.rounded = (chain.index, shape)
    }
    return chain
  }

  private mutating func addClip(
    _ bounds: CGRect, corners: CornerRadii, style: Float, plane: Plane, near middle: Vector2, outer: Int
  ) -> Int {
    let origin = plane.point(at: middle)
    let rect = bounds.vector(from: origin)
    let columns = DeviceMatrix(plane.fromDevice, from: origin).columns
    let units = bounds.edgeUnits(on: plane) * style.edgeSlopes
    let roundness = corners.isSquare ? 0 : 1 + Float(corners.smoothing)
    let record = ClipRecord(
      texels: (
        SIMD4(columns.0, columns.1, columns.2, Float(outer)),
        SIMD4(columns.3, columns.4, columns.5, roundness),
        SIMD4(columns.6, columns.7, columns.8, style), rect, corners.vector, units
      ))
    return stream.add(record, outer: outer)
  }
}

extension CGRect {
  /// What turns an edge's value into device pixels, for min x, max x, min y, max y (coverage.glsl).
  fileprivate func edgeUnits(on plane: Plane) -> SIMD4<Float> {
    let g = plane.fromDevice
    func unit(_ a: Double, _ b: Double) -> Float { Float(1 / max((a * a + b * b).squareRoot(), 1e-30)) }
    return SIMD4(
      unit(g.xx - minX * g.wx, g.xy - minX * g.wy), unit(g.xx - maxX * g.wx, g.xy - maxX * g.wy),
      unit(g.yx - minY * g.wx, g.yy - minY * g.wy), unit(g.yx - maxY * g.wx, g.yy - maxY * g.wy))
  }
}

extension Float {
  /// The edge slopes of an outline's style: see `coverage.glsl`.
  fileprivate var edgeSlopes: SIMD4<Float> {
    let bits = Int(self)
    func slope(_ bit: Int) -> Float { bits & bit == 0 ? 1 : 1e6 }
    return SIMD4(slope(1), slope(2), slope(4), slope(8))
  }
}
