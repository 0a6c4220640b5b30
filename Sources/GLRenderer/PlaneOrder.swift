/// The order of planes that may cross, by binary space partitioning (Fuchs, Kedem and Naylor, 1980).
enum PlaneOrder {
  /// A layer, or a part of one.
  struct Piece {
    /// The layer's number.
    var number: Int
    /// Depth over the device; nearer is greater.
    var depth: HalfPlane
    /// Around the centres of all pixels that it draws; what it was cut by has cut this too.
    var outline: Polygon
    /// What it was cut by: it is drawn where all of these are positive.
    var cuts: [HalfPlane] = []

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

  /// The pieces from back to front, cut where planes cross. Beyond the limits they are not cut any further, and sorted by their
  /// depth in the middle.
  static func backToFront(_ pieces: [Piece], limits: Limits = Limits()) -> [Piece] {
    var sorted: [Piece] = []
    var count = pieces.count
    var comparisons = 0
    // What is still to be sorted, the farthest last.
    var groups = [pieces]
    while let group = groups.popLast() {
      guard group.count > 1 else {
        sorted += group
        continue
      }
      comparisons += group.count
      guard count <= limits.pieces, comparisons <= limits.comparisons else {
        sorted += group.sorted { $0.middleDepth < $1.middleDepth }
        continue
      }
      let parts = part(group)
      count += parts.behind.count + 1 + parts.before.count - group.count
      groups.append(parts.before)
      groups.append([parts.splitter])
      groups.append(parts.behind)
    }
    return sorted
  }

  /// Parts pieces by the plane of one of them.
  private static func part(_ pieces: [Piece]) -> (behind: [Piece], splitter: Piece, before: [Piece]) {
    // The middle one, so that planes which are in order already are not compared each with each.
    let index = (pieces.count - 1) / 2
    let splitter = pieces[index]
    var behind: [Piece] = []
    var before: [Piece] = []
    for (other, piece) in pieces.enumerated() where other != index {
      let nearer = HalfPlane(
        a: piece.depth.a - splitter.depth.a, b: piece.depth.b - splitter.depth.b, c: piece.depth.c - splitter.depth.c)
      // Also where the splitter itself does not draw: its plane parts what lies before from what lies behind.
      let (least, greatest) = piece.outline.range(of: nearer)
      let slack = slack * (nearer.a * nearer.a + nearer.b * nearer.b).squareRoot()
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
    return (behind, splitter, before)
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
