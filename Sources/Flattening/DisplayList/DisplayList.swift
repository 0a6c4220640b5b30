import MultiplaneGraphics
import MultiplaneRenderTree

/// What one frame shows, as typed primitives in render passes: all that a back end needs, and nothing of any device.
///
/// `primitives` stands in painter's order, each pass's primitives between those of the pass that they are shown in: a `.pass` primitive opens
/// a pass, whose own primitives follow up to `passes[…].end`, and a later primitive (`.surface`) shows what it drew. A back end that
/// composes a local pass tile by tile, and one that draws every pass into a texture, read the same arrays in the same order.
///
/// Primitives have their payload in an array of their kind, so that a frame allocates nothing a primitive once the arrays have
/// grown (`removeAll`).
package struct DisplayList: Sendable {
  /// All passes; the first is the canvas.
  package internal(set) var passes: [RenderPass] = []
  /// All primitives of all passes.
  package internal(set) var primitives: [Primitive] = []
  /// Planes of layers; the first is the canvas, in points.
  package internal(set) var planes: [Plane] = []
  /// Clips, linked from the innermost outwards.
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
  /// Filters of passes and backdrops, those of each one after another.
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

  /// The indices of a pass's own primitives in painter's order, those of passes inside it left out.
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

/// Primitives drawn onto one transparent surface (the canvas: onto the background) with one load and one store.
package struct RenderPass: Sendable {
  /// Its primitives, those of the passes inside it included.
  package var first: Int
  package var end: Int
  /// Pixels that its primitives may touch; all others stay transparent. Device pixels, or those of the raster that it is drawn on.
  package var box: PixelBox
  /// The canvas, or the raster that it is drawn on: how far from it filters read is limited
  /// (`DisplayList.limit(around:)`).
  package var canvas: PixelBox
  /// What each pixel is before the first primitive, premultiplied.
  package var background: PremultipliedColor
  /// Indices into `filters`: what the picture goes through, in order, before anything shows it.
  package var filters: Range<Int32> = 0..<0
  /// The pixels that the picture may touch after all filters; `box` where there are none.
  package var filteredBox: PixelBox
  /// Whether all that shows it wants its alpha only: the caster of a shadow.
  package var isAlphaOnly = false
  /// Whether filters and what shows it look at each pixel alone, so that it may be composed tile by tile. Of others the neighbours are
  /// read too: they are drawn whole before what shows them.
  package var isLocal: Bool

  /// - Parameter canvas: the box where it is the canvas.
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

/// What all primitives have in common. The payload is an index into the array of its kind.
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
    /// What a pass drew, on the same pixels: `surfaces`.
    case surface
    /// What a pass drew on a raster, seen on a plane: `rasters`.
    case raster
    /// What the pass has drawn so far, seen through filters: `backdrops`.
    case backdrop
  }

  package var kind: Kind
  package var payload: Int32
  /// Index into `planes`; −1 for what has none (a surface, a shadow).
  package var plane: Int32
  /// The innermost clip, an index into `clips`; −1 for none.
  package var clip: Int32
  /// 0…1: multiplies the coverage.
  package var opacity: Float
  /// How a surface meets what is there (rendering rules §20); normal for all other kinds.
  package var blend: BlendMode = .normal
  /// Device pixels outside of which it and its clips change nothing; never empty.
  package var box: PixelBox
}

/// One clip of a chain: its coverage multiplies that of the clips around it (rendering rules §8, §16).
package struct Clip: Sendable {
  package enum Region: Sendable {
    /// A rounded rectangle of a plane.
    case shape(BoxShape, plane: Int32)
    /// A path, whose points are moved by `offset` on the plane; nothing where the plane is not seen.
    case path(PathShape, plane: Int32, offset: (x: Double, y: Double))
    /// The pixels whose centres lie on the positive side of a line on the device: a part of a plane that another one crosses (rendering
    /// rules §13). Of those on the line both sides share none and leave none out (`HalfPlane.isForward`).
    case side(HalfPlane)
  }

  package var region: Region
  /// The next clip outwards; −1 for none.
  package var outer: Int32
}

/// A rectangle of a plane with rounded corners (rendering rules §4, §6).
package struct BoxShape: Sendable, Equatable {
  /// In points of the plane.
  package var minX, minY, maxX, maxY: Double
  package var radii: CornerRadii
  /// Edges that are not anti-aliased.
  package var hardEdges: CAEdgeAntialiasingMask
  /// Edges that do not end it (rendering rules §8).
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

  /// The edges that are not anti-aliased as bits: those of the least x, the greatest, the least y, the greatest.
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

/// A rounded rectangle of one colour.
package struct Box: Sendable {
  package var shape: BoxShape
  package var color: PremultipliedColor
}

/// What a rounded rectangle covers more than its inset does, in one colour (rendering rules §7).
package struct BorderBox: Sendable {
  package var outer: BoxShape
  /// Nil where the border fills the rectangle.
  package var inner: BoxShape?
  package var color: PremultipliedColor
}

/// A gradient in a rounded rectangle (rendering rules §14).
package struct GradientBox: Sendable {
  package var shape: BoxShape
  package var type: CAGradientLayerType
  /// The gradient's own space from the plane's points: x = dot(x.xy, p) + x.z, y likewise. The colour is that of t = x (axial), |(x, y)|
  /// (radial) or the angle of (x, y) in turns (conic).
  package var x, y: SIMD3<Double>
  /// At least two; straight colours, locations that do not decrease within 0…1.
  package var stops: [Gradient.Stop]
}

/// An image in a rectangle (rendering rules §9, §10).
package struct ImageBox: Sendable {
  package var shape: BoxShape
  package var image: CGImage
  /// From points of the plane to source pixels, one direction each, as pieces of a continuous line.
  package var columns, rows: StretchAxis
  package var minification, magnification: CALayerContentsFilter
  package var minificationBias: Double
  package var tint: StraightColor
}

/// A region of a plane in one colour (rendering rules §18).
package struct PathRegion: Sendable {
  package var shape: PathShape
  /// Where the path's own points begin on the plane, in its points.
  package var offset: (x: Double, y: Double)
  package var color: PremultipliedColor
}

/// What a path fills or strokes, in points of a plane.
package enum PathShape: Sendable {
  case fill(CGPath, rule: CGPathFillRule)
  case stroke(Shape.Stroke)
}

/// A pass shown on the pixels that it was drawn on.
package struct SurfaceUse: Sendable {
  /// Index into `passes`.
  package var pass: Int32
  /// The pass whose alpha multiplies it (rendering rules §16); −1 for none. Under a blend mode it multiplies the coverage of the clips.
  package var mask: Int32
  /// Nil: the picture as it is. Else only its alpha counts, as the coverage of this colour: a shadow (rendering rules §15).
  package var shadow: PremultipliedColor?
}

/// A pass drawn on a raster of its own pixels, seen on a plane (rendering rules §22). Transparent outside; it has no edge.
package struct RasterUse: Sendable {
  /// Index into `passes`; its boxes, and those of the passes and primitives inside it, are pixels of the raster.
  package var pass: Int32
  /// From points of the plane to pixels of the raster, along x and along y. Its pixel (0, 0) begins at `offset`.
  package var scaleX, scaleY: Double
  package var offset: (x: Double, y: Double)
  /// `nearest` or `linear`.
  package var minification, magnification: CALayerContentsFilter
}

/// What lies beneath a layer, seen through filters in its rounded bounds: R = (1 − k)·D + k·F(D) (rendering rules §21).
package struct Backdrop: Sendable {
  /// Its coverage, opacity and clips multiplied in, is k.
  package var shape: BoxShape
  /// Indices into the list's `filters`.
  package var filters: Range<Int32>
  /// The pixels of the pass that the filters read; those beyond `canvas` are as the nearest pixel of it.
  package var source: PixelBox
  /// The canvas, or the raster that the pass is drawn on.
  package var canvas: PixelBox
  /// The pass whose alpha multiplies the coverage; −1 for none.
  package var mask: Int32
}
