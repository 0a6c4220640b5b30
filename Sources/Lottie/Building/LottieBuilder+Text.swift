import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Text: shape layers with the outlines of letters.

extension LottieBuilder {
  /// Adds the texts of a layer, each for its own time.
  func addText(_ text: TextModel, to layer: CALayer, _ map: TimeMap, _ place: LottiePlace) throws(SceneError) {
    for (index, (frame, document)) in text.documents.enumerated() {
      guard text.documents.count > 1 else { return try add(document, of: text, to: layer, map) }
      let space = try makeSpace(place)
      try add(document, of: text, to: space, map)
      let end = index + 1 < text.documents.count ? text.documents[index + 1].frame : .infinity
      try setVisibility(from: index == 0 ? -.infinity : frame, to: end, of: space, map)
      layer.addSublayer(space)
    }
  }

  private func add(
    _ document: TextDocument, of text: TextModel, to layer: CALayer, _ map: TimeMap
  ) throws(SceneError) {
    let isSplit = !text.animators.isEmpty || text.path != nil
    let lines = TextLines(document, of: animation, isSplit: isSplit)
    if let problem = lines.problem { reading.warn(document.place, problem) }
    let pieces = lines.pieces
    guard isSplit else {
      let outlines = pieces.flatMap { piece in
        piece.outlines.map { $0.applying(CGAffineTransform(translationX: piece.position.x, y: piece.position.y)) }
      }
      return try addLetters(LetterStyle(document), Outlines(list: outlines), to: layer, map, document.place)
    }
    var shares = ShareCache(pieces)
    let pivots = Self.pivots(of: pieces, text)
    let extents = Self.extents(of: pieces)
    // How far letters are moved by animated tracking.
    let shifts = try trackingShifts(pieces, text, document, &shares)
    for (index, piece) in pieces.enumerated() where !piece.outlines.isEmpty {
      let pivot = pivots[index]
      var transform = TransformModel()
      let origin = Vector(pivot, piece.position.y, 0)
      transform.anchor = Track(origin)
      transform.position = shifts?[index].map { origin + Vector($0, 0, 0) } ?? Track(origin)
      var style = LetterStyle(document)
      for (number, animator) in text.animators.enumerated() {
        let share = shares.share(of: piece, animator.selector, number)
        try reading.addKeys(share.keys.count, document.place)
        style.apply(animator, share)
        transform.apply(animator, share)
      }
      let letter = try makeSpace(document.place)
      let move = CGAffineTransform(translationX: piece.position.x, y: piece.position.y)
      let outlines = Outlines(list: piece.outlines.map { $0.applying(move) })
      try addLetters(style, outlines, to: letter, map, document.place)
      try setOpacity(transform.opacity, of: letter, map)
      var placed = try place(letter, by: transform, map, document.place)
      if let path = text.path {
        let space = try makeSpace(document.place)
        space.addSublayer(placed)
        let move = self.transform(of: piece, along: path, extents, document.justification)
        try reading.addKeys(move.position.keys.count, document.place)
        placed = try place(space, by: move, map, document.place)
      }
      layer.addSublayer(placed)
    }
  }

  /// Adds letters of one style.
  private func addLetters(
    _ style: LetterStyle, _ outlines: Outlines, to layer: CALayer, _ map: TimeMap, _ place: LottiePlace
  ) throws(SceneError) {
    guard !outlines.list.isEmpty else { return }
    let path = outlines.path
    func add(fill: Track<Color>?, stroke: Track<Color>?) throws(SceneError) {
      let shape = try prepared(CAShapeLayer(), place)
      shape.path = path
      shape.fillColor = nil
      if let fill { try set(fill, "fillColor", of: shape, map) { $0.cgColor } }
      if let stroke {
        try set(stroke, "strokeColor", of: shape, map) { $0.cgColor }
        try set(style.strokeWidth, "lineWidth", of: shape, map) { max(0, $0) }
        shape.lineJoin = .round
      }
      layer.addSublayer(shape)
    }
    let hasStroke = style.stroke != nil && !style.strokeWidth.isConstant { $0 <= 0 }
    if hasStroke, style.fill != nil, !style.isStrokeOver {
      try add(fill: nil, stroke: style.stroke)
      try add(fill: style.fill, stroke: nil)
    } else {
      try add(fill: style.fill, stroke: hasStroke ? style.stroke : nil)
    }
  }

  /// The x around which each letter turns and grows: the middle of its group.
  private static func pivots(of pieces: [TextPiece], _ text: TextModel) -> [Double] {
    var groups: [Int: (start: Double, end: Double)] = [:]
    for piece in pieces {
      let (start, end) = (piece.position.x, piece.position.x + piece.advance)
      // A space belongs to no word.
      guard text.grouping != .word || !piece.isSpace else { continue }
      let group = groups[piece.index(of: text.grouping)] ?? (start, end)
      groups[piece.index(of: text.grouping)] = (min(group.start, start), max(group.end, end))
    }
    return pieces.map { piece in
      let group = groups[piece.index(of: text.grouping)] ?? (piece.position.x, piece.position.x)
      return (group.start + group.end) / 2 + (group.end - group.start) / 2 * text.alignment / 100
    }
  }

  /// The distances by which animated tracking moves letters; nil without any.
  private func trackingShifts(
    _ pieces: [TextPiece], _ text: TextModel, _ document: TextDocument, _ shares: inout ShareCache
  ) throws(SceneError) -> [Track<Double>]? {
    let animators = text.animators.enumerated().filter { $0.element.tracking != nil }
    guard !animators.isEmpty else { return nil }
    var result: [Track<Double>] = []
    var (sum, first) = (Track(0.0), 0)
    for (index, piece) in pieces.enumerated() {
      for (number, animator) in animators {
        guard let tracking = animator.tracking else { continue }
        let share = shares.share(of: piece, animator.selector, number)
        try reading.addKeys(share.keys.count, document.place)
        let unit = document.size / 1000
        sum = zipped(sum, zipped(share, tracking)).map { $0.first + $0.second.first * $0.second.second * unit }
      }
      result.append(sum)
      // Lines stay on their side.
      guard index + 1 == pieces.count || pieces[index + 1].line != piece.line else { continue }
      let part = document.justification.share
      for position in first...index where part > 0 {
        result[position] = zipped(result[position], sum).map { $0.first - $0.second * part }
      }
      (sum, first) = (Track(0), index + 1)
    }
    return result
  }
}

/// The shares of units by each animator's selector, computed once.
private struct ShareCache {
  private struct Key: Hashable {
    let animator: Int
    let index: Int
  }

  private let pieces: [TextPiece]
  private var known: [Key: Track<Double>] = [:]

  init(_ pieces: [TextPiece]) { self.pieces = pieces }

  mutating func share(of piece: TextPiece, _ selector: RangeSelector, _ animator: Int) -> Track<Double> {
    let key = Key(animator: animator, index: piece.index(of: selector.unit))
    if let share = known[key] { return share }
    let count = pieces.last.map { last in
      selector.unit == .visibleCharacter
        ? last.visibleCharacter + (last.isSpace ? 0 : 1) : last.index(of: selector.unit) + 1
    }
    let share = selector.share(of: key.index, count: count ?? 0)
    known[key] = share
    return share
  }
}

/// The colours of letters over time.
private struct LetterStyle {
  var fill: Track<Color>?
  var stroke: Track<Color>?
  var strokeWidth: Track<Double>
  let isStrokeOver: Bool

  init(_ document: TextDocument) {
    fill = document.fill.map { Track($0) }
    stroke = document.stroke.map { Track($0) }
    strokeWidth = Track(document.stroke == nil ? 0 : document.strokeWidth)
    isStrokeOver = document.isStrokeOver
  }

  mutating func apply(_ animator: TextAnimator, _ share: Track<Double>) {
    if let color = animator.fill { fill = mixed(fill ?? Track(Color(0, 0, 0, 0)), color, share) }
    if let color = animator.stroke { stroke = mixed(stroke ?? Track(Color(0, 0, 0, 0)), color, share) }
    if let width = animator.strokeWidth {
      strokeWidth = zipped(strokeWidth, zipped(width, share)).map { $0.first + $0.second.first * $0.second.second }
    }
  }
}

extension TransformModel {
  /// Adds a share of an animator's values.
  fileprivate mutating func apply(_ animator: TextAnimator, _ share: Track<Double>) {
    func added(_ track: Track<Vector>, _ value: Track<Vector>?, _ sign: Double = 1) -> Track<Vector> {
      guard let value else { return track }
      return zipped(track, zipped(value, share)).map { $0.first + $0.second.first * ($0.second.second * sign) }
    }
    func added(_ track: Track<Double>, _ value: Track<Double>?) -> Track<Double> {
      guard let value else { return track }
      return zipped(track, zipped(value, share)).map { $0.first + $0.second.first * $0.second.second }
    }
    anchor = added(anchor, animator.anchor)
    position = added(position, animator.position)
    if let value = animator.scale {
      scale = zipped(scale, zipped(value, share)).map { pair in
        let (value, share) = (pair.second.first, pair.second.second)
        let one = Vector(repeating: 1)
        let growth = value / 100 - one
        return pair.first * (one + growth * share)
      }
    }
    rotation = added(rotation, animator.rotation)
    rotationX = added(rotationX, animator.rotationX)
    rotationY = added(rotationY, animator.rotationY)
    skew = added(skew, animator.skew)
    skewAxis = added(skewAxis, animator.skewAxis)
    if let value = animator.opacity { opacity = mixed(opacity, value, share) }
  }
}

/// A value mixed with another by a share.
private func mixed<Value>(_ track: Track<Value>, _ other: Track<Value>, _ share: Track<Double>) -> Track<Value> {
  zipped(track, zipped(other, share)).map { $0.first.mixed(with: $0.second.first, at: $0.second.second) }
}
