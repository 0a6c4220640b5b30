/// How much there is of each kind of work in a display list, and what it takes.
///
/// The times are fitted to measured ones: processor time of `bench --full --threads 1` over all
/// workloads of `tools/bench` on one server with AVX2, by least squares of the logarithms. Nearly
/// all workloads are within 30 % of their estimates; strokes, whose outlines are known by upper
/// bounds alone, within 70 %.
struct DrawingWork: Sendable, Equatable {
  /// What is counted.
  enum Kind: Int, CaseIterable, Sendable {
    /// A pixel of the canvas: cleared, and stored as bytes.
    case canvasPixel
    /// A primitive: flattened, set up, and sorted into tiles. Images and paths apart.
    case primitive, imagePrimitive, pathPrimitive
    /// A tile that a primitive touches, and each of its clips there.
    case tile, clippedTile
    /// A pixel of a primitive, for each of its clips.
    case clippedPixel
    /// A pixel of a primitive of each kind.
    case colorPixel, pathPixel, borderPixel, shadowPixel, gradientPixel, conicPixel
    /// A pixel of a gradient, for each stop.
    case stopPixel
    /// A pixel of the circumference of a rectangle; one that is rounded or rotated counts twice.
    case edgePixel, roundPixel
    /// A pixel of an image: along the axes of the device, at another angle, with mip levels, and in
    /// perspective.
    case imagePixel, rotatedPixel, trilinearPixel, projectedPixel
    /// A pixel of a raster, of another pass, and of one that a blend mode mixes.
    case rasterPixel, picturePixel, blendedPixel
    /// A pixel of a group that is composed in tiles, and of a surface of four channels.
    case groupPixel, surfacePixel
    /// A tap of a convolution, for a channel of a pixel.
    case tap
    /// A pixel of a color matrix, of other filters of single pixels, and of squares.
    case matrixPixel, filteredPixel, squarePixel
    /// A line of a filled path and of a stroke's outline, and a row of pixels that it crosses.
    case edge, edgeRow, strokeEdge, strokeRow
    /// A row that a line crosses, as far as others cross it too, and each of these others.
    case crowdedRow, edgePair
    /// A texel that is copied, and one that mip levels are made of too.
    case texel, levelTexel
    /// A product of a shadow's table.
    case tableSum

    /// What one takes, in nanoseconds of one core.
    var nanoseconds: Double {
      switch self {
      case .canvasPixel: 0.3
      case .primitive: 2100
      case .imagePrimitive: 3500
      case .pathPrimitive: 1700
      case .tile: 82
      case .clippedTile: 100
      case .clippedPixel: 0.25
      case .colorPixel: 0.15
      case .pathPixel: 0.12
      case .borderPixel: 0.4
      case .shadowPixel: 1.3
      case .gradientPixel: 1.6
      case .conicPixel: 3.4
      case .stopPixel: 0.25
      case .edgePixel: 3.3
      case .roundPixel: 17
      case .imagePixel: 2.5
      case .rotatedPixel: 2.2
      case .trilinearPixel: 21
      case .projectedPixel: 5.8
      case .rasterPixel: 16
      case .picturePixel: 0.35
      case .blendedPixel: 6.6
      case .groupPixel: 0.5
      case .surfacePixel: 0.9
      case .tap: 0.022
      case .matrixPixel: 3
      case .filteredPixel: 3.1
      case .squarePixel: 5.2
      case .edge: 59
      case .edgeRow: 104
      case .strokeEdge: 17
      case .strokeRow: 23
      case .crowdedRow: 330
      case .edgePair: 0.044
      case .texel: 2
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
