import MultiplaneGraphics
import MultiplaneRenderTree

/// The display list of a frame: typed primitives in render passes, independent of a device.
///
/// `primitives` are in painter's order, with each pass's primitives between those of its parent: a
/// `.pass` primitive opens a pass, whose own primitives follow up to `passes[…].end`, and a later
/// primitive (`.surface`) shows the result. A back end that composes a local pass in tiles and one
/// that draws every pass into a texture read the same arrays in the same order.
///
/// Primitives have their payload in an array of their kind, so that a frame needs no allocation per
/// primitive once the arrays have grown (`removeAll`).
package struct DisplayList: Sendable {
  /// All passes; the first is the canvas.
  package internal(set) var passes: [RenderPass] = []
  /// The primitives of all passes.
  package internal(set) var primitives: [Primitive] = []
  /// The planes of layers; the first is the canvas, in points.
  package internal(set) var planes: [Plane] = []
  /// The clips, linked from the innermost outwards.
  package internal(set) var clips: [Clip] = []
  package internal(set) var boxes: [Box] = []
  package internal(set) var borders: [BorderBox] = []
  package internal(set) var gradients: [GradientBox] = []
  package internal(set) var images: [ImageBox] = []
  package internal(set) var paths: [PathRegion] = []
  package internal(set) var shadows: [BoxShadow] = []
  package internal(set) var surfaces: [SurfaceUse] = []
  package internal(set) var rasters: [RasterUse] = []
  package internal(set) var backdrops: [Backdrop] = []
  /// The filters of passes and backdrops, contiguous for each.
  package internal(set) var filters: [FilterStep] = []

  package init() {}

  /// Empties the arrays and keeps their memory.
  mutating func removeAll() {
    passes.removeAll(keepingCapacity: true)
    primitives.removeAll(keepingCapacity: true)
    planes.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    borders.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    paths.removeAll(keepingCapacity: true)
    shadows.removeAll(keepingCapacity: true)
    surfaces.removeAll(keepingCapacity: true)
    rasters.removeAll(keepingCapacity: true)
    backdrops.removeAll(keepingCapacity: true)
    filters.removeAll(keepingCapacity: true)
  }

  /// Calls a function with the indices of a pass's own primitives in painter's order, without those
  /// of nested passes.
  package func forEachPrimitive(of pass: Int, _ body: (Int) -> Void) {
    var index = passes[pass].first
    while index < passes[pass].end {
      if primitives[index].kind == .pass {
        index = passes[Int(primitives[index].payload)].end
      } else {
        body(index)
        index += 1
      }
    }
  }
}

/// A render pass: primitives on a transparent surface (the canvas: on the background), with one
/// load and one store.
package struct RenderPass: Sendable {
  /// The range of its primitives, including those of nested passes.
  package var first: Int
  package var end: Int
  /// The pixels that its primitives may touch, in device pixels or in those of its raster; all
  /// others are transparent.
  package var box: PixelBox
  /// The canvas, or the raster of the pass. It limits the reach of filters
  /// (`DisplayList.limit(around:)`).
  package var canvas: PixelBox
  /// The background colour, premultiplied.
  package var background: PremultipliedColor
  /// The filters of the picture, in order, as indices into `filters`.
  package var filters: Range<Int32> = 0..<0
  /// The pixels that the picture may touch after all filters; `box` without filters.
  package var filteredBox: PixelBox
  /// Whether its users read only its alpha: the caster of a shadow.
  package var isAlphaOnly = false
  /// Whether it may be composed in tiles, because filters and users read each pixel separately.
  /// Other passes are drawn as a whole before their users.
  package var isLocal: Bool

  /// Creates a pass.
  ///
  /// - Parameter canvas: nil if it is the box.
  package init(
    first: Int, end: Int, box: PixelBox, canvas: PixelBox? = nil, background: PremultipliedColor, isLocal: Bool
  ) {
    (self.first, self.end) = (first, end)
    (self.box, filteredBox) = (box, box)
    self.canvas = canvas ?? box
    self.background = background
    self.isLocal = isLocal
  }
}

/// The common values of all primitives. The payload is an index into the array of its kind.
package struct Primitive: Sendable {
  package enum Kind: UInt8, Sendable {
    /// Opens a pass: `payload` is its index; nothing is drawn.
    case pass
    /// A filled rounded rectangle: `boxes`.
    case box
    /// The line along the inside of one: `borders`.
    case border
    case gradient
    case image
    case path
    /// The shadow of a rounded rectangle: `shadows`.
    case shadow
    /// The picture of a pass, on the same pixels: `surfaces`.
    case surface
    /// The picture of a pass on a raster, seen on a plane: `rasters`.
    case raster
    /// The pass's picture so far, seen through filters: `backdrops`.
    case backdrop
  }

  package var kind: Kind
  package var payload: Int32
  /// The index into `planes`; −1 without one (a surface, a shadow).
  package var plane: Int32
  /// The innermost clip, an index into `clips`; −1 for none.
  package var clip: Int32
  /// The opacity, 0…1, which multiplies the coverage.
  package var opacity: Float
  /// The blend mode of a surface (rendering rules §20); normal for all other kinds.
  package var blend: BlendMode = .normal
  /// The device pixels that the primitive with its clips may change; never empty.
  package var box: PixelBox
}

/// A clip of a chain, whose coverage multiplies that of the outer clips (rendering rules §8, §16).
package struct Clip: Sendable {
  package enum Region: Sendable {
    /// A rounded rectangle of a plane.
    case shape(BoxShape, plane: Int32)
    /// A path, whose points are moved by `offset` on the plane; nothing where the plane is not
    /// seen.
    case path(PathShape, plane: Int32, offset: (x: Double, y: Double))
    /// The pixels whose centres lie on the positive side of a line on the device: a part of a plane
    /// that another one crosses (rendering rules §13). Of those on the line both sides share none
    /// and leave none out (`HalfPlane.isForward`).
    case side(HalfPlane)
  }

  package var region: Region
  /// The next outer clip; −1 for none.
  package var outer: Int32
}

/// A rounded rectangle on a plane (rendering rules §4, §6).
package struct BoxShape: Sendable, Equatable {
  /// The edges, in points of the plane.
  package var minX, minY, maxX, maxY: Double
  package var radii: CornerRadii
  /// The edges that are not anti-aliased.
  package var hardEdges: CAEdgeAntialiasingMask
  /// The edges that do not bound it (rendering rules §8).
  package var openEdges: EdgeSet = []

  package init(
    minX: Double, minY: Double, maxX: Double, maxY: Double, radii: CornerRadii, hardEdges: CAEdgeAntialiasingMask,
    openEdges: EdgeSet = []
  ) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    self.radii = radii
    self.hardEdges = hardEdges
    self.openEdges = openEdges
  }

  /// The edges that are not anti-aliased as bits: least x, greatest x, least y, greatest y.
  package var hardBits: UInt32 {
    // The mask's names: bottom is the least y.
    (hardEdges.contains(.layerLeftEdge) ? 1 : 0) | (hardEdges.contains(.layerRightEdge) ? 2 : 0)
      | (hardEdges.contains(.layerBottomEdge) ? 4 : 0) | (hardEdges.contains(.layerTopEdge) ? 8 : 0)
  }

  package struct EdgeSet: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let minX = EdgeSet(rawValue: 1)
    package static let maxX = EdgeSet(rawValue: 2)
    package static let minY = EdgeSet(rawValue: 4)
    package static let maxY = EdgeSet(rawValue: 8)
  }
}

/// A rounded rectangle in one colour.
package struct Box: Sendable {
  package var shape: BoxShape
  package var color: PremultipliedColor
}

/// The area between a rounded rectangle and its inset, in one colour (rendering rules §7).
package struct BorderBox: Sendable {
  package var outer: BoxShape
  /// The inset; nil if the border fills the rectangle.
  package var inner: BoxShape?
  package var color: PremultipliedColor
}

/// A gradient in a rounded rectangle (rendering rules §14).
package struct GradientBox: Sendable {
  package var shape: BoxShape
  package var type: CAGradientLayerType
  /// The map from points of the plane to the gradient's space: x = dot(x.xy, p) + x.z, and the same
  /// for y. The colour is at t = x (axial), |(x, y)| (radial) or the angle of (x, y) in turns
  /// (conic).
  package var x, y: SIMD3<Double>
  /// The stops, at least two: unpremultiplied colours at non-decreasing locations in 0…1.
  package var stops: [Gradient.Stop]
}

/// An image in a rectangle (rendering rules §9, §10).
package struct ImageBox: Sendable {
  package var shape: BoxShape
  package var image: CGImage
  /// The maps from points of the plane to source pixels along both axes, each piecewise linear and
  /// continuous.
  package var columns, rows: StretchAxis
  package var minification, magnification: SamplingFilter
  package var minificationBias: Double
  package var tint: StraightColor
}

/// A filled region of a plane in one colour (rendering rules §18).
package struct PathRegion: Sendable {
  package var shape: PathShape
  /// The origin of the path on the plane, in points.
  package var offset: (x: Double, y: Double)
  package var color: PremultipliedColor
}

/// The shape of a path: a fill or a stroke, in points of a plane.
package enum PathShape: Sendable {
  case fill(CGPath, rule: CGPathFillRule)
  case stroke(Shape.Stroke)
}

/// A pass shown on the pixels that it was drawn on.
package struct SurfaceUse: Sendable {
  /// The index into `passes`.
  package var pass: Int32
  /// The pass whose alpha multiplies it (rendering rules §16); −1 for none. With a blend mode it
  /// multiplies the coverage of the clips.
  package var mask: Int32
  /// The colour of a shadow, for which only the pass's alpha counts, as coverage (rendering rules
  /// §15); nil for the picture itself.
  package var shadow: PremultipliedColor?
}

/// A pass that was drawn on its own raster, shown on a plane (rendering rules §22). Transparent
/// outside, without an edge.
package struct RasterUse: Sendable {
  /// The index into `passes`. Its boxes, and those of nested passes and primitives, are in pixels
  /// of the raster.
  package var pass: Int32
  /// The scale from points of the plane to pixels of the raster. Pixel (0, 0) is at `offset`.
  package var scaleX, scaleY: Double
  package var offset: (x: Double, y: Double)
  /// The sampling filters, `nearest` or `linear`.
  package var minification, magnification: SamplingFilter
}

/// The filtered backdrop in a layer's rounded bounds: R = (1 − k)·D + k·F(D) (rendering rules §21).
package struct Backdrop: Sendable {
  /// The shape, whose coverage times opacity and clips is k.
  package var shape: BoxShape
  /// The filters, as indices into the list's `filters`.
  package var filters: Range<Int32>
  /// The pixels of the pass that the filters read; beyond `canvas` the nearest pixel of it.
  package var source: PixelBox
  /// The canvas, or the raster of the pass.
  package var canvas: PixelBox
  /// The pass whose alpha multiplies the coverage; −1 for none.
  package var mask: Int32
}
