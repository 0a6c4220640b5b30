/// The order of planes that may cross, by binary space partitioning (Fuchs, Kedem and Naylor,
/// 1980).
///
/// A structure, as its memory is used again from one sorting to the next, and as all sortings of a
/// frame share one limit.
struct PlaneOrder: Sendable {
  /// A layer, or a part of one.
  struct Piece: Sendable {
    /// The layer's number.
    var number: Int
    /// The number of layers that are drawn with it.
    var layerCount = 1
    /// Depth over the device; nearer is greater.
    var depth: HalfPlane
    /// Around the centres of all pixels that it draws; what it was cut by has cut this too.
    var outline: Polygon
    /// The half-planes that it was cut by: it is drawn where all of them are positive.
    var cuts = FewElements<4, HalfPlane>(filler: HalfPlane(a: 0, b: 0, c: 0))
  }

  /// The limits of cutting.
  struct Limits {
    /// Pieces of one sorting, with the layers that are whole.
    var pieces = 16_384
    /// How often one piece is compared with another in one sorting.
    var comparisons = 1 << 22
    /// Layers that are drawn once more because of cuts, in all sortings: those in a piece are drawn
    /// again with each part of it, which with sets in sets doubles the work with every level.
    var layersAgain = 1 << 18
  }

  /// Less of a piece than this beyond another's plane is rounding, in device pixels.
  private static let slack = 1e-6

  /// Layers that cuts have drawn once more so far.
  private(set) var layersAgain = 0
  /// The pieces still to be sorted, by group, the farthest last; and the number of pieces per
  /// group.
  private var pending: [Piece] = []
  private var counts: [Int] = []
  /// The parts of a group.
  private var group: [Piece] = []
  private var behind: [Piece] = []
  private var before: [Piece] = []

  /// Puts pieces in the order from back to front, cut where planes cross. Beyond the limits they
  /// are not cut any further, and sorted by their depth in the middle.
  mutating func sort(_ pieces: inout [Piece], limits: Limits = Limits()) {
    guard pieces.count > 1 else { return }
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
      } else if count <= limits.pieces, comparisons <= limits.comparisons, layersAgain <= limits.layersAgain {
        group.removeAll(keepingCapacity: true)
        group += pending[first...]
        pending.removeLast(size)
        let splitter = part()
        count += behind.count + 1 + before.count - size
        push(before)
        push(CollectionOfOne(splitter))
        push(behind)
      } else {
        pieces += pending[first...].sorted { ($0.middleDepth, $0.number) < ($1.middleDepth, $1.number) }
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
      // Also where the splitter itself does not draw: its plane parts what lies before from what
      // lies behind.
      switch piece.side(of: splitter, slack: Self.slack) {
      case .front: before.append(piece)
      case .back: behind.append(piece)
      case .both(let nearer):
        let (near, far) = (piece.cut(to: nearer), piece.cut(to: nearer.opposite))
        if near != nil, far != nil { layersAgain += piece.layerCount }
        if let near { before.append(near) }
        if let far { behind.append(far) }
      }
    }
    return splitter
  }
}

extension PlaneOrder.Piece {
  /// The pixels of `box` that it can draw. A device that decides in single precision on which side
  /// of a cut a pixel lies may be off by less than a sixteenth of one.
  func pixels(in box: PixelBox) -> PixelBox { outline.pixels(in: box, reach: 1.0 / 16) }

  /// The cuts that its outline touches. Of a convex region that lies wholly inside a cut, that cut
  /// takes nothing away.
  var cutsThatCount: [HalfPlane] {
    cuts.filter { cut in
      // In device pixels; a line at infinity has everything on one side.
      guard let line = cut.normalized else { return false }
      return !(outline.range(of: line).least > 1.0 / 1024)
    }
  }

  fileprivate enum Side {
    case front, back
    /// And where it lies in front.
    case both(HalfPlane)
  }

  /// The side of another's plane that it is on.
  fileprivate func side(of other: Self, slack: Double) -> Side {
    let nearer = HalfPlane(a: depth.a - other.depth.a, b: depth.b - other.depth.b, c: depth.c - other.depth.c)
    let slack = slack * (nearer.a * nearer.a + nearer.b * nearer.b).squareRoot()
    let (least, greatest) = outline.range(of: nearer)
    switch (least >= -slack, greatest <= slack) {
    case (true, false): return .front
    case (false, true): return .back
    case (false, false) where nearer.normalized != nil: return .both(nearer)
    // In one plane the later is in front; so it is among numbers that say nothing.
    default: return number < other.number ? .back : .front
    }
  }

  /// The part on the positive side of a line; nil when no pixel's centre lies in it.
  fileprivate func cut(to side: HalfPlane) -> Self? {
    var piece = self
    piece.outline.cut(to: side)
    piece.cuts.append(side)
    let everywhere = PixelBox(minX: .min, minY: .min, maxX: .max, maxY: .max)
    return piece.pixels(in: everywhere).isEmpty ? nil : piece
  }

  fileprivate var middleDepth: Double {
    let middle = outline.middle
    return depth.value(middle.x, middle.y)
  }
}
