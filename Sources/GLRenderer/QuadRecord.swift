import GL
import Graphics
import RenderTree

/// One quad of one colour as the device reads it: 128 bytes. See `fill.vert` for the fields' meaning and units.
struct FillRecord {
  var corners: (SIMD4<Float>, SIMD4<Float>)
  var matrix: DeviceMatrix
  var borderWidth: Float
  var clip: Float
  /// Of the outline: see `coverage.glsl`.
  var style: Float
  var rect: SIMD4<Float>
  var radii: SIMD4<Float>
  var color: SIMD4<Float>

  init(
    corners: (SIMD4<Float>, SIMD4<Float>), matrix: DeviceMatrix, rect: SIMD4<Float>, radii: SIMD4<Float>,
    style: Float, color: SIMD4<Float>, borderWidth: Float, clip: Int
  ) {
    self.corners = corners
    self.matrix = matrix
    self.borderWidth = borderWidth
    self.clip = Float(clip)
    self.style = style
    self.rect = rect
    self.radii = radii
    self.color = color
  }

  static let layout = VertexLayout(
    stride: MemoryLayout<FillRecord>.stride,
    attributes: [
      .init("a_corners01", components: 4, offset: 0),
      .init("a_corners23", components: 4, offset: 16),
      .init("a_column0", components: 3, offset: 32),
      .init("a_column1", components: 3, offset: 44),
      .init("a_column2", components: 3, offset: 56),
      .init("a_line", components: 3, offset: 68),
      .init("a_rect", components: 4, offset: 80),
      .init("a_radii", components: 4, offset: 96),
      .init("a_color", components: 4, offset: 112),
    ])
}

/// One quad of an image or a surface as the device reads it: 176 bytes. See `image.vert`, `surface.vert` and
/// `blur.vert`.
struct ImageRecord {
  var corners: (SIMD4<Float>, SIMD4<Float>)
  var matrix: DeviceMatrix
  var opacity: Float
  var clip: Float
  /// Of the outline: see `coverage.glsl`.
  var style: Float
  var rect: SIMD4<Float>
  var mapping: SIMD4<Float>
  var part: SIMD4<Float>
  var sampling: SIMD4<Float>
  var cell: SIMD4<Float>
  var tint: SIMD4<Float>

  init(
    corners: (SIMD4<Float>, SIMD4<Float>), matrix: DeviceMatrix, rect: SIMD4<Float>, mapping: SIMD4<Float>,
    part: SIMD4<Float>, sampling: SIMD4<Float>, cell: SIMD4<Float>, tint: SIMD4<Float> = .one, opacity: Float,
    clip: Int, style: Float = 0
  ) {
    self.corners = corners
    self.matrix = matrix
    self.opacity = opacity
    self.clip = Float(clip)
    self.style = style
    self.rect = rect
    self.mapping = mapping
    self.part = part
    self.sampling = sampling
    self.cell = cell
    self.tint = tint
  }

  /// A record of whole device pixels that shows a surface.
  ///
  /// - Parameters:
  ///   - box: the pixels that it draws.
  ///   - origin: the surface's first pixel on the device.
  init(
    showing box: DeviceBox, origin: Vector2, part: SIMD4<Float> = .zero, sampling: SIMD4<Float> = .zero,
    opacity: Double = 1, clip: Int = -1
  ) {
    self.init(
      corners: box.quad.vectors, matrix: .identity, rect: .zero,
      mapping: SIMD4(1, 1, Float(origin.x), Float(origin.y)), part: part, sampling: sampling, cell: .zero,
      opacity: Float(opacity), clip: clip)
  }

  static let layout = VertexLayout(
    stride: MemoryLayout<ImageRecord>.stride,
    attributes: [
      .init("a_corners01", components: 4, offset: 0),
      .init("a_corners23", components: 4, offset: 16),
      .init("a_column0", components: 3, offset: 32),
      .init("a_column1", components: 3, offset: 44),
      .init("a_column2", components: 3, offset: 56),
      .init("a_blend", components: 3, offset: 68),
      .init("a_rect", components: 4, offset: 80),
      .init("a_mapping", components: 4, offset: 96),
      .init("a_part", components: 4, offset: 112),
      .init("a_sampling", components: 4, offset: 128),
      .init("a_cell", components: 4, offset: 144),
      .init("a_tint", components: 4, offset: 160),
    ])
}

/// One quad of a gradient as the device reads it: 160 bytes. See `gradient.vert`.
struct GradientRecord {
  var corners: (SIMD4<Float>, SIMD4<Float>)
  var matrix: DeviceMatrix
  var opacity: Float
  var clip: Float
  /// 0 axial, 1 radial, 2 conic.
  var type: Float
  var rect: SIMD4<Float>
  var radii: SIMD4<Float>
  var axes: SIMD4<Float>
  var stops: SIMD4<Float>
  /// Of the outline: see `coverage.glsl`. Only x; the rest keeps the next record at a multiple of 16 bytes.
  private var style: SIMD4<Float>

  init(
    corners: (SIMD4<Float>, SIMD4<Float>), matrix: DeviceMatrix, type: Float, rect: SIMD4<Float>,
    radii: SIMD4<Float>, style: Float, axes: SIMD4<Float>, stops: SIMD4<Float>, opacity: Float, clip: Int
  ) {
    self.corners = corners
    self.matrix = matrix
    self.opacity = opacity
    self.clip = Float(clip)
    self.type = type
    self.rect = rect
    self.radii = radii
    self.axes = axes
    self.stops = stops
    self.style = SIMD4(style, 0, 0, 0)
  }

  static let layout = VertexLayout(
    stride: MemoryLayout<GradientRecord>.stride,
    attributes: [
      .init("a_corners01", components: 4, offset: 0),
      .init("a_corners23", components: 4, offset: 16),
      .init("a_column0", components: 3, offset: 32),
      .init("a_column1", components: 3, offset: 44),
      .init("a_column2", components: 3, offset: 56),
      .init("a_kind", components: 3, offset: 68),
      .init("a_rect", components: 4, offset: 80),
      .init("a_radii", components: 4, offset: 96),
      .init("a_axes", components: 4, offset: 112),
      .init("a_stops", components: 4, offset: 128),
      .init("a_style", components: 1, offset: 144),
    ])
}

/// One stop of a gradient as the device reads it: two texels of the stop table. See `gradient.frag`.
struct StopRecord {
  /// Straight colour; location.
  var texels: (SIMD4<Float>, SIMD4<Float>)

  static let texelCount = 2
  /// Stops in a row of the table.
  static let columns = 128
}

/// The matrix from device pixels to a plane, column after column.
struct DeviceMatrix {
  var columns: (Float, Float, Float, Float, Float, Float, Float, Float, Float)

  static let identity = DeviceMatrix(columns: (1, 0, 0, 0, 1, 0, 0, 0, 1))

  init(columns: (Float, Float, Float, Float, Float, Float, Float, Float, Float)) {
    self.columns = columns
  }

  /// The map from the device to a plane whose coordinates count from a point of it.
  ///
  /// The point is taken near what is seen, in Double: so 24 bits are enough however far from its origin or however large a
  /// layer is.
  init(_ m: PlaneMap, from origin: Vector2) {
    columns = (
      Float(m.xx - origin.x * m.wx), Float(m.yx - origin.y * m.wx), Float(m.wx),
      Float(m.xy - origin.x * m.wy), Float(m.yy - origin.y * m.wy), Float(m.wy),
      Float(m.x0 - origin.x * m.w0), Float(m.y0 - origin.y * m.w0), Float(m.w0)
    )
  }
}

extension CGRect {
  /// min x, min y, max x, max y, counted from a point.
  func vector(from origin: Vector2) -> SIMD4<Float> {
    SIMD4(Float(minX - origin.x), Float(minY - origin.y), Float(maxX - origin.x), Float(maxY - origin.y))
  }
}

extension CornerRadii {
  /// In the order of coverage.glsl.
  var vector: SIMD4<Float> { SIMD4(Float(minXMinY), Float(maxXMinY), Float(minXMaxY), Float(maxXMaxY)) }
}

extension RenderNode {
  /// The style of its outlines as one number: see `coverage.glsl`.
  var outlineStyle: Float {
    let edges = hardEdges
    var bits = 0
    if edges.contains(.layerLeftEdge) { bits |= 1 }
    if edges.contains(.layerRightEdge) { bits |= 2 }
    if edges.contains(.layerBottomEdge) { bits |= 4 }
    if edges.contains(.layerTopEdge) { bits |= 8 }
    return Float(bits) + Float(corners.smoothing) / 2
  }
}

extension Float {
  /// The style of an outline without anti-aliased edges. One that is far away needs it too: all lines that are come near the plane's
  /// vanishing line, which may cross the layer.
  static let noEdges: Float = 15
}

extension PremultipliedColor {
  /// Red, green, blue, alpha.
  var vector: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), Float(alpha)) }
}
