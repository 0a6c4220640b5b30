import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import Testing

@Suite("presses, moves and taps") struct PressTests {
  private let stage = TestStage()

  init() {
    stage.add("a", CGRect(x: 0, y: 0, width: 100, height: 100))
    stage.add("b", CGRect(x: 200, y: 0, width: 100, height: 100))
  }

  @Test("a tap is a press and a release on one layer, and is told for it alone")
  func tap() {
    let log = stage.send(.touchBegan(finger: 0, at: stage.place(50, 50)), .touchEnded(finger: 0))
    #expect(log == ["press a", "release a", "tap a"])
    #expect(stage.events.allSatisfy { $0.touch == 0 && $0.button == nil && $0.isInside })
    #expect(stage.events.last?.names == ["root", "a"])
    #expect(stage.send(.touchBegan(finger: 0, at: stage.place(250, 50)), .touchEnded(finger: 0)).last == "tap b")
  }

  @Test("a press that wanders within the slop is a tap, one beyond is none", arguments: [(11.9, true), (12.1, false)])
  func slop(distance: Double, isTap: Bool) {
    let log = stage.send(
      .touchBegan(finger: 0, at: stage.place(50, 50)), .touchMoved(finger: 0, at: stage.place(50 + distance, 50)),
      .touchMoved(finger: 1, at: .zero), .touchMoved(finger: 0, at: stage.place(50, 50)), .touchEnded(finger: 0))
    // The second move overtakes the first, so that they are sent one by one.
    #expect(log.contains("tap a"))
    stage.send(.touchBegan(finger: 0, at: stage.place(50, 50)))
    stage.send(.touchMoved(finger: 0, at: stage.place(50 + distance, 50)))
    stage.send(.touchMoved(finger: 0, at: stage.place(50, 50)))
    #expect(stage.send(.touchEnded(finger: 0)).contains("tap a") == isTap)
  }

  @Test("what is pressed gets moves and the release until then, wherever they are")
  func capture() {
    stage.send(.touchBegan(finger: 3, at: stage.place(50, 50)))
    #expect(stage.send(.touchMoved(finger: 3, at: stage.place(250, 50))) == ["move a"])
    #expect(stage.events[0].isInside == false)
    #expect(isNear(stage.events[0].location, 250, 50) && isNear(stage.events[0].canvasLocation, 250, 50))
    #expect(stage.send(.touchEnded(finger: 3)) == ["release a"])
  }

  @Test("each finger has a press of its own")
  func twoFingers() {
    let log = stage.send(
      .touchBegan(finger: 0, at: stage.place(50, 50)), .touchBegan(finger: 1, at: stage.place(250, 50)),
      .touchEnded(finger: 0), .touchEnded(finger: 1))
    #expect(log == ["press a", "press b", "release a", "tap a", "release b", "tap b"])
    #expect(stage.events.map(\.touch) == [0, 1, 0, 0, 1, 1])
  }

  @Test("of moves that follow each other the last is told, of each finger")
  func overtakenMoves() {
    stage.send(.touchBegan(finger: 0, at: stage.place(50, 50)), .touchBegan(finger: 1, at: stage.place(250, 50)))
    let log = stage.send(
      .touchMoved(finger: 0, at: stage.place(51, 50)), .touchMoved(finger: 1, at: stage.place(251, 50)),
      .touchMoved(finger: 0, at: stage.place(52, 50)), .touchMoved(finger: 1, at: stage.place(252, 50)))
    #expect(log == ["move a", "move b"])
    #expect(isNear(stage.events[0].location, 52, 50) && isNear(stage.events[1].location, 52, 50))
  }

  @Test("a touch that the device takes back is no release and no tap")
  func cancelledTouch() {
    stage.send(.touchBegan(finger: 0, at: stage.place(50, 50)))
    #expect(stage.send(.touchCancelled(finger: 0)) == ["cancel a"])
    #expect(stage.send(.touchEnded(finger: 0)).isEmpty)
  }

  @Test("a press on no layer stays on none")
  func outside() {
    let log = stage.send(
      .touchBegan(finger: 0, at: CGPoint(x: 1.5, y: 0.5)), .touchMoved(finger: 0, at: stage.place(50, 50)),
      .touchEnded(finger: 0))
    #expect(log.isEmpty)
  }

  @Test("all presses end as cancelled when input goes elsewhere")
  func cancelAll() {
    stage.send(.touchBegan(finger: 0, at: stage.place(50, 50)), .touchBegan(finger: 1, at: stage.place(250, 50)))
    stage.interaction.cancelAll(at: 0)
    #expect(Set(stage.log.suffix(2)) == ["cancel a", "cancel b"])
    #expect(stage.send(.touchEnded(finger: 0), .touchEnded(finger: 1)).isEmpty)
  }

  @Test("a press ends as cancelled when another tree is shown")
  func anotherRoot() {
    stage.send(.pointerPlaced(at: stage.place(250, 50)), .touchBegan(finger: 0, at: stage.place(50, 50)))
    let other = CALayer()
    stage.interaction.root = other
    #expect(stage.log.suffix(3) == ["cancel a", "leave b", "leave root"])
    #expect(stage.send(.touchEnded(finger: 0)).isEmpty)
  }

  @Test("a press on a layer that was taken out of the tree still ends there, outside and nowhere")
  func removedLayer() throws {
    let a = try #require(stage.root.sublayers?.first)
    stage.send(.touchBegan(finger: 0, at: stage.place(50, 50)))
    a.removeFromSuperlayer()
    #expect(stage.send(.touchEnded(finger: 0)) == ["release a"])
    #expect(stage.events[0].isInside == false)
  }
}

@Suite("pointers") struct PointerTests {
  private let stage = TestStage()

  init() {
    let panel = stage.add("panel", CGRect(x: 0, y: 0, width: 200, height: 200))
    stage.add("a", CGRect(x: 0, y: 0, width: 50, height: 50), to: panel)
    stage.add("b", CGRect(x: 50, y: 0, width: 50, height: 50), to: panel)
  }

  @Test("it enters and leaves each layer once, outermost first and innermost first")
  func hover() {
    #expect(
      stage.send(.pointerPlaced(at: stage.place(25, 25))) == ["enter root", "enter panel", "enter a", "move a"])
    #expect(stage.send(.pointerPlaced(at: stage.place(75, 25))) == ["leave a", "enter b", "move b"])
    #expect(stage.send(.pointerPlaced(at: stage.place(300, 250))) == ["leave b", "leave panel", "move root"])
  }

  @Test("only the left button taps")
  func buttons() {
    stage.send(.pointerPlaced(at: stage.place(25, 25)))
    #expect(stage.send(.buttonPressed(.left), .buttonReleased(.left)) == ["press a", "release a", "tap a"])
    #expect(stage.events.map(\.button) == [.left, .left, .left])
    #expect(stage.send(.buttonPressed(.right), .buttonReleased(.right)) == ["press a", "release a"])
  }

  @Test("a press lasts until the last button is up, and what it passes over is not entered")
  func secondButton() {
    stage.send(.pointerPlaced(at: stage.place(25, 25)))
    let log = stage.send(
      .buttonPressed(.left), .buttonPressed(.right), .buttonReleased(.left), .pointerPlaced(at: stage.place(75, 25)),
      .buttonReleased(.right))
    #expect(log == ["press a", "press a", "release a", "move a", "release a", "leave a", "enter b"])
  }

  @Test("the wheel turns the layer beneath")
  func scroll() {
    stage.send(.pointerPlaced(at: stage.place(75, 25)))
    #expect(stage.send(.scrolled(byX: 0, y: 15)) == ["scroll b"])
    #expect(stage.events[0].scroll == CGVector(dx: 0, dy: 15))
    #expect(stage.send(.scrolled(byX: 0, y: 0)).isEmpty)
  }

  @Test("layers that come under a pointer that is still are entered")
  func layersMove() {
    stage.send(.pointerPlaced(at: stage.place(300, 250)))
    stage.add("new", CGRect(x: 250, y: 200, width: 100, height: 100))
    _ = stage.root.commit(at: 0)
    stage.interaction.layersDidMove(at: 0)
    #expect(stage.log.last == "enter new")
  }

  @Test("a pointer that goes elsewhere leaves what it was over")
  func pointerLeaves() {
    stage.send(.pointerPlaced(at: stage.place(25, 25)))
    stage.interaction.pointerDidLeave(at: 0)
    #expect(
      stage.log.suffix(3) == ["leave a", "leave panel", "leave root"] && stage.interaction.pointerPosition == nil)
    // Nothing is under it until it comes back.
    let count = stage.log.count
    stage.interaction.layersDidMove(at: 0)
    #expect(stage.log.count == count)
    #expect(stage.send(.pointerPlaced(at: stage.place(75, 25))).contains("enter b"))
  }

  @Test("a press finds out what has come under the pointer, once")
  func pressAfterMove() {
    stage.send(.pointerPlaced(at: stage.place(25, 25)))
    stage.add("new", CGRect(x: 0, y: 0, width: 50, height: 50))
    #expect(
      stage.send(.buttonPressed(.left), .buttonReleased(.left)) == [
        "leave a", "leave panel", "enter new", "press new", "release new", "tap new",
      ])
  }

  /// Another tree to be shown, as large as the first.
  private func otherTree() -> CALayer {
    let other = CALayer()
    other.name = "other"
    other.frame = stage.root.frame
    _ = other.commit(at: 0)
    return other
  }

  @Test("where a tap has another tree shown, that one is entered and the one before no more")
  func anotherRootInTap() {
    stage.send(.pointerPlaced(at: stage.place(25, 25)))
    let other = otherTree()
    stage.interaction.handlers.add(forLayersNamed: "a", .tap) { [weak interaction = stage.interaction] _ in
      interaction?.root = other
    }
    #expect(
      stage.send(.buttonPressed(.left), .buttonReleased(.left)) == [
        "press a", "release a", "tap a", "leave a", "leave panel", "leave root", "enter other",
      ])
  }

  @Test("where a release has another tree shown, there is no tap in the one before")
  func anotherRootInRelease() {
    stage.send(.pointerPlaced(at: stage.place(25, 25)))
    let other = otherTree()
    stage.interaction.handlers.add(forLayersNamed: "a", .release) { [weak interaction = stage.interaction] _ in
      interaction?.root = other
    }
    #expect(
      stage.send(.buttonPressed(.left), .buttonReleased(.left)) == [
        "press a", "release a", "leave a", "leave panel", "leave root", "enter other",
      ])
  }

  @Test("where a press finds a layer whose handler has another tree shown, it is that one's")
  func anotherRootInPress() {
    stage.send(.pointerPlaced(at: stage.place(25, 25)))
    stage.add("new", CGRect(x: 0, y: 0, width: 50, height: 50))
    let other = otherTree()
    stage.interaction.handlers.add(forLayersNamed: "new", .enter) { [weak interaction = stage.interaction] _ in
      interaction?.root = other
    }
    #expect(
      stage.send(.buttonPressed(.left)) == [
        "leave a", "leave panel", "enter new", "leave new", "leave root", "enter other", "press other",
      ])
  }

  @Test("relative motion begins in the middle and ends at the edges")
  func relative() {
    stage.send(.pointerMoved(byX: 80, y: -60))
    #expect(isNear(stage.interaction.pointerPosition, 0.6, 0.4))
    stage.send(.pointerMoved(byX: 1e4, y: -1e4))
    #expect(isNear(stage.interaction.pointerPosition, 799.5 / 800, 0))
  }

  @Test("keys go to the root, or the layer that has the focus")
  func keys() throws {
    let a = try #require(stage.root.sublayers?.first?.sublayers?.first)
    #expect(stage.send(.keyPressed(Key(code: 30, name: "a", text: "a"))) == ["keyDown root"])
    #expect(stage.events[0].key?.text == "a" && stage.events[0].location == nil)
    stage.interaction.focusedLayer = a
    #expect(stage.send(.keyReleased(Key(code: 30))) == ["keyUp a"])
    #expect(stage.events[0].names == ["root", "panel", "a"])
    a.removeFromSuperlayer()
    #expect(stage.send(.keyReleased(Key(code: 30))).isEmpty)
  }
}
