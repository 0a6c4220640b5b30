import Graphics

// What lies beneath opaque boxes of a frame is not drawn: quads that one of them hides wholly are left out, and rectangles that one
// hides a side of end there.

/// Opaque boxes of a frame, while it is written, and where they lie.
struct OpaqueBoxes: Sendable {
  /// Whole device pixels that are opaque from some record of the frame on.
  private struct Opaque: Sendable {
    var box: DeviceBox
    /// Which of the frame's passes, and which of its batches and their records is the first that it does not hide.
    var pass: Int
    var batch: Int
    var record: Int

    func hides(_ record: Int, of batch: Int, in pass: Int) -> Bool {
      pass == self.pass && (batch, record) < (self.batch, self.record)
    }
  }

  /// In the order in which they are drawn.
  private var boxes: [Opaque] = []
  /// Those that hide the records which are looked at, by tiles of the frame: `mostInTile` places each.
  private var places: [Int32] = []
  private var counts: [Int] = []
  private var columns = 1
  private var rows = 1
  private var area = DeviceBox.nothing
  /// How many of the boxes are not in tiles yet.
  private var rest = 0
  /// How many places are left.
  private var left = 0

  /// Smaller ones, in pixels, hide little.
  static let leastArea = 4096.0
  private static let tile = 64.0
  private static let mostInTile = 8
  /// So that many large boxes on one another take little time.
  private static let mostPlaces = 1 << 15

  var isEmpty: Bool { boxes.isEmpty }

  mutating func removeAll() { boxes.removeAll(keepingCapacity: true) }

  /// Adds what hides all that a frame's pass has drawn so far.
  mutating func add(_ box: DeviceBox, after pass: PassBuilder) {
    guard box.area >= Self.leastArea else { return }
    var entry = Opaque(box: box, pass: pass.parts.count, batch: 0, record: 0)
    if let last = pass.batches.last {
      // The last record may become what a colour that lies on it makes of it, the box's too.
      (entry.batch, entry.record) = (pass.batches.count - 1, last.count - 1)
    }
    boxes.append(entry)
  }

  // MARK: Looking

  /// Takes a frame's size.
  mutating func begin(_ area: DeviceBox) {
    self.area = area
    columns = max(1, Int(((area.maxX - area.minX) / Self.tile).rounded(.up)))
    rows = max(1, Int(((area.maxY - area.minY) / Self.tile).rounded(.up)))
    if places.count != columns * rows * Self.mostInTile {
      places = Array(repeating: 0, count: columns * rows * Self.mostInTile)
      counts = Array(repeating: 0, count: columns * rows)
    }
    rest = boxes.count
  }

  /// Goes on to one of the frame's passes, from the last to the first: none hides what another one draws.
  mutating func begin(pass: Int) {
    while rest > 0, boxes[rest - 1].pass > pass { rest -= 1 }
    for index in counts.indices { counts[index] = 0 }
    left = Self.mostPlaces
  }

  /// Goes on to a record, from the last to the first.
  ///
  /// - Returns: whether anything may hide it.
  mutating func go(to record: Int, of batch: Int, in pass: Int) -> Bool {
    while rest > 0, boxes[rest - 1].hides(record, of: batch, in: pass) {
      rest -= 1
      place(rest)
    }
    return left < Self.mostPlaces
  }

  private mutating func place(_ number: Int) {
    let box = boxes[number].box.intersection(area)
    guard !box.isEmpty else { return }
    let first = tile(at: Vector2(box.minX, box.minY))
    let last = tile(at: Vector2(box.maxX - 1, box.maxY - 1))
    guard left >= (last.column - first.column + 1) * (last.row - first.row + 1) else { return }
    for row in first.row...last.row {
      for index in row * columns + first.column...row * columns + last.column where counts[index] < Self.mostInTile {
        places[index * Self.mostInTile + counts[index]] = Int32(truncatingIfNeeded: number)
        counts[index] += 1
        left -= 1
      }
    }
  }

  private func tile(at p: Vector2) -> (column: Int, row: Int) {
    let place = (p - Vector2(area.minX, area.minY)) * (1 / Self.tile)
    return (Int(min(max(place.x, 0), Double(columns - 1))), Int(min(max(place.y, 0), Double(rows - 1))))
  }

  /// What can be seen of a box, as far as that is a box; nil for nothing. Only what hides its middle is looked at.
  func visible(_ box: DeviceBox) -> DeviceBox? {
    let middle = tile(at: box.middle)
    let first = (middle.row * columns + middle.column) * Self.mostInTile
    var box = box
    for index in first..<first + counts[first / Self.mostInTile] {
      let front = boxes[Int(places[index])].box
      let spansX = front.minX <= box.minX && front.maxX >= box.maxX
      let spansY = front.minY <= box.minY && front.maxY >= box.maxY
      if spansX && spansY { return nil }
      if spansY {
        if front.minX <= box.minX { box.minX = max(box.minX, front.maxX) }
        if front.maxX >= box.maxX { box.maxX = min(box.maxX, front.minX) }
      } else if spansX {
        if front.minY <= box.minY { box.minY = max(box.minY, front.maxY) }
        if front.maxY >= box.maxY { box.maxY = min(box.maxY, front.minY) }
      }
    }
    return box
  }
}

extension CommandStream {
  /// Leaves out of a frame's passes what opaque boxes hide, as long as nothing but the passes themselves refers to records.
  mutating func leaveOutHidden(in area: DeviceBox) {
    guard !opaqueBoxes.isEmpty else { return }
    // Taken out, so that no second owner makes the arrays copy themselves.
    var passes: [Pass] = []
    swap(&passes, &self.passes)
    var opaque = OpaqueBoxes()
    swap(&opaque, &opaqueBoxes)
    opaque.begin(area)
    var pass = passes.reduce(0) { $0 + ($1.isFrame ? 1 : 0) }
    for number in passes.indices.reversed() where passes[number].isFrame {
      pass -= 1
      opaque.begin(pass: pass)
      var seen = memory.batches.take()
      for index in passes[number].batches.indices.reversed() {
        addSeen(of: passes[number].batches[index], index, in: pass, &opaque, to: &seen)
      }
      seen.reverse()
      swap(&seen, &passes[number].batches)
      memory.batches.giveBack(&seen)
    }
    swap(&opaque, &opaqueBoxes)
    swap(&passes, &self.passes)
  }

  /// Adds what of a batch is not hidden, from the last record to the first: a batch for each run of records.
  private mutating func addSeen(
    of batch: Batch, _ number: Int, in pass: Int, _ opaque: inout OpaqueBoxes, to seen: inout [Batch]
  ) {
    let kind = batch.key.program.records
    let share = batch.area / Double(batch.count)
    var run = batch
    (run.count, run.area) = (0, 0)
    for index in (batch.first..<batch.first + batch.count).reversed() {
      var area = share
      if opaque.go(to: index - batch.first, of: number, in: pass) {
        let box = DeviceBox(around: records.corners(of: index, in: kind))
        guard let visible = opaque.visible(box) else {
          if run.count > 0 { seen.append(run) }
          (run.count, run.area) = (0, 0)
          continue
        }
        if visible != box, kind == .plain, records.plain[index].cut(to: visible) {
          area *= visible.area / box.area
          hasCutQuads = true
        }
      }
      run.first = index
      run.count += 1
      run.area += area
    }
    if run.count > 0 { seen.append(run) }
  }
}
