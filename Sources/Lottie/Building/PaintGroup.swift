import MultiplaneGraphics

/// The outlines of a group that are painted together, and how.
///
/// A fill or a stroke applies to the outlines before it. What stays without outlines belongs to the
/// groups inside. (Source: lottie-ios, whose pictures on iOS are the reference.)
struct PaintGroup {
  var outlines: [ShapeItem] = []
  /// Paints and modifiers.
  var others: [ShapeItem] = []

  var paints: [PaintModel] {
    others.compactMap { if case .paint(let paint) = $0.kind { paint } else { nil } }
  }

  /// What changes the outlines, in order.
  ///
  /// A trim of a group around leaves fills whole, as on iOS.
  var modifiers: [PathModifier] {
    let hasFill = paints.contains(where: \.isFill)
    return others.compactMap {
      guard case .modifier(let modifier) = $0.kind else { return nil }
      if case .trim(let trim) = modifier, trim.isWhole || trim.isInherited && hasFill { return nil }
      return modifier
    }
  }

  /// The groups of a list of items, the front one first, and the items that none of them uses.
  ///
  /// - Parameter hasGroups: whether the list also has groups, which inherit unused items.
  static func groups(
    of items: [ShapeItem], hasGroups: Bool
  ) -> (groups: [PaintGroup], unused: [ShapeItem]) {
    var groups = [PaintGroup()]
    for item in items {
      let last = groups.count - 1
      switch item.kind {
      case .group, .repeater, .none: break
      case .geometry:
        if groups[last].others.contains(where: \.isTrim) { groups.append(PaintGroup()) }
        groups[groups.count - 1].outlines.append(item)
      case .paint(let paint) where paint.isFill:
        groups[last].others.append(item)
        if groups[last].outlines.isEmpty, !hasGroups, last > 0 { groups[last].outlines = groups[last - 1].outlines }
        groups.append(PaintGroup())
      case .paint, .transform, .modifier:
        for index in groups.indices { groups[index].others.append(item) }
      }
    }
    groups = groups.flatMap { $0.outlines.isEmpty ? [] : $0.separated }
    let used = Set(groups.flatMap { $0.outlines + $0.others }.map(\.id))
    return (groups, items.filter { !used.contains($0.id) })
  }

  /// A group per paint. A stroke before a fill of the same opacity stays with it: a shape layer
  /// draws both.
  private var separated: [PaintGroup] {
    let paints = paints
    guard let first = paints.first else { return [] }
    let fillCount = paints.count(where: \.isFill)
    let strokeCount = paints.count - fillCount
    // A trim moves the ends of a stroke, but changes the outline of a fill.
    let isTrimmed = others.contains(where: \.isTrim)
    if fillCount <= 1, strokeCount <= 1, !first.isFill, paints.allSatisfy(\.isColor),
      !isTrimmed || fillCount == 0 || strokeCount == 0,
      paints.allSatisfy({ $0.opacity.hasSameValues(as: first.opacity) })
    {
      return [self]
    }
    let modifiers = others.filter { if case .paint = $0.kind { false } else { true } }
    return others.compactMap {
      guard case .paint = $0.kind else { return nil }
      return PaintGroup(outlines: outlines, others: [$0] + modifiers)
    }
  }
}

extension ShapeItem {
  var isTrim: Bool { if case .modifier(let modifier) = kind { modifier.isTrim } else { false } }
}

extension PathModifier {
  var isTrim: Bool { if case .trim = self { true } else { false } }

  /// Whether the outlines of a group are changed together, not each by itself.
  var isOfAll: Bool {
    switch self {
    case .trim(let trim): trim.isSequential
    case .merge: true
    case .roundedCorners, .puckerAndBloat, .zigZag, .offset, .twist: false
    }
  }
}

extension PaintModel {
  var isColor: Bool { if case .color = source { true } else { false } }
}

extension TrimModel {
  /// Whether it leaves the whole outline.
  var isWhole: Bool { start.isConstant { $0 == 0 } && end.isConstant { $0 == 100 } && offset.isConstant { $0 == 0 } }
}

extension Track {
  func hasSameValues(as other: Track) -> Bool {
    hasSameTiming(as: other) && zip(keys, other.keys).allSatisfy { $0.value == $1.value }
  }
}
