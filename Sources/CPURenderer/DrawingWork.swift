/// The amount of each kind of work in a display list, and its time.
///
/// The times are fitted to processor time of `multiplane bench --full --threads 1` on a server with
/// AVX2: all workloads of `tools/bench`, some of them also at half and twice their size and scale.
/// The fit is by least squares of the logarithms; each time stays near what a profile shows. To fit
/// them again, print the counts of several frames of each workload beside the least of several
/// measured times. Estimates must stay within 30 % for all workloads.
struct DrawingWork: Sendable, Equatable {
  /// What is counted.
  enum Kind: Int, CaseIterable, Sendable {
    /// A pixel of the canvas: cleared, and stored as bytes.
    case canvasPixel
    /// A primitive: evaluated, flattened, set up, and sorted into tiles. Images and paths apart.
    case primitive, imagePrimitive, pathPrimitive
    /// A tile that a primitive touches, each of its rows, and each clip of the primitive there.
    case tile, tileRow, clippedTile
    /// A pixel of a primitive, for each of its clips.
    case clippedPixel
    /// A row of a tile whose coverage is its own, as beside round corners and of rotated
    /// rectangles, and a pixel in it.
    case coveredRow, coveredPixel
    /// A pixel of a primitive of each kind.
    case colorPixel, pathPixel, borderPixel, shadowPixel, gradientPixel, conicPixel
    /// A pixel of a gradient, for each stop.
    case stopPixel
    /// A pixel of an image: of its own size on whole pixels, and beside them, at another scale or
    /// angle, with mip levels, and in perspective.
    case copiedPixel, movedPixel, sampledPixel, trilinearPixel, projectedPixel
    /// A pixel of a raster, of another pass, and of one that a blend mode mixes.
    case rasterPixel, picturePixel, blendedPixel
    /// A pixel of a group that is composed in tiles, and of a surface of four channels.
    case groupPixel, surfacePixel
    /// A tap of a convolution, for a channel of a pixel.
    case tap
    /// A pixel of a color matrix, of other filters of single pixels, and of squares.
    case matrixPixel, filteredPixel, squarePixel
    /// A line of a filled path, and of a stroke's outline.
    case line, outlineLine
    /// A row of pixels that a line crosses, and a tile that lines cross.
    case lineRow, edgeTile
    /// A line in a slab of a group of them (`PathOverlaps.h`), where they are sorted.
    case sortedLine
    /// A texel that is copied, and one that mip levels are made of too.
    case texel, levelTexel
    /// A product of a shadow's table.
    case tableSum

    /// What one takes, in nanoseconds of one core.
    var nanoseconds: Double {
      switch self {
      case .canvasPixel: 0.36
      case .primitive: 2400
      case .imagePrimitive: 3900
      case .pathPrimitive: 7500
      case .tile: 80
      case .tileRow: 4.4
      case .clippedTile: 100
      case .clippedPixel: 0.25
      case .coveredRow: 47
      case .coveredPixel: 0.53
      case .colorPixel: 0.15
      case .pathPixel: 0.08
      case .borderPixel: 0.4
      case .shadowPixel: 0.9
      case .gradientPixel: 1.45
      case .conicPixel: 4
      case .stopPixel: 0.25
      case .copiedPixel: 0.46
      case .movedPixel: 2.2
      case .sampledPixel: 1.8
      case .trilinearPixel: 17
      case .projectedPixel: 3.3
      case .rasterPixel: 12
      case .picturePixel: 0.25
      case .blendedPixel: 6.5
      case .groupPixel: 0.25
      case .surfacePixel: 0.85
      case .tap: 0.034
      case .matrixPixel: 3
      case .filteredPixel: 2.6
      case .squarePixel: 5
      case .line: 75
      case .outlineLine: 130
      case .lineRow: 12.5
      case .edgeTile: 480
      case .sortedLine: 30
      case .texel: 0.3
      case .levelTexel: 20
      case .tableSum: 1
      }
    }
  }

  private var counts = [Double](repeating: 0, count: Kind.allCases.count)

  subscript(kind: Kind) -> Double {
    get { counts[kind.rawValue] }
    set { counts[kind.rawValue] = newValue }
  }

  /// The seconds of one core.
  var seconds: Double { Kind.allCases.reduce(0) { $0 + self[$1] * $1.nanoseconds } * 1e-9 }
}
