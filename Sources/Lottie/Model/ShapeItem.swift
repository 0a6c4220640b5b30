import MultiplaneGraphics
import MultiplaneSceneFile

/// An item of a shape layer or a group. The first item is in front.
struct ShapeItem: Sendable {
  indirect enum Kind: Sendable {
    case group([ShapeItem])
    case geometry(Geometry)
    case paint(PaintModel)
    case transform(TransformModel)
    case modifier(PathModifier)
    case repeater(RepeaterModel)
    /// An item that is not supported.
    case none
  }

  /// A number of its own in the animation.
  let id: Int
  let name: String
  let kind: Kind
  let place: LottiePlace
}

/// An item with an outline.
enum Geometry: Sendable {
  case path(Track<Outline>)
  case rectangle(position: Track<Vector>, size: Track<Vector>, radius: Track<Double>, isReversed: Bool)
  case ellipse(position: Track<Vector>, size: Track<Vector>, isReversed: Bool)
  case star(StarModel)
  /// The outlines of a group, for a merge with others.
  case outlines(Track<Outlines>)
}

struct StarModel: Sendable {
  var isPolygon: Bool
  var isReversed: Bool
  var position: Track<Vector>
  var points: Track<Double>
  /// Degrees.
  var rotation: Track<Double>
  var outerRadius: Track<Double>
  var innerRadius: Track<Double>
  /// Per cent.
  var outerRoundness: Track<Double>
  var innerRoundness: Track<Double>
}

/// A fill or a stroke.
struct PaintModel: Sendable {
  enum Source: Sendable {
    case color(Track<Color>)
    case gradient(GradientModel)
  }

  var source: Source
  /// Per cent.
  var opacity: Track<Double>
  /// Nil for a fill.
  var stroke: StrokeModel?
  var isEvenOdd = false

  var isFill: Bool { stroke == nil }
}

struct StrokeModel: Sendable {
  var width: Track<Double>
  var cap: CAShapeLayerLineCap
  var join: CAShapeLayerLineJoin
  var miterLimit: Double
  /// Dashes and gaps, in turns.
  var dashes: [Track<Double>]
  var dashOffset: Track<Double>
}

struct GradientModel: Sendable {
  var isRadial: Bool
  var start: Track<Vector>
  var end: Track<Vector>
  var colorCount: Int
  /// For each colour location, red, green, blue; then for each alpha stop location and alpha.
  var stops: Track<Numbers>
}

/// An item that changes the outlines before it.
enum PathModifier: Sendable {
  case trim(TrimModel)
  /// The radius of arcs instead of corners.
  case roundedCorners(Track<Double>)
  /// Per cent: above 0 curves bulge, below 0 vertices move out.
  case puckerAndBloat(Track<Double>)
  case zigZag(amplitude: Track<Double>, ridges: Track<Double>, isSmooth: Bool)
  /// The distance by which outlines grow.
  case offset(Track<Double>, join: CAShapeLayerLineJoin, miterLimit: Double)
  case merge(MergeMode)
  /// Degrees at a centre; less towards the farthest vertex, which stays.
  case twist(Track<Double>, center: Track<Vector>)
}

/// How several outlines become one region.
enum MergeMode: Sendable {
  case union, subtract, intersect, exclude
}

struct TrimModel: Sendable {
  /// Whether all outlines are trimmed as if they were one line.
  var isSequential = false
  /// Whether it is an item of a group around the one that it trims.
  var isInherited = false
  /// Whether an end beyond 100 % goes on at the beginning without an offset.
  var isWrapped = false
  /// Per cent.
  var start: Track<Double>
  var end: Track<Double>
  /// Degrees.
  var offset: Track<Double>
}

struct RepeaterModel: Sendable {
  /// A part of a copy counts as a whole one.
  var copies: Track<Double>
  /// The number of times that the first copy is transformed.
  var offset: Track<Double>
  /// Whether each copy is in front of the one before it.
  var isAbove: Bool
  var transform: TransformModel
  /// Per cent.
  var startOpacity: Track<Double>
  var endOpacity: Track<Double>
}
