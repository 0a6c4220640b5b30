import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Shape layers: groups, repeaters and outlines.

extension LottieBuilder {
  /// Adds the items of a shape layer.
  func addShapes(_ items: [ShapeItem], to layer: CALayer, _ map: TimeMap) throws(SceneError) {
    try addGroups(of: items, isTop: true, to: layer, map)
  }

  /// Adds the groups of a list of items, and copies of those before a repeater.
  ///
  /// - Parameter isTop: whether outlines of the list itself make a group.
  private func addGroups(
    of items: [ShapeItem], isTop: Bool, to layer: CALayer, _ map: TimeMap
  ) throws(SceneError) {
    guard let end = items.lastIndex(where: { if case .repeater = $0.kind { true } else { false } }),
      case .repeater(let repeater) = items[end].kind
    else {
      for group in groups(of: items, isTop: isTop).reversed() { try add(group, to: layer, map) }
      return
    }
    // Behind them are the items after the repeater.
    let rest = Array(items[(end + 1)...])
    try addGroups(of: rest, isTop: isTop, to: layer, map)
    // Paints after the repeater apply to the copies.
    let paints = rest.filter { if case .paint = $0.kind { true } else { false } }
    try add(repeater, of: Array(items[..<end]) + paints, items[end].place, to: layer, map)
  }

  /// The items of each group of a list, with those of the list that apply to it.
  private func groups(of items: [ShapeItem], isTop: Bool) -> [[ShapeItem]] {
    let others = items.filter { if case .group = $0.kind { false } else { true } }
    if isTop, others.contains(where: { if case .geometry = $0.kind { true } else { false } }) { return [items] }
    let groups: [[ShapeItem]] = items.compactMap { if case .group(let items) = $0.kind { items } else { nil } }
    let inherited = PaintGroup.groups(of: others, hasGroups: !groups.isEmpty).unused.filter {
      if case .transform = $0.kind { false } else { true }
    }
    guard !inherited.isEmpty else { return groups }
    if groups.count > 1 {
      for item in inherited {
        guard case .modifier(let modifier) = item.kind, modifier.isOfAll else { continue }
        if case .merge(.union) = modifier { continue }
        reading.warn(
          item.place, "the paths of several groups cannot be trimmed or merged as one; each group is by itself")
      }
    }
    return groups.map { group in
      let transform = group.lazy.compactMap { $0.transform }.first
      return group + inherited.map { $0.scaled(into: transform).inherited }
    }
  }

  /// Adds a group: the groups in it behind its own outlines.
  private func add(_ items: [ShapeItem], to parent: CALayer, _ map: TimeMap) throws(SceneError) {
    let transform = items.lazy.compactMap { $0.transform }.first ?? TransformModel()
    guard let first = items.first else { return }
    var layer = parent
    if !transform.isIdentity { layer = try makeSpace(first.place) }
    try addGroups(of: items, isTop: false, to: layer, map)
    let hasGroups = items.contains { if case .group = $0.kind { true } else { false } }
    for group in PaintGroup.groups(of: items, hasGroups: hasGroups).groups.reversed() {
      try add(group, to: layer, map)
    }
    guard layer !== parent, layer.sublayers?.isEmpty == false else { return }
    try setOpacity(transform.opacity, of: layer, map)
    parent.addSublayer(try place(layer, by: transform, map, first.place))
  }

  /// Adds copies of items, each moved once more than the one before it.
  private func add(
    _ repeater: RepeaterModel, of items: [ShapeItem], _ place: Place, to parent: CALayer, _ map: TimeMap
  ) throws(SceneError) {
    let transform = repeater.transform
    let opacities = zipped(repeater.startOpacity, repeater.endOpacity)
    let order = repeater.isBelow ? Array((0..<repeater.copies).reversed()) : Array(0..<repeater.copies)
    for index in order {
      let layer = try makeSpace(place)
      try addGroups(of: items, isTop: true, to: layer, map)
      guard layer.sublayers?.isEmpty == false else { return }
      let count = Double(index) + repeater.offset
      var copy = TransformModel()
      copy.anchor = transform.anchor
      copy.position = zipped(transform.position, transform.anchor).map { $0.first * count + $0.second }
      copy.rotation = transform.rotation.map { $0 * count }
      copy.scale = transform.scale.map { scale in
        Vector(power(scale.x / 100, count), power(scale.y / 100, count), 1) * 100
      }
      let share = repeater.copies > 1 ? Double(index) / Double(repeater.copies - 1) : 0
      try set(opacities, "opacity", of: layer, map) { $0.first.mixed(with: $0.second, at: share) / 100 }
      parent.addSublayer(try self.place(layer, by: copy, map, place))
    }
  }

  /// A scale applied a number of times; 0 for a part of a turn of a negative one, and beyond what
  /// layers have.
  private func power(_ scale: Double, _ count: Double) -> Double {
    let result = pow(scale, count)
    return abs(result) <= reading.limits.maximumMagnitude ? result : 0
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
  private func outlines(of items: [ShapeItem], _ modifiers: [PathModifier]) throws(SceneError) -> Track<Outlines>? {
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
      let next = geometry.outline(radius: radius).map { Outlines(list: [$0]) }
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
  fileprivate var transform: TransformModel? { if case .transform(let transform) = kind { transform } else { nil } }

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
  /// The outline.
  ///
  /// - Parameter radius: of rounded corners; nil for none.
  fileprivate func outline(radius: Track<Double>?) -> Track<Outline> {
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
    }
  }
}
