import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@Suite struct LayerHierarchyTests {
  private let parent = CALayer()
  private let a = CALayer()
  private let b = CALayer()
  private let c = CALayer()
  private let new = CALayer()

  init() {
    for (layer, name) in [(parent, "parent"), (a, "a"), (b, "b"), (c, "c"), (new, "new")] { layer.name = name }
    for layer in [a, b, c] { parent.addSublayer(layer) }
  }

  private func names(_ layer: CALayer? = nil) -> [String]? { (layer ?? parent).sublayers?.compactMap(\.name) }

  @Test func sublayersAreNilWhenEmpty() {
    #expect(CALayer().sublayers == nil)
    #expect(names() == ["a", "b", "c"])
    for layer in [a, b, c] { layer.removeFromSuperlayer() }
    #expect(parent.sublayers == nil)
    #expect(a.superlayer == nil)
    a.removeFromSuperlayer()
    #expect(a.superlayer == nil)
  }

  @Test func aLayerHasOneSuperlayer() {
    let other = CALayer()
    other.addSublayer(b)
    #expect(names() == ["a", "c"])
    #expect(names(other) == ["b"])
    #expect(b.superlayer === other)
  }

  @Test(
    arguments: [
      (0, ["new", "a", "b", "c"]), (2, ["a", "b", "new", "c"]), (3, ["a", "b", "c", "new"]),
      (99, ["a", "b", "c", "new"]),
    ]
      as [(UInt32, [String])])
  func insertsAtAnIndex(index: UInt32, expected: [String]) {
    parent.insertSublayer(new, at: index)
    #expect(names() == expected)
    #expect(new.superlayer === parent)
  }

  /// The index is the one afterwards.
  @Test(
    arguments: [(0, ["a", "b", "c"]), (1, ["b", "a", "c"]), (2, ["b", "c", "a"]), (9, ["b", "c", "a"])]
      as [(UInt32, [String])])
  func movesToAnIndex(index: UInt32, expected: [String]) {
    parent.insertSublayer(a, at: index)
    #expect(names() == expected)
  }

  @Test func addingAgainMovesToTheFront() {
    parent.addSublayer(a)
    #expect(names() == ["b", "c", "a"])
  }

  @Test func insertsBesideASibling() {
    parent.insertSublayer(new, below: b)
    #expect(names() == ["a", "new", "b", "c"])
    parent.insertSublayer(new, above: b)
    #expect(names() == ["a", "b", "new", "c"])
    parent.insertSublayer(c, below: a)
    #expect(names() == ["c", "a", "b", "new"])
    parent.insertSublayer(c, above: b)
    #expect(names() == ["a", "b", "c", "new"])
    parent.insertSublayer(c, below: new)
    #expect(names() == ["a", "b", "c", "new"])
    parent.insertSublayer(b, below: b)
    #expect(names() == ["a", "b", "c", "new"])
  }

  @Test func insertsInFrontWhereThereIsNoSuchSibling() {
    parent.insertSublayer(new, below: CALayer())
    #expect(names() == ["a", "b", "c", "new"])
    parent.insertSublayer(a, above: nil)
    #expect(names() == ["b", "c", "new", "a"])
  }

  @Test func replacingKeepsTheIndex() {
    parent.replaceSublayer(b, with: new)
    #expect(names() == ["a", "new", "c"])
    #expect(b.superlayer == nil)
    #expect(new.superlayer === parent)
    parent.replaceSublayer(c, with: a)
    #expect(names() == ["new", "a"])
    parent.replaceSublayer(b, with: c)
    parent.replaceSublayer(a, with: a)
    #expect(names() == ["new", "a"])
  }

  @Test func settingSublayersMovesThem() {
    let other = CALayer()
    other.addSublayer(new)
    parent.sublayers = [new, c, c, a]
    #expect(names() == ["new", "c", "a"])
    #expect(other.sublayers == nil)
    #expect(b.superlayer == nil)
    #expect(c.superlayer === parent)
    parent.sublayers = nil
    #expect(parent.sublayers == nil)
    #expect(a.superlayer == nil)
  }

  /// Each way of making a cycle leaves both layers where they were.
  @Test(
    arguments: [
      { $0.addSublayer($1) }, { $0.insertSublayer($1, at: 0) }, { $0.insertSublayer($1, below: nil) },
      { $0.sublayers = ($0.sublayers ?? []) + [$1] },
      { superlayer, layer in superlayer.sublayers?.first.map { superlayer.replaceSublayer($0, with: layer) } },
    ] as [@Sendable (CALayer, CALayer) -> Void])
  func cyclesAreRefused(_ place: @Sendable (CALayer, CALayer) -> Void) {
    let leaf = CALayer()
    a.addSublayer(leaf)
    leaf.addSublayer(new)
    for layer in [leaf, a, parent] {
      place(leaf, layer)
      #expect(leaf.sublayers?.map(\.name) == ["new"])
      #expect(leaf.superlayer === a)
      #expect(names(a)?.count == 0 && a.sublayers?.count == 1)
      #expect(a.superlayer === parent)
      #expect(names() == ["a", "b", "c"])
      #expect(parent.superlayer == nil)
    }
  }

  @Test func superlayersAreNotKeptAlive() {
    var root: CALayer? = CALayer()
    root?.addSublayer(a)
    #expect(a.superlayer != nil)
    root = nil
    #expect(a.superlayer == nil)
  }
}
