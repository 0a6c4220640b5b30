import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Modifiers of several groups: merges, and trims along all their outlines.

extension LottieBuilder {
  /// The items with the outlines of groups in place of the groups that a merge after them applies
  /// to. Groups with paints stay.
  func mergingGroups(of items: [ShapeItem]) throws(SceneError) -> [ShapeItem] {
    guard let end = items.lastIndex(where: { if case .modifier(.merge) = $0.kind { true } else { false } }) else {
      return items
    }
    let sources = items[..<end].count {
      switch $0.kind {
      case .group, .geometry: true
      default: false
      }
    }
    guard sources > 1 else { return items }
    var result = items
    for index in items.indices[..<end] {
      guard case .group(let group) = items[index].kind else { continue }
      if hasPaints(group) {
        reading.warn(
          items[end].place, "merging groups that have fills or strokes of their own is not supported; they stay")
      } else if let outlines = try outlines(ofGroup: group) {
        let item = items[index]
        result[index] = ShapeItem(id: item.id, name: item.name, kind: .geometry(.outlines(outlines)), place: item.place)
      }
    }
    return result
  }

  private func hasPaints(_ items: [ShapeItem]) -> Bool {
    items.contains {
      switch $0.kind {
      case .paint, .repeater: true
      case .group(let items): hasPaints(items)
      default: false
      }
    }
  }

  /// All outlines of a group, in the coordinates around it; nil without any.
  private func outlines(ofGroup items: [ShapeItem]) throws(SceneError) -> Track<Outlines>? {
    var sources: [ShapeItem] = []
    var modifiers: [PathModifier] = []
    for item in items {
      switch item.kind {
      case .geometry: sources.append(item)
      case .group(let group):
        guard let outlines = try outlines(ofGroup: group) else { continue }
        sources.append(
          ShapeItem(id: item.id, name: item.name, kind: .geometry(.outlines(outlines)), place: item.place))
      case .modifier(let modifier): modifiers.append(modifier)
      default: break
      }
    }
    guard let place = sources.first?.place, let result = try outlines(of: sources, modifiers) else { return nil }
    guard let transform = items.lazy.compactMap({ $0.transform }).first, !transform.isIdentity else { return result }
    let matrices = transform.matrices
    let moved = zipped(matrices.isAnimated ? result.resampled : result, matrices).map { pair in
      let matrix = pair.second.matrix
      return Outlines(list: pair.first.list.map { $0.applying(matrix) })
    }
    try reading.addVertices(of: moved, copies: 1, place)
    return moved
  }

  // MARK: Trims

  /// For each trim that applies to groups as if they were one line, its part of each group.
  func trimParts(of items: [ShapeItem], _ groups: [[ShapeItem]]) throws(SceneError) -> [Int: [ShapeItem]] {
    var result: [Int: [ShapeItem]] = [:]
    for item in items {
      guard case .modifier(.trim(let trim)) = item.kind, trim.isSequential, !trim.isWhole else { continue }
      var lengths = Track(Numbers(values: []))
      for group in groups {
        let length = try outlines(ofGroup: group)?.map { Numbers(values: [$0.length]) } ?? Track(Numbers(values: [0]))
        lengths = zipped(lengths, length).map { Numbers(values: $0.first.values + $0.second.values) }
      }
      let range = zipped(zipped(trim.start, trim.end).resampled, trim.offset.resampled)
      let all = zipped(range, lengths.resampled)
      try reading.addKeys(all.keys.count * groups.count, item.place)
      result[item.id] = groups.indices.map { number in
        let part = all.map { pair in
          let (range, offset) = (pair.first.first, pair.first.second / 360)
          let (start, end) = (range.first / 100 + offset, range.second / 100 + offset)
          return Self.part(number, of: pair.second.values, from: min(start, end), to: max(start, end))
        }
        var trim = trim
        trim.start = part.map { $0.first * 100 }
        trim.end = part.map { $0.second * 100 }
        trim.offset = Track(0)
        trim.isWrapped = true
        return ShapeItem(id: item.id, name: item.name, kind: .modifier(.trim(trim)), place: item.place)
      }
    }
    return result
  }

  /// The part of one of several lines in a range of all of them, as shares of its length. An end
  /// beyond 1 goes on at its beginning.
  private static func part(_ number: Int, of lengths: [Double], from start: Double, to end: Double)
    -> Pair<Double, Double>
  {
    let total = lengths.reduce(0, +)
    guard total > 0, lengths[number] > 0, end > start else { return Pair(first: 0, second: 0) }
    guard end - start < 1 else { return Pair(first: 0, second: 1) }
    let first = lengths[..<number].reduce(0, +) / total
    let length = lengths[number] / total
    let (low, high) = (start - start.rounded(.down), end - start.rounded(.down))
    func share(_ position: Double) -> Double { min(max((position - first) / length, 0), 1) }
    let (head, tail) = ((share(low), share(min(high, 1))), (0.0, share(high - 1)))
    guard high > 1, tail.1 > 0 else { return Pair(first: head.0, second: head.1) }
    return head.0 < head.1 ? Pair(first: head.0, second: 1 + tail.1) : Pair(first: tail.0, second: tail.1)
  }
}

extension Outlines {
  /// The length of all outlines.
  fileprivate var length: Double { list.reduce(0) { $0 + (OutlineMeasure($1)?.length ?? 0) } }
}

/// A transform at one time.
struct TransformValues: TrackValue {
  var anchor: Vector
  var position: Vector
  var scale: Vector
  /// Rotation, skew and its axis, in degrees.
  var angles: Vector

  func mixed(with other: TransformValues, at fraction: Double) -> TransformValues {
    TransformValues(
      anchor: anchor.mixed(with: other.anchor, at: fraction),
      position: position.mixed(with: other.position, at: fraction),
      scale: scale.mixed(with: other.scale, at: fraction), angles: angles.mixed(with: other.angles, at: fraction))
  }
}

extension TransformModel {
  /// The values over time, sampled every half frame if they change.
  fileprivate var matrices: Track<TransformValues> {
    let places = zipped(anchor.resampled, joinedPosition.resampled)
    let angles = zipped(rotation, zipped(skew, skewAxis)).map { Vector($0.first, $0.second.first, $0.second.second) }
    return zipped(places, zipped(scale, angles).resampled).map {
      TransformValues(
        anchor: $0.first.first, position: $0.first.second, scale: $0.second.first, angles: $0.second.second)
    }
  }
}
