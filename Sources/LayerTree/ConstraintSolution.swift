import MultiplaneGraphics

/// The places of a layer's sublayers by their constraints.
///
/// Each sublayer has two unknowns, its interval along x and along y. One is found when all the sources of its constraints
/// are; those that are left then hang on one another or on what does not exist, and stay as they are.
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

  /// What the superlayer is called.
  private static let superlayerName = "superlayer"

  /// What a constraint to a sibling hangs on; nil when there is none of that name.
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
