import MultiplaneGraphics
import MultiplaneSceneFile

/// An animation: a composition with its assets.
struct LottieAnimation: Sendable {
  let size: CGSize
  /// Frames per second.
  let frameRate: Double
  /// The first frame, and the frame after the last one.
  private(set) var frames: ClosedRange<Double>
  let layers: [LayerModel]
  let compositions: [String: [LayerModel]]
  let images: [String: ImageAsset]
  let markers: [SceneTimeline.Marker]
  let fonts: [String: FontModel]
  let glyphs: [GlyphModel.Key: GlyphModel]

  var timeline: SceneTimeline {
    SceneTimeline(frameRate: frameRate, firstFrame: frames.lowerBound, endFrame: frames.upperBound, markers: markers)
  }

  /// The animation with the frames of a marker alone; the whole for nil and for an unknown marker.
  func part(ofMarker marker: String?) -> LottieAnimation {
    guard let (from, to) = marker.flatMap(timeline.part(ofMarker:)) else { return self }
    var part = self
    part.frames = frames.lowerBound + from * frameRate...frames.lowerBound + to * frameRate
    return part
  }
}

struct ImageAsset: Sendable {
  /// In points.
  let size: CGSize
  /// Nil if it could not be read; a warning says why.
  let image: CGImage?
}

/// A layer of a composition. The first layer is in front.
struct LayerModel: Sendable {
  enum Content: Sendable {
    /// - Parameter remap: the time inside, in seconds.
    case composition(name: String, size: CGSize, remap: Track<Double>?)
    case solid(size: CGSize, color: Color)
    /// - Parameter replacement: the image of a parameter, which fills the original's rectangle.
    case image(name: String, replacement: CGImage? = nil)
    case shapes([ShapeItem])
    case text(TextModel)
    /// Nothing to show: a null layer, or one that is not supported.
    case none
  }

  enum Matte: Sendable {
    case alpha, invertedAlpha, luma, invertedLuma
  }

  var name: String
  var index: Int?
  var parent: Int?
  var content: Content
  var transform: TransformModel
  /// The frames in which it is visible.
  var inFrame: Double
  var outFrame: Double
  /// The frame of the composition at which its own frame 0 is.
  var startTime: Double
  /// Frames of the composition per frame of its own.
  var stretch: Double
  var masks: [MaskModel]
  var matte: Matte?
  /// The index of the matte's layer; nil for the layer in front of it.
  var matteIndex: Int?
  var isMatte: Bool
  var isHidden: Bool
  /// The name of a compositing filter; nil for source over.
  var blendMode: String?
  var shadow: ShadowModel?
  /// In the order in which they are applied.
  var effects: [EffectModel] = []
  var place: LottiePlace
}

struct TransformModel: Sendable {
  var anchor = Track(Vector.zero)
  var position = Track(Vector.zero)
  /// Separate dimensions, which replace `position`.
  var separate: (x: Track<Double>, y: Track<Double>)?
  /// Per cent.
  var scale = Track(Vector(repeating: 100))
  /// Degrees.
  var rotationX = Track(0.0)
  var rotationY = Track(0.0)
  var rotation = Track(0.0)
  /// Degrees about x, y and z, applied after the rotations.
  var orientation = Track(Vector.zero)
  /// Per cent.
  var opacity = Track(100.0)
  /// Degrees.
  var skew = Track(0.0)
  var skewAxis = Track(0.0)
}

struct MaskModel: Sendable {
  enum Mode: Sendable {
    case add, subtract, intersect, difference
  }

  var mode: Mode
  var isInverted: Bool
  var outline: Track<Outline>
  /// Per cent.
  var opacity: Track<Double>
  /// The distance by which the mask grows, in points.
  var expansion: Track<Double>
  /// The width of the soft edge, in points.
  var feather: Track<Double>
}

/// An effect that a filter draws, or a part of one.
enum EffectModel: Sendable {
  /// - Parameter radius: the standard deviation, in points.
  case blur(radius: Track<Double>)
  /// One colour with the layer's alpha times the opacity, 0…1.
  case fill(Track<Color>, opacity: Track<Double>)
  /// The luminance as a mix of two colours, by an amount of 0…1.
  case tint(black: Track<Color>, white: Track<Color>, amount: Track<Double>)
  /// The lower half of the luminance as red from 0 to 1, the upper half as green.
  case halves
  /// A mix of three colours by red and green, such as `halves` makes them.
  case mix(shadows: Track<Color>, midtones: Track<Color>, highlights: Track<Color>)
  /// Each component times a factor, plus a bias.
  case linear(Track<Pair<Double, Double>>)
  case saturation(Track<Double>)
  /// Degrees.
  case hue(Track<Double>)
  /// Stops.
  case exposure(Track<Double>)
}

struct ShadowModel: Sendable {
  var color: Track<Color>
  /// 0…1.
  var opacity: Track<Double>
  /// Degrees, from the x axis.
  var angle: Track<Double>
  /// Points.
  var distance: Track<Double>
  var radius: Track<Double>
}
