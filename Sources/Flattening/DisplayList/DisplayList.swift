import Graphics
import RenderTree

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
  package internal(set) var surfaces: [SurfaceUse] = []
  /// What no primitive can express yet, each named once; empty for a list that is the whole picture.
  package internal(set) var missing: Set<Feature> = []

  /// What a layer may have that the display list does not carry yet.
  package enum Feature: String, Sendable, CaseIterable {
    case shadow, filters, backgroundFilters, blendMode, rasterisation, transformLayer
  }

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
    surfaces.removeAll(keepingCapacity: true)
    missing.removeAll(keepingCapacity: true)
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
  /// Device pixels that it may touch; all others stay transparent.
  package var box: PixelBox
  /// What each pixel is before the first primitive, premultiplied.
  package var background: PremultipliedColor
  /// Whether what shows it looks at each pixel alone, so that it may be composed tile by tile. Of others the neighbours are read too.
  package var isLocal: Bool
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
    /// What a pass drew, as it is: `surfaces`.
    case surface
  }

  package var kind: Kind
  package var payload: Int32
  /// Index into `planes`; −1 for what has none (a surface).
  package var plane: Int32
  /// The innermost clip, an index into `clips`; −1 for none.
  package var clip: Int32
  /// 0…1: multiplies the coverage.
  package var opacity: Float
  /// Device pixels outside of which it and its clips have no coverage; never empty.
  package var box: PixelBox
}

/// One clip of a chain: its coverage multiplies that of the clips around it (rendering rules §8, §16).
package struct Clip: Sendable {
  package enum Region: Sendable {
    /// A rounded rectangle of a plane.
    case shape(BoxShape, plane: Int32)
    /// A path, whose points are moved by `offset` on the plane; nothing where the plane is not seen.
    case path(PathShape, plane: Int32, offset: (x: Double, y: Double))
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
  /// The pass whose alpha multiplies it (rendering rules §16); −1 for none.
  package var mask: Int32
}
