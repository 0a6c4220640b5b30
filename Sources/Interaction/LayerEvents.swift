import MultiplaneLayerTree

/// The handlers of layers' events.
///
/// An event goes to the layer that was hit, then to its superlayer and so on, until one has a
/// handler of its kind; that is called, and the event goes no further unless the handler was added
/// to pass it on. `enter` and `leave` go to each layer that they are about, and no further.
///
///     interaction.handlers.add(for: button, .tap) { event in open(event.location) }
///     interaction.handlers.add(forLayersNamed: "clock", .press, .release) { event in … }
public final class LayerEvents {
  /// A registered handler, for `remove`.
  public struct Registration: Hashable, Sendable {
    fileprivate let number: Int
  }

  private enum Target {
    case layer(Weak)
    case name(String)
  }

  private struct Weak {
    weak var layer: CALayer?
  }

  private struct Entry {
    let registration: Registration
    let target: Target
    let kinds: Set<LayerEvent.Kind>
    let passesOn: Bool
    let handler: (LayerEvent) -> Void

    func isFor(_ layer: CALayer) -> Bool {
      switch target {
      case .layer(let entry): entry.layer === layer
      case .name(let name): layer.name == name
      }
    }

    var isGone: Bool { if case .layer(let entry) = target { entry.layer == nil } else { false } }
  }

  private var entries: [Entry] = []
  private var lastNumber = 0

  /// Creates an empty set of handlers.
  public init() {}

  /// Adds a handler for events of a layer, and of its sublayers without a handler of their own.
  ///
  /// - Parameters:
  ///   - layer: not retained; its handlers are removed with it.
  ///   - kinds: the kinds of event; all if none are named.
  ///   - passesOn: whether superlayers get the event as well.
  @discardableResult
  public func add(
    for layer: CALayer, _ kinds: LayerEvent.Kind..., passesOn: Bool = false,
    handler: @escaping (LayerEvent) -> Void
  ) -> Registration {
    add(.layer(Weak(layer: layer)), kinds, passesOn, handler)
  }

  /// As `add(for:)`, for every layer with a name, including those of a reloaded scene.
  @discardableResult
  public func add(
    forLayersNamed name: String, _ kinds: LayerEvent.Kind..., passesOn: Bool = false,
    handler: @escaping (LayerEvent) -> Void
  ) -> Registration {
    add(.name(name), kinds, passesOn, handler)
  }

  private func add(
    _ target: Target, _ kinds: [LayerEvent.Kind], _ passesOn: Bool, _ handler: @escaping (LayerEvent) -> Void
  ) -> Registration {
    entries.removeAll(where: \.isGone)
    lastNumber += 1
    let registration = Registration(number: lastNumber)
    entries.append(
      Entry(
        registration: registration, target: target, kinds: Set(kinds.isEmpty ? LayerEvent.Kind.allCases : kinds),
        passesOn: passesOn, handler: handler))
    return registration
  }

  /// Removes a handler. Without effect if it was already removed.
  public func remove(_ registration: Registration) {
    entries.removeAll { $0.registration == registration }
  }

  /// Calls the handlers of an event, those of one layer in the order in which they were added.
  func deliver(_ event: LayerEvent, bubbles: Bool) {
    for layer in bubbles ? event.layers.reversed() : [event.layer] {
      // As they are now: a handler may add and remove others.
      let called = entries.filter { $0.kinds.contains(event.kind) && $0.isFor(layer) }
      for entry in called { entry.handler(event.told(to: layer)) }
      if !called.isEmpty, !called.allSatisfy(\.passesOn) { return }
    }
  }
}
