import Graphics

/// Which passes draw side by side into one surface, and where: changing what is drawn into is dear, and a hundred small groups
/// need not do it a hundred times.
///
/// It takes part only what is shown pixel on pixel by plain quads, whose corners can be told where the part begins.
struct SurfaceAtlas {
  /// Where each pass's surface begins in the atlas, in its pixels, by the pass's number.
  private(set) var places: [Int: (x: Int, y: Int)] = [:]
  /// Pixels; 0 without places.
  private(set) var width = 0
  /// Pixels.
  private(set) var height = 0

  /// Larger surfaces have one of their own, in pixels a side.
  private static let longestPart = 512
  /// Of the atlas, in pixels a side.
  private static let longest = 2048

  /// - Parameter isCoarse: whether passes in bytes are meant, or the others.
  init(_ passes: [CommandStream.Pass], isCoarse: Bool) {
    self.init(packing: Self.candidates(passes, isCoarse: isCoarse), of: passes)
  }

  /// - Parameter candidates: numbers of passes; those that there is no room for get no place.
  init(packing candidates: [Int], of passes: [CommandStream.Pass]) {
    var candidates = candidates
    // The tall ones first: rows then waste little.
    candidates.sort { passes[$0].area.pixelHeight > passes[$1].area.pixelHeight }
    guard candidates.count > 1 else { return }
    var x = 0
    var y = 0
    var row = 0
    for number in candidates {
      let area = passes[number].area
      if x + area.pixelWidth > Self.longest { (x, y, row) = (0, y + row, 0) }
      guard y + area.pixelHeight <= Self.longest else { break }
      places[number] = (x, y)
      x += area.pixelWidth
      row = max(row, area.pixelHeight)
      width = max(width, x)
      height = max(height, y + row)
    }
  }

  /// Whether a pass's surface is small enough for a part.
  static func isPart(_ pass: CommandStream.Pass) -> Bool {
    max(pass.area.pixelWidth, pass.area.pixelHeight) <= longestPart
  }

  /// Passes that show nothing of others, and are shown by plain quads alone.
  private static func candidates(_ passes: [CommandStream.Pass], isCoarse: Bool) -> [Int] {
    var isShownOtherwise = Set<Int>()
    for pass in passes {
      isShownOtherwise.formUnion([pass.continues, pass.copies].compactMap(\.self))
      for batch in pass.batches where batch.key.program.shape != .plain || batch.key.source.isSmooth {
        isShownOtherwise.formUnion(batch.key.source.passes)
      }
    }
    return passes.indices.filter { number in
      let pass = passes[number]
      return !pass.isFrame && !pass.isLeftOut && pass.isCoarse == isCoarse && !pass.isAlphaOnly && !pass.isSum
        && pass.shows.isEmpty
        && pass.continues == nil && pass.copies == nil && pass.raster == nil && pass.shadow == nil
        && isPart(pass) && !isShownOtherwise.contains(number)
    }
  }
}

extension CommandStream.Source {
  /// Whether it is a surface that is shown between its pixels, where others must not lie beside it.
  fileprivate var isSmooth: Bool {
    if case .surface(_, let isSmooth) = self { isSmooth } else { false }
  }
}

extension DeviceBox {
  /// Whole pixels across, of a box of whole pixels.
  var pixelWidth: Int { Int(maxX - minX) }
  /// Whole pixels down, of a box of whole pixels.
  var pixelHeight: Int { Int(maxY - minY) }
}
