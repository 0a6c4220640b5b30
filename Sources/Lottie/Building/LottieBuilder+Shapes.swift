import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Shape layers: groups, repeaters and outlines.

extension LottieBuilder {
  /// Adds the items of a shape layer.
  func addShapes(_ items: [ShapeItem], to layer: CALayer, _ map: TimeMap) throws(SceneError) {
    try addContents(of: mergingGroups(of: items), isTop: true, to: layer, map)
  }

  /// Adds the groups of a list of items, their own outlines, and copies of those before a repeater.
  ///
  /// - Parameter isTop: whether outlines of the list itself make a group.
  func addContents(
    of items: [ShapeItem], isTop: Bool, to layer: CALayer, _ map: TimeMap
  ) throws(SceneError) {
    guard let end = items.lastIndex(where: { if case .repeater = $0.kind { true } else { false } }),
      case .repeater(let repeater) = items[end].kind
    else {
      let groups = try groups(of: items, isTop: isTop)
      for group in groups.reversed() { try add(group, to: layer, map) }
      guard !isTop else { return }
      let hasGroups = items.contains { if case .group = $0.kind { true } else { false } }
      for group in PaintGroup.groups(of: items, hasGroups: hasGroups).groups.reversed() {
        try add(group, to: layer, map)
      }
      return
    }
    // Behind them are the items after the repeater.
    let rest = Array(items[(end + 1)...])
    try addContents(of: rest, isTop: isTop, to: layer, map)
    // Paints and modifiers after the repeater apply to the copies.
    let others = rest.filter {
      switch $0.kind {
      case .paint, .modifier: true
      default: false
      }
    }
    try add(repeater, of: Array(items[..<end]) + others, items[end].place, to: layer, map)
  }

  /// The items of each group of a list, with those of the list that apply to it.
  private func groups(of items: [ShapeItem], isTop: Bool) throws(SceneError) -> [[ShapeItem]] {
    if isTop, items.contains(where: { if case .geometry = $0.kind { true } else { false } }) { return [items] }
    let groups: [[ShapeItem]] = items.compactMap { if case .group(let items) = $0.kind { items } else { nil } }
    guard !groups.isEmpty else { return [] }
    let others = items.filter { if case .group = $0.kind { false } else { true } }
    let inherited = PaintGroup.groups(of: others, hasGroups: true).unused.filter {
      if case .transform = $0.kind { false } else { true }
    }
    guard !inherited.isEmpty else { return groups }
    let parts = groups.count > 1 ? try trimParts(of: inherited, groups) : [:]
    return groups.enumerated().map { number, group in
      let transform = group.lazy.compactMap { $0.transform }.first
      return group
        + inherited.map { item in
          (parts[item.id]?[number] ?? item).scaled(into: transform).inherited
        }
    }
  }

  /// Adds a group: the groups in it behind its own outlines.
  private func add(_ items: [ShapeItem], to parent: CALayer, _ map: TimeMap) throws(SceneError) {
    let items = try mergingGroups(of: items)
    let transform = items.lazy.compactMap { $0.transform }.first ?? TransformModel()
    guard let first = items.first else { return }
    var layer = parent
    if !transform.isIdentity { layer = try makeSpace(first.place) }
    try addContents(of: items, isTop: false, to: layer, map)
    guard layer !== parent, layer.sublayers?.isEmpty == false else { return }
    try setOpacity(transform.opacity, of: layer, map)
    parent.addSublayer(try place(layer, by: transform, map, first.place))
  }

  // MARK: Outlines

  /// Adds the outlines of a group with its paints.
  private func add(_ group: PaintGroup, to parent: CALayer, _ map: TimeMap) throws(SceneError) {
    var modifiers = group.modifiers
    // A trim that comes last moves the ends of strokes, which is exact between key frames.
    var trim: TrimModel?
    if case .trim(let last)? = modifiers.last, group.paints.allSatisfy({ !$0.isFill }),
      last.isSequential || !modifiers.dropLast().contains(where: \.isOfAll)
    {
      trim = last
      modifiers.removeLast()
    }
    let isSplit = trim.map { !$0.isSequential } ?? false
    for items in isSplit ? group.outlines.map({ [$0] }) : [group.outlines] {
      guard let first = items.first, let outlines = try outlines(of: items, modifiers) else { continue }
      try addPaints(of: group, trim: trim, to: outlines, in: parent, map, first.place)
    }
  }

  /// The outlines of items, changed by modifiers.
  func outlines(of items: [ShapeItem], _ modifiers: [PathModifier]) throws(SceneError) -> Track<Outlines>? {
    var modifiers = modifiers
    // The corners of a rectangle are arcs from the start.
    var radius: Track<Double>?
    if case .roundedCorners(let corners)? = modifiers.first {
      radius = corners
      modifiers.removeFirst()
    }
    var result: Track<Outlines>?
    for item in items {
      guard case .geometry(let geometry) = item.kind else { continue }
      let next = geometry.outlines(radius: radius)
      result = result.map { list in zipped(list, next).map { Outlines(list: $0.first.list + $0.second.list) } } ?? next
      try reading.addVertices(of: result, copies: 1, item.place)
    }
    guard var result, let place = items.first?.place else { return nil }
    for modifier in modifiers {
      result = try modified(result, by: modifier, place)
      try reading.addVertices(of: result, copies: 1, place)
    }
    return result
  }
}

extension ShapeItem {
  var transform: TransformModel? { if case .transform(let transform) = kind { transform } else { nil } }

  /// The item for a group inside.
  fileprivate var inherited: ShapeItem {
    guard case .modifier(.trim(var trim)) = kind else { return self }
    trim.isInherited = true
    return ShapeItem(id: id, name: name, kind: .modifier(.trim(trim)), place: place)
  }

  /// A stroke for a group inside: its width is not scaled with the group.
  fileprivate func scaled(into transform: TransformModel?) -> ShapeItem {
    guard let transform, case .paint(var paint) = kind, var stroke = paint.stroke else { return self }
    stroke.width = zipped(stroke.width, transform.scale).map {
      $0.second.x == 0 ? $0.first : $0.first * 100 / $0.second.x
    }
    paint.stroke = stroke
    return ShapeItem(id: id, name: name, kind: .paint(paint), place: place)
  }
}

extension Geometry {
  /// The outlines: one, except of a group.
  ///
  /// - Parameter radius: of rounded corners; nil for none.
  fileprivate func outlines(radius: Track<Double>?) -> Track<Outlines> {
    guard case .outlines(let outlines) = self else {
      return outline(radius: radius).map { Outlines(list: [$0]) }
    }
    guard let radius, !radius.isConstant({ $0 <= 0 }) else { return outlines }
    return zipped(outlines, radius).map { pair in
      Outlines(list: pair.first.list.map { $0.rounded(radius: pair.second) })
    }
  }

  /// - Parameter radius: of rounded corners; nil for none.
  private func outline(radius: Track<Double>?) -> Track<Outline> {
    switch self {
    case .path(let outline):
      guard let radius, !radius.isConstant({ $0 <= 0 }) else { return outline }
      return zipped(outline, radius).map { $0.first.rounded(radius: $0.second) }
    case .rectangle(let position, let size, let own, let isReversed):
      let radius = radius ?? own
      let isRounded = !radius.allSatisfy { $0 <= 0 }
      return zipped(zipped(position, size), radius).map {
        let outline = Outline.rectangle(
          center: $0.first.first, size: $0.first.second, radius: $0.second, isRounded: isRounded)
        return isReversed ? outline.reversed : outline
      }
    case .ellipse(let position, let size, let isReversed):
      return zipped(position, size).map {
        let outline = Outline.ellipse(center: $0.first, size: $0.second)
        return isReversed ? outline.reversed : outline
      }
    case .star(let star):
      let radius = radius.flatMap { $0.isConstant { $0 <= 0 } ? nil : $0 }
      let form = zipped(zipped(star.position, star.rotation), star.points)
      let radii = zipped(star.outerRadius, star.innerRadius)
      let roundness = zipped(star.outerRoundness, star.innerRoundness)
      let outline = zipped(form, zipped(radii, roundness)).map {
        let (form, radii, roundness) = ($0.first, $0.second.first, $0.second.second)
        let outline = Outline.star(
          Outline.StarValues(
            center: form.first.first, points: form.second, rotation: form.first.second, outerRadius: radii.first,
            innerRadius: star.isPolygon ? nil : radii.second, outerRoundness: roundness.first / 100,
            innerRoundness: roundness.second / 100))
        return star.isReversed ? outline.reversed : outline
      }
      guard let radius else { return outline }
      return zipped(outline, radius).map { $0.first.rounded(radius: $0.second) }
    case .outlines(let outlines): return outlines.map { $0.list.first ?? Outline(vertices: [], isClosed: false) }
    }
  }
}
