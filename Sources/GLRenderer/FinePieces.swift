import Graphics

// How whole frames draw tiles in which what is drawn is rounded once (`FineTiles`): all boxes of them lie side by side on one surface,
// what is drawn in them is cut to them, and nothing is drawn that lies beneath an opaque colour over all of a box.

extension Flattener {
  /// Has what the last pass, a frame's, draws in some tiles drawn on a surface of more than bytes, and shows that.
  mutating func draw(finely tiles: FineTiles) {
    guard let frame = stream.passes.last, frame.isFrame else { return }
    guard frame.continues == nil, let sheet = FineSheet(tiles),
      let pieces = FinePieces(of: frame, in: tiles, records: stream.records)
    else {
      // Something reads what is there, or there are too many: then all of it is.
      stream.passes[stream.passes.count - 1].batches.removeAll { $0.key.place == .beside }
      (fineBoxes, fineTiles) = ([canvas], nil)
      drawFinely()
      return
    }
    stream.keepPrecision()
    stream.passes.removeLast()
    var pass = CommandStream.Pass(area: sheet.area, background: frame.background)
    pass.isFine = true
    pass.parts = sheet.parts
    pass.batches = pieces.batches(in: sheet.parts, records: &stream.records)
    let number = stream.passes.count
    stream.passes.append(pass)
    var builder = PassBuilder(.frame(background: frame.background))
    builder.shows = frame.shows
    for var batch in frame.batches where batch.key.place != .inside {
      batch.key.place = .everywhere
      builder.draw(batch)
    }
    open.append(builder)
    for part in sheet.parts {
      addSurface(
        .surface, .surface(pass: number), area: part.area, origin: Vector2.zero - part.offset,
        opacity: Self.brightness, clip: -1, features: .replacing)
    }
    close(area: frame.area)
  }
}

/// How the boxes lie on their surface.
private struct FineSheet {
  private(set) var parts: [CommandStream.SurfacePart] = []
  let area: DeviceBox

  /// Nil where they have no room.
  init?(_ tiles: FineTiles) {
    let packing = ShelfPacking(
      tiles.boxes.enumerated().map { (number: $0, width: $1.pixelWidth, height: $1.pixelHeight) })
    guard packing.places.count == tiles.boxes.count else { return nil }
    for (number, box) in tiles.boxes.enumerated() {
      let place = packing.places[number] ?? (0, 0)
      parts.append(CommandStream.SurfacePart(area: box, x: place.x, y: place.y))
    }
    area = DeviceBox(minX: 0, minY: 0, maxX: Double(packing.width), maxY: Double(packing.height))
  }
}

/// What of a frame's records is drawn in which box.
private struct FinePieces {
  private struct Piece {
    /// The place of its batch in the pass.
    let batch: Int
    /// The place of its record in its array.
    let record: Int
    /// The number of the box.
    let box: Int
  }

  private let sources: [CommandStream.Batch]
  /// Of each of them, whether it is of plain quads.
  private let isPlain: [Bool]
  private var pieces: [Piece] = []
  /// Pieces that are no plain quads, each of which is a call.
  private var callCount = 0
  private static let mostCalls = 1024
  /// A record of a piece has 256 bytes.
  private static let mostPieces = 1 << 17
  /// Of each box, the first piece that is not hidden by a later one.
  private var starts: [Int]

  /// Nil where there are too many.
  init?(of frame: CommandStream.Pass, in tiles: FineTiles, records: CommandStream.Records) {
    sources = frame.batches
    isPlain = sources.map { $0.key.program.shape == .plain }
    starts = [Int](repeating: 0, count: tiles.boxes.count)
    for (number, batch) in sources.enumerated() where batch.key.place != .beside {
      let (kind, isOneColor) = (batch.key.program.records, batch.key.isOneColor)
      for record in batch.first..<batch.first + batch.count {
        let box = DeviceBox(around: records.corners(of: record, in: kind))
        tiles.forEach(meeting: box) { owner in
          if isOneColor, box.contains(tiles.boxes[owner]), records.plain[record].hidesAll {
            starts[owner] = pieces.count
          }
          pieces.append(Piece(batch: number, record: record, box: owner))
          if kind != .plain { callCount += 1 }
        }
        guard pieces.count <= Self.mostPieces, callCount <= Self.mostCalls else { return nil }
      }
    }
  }

  /// The batches of the pieces that are seen, on the surface, whose records are added.
  func batches(
    in parts: [CommandStream.SurfacePart], records: inout CommandStream.Records
  ) -> [CommandStream.Batch] {
    var batches: [CommandStream.Batch] = []
    /// The source of the last batch, if that is of quads that were cut.
    var last: Int?
    for (number, piece) in pieces.enumerated() where number >= starts[piece.box] {
      let part = parts[piece.box]
      guard isPlain[piece.batch], let box = records.plain[piece.record].box else {
        var key = sources[piece.batch].key
        key.part = Int32(truncatingIfNeeded: piece.box)
        batches.append(CommandStream.Batch(key: key, first: piece.record, count: 1, area: part.area.area))
        last = nil
        continue
      }
      let shown = box.intersection(part.area)
      if last != piece.batch {
        let key = sources[piece.batch].key
        batches.append(CommandStream.Batch(key: key, first: records.plain.count, count: 0, area: 0))
        last = piece.batch
      }
      records.plain.append(records.plain[piece.record].cut(to: shown, of: box))
      records.plain[records.plain.count - 1].move(by: SIMD2<Float>(part.offset))
      batches[batches.count - 1].count += 1
      batches[batches.count - 1].area += shown.area
    }
    return batches
  }
}

extension CommandStream.BatchKey {
  /// Whether its quads have a colour and no edges.
  fileprivate var isOneColor: Bool { program == ProgramKind(shape: .plain, features: .colored) && !isAdditive }
}

extension PlainQuad {
  /// Whether it is opaque, of one colour, along the axes.
  var hidesAll: Bool {
    corners.0.color.w == 1 && corners.1.color.w == 1 && corners.2.color.w == 1 && corners.3.color.w == 1 && box != nil
  }
}
