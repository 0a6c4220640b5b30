import MultiplaneGraphics
import MultiplaneInteraction
@_spi(Multiplane) import MultiplaneLayerTree
import Testing

@Suite("handlers") struct HandlerTests {
  private let stage = TestStage()
  private let panel: CALayer
  private let button: CALayer

  init() {
    panel = stage.add("panel", CGRect(x: 100, y: 100, width: 200, height: 100))
    button = stage.add("button", CGRect(x: 50, y: 20, width: 50, height: 50), to: panel)
  }

  /// Taps the button's middle, at (175, 145).
  private func tap() {
    stage.send(.touchBegan(finger: 0, at: stage.place(175, 145)), .touchEnded(finger: 0))
  }

  @Test("the nearest handler upwards is called, with the point in its layer's coordinates")
  func bubbling() {
    var called: [String] = []
    stage.interaction.handlers.add(for: stage.root, .tap) { _ in called.append("root") }
    let registration = stage.interaction.handlers.add(for: panel, .tap) { event in
      called.append("panel")
      #expect(event.layer.name == "panel" && event.layers.last?.name == "button")
      #expect(isNear(event.location, 75, 45))
    }
    tap()
    #expect(called == ["panel"])
    stage.interaction.handlers.add(for: button, .press) { _ in called.append("button") }
    tap()
    #expect(called == ["panel", "button", "panel"])
    stage.interaction.handlers.remove(registration)
    tap()
    #expect(called.suffix(2) == ["button", "root"])
  }

  @Test("a handler may pass events on")
  func passingOn() {
    var called: [String] = []
    stage.interaction.handlers.add(for: panel, .tap) { _ in called.append("panel") }
    stage.interaction.handlers.add(for: button, .tap, passesOn: true) { _ in called.append("button") }
    tap()
    #expect(called == ["button", "panel"])
  }

  @Test("handlers by name outlast the layers that have it")
  func byName() {
    var count = 0
    stage.interaction.handlers.add(forLayersNamed: "button", .tap) { _ in count += 1 }
    tap()
    button.removeFromSuperlayer()
    stage.add("button", CGRect(x: 50, y: 20, width: 50, height: 50), to: panel)
    tap()
    #expect(count == 2)
  }

  @Test("enter and leave do not bubble")
  func hover() {
    var called: [LayerEvent.Kind] = []
    stage.interaction.handlers.add(for: panel) { called.append($0.kind) }
    stage.send(.pointerPlaced(at: stage.place(175, 145)))
    stage.send(.pointerPlaced(at: stage.place(120, 110)))
    stage.send(.pointerPlaced(at: stage.place(10, 10)))
    // The moves are over the button, which has no handler, and over the panel.
    #expect(called == [.enter, .move, .move, .leave])
  }

  @Test("a layer that allows no hit testing leaves what is beneath it to be touched")
  func allowsHitTesting() {
    let snow = stage.add("snow", CGRect(x: 0, y: 0, width: 400, height: 300))
    stage.add("flake", CGRect(x: 150, y: 120, width: 100, height: 50), to: snow)
    tap()
    #expect(stage.log.last == "tap flake")
    snow.allowsHitTesting = false
    tap()
    #expect(stage.log.last == "tap button")
  }

  @Test("a handler may change the handlers and the layers")
  func changesWithin() {
    var count = 0
    stage.interaction.handlers.add(for: button, .press) { [stage, button] _ in
      count += 1
      stage.interaction.handlers.add(for: button, .press) { _ in count += 10 }
      button.removeFromSuperlayer()
    }
    tap()
    #expect(count == 1)
  }
}
