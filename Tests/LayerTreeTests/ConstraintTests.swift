import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

/// A constraint as a value, so that it can be a test's argument.
private struct Relation: Sendable {
  let attribute: CAConstraintAttribute
  let source: String
  let sourceAttribute: CAConstraintAttribute
  let scale: CGFloat
  let offset: CGFloat

  var constraint: CAConstraint {
    CAConstraint(attribute: attribute, relativeTo: source, attribute: sourceAttribute, scale: scale, offset: offset)
  }
}

extension CALayer {
  /// The constraints, set as values.
  fileprivate var relations: [Relation] {
    get { [] }
    set { constraints = newValue.map(\.constraint) }
  }
}

/// A relation to the superlayer in few words.
private func make(
  _ attribute: CAConstraintAttribute, _ sourceAttribute: CAConstraintAttribute, scale: CGFloat = 1, offset: CGFloat = 0
) -> Relation {
  make(attribute, "superlayer", sourceAttribute, scale: scale, offset: offset)
}

/// A relation to a sibling.
private func make(
  _ attribute: CAConstraintAttribute, _ source: String, _ sourceAttribute: CAConstraintAttribute, scale: CGFloat = 1,
  offset: CGFloat = 0
) -> Relation {
  Relation(attribute: attribute, source: source, sourceAttribute: sourceAttribute, scale: scale, offset: offset)
}

@Suite("§16 constraints") struct ConstraintTests {
  private let superlayer = CALayer()
  private let a = CALayer()
  private let b = CALayer()

  init() {
    superlayer.bounds = rect(10, 20, 200, 100)
    superlayer.layoutManager = CAConstraintLayoutManager()
    a.name = "a"
    b.name = "b"
    for layer in [a, b] {
      layer.frame = rect(1, 2, 30, 40)
      superlayer.addSublayer(layer)
    }
  }

  private func layOut() { superlayer.layoutIfNeeded() }

  @Test func rawValues() {
    let all: [CAConstraintAttribute] = [.minX, .midX, .maxX, .width, .minY, .midY, .maxY, .height]
    #expect(all.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7])
    let constraint = CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX, offset: 5)
    #expect(constraint.scale == 1 && constraint.offset == 5 && constraint.sourceName == "a")
    #expect(CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX).offset == 0)
    #expect(CALayer().constraints == nil && CALayer().layoutManager == nil)
  }

  @Test func addConstraintAdds() {
    a.addConstraint(make(.minX, .minX).constraint)
    a.addConstraint(make(.minY, .minY).constraint)
    #expect(a.constraints?.map(\.attribute) == [.minX, .minY])
  }

  /// One row a rule; frames of a layer that was (1, 2, 30, 40) in bounds of (10, 20, 200, 100).
  @Test(
    "one, two and more constraints of an axis",
    arguments: [
      ([make(.minX, .minX, offset: 5)], rect(15, 2, 30, 40)), ([make(.midX, .midX)], rect(95, 2, 30, 40)),
      ([make(.maxX, .maxX)], rect(180, 2, 30, 40)), ([make(.width, .width)], rect(1, 2, 30, 40)),
      ([make(.minX, .minX), make(.width, .width, scale: 0.5)], rect(10, 2, 100, 40)),
      ([make(.midX, .midX), make(.width, .width, scale: 0.5)], rect(60, 2, 100, 40)),
      ([make(.maxX, .maxX), make(.width, .height)], rect(110, 2, 100, 40)),
      ([make(.minX, .minX, offset: 5), make(.maxX, .maxX, offset: -5)], rect(15, 2, 190, 40)),
      ([make(.minX, .minX), make(.midX, .midX)], rect(10, 2, 200, 40)),
      ([make(.maxX, .maxX), make(.midX, .midX, offset: 50)], rect(110, 2, 100, 40)),
      ([make(.minX, .maxX), make(.maxX, .minX)], rect(10, 2, 200, 40)),
      // Of more than two the last given with the first of min, mid, max and size.
      ([make(.minX, .minX), make(.maxX, .maxX), make(.width, .width, scale: 0.25)], rect(10, 2, 50, 40)),
      ([make(.width, .width, scale: 0.25), make(.maxX, .maxX), make(.midX, .midX)], rect(10, 2, 200, 40)),
      ([make(.width, .width), make(.midX, .midX), make(.maxX, .maxX, offset: -50)], rect(60, 2, 100, 40)),
      // The same part twice and no other.
      ([make(.minX, .minX), make(.minX, .midX)], rect(1, 2, 30, 40)),
      // The other axis, and both.
      ([make(.maxY, .maxY)], rect(1, 80, 30, 40)),
      ([make(.midX, .midX), make(.midY, .midY)], rect(95, 50, 30, 40)),
    ] as [([Relation], CGRect)])
  private func rules(constraints: [Relation], expected: CGRect) {
    a.relations = constraints
    layOut()
    #expect(a.frame == expected)
    #expect(b.frame == rect(1, 2, 30, 40))
  }

  @Test("a chain of siblings, in whatever order they stand")
  func chain() {
    let layers = (0..<5).map { index in
      let layer = CALayer()
      layer.name = "link \(index)"
      layer.bounds = rect(0, 0, 10, 10)
      return layer
    }
    for (index, layer) in layers.enumerated() {
      layer.relations = [index == 0 ? make(.minX, .minX) : make(.minX, "link \(index - 1)", .maxX, offset: 2)]
    }
    superlayer.sublayers = layers.reversed()
    layOut()
    #expect(layers.map(\.frame.minX) == [10, 22, 34, 46, 58])
  }

  @Test("a chain of ten thousand siblings takes no stack")
  func longChain() {
    let layers = (0..<10_000).map { index in
      let layer = CALayer()
      layer.name = "\(index)"
      layer.relations = [index == 0 ? make(.minX, .minX) : make(.minX, "\(index - 1)", .minX, offset: 1)]
      return layer
    }
    superlayer.sublayers = layers.reversed()
    layOut()
    #expect(layers.last?.frame.minX == 10_009)
  }

  @Test(
    "an axis stays as it is",
    arguments: [
      ("no such name", [make(.minX, "nobody", .maxX)]), ("the layer itself", [make(.minX, "a", .maxX)]),
      ("the layer itself, other axis", [make(.width, "a", .height), make(.minX, .minX)]),
      ("a sibling without constraints", [make(.minX, "b", .maxX)]),
      ("one of two is not known", [make(.minX, .midX), make(.width, "b", .width)]),
    ] as [(String, [Relation])])
  private func leftAlone(reason: String, constraints: [Relation]) {
    a.relations = constraints + [make(.minY, .minY)]
    layOut()
    #expect(a.frame == rect(1, 20, 30, 40), "\(reason)")
  }

  @Test("a sibling counts along an axis only if constraints placed it along that axis")
  func axisOfTheSource() {
    b.relations = [make(.minY, .midY)]
    a.relations = [make(.minX, "b", .minX), make(.minY, "b", .maxY)]
    layOut()
    #expect(b.frame == rect(1, 70, 30, 40))
    #expect(a.frame == rect(1, 110, 30, 40))
  }

  @Test("cycles, and what hangs on them, stay where they are; the rest is placed")
  func cycles() {
    let (c, d) = (CALayer(), CALayer())
    c.name = "c"
    d.name = "d"
    superlayer.addSublayer(c)
    superlayer.addSublayer(d)
    a.relations = [make(.minX, "b", .maxX), make(.minY, .minY)]
    b.relations = [make(.minX, "a", .maxX), make(.minY, "a", .maxY)]
    c.relations = [make(.minX, "a", .maxX)]
    d.relations = [make(.minX, .midX)]
    layOut()
    #expect(a.frame == rect(1, 20, 30, 40))
    #expect(b.frame == rect(1, 60, 30, 40))
    #expect(c.frame.minX == 0 && d.frame.minX == 110)
  }

  @Test func followsTheSuperlayersSize() {
    a.relations = [make(.midX, .midX), make(.width, .width, scale: 0.5)]
    layOut()
    superlayer.bounds.size.width = 400
    #expect(superlayer.needsLayout())
    layOut()
    #expect(a.frame == rect(110, 2, 200, 40))
    #expect(superlayer.commit(at: 0).sublayers.first?.values.geometry.bounds.width == 200)
  }

  @Test func ofSeveralSiblingsOfANameTheFirstCounts() {
    b.name = "a"
    let c = CALayer()
    superlayer.addSublayer(c)
    a.relations = [make(.minX, .minX)]
    b.relations = [make(.minX, .midX)]
    c.relations = [make(.minX, "a", .minX)]
    layOut()
    #expect(c.frame.minX == 10)
  }

  @Test func managersAreAlike() {
    #expect(CAConstraintLayoutManager() == CAConstraintLayoutManager())
  }
}
