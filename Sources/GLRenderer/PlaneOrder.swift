/// The order of planes that may cross, by binary space partitioning (Fuchs, Kedem and Naylor, 1980).
///
/// A structure, as its memory is used again from one sorting to the next.
struct PlaneOrder: Sendable {
  /// A layer, or a part of one.
  struct Piece: Sendable {
    /// The layer's number.
    var number: Int
    /// Depth over the device; nearer is greater.
    var depth: HalfPlane
    /// Around the centres of all pixels that it draws; what it was cut by has cut this too.
    var outline: Polygon
    /// What it was cut by: it is drawn where all of these are positive.
    var cuts = FewElements<4, HalfPlane>(filler: HalfPlane(a: 0, b: 0, c: 0))

    /// The pixels that it can draw. The shader that decides on which side of a cut a pixel lies rounds more than this does.
    var pixels: DeviceBox {
      var around = DeviceBox.nothing
      for point in outline.points { around.add(point) }
      return around.inset(by: -1.0 / 16).pixels
    }
  }

  /// What parting may take.
  struct Limits {
    /// Pieces, with the layers that are whole.
    var pieces = 16_384
    /// How often one piece is compared with another.
    var comparisons = 1 << 22
  }

  /// Less of a piece than this beyond another's plane is rounding, in device pixels.
  private static let slack = 1e-6

  /// What is still to be sorted, group after group, the farthest last; and how many pieces each group has.
  private var pending: [Piece] = []
  private var counts: [Int] = []
  /// The parts of a group.
  private var group: [Piece] = []
  private var behind: [Piece] = []
  private var before: [Piece] = []

  /// Puts pieces in the order from back to front, cut where planes cross. Beyond the limits they are not cut any further, and sorted
  /// by their depth in the middle.
  mutating func sort(_ pieces: inout [Piece], limits: Limits = Limits()) {
    var count = pieces.count
    var comparisons = 0
    pending.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    push(pieces)
    pieces.removeAll(keepingCapacity: true)
    while let size = counts.popLast() {
      let first = pending.count - size
      comparisons += size
      if size == 1 {
        pieces.append(pending.removeLast())
      } else if count <= limits.pieces, comparisons <= limits.comparisons {
        group.removeAll(keepingCapacity: true)
        group += pending[first...]
        pending.removeLast(size)
        let splitter = part()
        count += behind.count + 1 + before.count - size
        push(before)
        push(CollectionOfOne(splitter))
        push(behind)
      } else {
        pieces += pending[first...].sorted { $0.middleDepth < $1.middleDepth }
        pending.removeLast(size)
      }
    }
  }

  /// Adds a group to those that are still to be sorted, as the farthest.
  private mutating func push(_ pieces: some Collection<Piece>) {
    guard !pieces.isEmpty else { return }
    pending += pieces
    counts.append(pieces.count)
  }

  /// Parts the group by the plane of one of its pieces, which it gives back.
  private mutating func part() -> Piece {
    // The middle one, so that planes which are in order already are not compared each with each.
    let index = (group.count - 1) / 2
    let splitter = group[index]
    behind.removeAll(keepingCapacity: true)
    before.removeAll(keepingCapacity: true)
    for other in group.indices where other != index {
      let piece = group[other]
      let nearer = HalfPlane(
        a: piece.depth.a - splitter.depth.a, b: piece.depth.b - splitter.depth.b, c: piece.depth.c - splitter.depth.c)
      // Also where the splitter itself does not draw: its plane parts what lies before from what lies behind.
      let (least, greatest) = piece.outline.range(of: nearer)
      let slack = Self.slack * (nearer.a * nearer.a + nearer.b * nearer.b).squareRoot()
      switch (least >= -slack, greatest <= slack) {
      case (true, false): before.append(piece)
      case (false, true): behind.append(piece)
      case (true, true):
        // In one plane the later is in front.
        if piece.number < splitter.number { behind.append(piece) } else { before.append(piece) }
      case (false, false):
        if let near = piece.cut(to: nearer) { before.append(near) }
        if let far = piece.cut(to: HalfPlane(a: -nearer.a, b: -nearer.b, c: -nearer.c)) { behind.append(far) }
      }
    }
    return splitter
  }
}

extension PlaneOrder.Piece {
  /// The part on the inside of a line; nil when no pixel's centre lies in it.
  fileprivate func cut(to half: HalfPlane) -> Self? {
    var piece = self
    piece.outline.cut(to: half)
    piece.cuts.append(half)
    return piece.pixels.isEmpty ? nil : piece
  }

  fileprivate var middleDepth: Double { depth.value(at: outline.middle) }
}

extension Polygon {
  /// The least and greatest value of a linear function at the corners, and so anywhere in it.
  fileprivate func range(of line: HalfPlane) -> (Double, Double) {
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for point in points {
      let value = line.value(at: point)
      (least, greatest) = (min(least, value), max(greatest, value))
    }
    return (least, greatest)
  }
}
