import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Synchronization

/// Image files as the tiles of a layer, by a pattern of paths.
package struct TileFiles: Sendable, Equatable {
  /// The path of a file, with `{x}` for the column, `{y}` for the row and `{z}` for the level of
  /// detail.
  package let pattern: String
  /// The base of relative paths, and the folder that confines them.
  package let place: FilePlace

  package init(pattern: String, place: FilePlace = FilePlace()) {
    (self.pattern, self.place) = (pattern, place)
  }

  /// The names in braces.
  package static let names = ["x", "y", "z"]

  /// The problem of the pattern, for messages; nil if each tile has a unique path.
  ///
  /// - Parameter levels: the number of levels of detail.
  package func problem(levels: Int) -> String? {
    var found: Set<String> = []
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else { return "expected } after {, found the end of the pattern" }
      let name = String(rest[..<close])
      guard Self.names.contains(name) else { return "expected {x}, {y} or {z}, found {\(name)}" }
      found.insert(name)
      rest = rest[rest.index(after: close)...]
    }
    for name in Self.names where !found.contains(name) && (name != "z" || levels > 1) {
      let what = name == "x" ? "column" : name == "y" ? "row" : "level"
      return "expected {\(name)} for the \(what) of a tile, found none in \"\(pattern)\""
    }
    return nil
  }

  /// The path of a tile's file.
  ///
  /// - Parameter level: from 0, the coarsest.
  package func path(column: Int, row: Int, level: Int) -> String {
    let name =
      pattern.replacingOccurrences(of: "{x}", with: "\(column)").replacingOccurrences(of: "{y}", with: "\(row)")
      .replacingOccurrences(of: "{z}", with: "\(level)")
    return place.path(of: name)
  }
}

extension TileFiles {
  /// The existing files that match the pattern; nil for more than `most`.
  package func names(atMost most: Int) -> [String]? {
    var found = [pattern.hasPrefix("/") ? "/" : ""]
    let parts = pattern.split(separator: "/")
    for (index, part) in parts.enumerated() {
      let separator = index + 1 < parts.count ? "/" : ""
      guard part.contains("{") else {
        found = found.map { $0 + part + separator }
        continue
      }
      let pieces = Self.pieces(of: part)
      found = found.flatMap { folder -> [String] in
        let names = try? FileManager.default.contentsOfDirectory(
          atPath: folder.isEmpty ? place.path(of: ".") : place.path(of: folder))
        return (names ?? []).filter { Self.matches($0, pieces) }.map { folder + $0 + separator }
      }
      // Each folder of a level may have as many.
      guard found.count <= most else { return nil }
    }
    return found.filter { place.byteCount(at: place.path(of: $0)) != nil }
  }

  /// The texts of a part of a pattern; between two of them stands a number.
  private static func pieces(of part: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var rest = part
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      // Two numbers side by side are as one.
      if pieces.isEmpty || open > rest.startIndex { pieces.append(rest[..<open]) }
      rest = rest[rest.index(after: close)...]
    }
    return pieces + [rest]
  }

  private static func matches(_ name: String, _ pieces: [Substring]) -> Bool {
    var rest = name[...]
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        let digits = rest.prefix { "0"..."9" ~= $0 }
        guard !digits.isEmpty else { return false }
        rest = rest.dropFirst(digits.count)
      }
      guard rest.hasPrefix(piece) else { return false }
      rest = rest.dropFirst(piece.count)
    }
    return rest.isEmpty
  }
}

/// A tiled layer with image files as tiles: visible ones are read and decoded, on several threads.
///
/// A missing file is an empty tile. So is an invalid one, which is logged once per layer.
package final class TileFileLayer: CATiledLayer {
  /// The files of the tiles; nil for none.
  package var files: TileFiles? {
    didSet { if files != oldValue { setNeedsDisplay() } }
  }
  /// Device pixels per point of the root, times its `contentsScale`.
  package var canvasScale = 1.0

  override var deviceScaleFactor: Double { canvasScale }

  /// The budget that it shares with the scene's other layers; nil for none.
  package var allowance: TileAllowance?

  override var skipsTiles: Bool { allowance?.refuses ?? false }

  /// Hidden tiles leave three quarters of the scene's allowance to visible ones.
  override var keptTilesBudget: Int { min(super.keptTilesBudget, (allowance?.memory.bytes ?? .max) / 4) }

  /// Tiles of 64 pixels on the largest canvas. There are no files of coarser levels, which could
  /// take their place.
  override var mostTiles: Int { 1 << 14 }

  override var coarsestLevel: Int { TileGrid.levels(of: self).lowerBound }

  override func tellOfTooManyTiles() {
    warn("expected at most \(mostTiles) tiles in view, found more; make them larger, or add coarser levels")
  }

  override func tilePicture(_ index: TileGrid.Index, of shape: TileShape) -> TilePicture? {
    guard let allowance else { return tileImage(index, of: shape, nil).map { TilePicture(image: $0) } }
    guard let reservation = allowance.reserve() else {
      warn("expected tiles of at most \(allowance.memory.bytes >> 20) MiB together, found more")
      return Self.empty.map { TilePicture(image: $0) }
    }
    let image = tileImage(index, of: shape, reservation)
    // The decoder's own memory is free again.
    let kept = image.map { $0.bytesPerRow * $0.height } ?? 0
    _ = reservation.resize(to: TileAllowance.bytesPerTile + kept)
    return image.map { TilePicture(image: $0, reservation: reservation) }
  }

  private func tileImage(_ index: TileGrid.Index, of shape: TileShape, _ reservation: MemoryReservation?) -> CGImage? {
    let levels = TileGrid.levels(of: self)
    guard let files, levels.contains(index.level) else { return Self.empty }
    // The coarsest level is 0, as on map servers.
    let path = files.path(column: index.column, row: index.row, level: index.level - levels.lowerBound)
    // Nothing outside the root is disclosed.
    guard files.place.root != nil || FileManager.default.fileExists(atPath: path) else { return Self.empty }
    do throws(ImageError) {
      var limits = Self.limits(tile: tileSize)
      limits.reservation = reservation
      let image = try MultiplaneDrawing.loadImage(path: path, limits: limits, root: files.place.root)
      guard let part = shape.grid.part(of: image, index, isFlipped: shape.isFlipped) else { return Self.empty }
      guard part !== image else { return image }
      // A cropped image shares the bytes of the whole one. The copy exists twice while it is made.
      let bytes = image.bytesPerRow * image.height + 2 * part.rowBytes * part.height
      guard reservation?.resize(to: TileAllowance.bytesPerTile + bytes) ?? true else { return Self.empty }
      return part.withOwnBytes ?? Self.empty
    } catch {
      if case .unreadable(_, "nothing at this path", _) = error { return Self.empty }
      warn(error.description)
      return Self.empty
    }
  }

  private let warning = TileWarning()

  /// A scene that is refused says why itself.
  private func warn(_ line: String) {
    if allowance?.excess == nil { warning.warn(line) }
  }

  /// The placeholder of a missing file, so that it is not looked for again.
  private static let empty = CGImage(premultipliedRGBA8: [0, 0, 0, 0], width: 1, height: 1)

  /// Up to twice as fine as the layer's tiles are, so that what is seen at a time is bounded as
  /// drawn tiles are.
  private static func limits(tile: CGSize) -> ImageLimits {
    let side = 2 * Int(min(max(tile.width, tile.height, 1), CGFloat(TileGrid.longestSide)).rounded(.up))
    return ImageLimits(maximumSide: side, maximumPixels: side * side, maximumFileBytes: 32 << 20)
  }
}

/// Says once what is wrong with the tiles of a layer.
private final class TileWarning: Sendable {
  private let hasWarned = Mutex(false)

  func warn(_ line: String) {
    let isFirst = hasWarned.withLock { warned in
      defer { warned = true }
      return !warned
    }
    guard isFirst else { return }
    Warnings.log("tiles", "a tile is left empty, as are others like it: \(line)")
  }
}

extension CGImage {
  /// The bytes of a row without padding.
  fileprivate var rowBytes: Int { width * bitsPerPixel / 8 }

  /// A copy of the pixels that shares no bytes with another image: RGBA in sRGB, or half floats.
  fileprivate var withOwnBytes: CGImage? {
    guard hasHalfFloats else {
      return CGImage(premultipliedRGBA8: premultipliedRGBA8(), width: width, height: height)
    }
    let halves = premultipliedHalves().withUnsafeBytes { Data($0) }
    return CGImage(
      premultipliedHalves: halves, width: width, height: height, isExtended: colorSpace?.isExtended ?? false)
  }
}

extension TileGrid {
  /// The visible part of a whole tile's image in a tile that the bounds cut; nil for nothing.
  ///
  /// - Parameter isFlipped: whether the image's first row is at the greatest y.
  func part(of image: CGImage, _ index: Index, isFlipped: Bool) -> CGImage? {
    let whole = CGRect(
      x: CGFloat(index.column) * tile.width, y: CGFloat(index.row) * tile.height, width: tile.width,
      height: tile.height)
    let seen = frame(of: index)
    guard seen != whole else { return image }
    let (across, down) = (CGFloat(image.width) / whole.width, CGFloat(image.height) / whole.height)
    let top = isFlipped ? whole.maxY - seen.maxY : seen.minY - whole.minY
    return image.cropping(
      to: CGRect(
        x: (seen.minX - whole.minX) * across, y: top * down, width: seen.width * across, height: seen.height * down))
  }
}
