import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// What happened, in order.
private final class Record {
  var events: [String] = []
}

private final class RecordingLayer: CALayer {
  var record = Record()
  var onLayout: ((CALayer) -> Void)?

  override func layoutSublayers() {
    record.events.append("layout \(name ?? "")")
    onLayout?(self)
    super.layoutSublayers()
  }

  override func display() {
    record.events.append("display \(name ?? "")")
    super.display()
  }

  convenience init(_ name: String, _ record: Record) {
    self.init()
    self.record = record
    self.name = name
  }
}

private final class RecordingManager: NSObject, CALayoutManager {
  var events: [String] = []
  func layoutSublayers(of layer: CALayer) { events.append("layout") }
  func invalidateLayout(of layer: CALayer) { events.append("invalidate") }
}

private final class RecordingDelegate: NSObject, CALayerDelegate {
  var events: [String] = []
  func layoutSublayers(of layer: CALayer) { events.append("layout") }
  func display(_ layer: CALayer) { events.append("display") }
}

/// A delegate that leaves everything out.
private final class SilentDelegate: NSObject, CALayerDelegate {}

@Suite("§16 layout") struct LayoutTests {
  private let record = Record()
  private let root: RecordingLayer
  private let middle: RecordingLayer
  private let leaf: RecordingLayer

  init() {
    root = RecordingLayer("root", record)
    middle = RecordingLayer("middle", record)
    leaf = RecordingLayer("leaf", record)
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    root.layoutIfNeeded()
    record.events = []
  }

  @Test func aNewLayerNeedsNone() {
    #expect(!CALayer().needsLayout())
  }

  @Test(
    "what marks a layer",
    arguments: [
      { $0.setNeedsLayout() }, { $0.addSublayer(CALayer()) }, { $0.sublayers?.first?.removeFromSuperlayer() },
      { $0.sublayers = nil }, { $0.bounds.size.width = 5 }, { $0.frame = CGRect(x: 0, y: 0, width: 4, height: 4) },
      { $0.setValue(CGSize(width: 1, height: 1), forKeyPath: "bounds.size") },
      { $0.layoutManager = CAConstraintLayoutManager() }, { $0.constraints = [] },
      { $0.sublayers?.first?.addConstraint(CAConstraint(attribute: .minX, relativeTo: "a", attribute: .minX)) },
    ] as [@Sendable (CALayer) -> Void])
  func marks(change: @Sendable (CALayer) -> Void) {
    change(middle)
    #expect(middle.needsLayout())
  }

  @Test(
    "what does not",
    arguments: [
      { $0.position = CGPoint(x: 5, y: 5) }, { $0.bounds.origin = CGPoint(x: 5, y: 5) }, { $0.bounds = $0.bounds },
      { $0.transform = CATransform3DMakeScale(2, 2, 2) }, { $0.opacity = 0.5 }, { $0.mask = CALayer() },
      { $0.layoutManager = nil },
    ] as [@Sendable (CALayer) -> Void])
  func doesNotMark(change: @Sendable (CALayer) -> Void) {
    change(middle)
    #expect(!middle.needsLayout() && !root.needsLayout() && !leaf.needsLayout())
  }

  @Test("adding a layer marks the superlayer and not the layer")
  func addingMarksTheSuperlayer() {
    let new = CALayer()
    middle.addSublayer(new)
    #expect(middle.needsLayout() && !new.needsLayout() && !root.needsLayout())
  }

  @Test("layoutIfNeeded climbs while the superlayer needs layout, and goes down superlayers first, each once")
  func order() {
    for layer in [leaf, middle, root] { layer.setNeedsLayout() }
    leaf.layoutIfNeeded()
    #expect(record.events == ["layout root", "layout middle", "layout leaf"])
    record.events = []
    root.setNeedsLayout()
    leaf.setNeedsLayout()
    leaf.layoutIfNeeded()
    // The middle, which needs none, ends the climb.
    #expect(record.events == ["layout leaf"])
    #expect(root.needsLayout() && !leaf.needsLayout())
    root.layoutIfNeeded()
    root.layoutIfNeeded()
    #expect(record.events == ["layout leaf", "layout root"])
  }

  @Test("the mark is taken off before layoutSublayers, which asks for no layout of its own layer by what it does")
  func duringLayout() {
    var wasMarked: Bool?
    middle.onLayout = { layer in
      wasMarked = layer.needsLayout()
      layer.addSublayer(CALayer())
    }
    middle.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(wasMarked == false)
    #expect(record.events == ["layout middle"])
    #expect(middle.sublayers?.count == 2)
  }

  @Test("layout that marks a layer again repeats")
  func again() {
    var times = 0
    leaf.onLayout = { layer in
      times += 1
      if times < 3 { layer.superlayer?.setNeedsLayout() }
      if times < 3 { layer.superlayer?.sublayers?.first?.bounds.size.width += 1 }
    }
    leaf.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(record.events.prefix(2) == ["layout leaf", "layout middle"])
    #expect(!middle.needsLayout())
  }

  @Test("layout that never comes to rest ends")
  func neverAtRest() {
    middle.onLayout = { $0.sublayers?.first?.setNeedsLayout() }
    leaf.onLayout = { $0.superlayer?.setNeedsLayout() }
    leaf.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(record.events.count >= 16 && record.events.count <= 64)
    _ = root.commit(at: 0)
  }

  @Test("layoutSublayers, called directly, leaves the mark")
  func direct() {
    middle.setNeedsLayout()
    middle.layoutSublayers()
    #expect(middle.needsLayout())
  }

  @Test("a commit lays out the whole tree, and then displays it")
  func commit() {
    for layer in [root, middle, leaf] { layer.setNeedsDisplay() }
    leaf.setNeedsLayout()
    root.setNeedsLayout()
    _ = root.commit(at: 0)
    #expect(record.events == ["layout root", "layout leaf", "display root", "display middle", "display leaf"])
    record.events = []
    // What was committed is not visited, and new marks of a part of the tree are found.
    _ = root.commit(at: 1)
    leaf.setNeedsLayout()
    _ = root.commit(at: 2)
    #expect(record.events == ["layout leaf"])
  }

  @Test("the values of a commit are those after layout")
  func committedValues() {
    middle.onLayout = { $0.sublayers?.first?.position = CGPoint(x: 7, y: 8) }
    middle.setNeedsLayout()
    #expect(root.commit(at: 0).sublayers.first?.sublayers.first?.values.geometry.position == CGPoint(x: 7, y: 8))
  }

  @Test("layout that display asks for is done before the commit ends")
  func layoutOfDisplay() {
    final class Eager: NSObject, CALayerDelegate {
      func display(_ layer: CALayer) { layer.setNeedsLayout() }
    }
    let delegate = Eager()
    middle.delegate = delegate
    middle.setNeedsDisplay()
    _ = root.commit(at: 0)
    #expect(record.events == ["display middle", "layout middle"])
    #expect(!middle.needsLayout())
  }

  @Test("the delegate lays out if there is one, else the layout manager, which a silent delegate leaves it to")
  func whoLaysOut() {
    let layer = CALayer()
    let (manager, delegate, silent) = (RecordingManager(), RecordingDelegate(), SilentDelegate())
    layer.layoutManager = manager
    layer.layoutIfNeeded()
    layer.delegate = silent
    layer.setNeedsLayout()
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    // Told once, when the layer first needs layout.
    #expect(manager.events == ["invalidate", "layout", "invalidate", "layout"])
    layer.delegate = delegate
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(delegate.events == ["layout"])
    #expect(manager.events.count == 5)
  }

  @Test func preferredFrameSize() {
    final class Manager: NSObject, CALayoutManager {
      func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 1, height: 2) }
    }
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
    #expect(layer.preferredFrameSize() == CGSize(width: 10, height: 20))
    layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 3))
    #expect(layer.preferredFrameSize() == CGSize(width: 20, height: 60))
    layer.layoutManager = Manager()
    #expect(layer.preferredFrameSize() == CGSize(width: 1, height: 2))
    layer.layoutManager = CAConstraintLayoutManager()
    #expect(layer.preferredFrameSize() == CGSize(width: 20, height: 60))
  }
}

@Suite("§17 display") struct DisplayTests {
  private let delegate = RecordingDelegate()
  private let layer = CALayer()

  init() { layer.delegate = delegate }

  @Test func aNewLayerNeedsNone() {
    #expect(!layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(delegate.events == [])
  }

  @Test(
    arguments: [{ $0.setNeedsDisplay() }, { $0.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 2)) }]
      as [@Sendable (CALayer) -> Void])
  func displaysOnceWhenAsked(ask: @Sendable (CALayer) -> Void) {
    ask(layer)
    ask(layer)
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(delegate.events == ["display"])
    #expect(!layer.needsDisplay())
  }

  @Test func anEmptyRectangleAsksForNothing() {
    layer.setNeedsDisplay(.zero)
    layer.setNeedsDisplay(.null)
    #expect(!layer.needsDisplay())
  }

  @Test("a request that is made during display survives")
  func survives() {
    final class Restless: NSObject, CALayerDelegate {
      func display(_ layer: CALayer) { layer.setNeedsDisplay() }
    }
    let restless = Restless()
    layer.delegate = restless
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.needsDisplay())
    // And a commit ends.
    _ = layer.commit(at: 0)
  }

  @Test func onBoundsChange() {
    #expect(!layer.needsDisplayOnBoundsChange)
    layer.bounds.size = CGSize(width: 5, height: 5)
    #expect(!layer.needsDisplay())
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.origin.x = 3
    layer.bounds = layer.bounds
    #expect(!layer.needsDisplay())
    layer.bounds.size.width = 6
    #expect(layer.needsDisplay())
  }

  @Test func delegatesAreNotKeptAlive() {
    var delegate: RecordingDelegate? = RecordingDelegate()
    layer.delegate = delegate
    delegate = nil
    #expect(layer.delegate == nil)
  }
}
