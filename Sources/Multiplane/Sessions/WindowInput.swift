import Foundation
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree

/// The input of a window: turns its events into those of layers.
final class WindowInput {
  /// It keeps this.
  private unowned let session: WindowSession
  /// Called for each event.
  var observer: (LayerEvent) -> Void = { _ in }
  private let interaction: Interaction
  /// The keyboard layout that the compositor has sent; nil before that and without xkbcommon.
  private var keyboard: KeyboardLayout?

  init(session: WindowSession) {
    self.session = session
    interaction = Interaction(root: session.rootLayer, mapping: OutputMapping(size: session.pointSize))
    interaction.observer = { [unowned self] event in observer(event) }
    session.observer = { [unowned self] event in take(event) }
  }

  private func take(_ event: WindowEvent) {
    let geometry = session.geometry
    interaction.root = session.rootLayer
    interaction.mapping = OutputMapping(
      size: CGSize(width: geometry.pixelWidth, height: geometry.pixelHeight), transform: geometry.transform)
    let size = session.pointSize
    func place(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x / size.width, y: y / size.height) }
    let kind: InputEvent.Kind
    switch event {
    case .resized, .closed: return
    case .pointerLeft:
      interaction.pointerDidLeave()
      return
    case .pointerMoved(let x, let y): kind = .pointerPlaced(at: place(x, y))
    case .button(let number, let isPressed):
      let button = PointerButton(rawValue: number)
      kind = isPressed ? .buttonPressed(button) : .buttonReleased(button)
    case .scrolled(let x, let y): kind = .scrolled(byX: x, y: y)
    case .touchBegan(let finger, let x, let y): kind = .touchBegan(finger: finger, at: place(x, y))
    case .touchMoved(let finger, let x, let y): kind = .touchMoved(finger: finger, at: place(x, y))
    case .touchEnded(let finger): kind = .touchEnded(finger: finger)
    case .touchesCancelled:
      interaction.cancelAll()
      return
    case .key(let code, let isPressed):
      let key = keyboard?.key(code: code, isPressed: isPressed) ?? Key(code: code)
      kind = isPressed ? .keyPressed(key) : .keyReleased(key)
    case .keymap(let text):
      keyboard = text.flatMap { KeyboardLayout(keymap: $0) }
      return
    case .modifiers(let depressed, let latched, let locked, let layout):
      keyboard?.setModifiers(depressed: depressed, latched: latched, locked: locked, layout: layout)
      return
    }
    interaction.handle([InputEvent(kind, time: session.loop.now)])
  }
}
