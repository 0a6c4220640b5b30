import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

/// A warning about a layer: a part that is not shown as requested.
package struct LayerWarning: Sendable, Equatable {
  /// A key or an index.
  package enum Step: Sendable, Equatable, ExpressibleByStringLiteral {
    case key(String)
    case index(Int)

    package init(stringLiteral key: String) { self = .key(key) }
  }

  /// The place in the layer, in the keys of the scene format: `font`, `constraints[1].relativeTo`.
  package var place: [Step]
  /// The problem and its fix.
  package var problem: String
  /// An unknown name with the known ones, for a suggestion.
  package var unknownName: (name: String, known: [String])?

  init(_ place: [Step], _ problem: String, unknownName: (name: String, known: [String])? = nil) {
    (self.place, self.problem, self.unknownName) = (place, problem, unknownName)
  }

  package static func == (a: LayerWarning, b: LayerWarning) -> Bool { a.place == b.place && a.problem == b.problem }
}

extension CALayer {
  /// The warnings of the layer itself, without sublayers, mask and their layout. Nothing is laid
  /// out, displayed or changed.
  package func ownWarnings() -> [LayerWarning] {
    var warnings = animationWarnings()
    switch self {
    case let text as CATextLayer: warnings = text.textWarnings() + warnings
    case let gradient as CAGradientLayer: warnings = gradient.gradientWarnings() + warnings
    case let emitter as CAEmitterLayer: warnings = emitter.cellWarnings() + warnings
    case let transform as CATransformLayer: warnings = transform.appearanceWarnings() + warnings
    default: break
    }
    return warnings
  }

  /// The sublayers that their constraints do not place, with one warning each.
  ///
  /// - Parameter most: the maximum number of warnings.
  package func constraintWarnings(atMost most: Int) -> [(sublayer: Int, warning: LayerWarning)] {
    let sublayers = sublayers ?? []
    guard layoutManager is CAConstraintLayoutManager else {
      guard layoutManager == nil, delegate == nil else { return [] }
      var found: [(sublayer: Int, warning: LayerWarning)] = []
      for (index, sublayer) in sublayers.enumerated() where found.count < most && sublayer.constraints?.isEmpty == false
      {
        found.append((sublayer: index, warning: LayerWarning.noManager))
      }
      return found
    }
    var solution = ConstraintSolution(of: self)
    solution.solve()
    return solution.unsolved(atMost: most).map { (sublayer: $0.sublayer, warning: LayerWarning($0)) }
  }

  // MARK: Animations

  private func animationWarnings() -> [LayerWarning] {
    (animationKeys() ?? []).compactMap { key in
      guard let animation = animation(forKey: key), Self.hasLoneValue(animation) else { return nil }
      return LayerWarning(
        ["animations", .key(key)], "has one key frame alone, which has no effect; give it two at least")
    }
  }

  private static func hasLoneValue(_ animation: CAAnimation) -> Bool {
    switch animation {
    case let group as CAAnimationGroup: group.animations?.contains(where: hasLoneValue) ?? false
    case let keyframes as CAKeyframeAnimation: keyframes.path == nil && keyframes.values?.count == 1
    default: false
    }
  }
}

extension LayerWarning {
  /// The warning of constraints without a layout manager.
  package static let noManager = LayerWarning(
    ["constraints"], "place nothing, as the superlayer has no layoutManager; give it \"CAConstraintLayoutManager\"")

  fileprivate init(_ unsolved: ConstraintSolution.Unsolved) {
    let place: [Step] = ["constraints", .index(unsolved.constraint), "relativeTo"]
    let rest = "; the layer stays where it is along \(unsolved.isHorizontal ? "x" : "y")"
    let source = OneLine.quoted(unsolved.source)
    switch unsolved.reason {
    case .noSuchLayer(let known):
      self.init(
        place, "expected \"superlayer\" or the name of a sibling layer, found \(source)" + rest,
        unknownName: known.isEmpty ? nil : (name: unsolved.source, known: known))
    case .sourceUnplaced:
      self.init(
        place, "expected a layer with constraints along that axis, found \(source), which has none" + rest)
    case .cycle(let names):
      self.init(
        place,
        "expected constraints without a cycle, found \(names.map(OneLine.quoted).joined(separator: ", "))"
          + rest)
    case .sourceUnsolved:
      self.init(place, "expected a layer whose own constraints can be solved, found \(source), which is not" + rest)
    }
  }
}

// MARK: - Classes

extension CAGradientLayer {
  fileprivate func gradientWarnings() -> [LayerWarning] {
    guard let colors = values.gradient.colors else { return [] }
    guard colors.count > 1 else {
      return [LayerWarning(["colors"], "expected at least two colours, found \(colors.count); no gradient is drawn")]
    }
    if let locations = values.gradient.locations, locations.count != colors.count {
      let found = "found \(locations.count) for \(colors.count) colours"
      return [LayerWarning(["locations"], "expected a location for each colour, \(found); no gradient is drawn")]
    }
    return []
  }
}

extension CAEmitterLayer {
  fileprivate func cellWarnings() -> [LayerWarning] {
    Self.warnings(of: CAEmitterCell.values(of: emitterCells), ["emitterCells"])
  }

  /// A cell that shows nothing is of use only for the cells that it emits.
  private static func warnings(of cells: [EmitterCellValues], _ place: [LayerWarning.Step]) -> [LayerWarning] {
    for (index, cell) in cells.enumerated() {
      if cell.contents == nil, cell.cells.isEmpty {
        return [
          LayerWarning(place + [.index(index), "contents"], "is missing; particles without an image are not drawn")
        ]
      }
      let inner = warnings(of: cell.cells, place + [.index(index), "emitterCells"])
      if !inner.isEmpty { return inner }
    }
    return []
  }
}

extension CATransformLayer {
  /// It shows its sublayers, and nothing of its own. (Source: CATransformLayer.h.)
  fileprivate func appearanceWarnings() -> [LayerWarning] {
    let set: [(key: String, isSet: Bool)] = [
      ("backgroundColor", values.backgroundColor != nil), ("contents", values.contents != nil),
      ("borderWidth", values.borderWidth > 0), ("shadowOpacity", values.shadow.opacity > 0),
      ("masksToBounds", values.masksToBounds), ("mask", mask != nil),
      ("filters", values.compositing.filters != nil),
      ("backgroundFilters", values.compositing.backgroundFilters != nil),
      ("compositingFilter", values.compositing.blendMode != nil),
    ]
    guard let first = set.first(where: \.isSet) else { return [] }
    return [
      LayerWarning(
        [.key(first.key)], "does nothing in a CATransformLayer, which shows its sublayers alone; give it to a CALayer"
      )
    ]
  }
}
