/// Finds texts of rows that another row has already, in at most sixteen bytes per row: of each text
/// 32 bits of a hash are kept, and the row, which is read again where they are the same.
struct RowIndex {
  /// By place: the row behind a hash, counted from 1, and 0 for none.
  private var rows: [UInt32]
  private var hashes: [UInt32]

  /// - Parameter rows: their number, at most 2³² − 1.
  init(rows: Int) {
    // At most three of four places are taken; a place is the low bits of a hash.
    var count = 4
    while count * 3 < rows * 4 { count *= 2 }
    self.rows = [UInt32](repeating: 0, count: count)
    hashes = self.rows
  }

  /// Adds a row's text.
  ///
  /// - Parameter text: reads that of a row which was added before.
  /// - Returns: the row that has the same text; nil where none has.
  mutating func add<Failure: Error>(
    _ row: Int, _ new: String, text: (Int) throws(Failure) -> String
  ) throws(Failure) -> Int? {
    let (earlier, place, upper) = try search(new, text: text)
    if let earlier { return earlier }
    (rows[place], hashes[place]) = (UInt32(row + 1), upper)
    return nil
  }

  /// The row that has a text; nil if none has.
  ///
  /// - Parameter text: reads the text of a row that was added.
  func row<Failure: Error>(of wanted: String, text: (Int) throws(Failure) -> String) throws(Failure) -> Int? {
    try search(wanted, text: text).row
  }

  /// The row that has a text, else the free place for one.
  private func search<Failure: Error>(
    _ wanted: String, text: (Int) throws(Failure) -> String
  ) throws(Failure) -> (row: Int?, place: Int, upper: UInt32) {
    // Each process has its own seed, so that no input can be made whose hashes collide.
    let hash = wanted.hashValue
    let upper = UInt32(truncatingIfNeeded: hash >> 32)
    var place = hash & (rows.count - 1)
    while rows[place] > 0 {
      let earlier = Int(rows[place]) - 1
      if hashes[place] == upper, try text(earlier) == wanted { return (earlier, place, upper) }
      place = (place + 1) & (rows.count - 1)
    }
    return (nil, place, upper)
  }
}
