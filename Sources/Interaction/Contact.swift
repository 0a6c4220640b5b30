import MultiplaneGraphics
import MultiplaneLayerTree

/// The pointer, or a finger that is down.
struct Contact {
  enum Identifier: Hashable {
    case pointer
    case touch(Int)
  }

  /// What happens between a press and its release: the layer that was hit gets all of it, wherever
  /// it goes.
  struct Press {
    /// From the root to the layer that was hit; empty when none was.
    let layers: [CALayer]
    /// Where it began, on the canvas.
    let start: CGPoint
    /// What is held down, in the order in which it was pressed; nil is a finger.
    var buttons: [PointerButton?]
    /// Whether it can still become a tap: neither has it wandered nor was a second button pressed.
    var mayTap = true

    init(layers: [CALayer], start: CGPoint, button: PointerButton?) {
      self.layers = layers
      self.start = start
      buttons = [button]
    }
  }

  /// In the unit square of the output.
  var position: CGPoint
  var press: Press?
  /// Of a pointer: the layers that it is over, from the root to the one that was hit.
  var hovered: [CALayer] = []

  init(position: CGPoint) { self.position = position }
}
