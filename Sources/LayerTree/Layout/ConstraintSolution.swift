import MultiplaneGraphics

/// The places of a layer's sublayers by their constraints.
///
/// Each sublayer has two unknowns, its interval along x and along y. One is found when all the
/// sources of its constraints are; those that are left then hang on one another or on what does not
/// exist, and stay as they are.
struct ConstraintSolution {
  /// One axis of one sublayer.
  private struct Unknown: Hashable {
    let sublayer: Int
    let isHorizontal: Bool
  }

  private let superlayer: CALayer
  private let sublayers: [CALayer]
  private let constraints: [Unknown: [CAConstraint]]
  /// By name; of several of one name the first.
  private let indices: [String: Int]
  private var intervals: [Unknown: ConstraintInterval] = [:]

  init(of layer: CALayer) {
    superlayer = layer
    sublayers = layer.sublayers ?? []
    var constraints: [Unknown: [CAConstraint]] = [:]
    var indices: [String: Int] = [:]
    for (index, sublayer) in sublayers.enumerated() {
      if let name = sublayer.name, indices[name] == nil { indices[name] = index }
      for constraint in sublayer.constraints ?? [] {
        constraints[Unknown(sublayer: index, isHorizontal: constraint.attribute.isHorizontal), default: []]
          .append(constraint)
      }
    }
    self.constraints = constraints
    self.indices = indices
  }

  /// Finds every interval that can be found, each once its sources are.
  mutating func solve() {
    var waiting: [Unknown: [Unknown]] = [:]
    var missing: [Unknown: Int] = [:]
    var ready: [Unknown] = []
    for (unknown, constraints) in constraints {
      let sources = constraints.filter { $0.sourceName != Self.superlayerName }.map(source)
      missing[unknown] = sources.count
      // A layer that hangs on itself waits for ever, on its other axis too.
      for case let source? in sources where source.sublayer != unknown.sublayer {
        waiting[source, default: []].append(unknown)
      }
      if sources.isEmpty { ready.append(unknown) }
    }
    while let unknown = ready.popLast() {
      intervals[unknown] = interval(of: unknown)
      for next in waiting[unknown] ?? [] {
        let left = (missing[next] ?? 0) - 1
        missing[next] = left
        if left == 0 { ready.append(next) }
      }
    }
  }

  /// A sublayer that stays where it is along an axis, and the first of its constraints that is the
  /// cause.
  struct Unsolved {
    enum Reason {
      /// There is no sibling of that name; `known` are the existing names, none where they are too
      /// many to look for one that is near.
      case noSuchLayer(known: [String])
      /// The source is placed by nothing along the axis that is asked for.
      case sourceUnplaced
      /// The layers that hang on each other, from the sublayer on to itself again.
      case cycle([String])
      /// The source itself is not found.
      case sourceUnsolved
    }

    /// Among the superlayer's sublayers.
    let sublayer: Int
    let isHorizontal: Bool
    /// Among the sublayer's constraints.
    let constraint: Int
    let source: String
    let reason: Reason
  }

  /// Most siblings among which one of a near name is looked for: each of them is compared with each
  /// name that is wrong.
  private static let mostSuggestions = 200

  /// Results that all searches for causes share, so that they are computed once.
  private struct CauseSearch {
    /// The names that a constraint may have.
    let known: [String]
    /// The first source of an unknown that is not found either, for those that were asked for; nil
    /// for none.
    var firstUnsolved: [Unknown: Unknown?] = [:]
  }

  /// The positions that `solve` could not find, one per sublayer, in their order.
  ///
  /// - Parameter most: the most that are returned.
  func unsolved(atMost most: Int) -> [Unsolved] {
    let left = constraints.keys.filter { intervals[$0] == nil }
      .sorted { ($0.sublayer, $0.isHorizontal ? 0 : 1) < ($1.sublayer, $1.isHorizontal ? 0 : 1) }
    guard most > 0, !left.isEmpty else { return [] }
    var search = CauseSearch(
      known: indices.count <= Self.mostSuggestions ? [Self.superlayerName] + indices.keys.sorted() : [])
    var found: [Unsolved] = []
    for unknown in left where found.last?.sublayer != unknown.sublayer {
      guard let cause = cause(of: unknown, &search) else { continue }
      found.append(cause)
      if found.count == most { break }
    }
    return found
  }

  private func cause(of unknown: Unknown, _ search: inout CauseSearch) -> Unsolved? {
    let own = sublayers[unknown.sublayer].constraints ?? []
    for (index, constraint) in own.enumerated()
    where constraint.attribute.isHorizontal == unknown.isHorizontal && constraint.sourceName != Self.superlayerName {
      guard let reason = reason(why: constraint, of: unknown, &search) else { continue }
      return Unsolved(
        sublayer: unknown.sublayer, isHorizontal: unknown.isHorizontal, constraint: index,
        source: constraint.sourceName, reason: reason)
    }
    return nil
  }

  private func reason(
    why constraint: CAConstraint, of unknown: Unknown, _ search: inout CauseSearch
  ) -> Unsolved.Reason? {
    guard let source = source(of: constraint) else { return .noSuchLayer(known: search.known) }
    if source.sublayer == unknown.sublayer { return .cycle([constraint.sourceName, constraint.sourceName]) }
    if intervals[source] != nil { return nil }
    if constraints[source] == nil { return .sourceUnplaced }
    return cycle(from: unknown, over: source, &search).map(Unsolved.Reason.cycle) ?? .sourceUnsolved
  }

  /// The most names of a cycle that are listed.
  private static let longestCycle = 8

  /// The names on the way from an unknown back to itself, each time over the first source that is
  /// not found; nil for another way, or a long one.
  private func cycle(from unknown: Unknown, over source: Unknown, _ search: inout CauseSearch) -> [String]? {
    var way = [unknown, source]
    while way.count <= Self.longestCycle, let last = way.last, last != unknown {
      guard let next = firstUnsolvedSource(of: last, &search) else { return nil }
      way.append(next)
    }
    guard way.last == unknown else { return nil }
    return way.map { sublayers[$0.sublayer].name ?? "no name" }
  }

  /// The first source of an unknown that is not found; its constraints, of which there may be many,
  /// are gone through once.
  private func firstUnsolvedSource(of unknown: Unknown, _ search: inout CauseSearch) -> Unknown? {
    if let found = search.firstUnsolved[unknown] { return found }
    let sources = (constraints[unknown] ?? []).lazy.filter { $0.sourceName != Self.superlayerName }
    let first = sources.compactMap(self.source).first { intervals[$0] == nil }
    search.firstUnsolved.updateValue(first, forKey: unknown)
    return first
  }

  /// Moves the sublayers to where they were found to be.
  func apply() {
    for (index, sublayer) in sublayers.enumerated() {
      let x = intervals[Unknown(sublayer: index, isHorizontal: true)]
      let y = intervals[Unknown(sublayer: index, isHorizontal: false)]
      let old = sublayer.frame
      let frame = CGRect(
        x: x?.origin ?? old.minX, y: y?.origin ?? old.minY, width: x?.size ?? old.width, height: y?.size ?? old.height)
      let placed = frame.standardized
      if placed != old, placed.isFinite { sublayer.frame = placed }
    }
  }

  /// The name of the superlayer.
  private static let superlayerName = "superlayer"

  /// The unknown that a constraint to a sibling depends on; nil when no sibling has that name.
  private func source(of constraint: CAConstraint) -> Unknown? {
    indices[constraint.sourceName].map {
      Unknown(sublayer: $0, isHorizontal: constraint.sourceAttribute.isHorizontal)
    }
  }

  /// The interval that the constraints make, all of whose sources are found.
  private func interval(of unknown: Unknown) -> ConstraintInterval {
    let given = (constraints[unknown] ?? []).map { constraint in
      let attribute = constraint.sourceAttribute
      let source = source(of: constraint).flatMap { constraint.sourceName == Self.superlayerName ? nil : intervals[$0] }
      let interval = source ?? Self.interval(of: superlayer.bounds, isHorizontal: attribute.isHorizontal)
      return (constraint.attribute.part, interval[attribute.part] * constraint.scale + constraint.offset)
    }
    return Self.interval(of: sublayers[unknown.sublayer].frame, isHorizontal: unknown.isHorizontal).placed(by: given)
  }

  private static func interval(of rect: CGRect, isHorizontal: Bool) -> ConstraintInterval {
    isHorizontal
      ? ConstraintInterval(origin: rect.minX, size: rect.width)
      : ConstraintInterval(origin: rect.minY, size: rect.height)
  }
}
