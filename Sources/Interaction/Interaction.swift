// Interaction: what people do with a pointer, a touch screen and a keyboard, and which layer they
// touch.
//
// In:   the devices of a seat (`Devices/`), through libinput, which is opened when the first
//       `InputDevices` is made; xkbcommon, where it is installed, for the names and the text of
//       keys. How the canvas lies on an output (`OutputMapping`), and a layer tree.
// Out:  `InputEvent`s, in the unit square of an output; `LayerEvent`s, to handlers of layers
//       (`LayerEvents`) and to one observer of all.
// Path: a device becomes readable → `InputDevices.dispatch()` makes an `InputEvent` of each event
//       of libinput's → `Interaction.handle` finds where on the canvas a pointer or a finger is →
//       hit-tests the presentation, which is what is seen (`HitPath`) → follows each pointer and
//       finger from press to release (`Contact`) → `LayerEvents` hands the event to the layer that
//       was hit and on to those above, until one has a handler for it.
//
// A test or a program with devices of its own is an `InputSource` too. A module of its own, above
// LayerTree: layers know no devices, and a tree may be on several screens at once.

import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree

/// Turns input at one output into events of the layers that are shown on it.
///
/// Use it on the thread that changes the layers.
public final class Interaction {
  /// The root of the shown layer tree; nil for none. A change cancels presses, and the pointer
  /// leaves the layers that it was over.
  public var root: CALayer? {
    didSet { if root !== oldValue { forget(old: oldValue, at: CACurrentMediaTime()) } }
  }

  /// The mapping from the canvas to the output.
  public var mapping: OutputMapping

  /// The event handlers of layers.
  public let handlers = LayerEvents()

  /// Called for every event, before any handler.
  public var observer: ((LayerEvent) -> Void)?

  /// The most that a press may move and still be a tap, in points of the canvas. The default is 12.
  public var tapSlop = 12.0

  /// The layer that key events go to first; nil, the default, for the root. Not retained.
  public weak var focusedLayer: CALayer?

  /// The position of the pointer in the unit square of the output; nil until it moves or a button
  /// is pressed.
  public private(set) var pointerPosition: CGPoint?

  private var contacts: [Contact.Identifier: Contact] = [:]

  /// Creates an interaction with a tree, by default none.
  ///
  /// - Parameter mapping: the mapping from the canvas to the output.
  public init(root: CALayer? = nil, mapping: OutputMapping) {
    self.root = root
    self.mapping = mapping
  }
}

// MARK: - Input

extension Interaction {
  /// Processes input events in order. Of consecutive moves only the last one counts.
  ///
  /// - Parameter mediaTime: the time at which the current picture was drawn, in seconds of
  ///   `CACurrentMediaTime`.
  public func handle(_ events: [InputEvent], at mediaTime: Double = CACurrentMediaTime()) {
    for (index, event) in events.enumerated() {
      guard let mover = mover(of: event) else {
        handle(event, mediaTime)
        continue
      }
      if !isOvertaken(mover, in: events[(index + 1)...]) { move(mover, event.time, mediaTime) }
    }
  }

  /// Takes note of where an event moves a pointer or a finger, and says which; nil for an event
  /// that moves none.
  private func mover(of event: InputEvent) -> Contact.Identifier? {
    switch event.kind {
    case .pointerMoved(let x, let y):
      placePointer(at: mapping.moving(pointerPosition ?? OutputMapping.middle, byX: x, y: y))
      return .pointer
    case .pointerPlaced(let place):
      placePointer(at: place)
      return .pointer
    case .touchMoved(let finger, let place):
      contacts[.touch(finger)]?.position = place
      return .touch(finger)
    default: return nil
    }
  }

  /// Whether the same pointer or finger is moved again before anything but moves happens, so that
  /// this one need not be told.
  private func isOvertaken(_ mover: Contact.Identifier, in events: ArraySlice<InputEvent>) -> Bool {
    for event in events {
      switch event.kind {
      case .pointerMoved, .pointerPlaced: if mover == .pointer { return true }
      case .touchMoved(let finger, _): if mover == .touch(finger) { return true }
      default: return false
      }
    }
    return false
  }

  private func handle(_ event: InputEvent, _ mediaTime: Double) {
    switch event.kind {
    case .buttonPressed(let button):
      if pointerPosition == nil { placePointer(at: OutputMapping.middle) }
      press(.pointer, button, event.time, mediaTime)
    case .buttonReleased(let button): release(.pointer, button, event.time, mediaTime)
    case .scrolled(let x, let y): scroll(x, y, event.time, mediaTime)
    case .touchBegan(let finger, let place):
      // A finger that is down twice has lost its end on the way.
      cancel(.touch(finger), event.time, mediaTime)
      contacts[.touch(finger)] = Contact(position: place)
      press(.touch(finger), nil, event.time, mediaTime)
    case .touchEnded(let finger):
      release(.touch(finger), nil, event.time, mediaTime)
      contacts[.touch(finger)] = nil
    case .touchCancelled(let finger):
      cancel(.touch(finger), event.time, mediaTime)
      contacts[.touch(finger)] = nil
    case .keyPressed(let key): deliver(key, .keyDown, event.time)
    case .keyReleased(let key): deliver(key, .keyUp, event.time)
    case .pointerMoved, .pointerPlaced, .touchMoved, .deviceAdded, .deviceRemoved: break
    }
  }

  /// Updates the layers under the pointer, which may change while it is still. Call it after a
  /// frame that showed changes.
  public func layersDidMove(at mediaTime: Double = CACurrentMediaTime()) {
    guard contacts[.pointer]?.press == nil, let position = pointerPosition else { return }
    hover(HitPath(in: root, at: mapping.canvasPoint(ofUnit: position), mediaTime), mediaTime)
  }

  /// Has the pointer be nowhere, because it is over something else now. What is pressed stays so
  /// until its button goes up.
  package func pointerDidLeave(at mediaTime: Double = CACurrentMediaTime()) {
    pointerPosition = nil
    guard contacts[.pointer]?.press == nil else { return }
    hover(HitPath(in: nil, at: .zero, mediaTime), mediaTime)
  }

  /// Cancels all presses, because input now goes elsewhere.
  public func cancelAll(at mediaTime: Double = CACurrentMediaTime()) {
    for identifier in contacts.keys { cancel(identifier, mediaTime, mediaTime) }
    contacts = contacts.filter { $0.key == .pointer }
  }

  private func placePointer(at place: CGPoint) {
    pointerPosition = place
    contacts[.pointer, default: Contact(position: place)].position = place
  }
}

// MARK: - Presses and moves

extension Interaction {
  private func press(_ identifier: Contact.Identifier, _ button: PointerButton?, _ time: Double, _ mediaTime: Double) {
    guard let position = contacts[identifier]?.position else { return }
    var hit = HitPath(in: root, at: mapping.canvasPoint(ofUnit: position), mediaTime)
    if identifier == .pointer, contacts[identifier]?.press == nil { hit = hoverAnew(hit, position, mediaTime, time) }
    guard var contact = contacts[identifier] else { return }
    if contact.press != nil {
      // A second button of a press that goes on.
      contact.press?.buttons.append(button)
      contact.press?.mayTap = false
    } else {
      // One that begins on no layer is followed too: it must not reach those that it passes over.
      contact.press = Contact.Press(layers: hit.layers, start: hit.point, button: button)
    }
    contacts[identifier] = contact
    guard let press = contact.press else { return }
    deliver(.press, press, hit, identifier, button, time)
  }

  private func move(_ identifier: Contact.Identifier, _ time: Double, _ mediaTime: Double) {
    guard var contact = contacts[identifier] else { return }
    var hit = HitPath(in: root, at: mapping.canvasPoint(ofUnit: contact.position), mediaTime)
    guard var press = contact.press else {
      hit = hoverAnew(hit, contact.position, mediaTime, time)
      deliver(makeEvent(.move, hit.layers, hit, identifier, nil, time))
      return
    }
    let (x, y) = (hit.point.x - press.start.x, hit.point.y - press.start.y)
    if (x * x + y * y).squareRoot() > tapSlop { press.mayTap = false }
    contact.press = press
    contacts[identifier] = contact
    deliver(.move, press, hit, identifier, press.buttons.first ?? nil, time)
  }

  private func release(_ identifier: Contact.Identifier, _ button: PointerButton?, _ time: Double, _ mediaTime: Double)
  {
    guard var contact = contacts[identifier], var press = contact.press else { return }
    let tree = root
    let hit = HitPath(in: root, at: mapping.canvasPoint(ofUnit: contact.position), mediaTime)
    press.buttons.removeAll { $0 == button }
    contact.press = press.buttons.isEmpty ? nil : press
    contacts[identifier] = contact
    deliver(.release, press, hit, identifier, button, time)
    let isPrimary = button == nil || button == .left
    // A handler of the release may have replaced the root: the pressed layers are no longer
    // visible.
    if root === tree, press.mayTap, isPrimary, let layer = press.layers.last,
      hit.layers.contains(where: { $0 === layer })
    {
      deliver(.tap, press, hit, identifier, button, time)
    }
    guard identifier == .pointer, contact.press == nil else { return }
    // What was hit lies in the tree before.
    let last =
      root === tree ? hit : HitPath(in: root, at: mapping.canvasPoint(ofUnit: contact.position), mediaTime)
    _ = hoverAnew(last, contact.position, mediaTime, time)
  }

  private func cancel(_ identifier: Contact.Identifier, _ time: Double, _ mediaTime: Double) {
    guard let contact = contacts[identifier], let press = contact.press else { return }
    contacts[identifier]?.press = nil
    let hit = HitPath(in: root, at: mapping.canvasPoint(ofUnit: contact.position), mediaTime)
    deliver(.cancel, press, hit, identifier, press.buttons.first ?? nil, time)
  }

  private func scroll(_ x: Double, _ y: Double, _ time: Double, _ mediaTime: Double) {
    guard let position = pointerPosition, x != 0 || y != 0 else { return }
    let hit = HitPath(in: root, at: mapping.canvasPoint(ofUnit: position), mediaTime)
    guard var event = makeEvent(.scroll, hit.layers, hit, .pointer, nil, time) else { return }
    event.scroll = CGVector(dx: x, dy: y)
    deliver(event)
  }

  /// How often in a row the tree may be replaced under the pointer and be entered at once.
  private static let mostTrees = 4

  /// Tells layers what the pointer has left and entered; where a handler replaces the root
  /// meanwhile, those of the new tree too.
  ///
  /// - Returns: what lies there in the tree that is shown in the end.
  private func hoverAnew(_ hit: HitPath, _ position: CGPoint, _ mediaTime: Double, _ time: Double) -> HitPath {
    var hit = hit
    for _ in 0..<Self.mostTrees {
      let tree = root
      hover(hit, mediaTime, time)
      if root === tree { break }
      hit = HitPath(in: root, at: mapping.canvasPoint(ofUnit: position), mediaTime)
    }
    return hit
  }

  /// Tells the layers that the pointer has left, the innermost first, and those that it has
  /// entered, the outermost first.
  private func hover(_ hit: HitPath, _ mediaTime: Double, _ time: Double? = nil) {
    let tree = root
    let old = contacts[.pointer]?.hovered ?? []
    guard !old.elementsEqual(hit.layers, by: ===) else { return }
    contacts[.pointer]?.hovered = hit.layers
    for (index, layer) in old.enumerated().reversed() where !hit.layers.contains(where: { $0 === layer }) {
      deliver(makeEvent(.leave, Array(old[...index]), hit, .pointer, nil, time ?? mediaTime), bubbles: false)
    }
    for (index, layer) in hit.layers.enumerated() where !old.contains(where: { $0 === layer }) {
      // A handler has replaced the root.
      guard root === tree else { return }
      deliver(makeEvent(.enter, Array(hit.layers[...index]), hit, .pointer, nil, time ?? mediaTime), bubbles: false)
    }
  }

  private func forget(old: CALayer?, at mediaTime: Double) {
    let nowhere = HitPath(in: nil, at: .zero, mediaTime)
    for (identifier, contact) in contacts {
      guard let press = contact.press else { continue }
      contacts[identifier]?.press = nil
      deliver(.cancel, press, nowhere, identifier, press.buttons.first ?? nil, mediaTime)
    }
    hover(nowhere, mediaTime)
    contacts = contacts.filter { $0.key == .pointer }
  }
}

// MARK: - Delivery

extension Interaction {
  /// Hands the event of a press to the layer that was pressed.
  private func deliver(
    _ kind: LayerEvent.Kind, _ press: Contact.Press, _ hit: HitPath, _ identifier: Contact.Identifier,
    _ button: PointerButton?, _ time: Double
  ) {
    deliver(makeEvent(kind, press.layers, hit, identifier, button, time))
  }

  private func deliver(_ key: Key, _ kind: LayerEvent.Kind, _ time: Double) {
    guard let root, let layers = HitPath.layers(from: root, to: focusedLayer ?? root),
      var event = LayerEvent(kind: kind, layers: layers, under: nil, time: time)
    else { return }
    event.key = key
    deliver(event)
  }

  /// - Parameter layers: from the root to the one that the event is for; nil comes back when there
  ///   is none.
  private func makeEvent(
    _ kind: LayerEvent.Kind, _ layers: [CALayer], _ hit: HitPath, _ identifier: Contact.Identifier,
    _ button: PointerButton?, _ time: Double
  ) -> LayerEvent? {
    var event = LayerEvent(kind: kind, layers: layers, under: hit, time: time)
    event?.button = button
    if case .touch(let finger) = identifier { event?.touch = finger }
    return event
  }

  private func deliver(_ event: LayerEvent?, bubbles: Bool = true) {
    guard let event else { return }
    observer?(event)
    handlers.deliver(event, bubbles: bubbles)
  }
}
