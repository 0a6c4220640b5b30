import MultiplaneGraphics
import MultiplaneSceneFile

/// The text of a layer.
struct TextModel: Sendable {
  /// Texts with the frame from which each is shown, in order; at least one.
  var documents: [(frame: Double, document: TextDocument)]
  var animators: [TextAnimator]
  /// The letters that turn and grow around one point.
  var grouping: TextUnit
  /// The position of that point: per cent from the middle to the end of the letters.
  var alignment: Double
  /// The path along which the letters are; nil for straight lines.
  var path: TextPathModel?
}

/// The path of a text: the outline of one of the layer's masks.
struct TextPathModel: Sendable {
  /// The position among the layer's masks.
  var mask: Int
  /// Empty until the masks are read.
  var outline = Track(Outline(vertices: [], isClosed: false))
  /// The distances by which the room for letters begins later, and ends later.
  var firstMargin: Track<Double>
  var lastMargin: Track<Double>
  var isReversed: Bool
  /// Whether letters turn with the path.
  var isPerpendicular: Bool
  /// Whether the letters of each line fill the path.
  var isForced: Bool
}

struct TextDocument: Sendable {
  enum Justification: Sendable {
    case left, right, center

    /// The share of the room in a line that is before its letters.
    var share: Double {
      switch self {
      case .left: 0
      case .right: 1
      case .center: 0.5
      }
    }
  }

  var text: String
  /// The name of a font of the animation.
  var font: String
  /// Points.
  var size: Double
  var justification: Justification
  /// Whether lines of a box, except the last of a paragraph, or all, fill its width.
  var isJustified = false
  var isLastJustified = false
  /// Thousandths of the size.
  var tracking: Double
  /// Points; nil for 1.2 sizes.
  var lineHeight: Double?
  var baselineShift: Double
  var fill: Color?
  var stroke: Color?
  var strokeWidth: Double
  var isStrokeOver: Bool
  /// The box in which lines are wrapped; nil for lines from a point.
  var box: CGRect?
  var place: LottiePlace
}

struct FontModel: Sendable {
  var family: String
  var style: String
  /// Per cent of the size; nil for that of the installed font.
  var ascent: Double?
}

/// A letter whose outlines are in the file.
struct GlyphModel: Sendable {
  struct Key: Hashable, Sendable {
    var text: String
    var family: String
    var style: String
  }

  /// For a size of 100 points, as the outlines.
  var width: Double
  var outlines: [Outline]
}

/// The parts of a text that are counted.
enum TextUnit: Sendable {
  case character, visibleCharacter, word, line, all
}

/// Values that letters have as far as a selector chooses them.
struct TextAnimator: Sendable {
  var selector: RangeSelector
  var opacity: Track<Double>?
  var anchor: Track<Vector>?
  var position: Track<Vector>?
  /// Per cent.
  var scale: Track<Vector>?
  /// Degrees.
  var rotation: Track<Double>?
  var rotationX: Track<Double>?
  var rotationY: Track<Double>?
  var skew: Track<Double>?
  var skewAxis: Track<Double>?
  var fill: Track<Color>?
  var stroke: Track<Color>?
  var strokeWidth: Track<Double>?
  /// Thousandths of the size.
  var tracking: Track<Double>?
}

/// Chooses a range of letters, words or lines.
struct RangeSelector: Sendable {
  enum Shape: Int, Sendable {
    case square = 1
    case rampUp, rampDown, triangle, round, smooth
  }

  var start = Track(0.0)
  var end = Track(100.0)
  var offset = Track(0.0)
  /// Per cent.
  var amount = Track(100.0)
  /// Whether start, end and offset are counts instead of per cent.
  var isCount = false
  var unit = TextUnit.character
  var shape = Shape.square
  /// Per cent.
  var easeHigh = 0.0
  var easeLow = 0.0
  var smoothness = 100.0
}
