import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Text along a path. (Source: lottie-web, `TextAnimatorProperty.getMeasures`.)

extension LottieBuilder {
  /// The transform that moves a letter from its line to a path.
  ///
  /// The middle of the letter is on the path, as far from its start as it is in the line. Where the
  /// path or its margins change, the letter's place is sampled every half frame.
  func transform(
    of piece: TextPiece, along path: TextPathModel, _ lines: [Int: TextLineExtent],
    _ justification:
      TextDocument.Justification
  ) -> TransformModel {
    let line = lines[piece.line] ?? TextLineExtent(start: 0, end: 0, baseline: 0)
    let middle = piece.position.x + piece.advance / 2
    let margins = zipped(path.firstMargin, path.lastMargin)
    let outline = path.outline.isAnimated || margins.isAnimated ? path.outline.resampled : path.outline
    let places = zipped(outline, margins.isAnimated ? margins.resampled : margins).map { value in
      self.place(
        of: middle, in: line, outline: value.first, path, margins: (value.second.first, value.second.second),
        justification)
    }
    var transform = TransformModel()
    transform.anchor = Track(Vector(middle, line.baseline, 0))
    transform.position = places.map { Vector($0.x, $0.y, 0) }
    if path.isPerpendicular { transform.rotation = places.map(\.z) }
    return transform
  }

  /// The point of a letter's middle, and its angle in degrees.
  private func place(
    of middle: Double, in line: TextLineExtent, outline: Outline, _ path: TextPathModel,
    margins: (first: Double, last: Double), _ justification: TextDocument.Justification
  ) -> Vector {
    guard let measure = OutlineMeasure(path.isReversed ? outline.reversed : outline) else {
      return Vector(middle, line.baseline, 0)
    }
    // The room between the margins.
    let room = measure.length + margins.last - margins.first
    let width = line.end - line.start
    var distance = middle - line.start
    if path.isForced, width > 0 {
      distance *= room / width
    } else {
      distance += (room - width) * justification.share
    }
    let place = measure.place(at: margins.first + distance)
    return Vector(place.point.x, place.point.y, place.angle * 180 / .pi)
  }

  /// The extents of lines, by number.
  static func extents(of pieces: [TextPiece]) -> [Int: TextLineExtent] {
    var extents: [Int: TextLineExtent] = [:]
    for piece in pieces {
      let (start, end) = (piece.position.x, piece.position.x + piece.advance)
      let old = extents[piece.line] ?? TextLineExtent(start: start, end: end, baseline: piece.position.y)
      extents[piece.line] = TextLineExtent(
        start: min(old.start, start), end: max(old.end, end), baseline: old.baseline)
    }
    return extents
  }
}

/// A line of letters, in the layer's coordinates.
struct TextLineExtent {
  var start: Double
  var end: Double
  var baseline: Double
}
