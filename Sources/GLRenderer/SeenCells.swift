/// Which cells of a mosaic's boxes show: all but those that an opaque box in front covers wholly. A bit for each, as boxes lie on
/// one another several deep, and it costs much less to find that out than to mix what nobody sees.
struct SeenCells {
  /// Those of one box after another: the first word of all its rows, then the second.
  private var all: [UInt64] = []
  /// Cells that are covered by the opaque boxes that were looked at; and those that boxes that show anything reach.
  private var hidden: [UInt64] = []
  private var reached: [UInt64] = []
  /// Of a row.
  private(set) var words = 1
  /// At least as many as there are of all boxes.
  private(set) var most = 0

  /// The bits of those columns of a row that lie in one of its words.
  @inline(__always)
  static func mask(_ columns: Range<Int>, word: Int) -> UInt64 {
    let (start, end) = (max(columns.lowerBound - word << 6, 0), min(columns.upperBound - word << 6, 64))
    return start < end ? ~0 << UInt64(truncatingIfNeeded: start) & ~0 >> UInt64(truncatingIfNeeded: 64 - end) : 0
  }

  /// Calls back with the first word of the first box.
  func withWords<Result>(_ body: (UnsafePointer<UInt64>) -> Result) -> Result? {
    all.withUnsafeBufferPointer { all in all.baseAddress.map(body) }
  }

  /// Finds them.
  ///
  /// - Parameter layers: from back to front, with the numbers of their columns and rows.
  mutating func find(_ layers: inout [Mosaic.Layer], columns: Int, rows: Int) {
    let words = (columns + 63) >> 6
    self.words = words
    hidden.removeAll(keepingCapacity: true)
    hidden.append(contentsOf: repeatElement(0, count: rows * words))
    reached.removeAll(keepingCapacity: true)
    reached.append(contentsOf: repeatElement(0, count: rows * words))
    var length = 0
    most = 0
    layers.withUnsafeMutableBufferPointer { layers in
      for index in layers.indices {
        let (width, height) = (layers[index].columns.count, layers[index].rows.count)
        layers[index].firstSeen = length
        length += height * words
        most += height * width
      }
    }
    if all.count < length { all.append(contentsOf: repeatElement(0, count: length - all.count)) }
    all.withUnsafeMutableBufferPointer { all in
      hidden.withUnsafeMutableBufferPointer { hidden in
        reached.withUnsafeMutableBufferPointer { reached in
          layers.withUnsafeBufferPointer { layers in
            guard let all = all.baseAddress, let hidden = hidden.baseAddress, let reached = reached.baseAddress else {
              return
            }
            for index in layers.indices.reversed() {
              for word in 0..<words {
                let first = word &* rows + layers[index].rows.lowerBound
                Self.find(
                  layers[index], word: word, all: all + layers[index].firstSeen, hidden: hidden + first,
                  reached: reached + first)
              }
            }
          }
        }
      }
    }
  }

  /// - Parameters:
  ///   - all: what shows of the box.
  ///   - hidden: what the boxes in front of it cover, and then it too, from its first row on.
  ///   - reached: where there is anything at all.
  private static func find(
    _ layer: Mosaic.Layer, word: Int, all: UnsafeMutablePointer<UInt64>, hidden: UnsafeMutablePointer<UInt64>,
    reached: UnsafeMutablePointer<UInt64>
  ) {
    let columns = mask(layer.columns, word: word)
    let drawn = layer.color.w > 0 ? columns : 0
    let count = layer.rows.count
    let shown = all + word &* count
    for row in 0..<count {
      shown[row] = columns & ~hidden[row]
      reached[row] |= drawn
    }
    guard layer.isOpaque else { return }
    let whole = mask(layer.wholeColumns, word: word)
    let first = layer.wholeRows.lowerBound &- layer.rows.lowerBound
    for row in first..<first &+ layer.wholeRows.count { hidden[row] |= whole }
  }

  /// Finds the first and the last column of each row in which there is anything; the first is after the last where there is nothing.
  func findEnds(of rows: Int, _ ends: inout [SIMD2<Int32>]) {
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(SIMD2(.max, -1), count: rows))
    ends.withUnsafeMutableBufferPointer { ends in
      reached.withUnsafeBufferPointer { reached in
        for word in 0..<words {
          for row in 0..<rows where reached[word &* rows &+ row] != 0 {
            let bits = reached[word &* rows &+ row]
            let last = Int32(truncatingIfNeeded: word << 6 &+ 63 &- bits.leadingZeroBitCount)
            let first = Int32(truncatingIfNeeded: word << 6 &+ bits.trailingZeroBitCount)
            ends[row] = SIMD2(min(ends[row].x, first), last)
          }
        }
      }
    }
  }

  /// Leaves out the edges that part nothing: those beside which no cell of their box shows. Where cells next to each other look
  /// unlike, a box that shows in one of them ends there.
  ///
  /// - Returns: whether there were any. The boxes have to be given other numbers then, and what shows of them found again.
  func leaveOutHidden(_ layers: [Mosaic.Layer], _ x: inout Mosaic.Axis, _ y: inout Mosaic.Axis) -> Bool {
    _ = withWords { all in
      x.needed.withUnsafeMutableBufferPointer { x in
        y.needed.withUnsafeMutableBufferPointer { y in
          layers.withUnsafeBufferPointer { layers in
            guard let x = x.baseAddress, let y = y.baseAddress else { return }
            for index in layers.indices { need(layers[index], all + layers[index].firstSeen, x, y) }
          }
        }
      }
    }
    let (isNarrower, isLower) = (x.leaveOutOthers(), y.leaveOutOthers())
    return isNarrower || isLower
  }

  /// Notes which edges of a box it shows beside.
  private func need(
    _ layer: Mosaic.Layer, _ shown: UnsafePointer<UInt64>, _ x: UnsafeMutablePointer<Bool>,
    _ y: UnsafeMutablePointer<Bool>
  ) {
    let count = layer.rows.count
    var last: UInt64 = 0
    for word in 0..<words {
      let shown = shown + word &* count
      var union: UInt64 = 0
      for row in 0..<count { union |= shown[row] }
      // A cell has an edge before it and one after it.
      let edges = union | union << 1 | last >> 63
      last = union
      for index in 0..<4 {
        let place = Int(layer.across[index])
        if place >> 6 == word, edges >> UInt64(truncatingIfNeeded: place & 63) & 1 != 0 { x[place] = true }
      }
      for index in 0..<4 {
        let row = Int(layer.down[index] &- layer.down[0])
        if row < count && shown[row] != 0 || row > 0 && shown[row &- 1] != 0 { y[Int(layer.down[index])] = true }
      }
    }
  }
}
