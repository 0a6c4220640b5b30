/// Tiles that follow one another in a row of tiles of which each is a bit, in words of 64.
struct TileRun {
  /// The words that it touches.
  let words: Range<Int>
  private let start: Int
  private let end: Int

  /// Words of a row.
  static let wordCount = 8
  /// Tiles of a row.
  static let tileCount = wordCount * 64

  /// Tiles of a range, which lies within a row.
  init(_ tiles: Range<Int>) {
    (start, end) = (tiles.lowerBound, tiles.upperBound)
    words = tiles.isEmpty ? 0..<0 : start / 64..<(end - 1) / 64 + 1
  }

  /// Its bits in one of the words.
  func bits(in word: Int) -> UInt64 {
    let (first, last) = (max(0, start - word * 64), min(64, end - word * 64))
    return (.max << UInt64(first)) & (.max >> UInt64(64 - last))
  }
}
