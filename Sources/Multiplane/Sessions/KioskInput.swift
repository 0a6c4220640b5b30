import Foundation
import MultiplaneCompositor
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree

/// The input of a kiosk: turns input of devices into events of layers.
final class KioskInput {
  /// Seconds between looks at what has come to lie under a pointer that is still.
  private static let hoverInterval = 0.1

  /// It keeps this.
  private unowned let session: KioskSession
  /// Called for each event.
  var observer: (LayerEvent) -> Void = { _ in }
  private var usesDevices = false
  private var devices: InputDevices?
  private var source: DescriptorSource?
  /// By output.
  private var interactions: [String: Interaction] = [:]
  /// By output: when it was looked at last, and which will be.
  private var lastHover: [String: Double] = [:]
  private var hoverWaits: Set<String> = []

  init(session: KioskSession) {
    self.session = session
    session.observe { [unowned self] event in follow(event) }
  }

  /// Opens the input devices, the first time.
  func useDevices() {
    guard !usesDevices else { return }
    usesDevices = true
    // When the loop runs, the session has its seat.
    session.loop.schedule(after: 0) { [unowned self] in openDevices() }
  }

  private func openDevices() {
    // A simulated monitor has no input devices.
    guard session.options.simulated == nil else { return }
    let access = DeviceAccess { [unowned session] path, _ in
      (try? session.openDevice(path)) ?? -EACCES
    } close: { [unowned session] descriptor in
      session.closeDevice(descriptor)
    }
    do {
      let devices = try InputDevices(access: access)
      self.devices = devices
      if let descriptor = devices.fileDescriptor {
        let source = DescriptorSource(descriptor) { [unowned self, unowned devices] in take(devices.dispatch()) }
        self.source = source
        session.loop.add(source)
      }
      take(devices.dispatch())
    } catch {
      session.log("\(error); there will be no input")
    }
  }

  private func closeDevices() {
    if let source { session.loop.remove(source) }
    (source, devices) = (nil, nil)
  }

  /// Gives events to the outputs that they belong to.
  func take(_ events: [InputEvent]) {
    let outputs = session.outputs
    guard !outputs.isEmpty else { return cancelAll() }
    guard !events.isEmpty else { return }
    for output in outputs {
      // Events without a lit output, such as those of a mouse, go to the first one.
      let own = events.filter { event in
        let named = outputs.first { $0.name == event.output } ?? outputs[0]
        return named.name == output.name
      }
      guard !own.isEmpty else { continue }
      let interaction = interaction(of: output)
      interaction.handle(own)
      if let place = interaction.pointerPosition, session.options.showsCursor {
        let size = interaction.mapping.size
        session.moveCursor(toPixel: CGPoint(x: place.x * size.width, y: place.y * size.height), onOutput: output.name)
      }
    }
  }

  /// The number of the finger of `tap`, which no touch screen has.
  private static let finger = 1000

  /// Taps a point of the canvas with a finger.
  ///
  /// - Returns: the layers under the finger, from the root; nil for a point outside the output.
  func tap(_ point: CGPoint, on output: KioskOutput) -> [CALayer]? {
    let interaction = interaction(of: output)
    guard let place = interaction.mapping.unit(ofCanvasPoint: point) else { return nil }
    var pressed: [CALayer] = []
    interaction.observer = { [unowned self] event in
      if event.kind == .press { pressed = event.layers }
      observer(event)
    }
    defer { interaction.observer = { [unowned self] event in observer(event) } }
    let now = CACurrentMediaTime()
    interaction.handle([
      InputEvent(.touchBegan(finger: Self.finger, at: place), time: now),
      InputEvent(.touchEnded(finger: Self.finger), time: now),
    ])
    return pressed
  }

  /// The interaction of an output as it now is: its mode and its scene may have changed.
  private func interaction(of output: KioskOutput) -> Interaction {
    let geometry = output.geometry
    let mapping = OutputMapping(
      size: CGSize(width: geometry.pixelWidth, height: geometry.pixelHeight), transform: geometry.transform)
    let root = session.rootLayer(ofContent: output.content)
    let interaction = interactions[output.name] ?? Interaction(root: root, mapping: mapping)
    interaction.mapping = mapping
    interaction.root = root
    interaction.observer = { [unowned self] event in observer(event) }
    interactions[output.name] = interaction
    return interaction
  }

  private func follow(_ event: KioskEvent) {
    switch event {
    case .paused:
      devices?.suspend()
      cancelAll()
    case .blanked: cancelAll()
    case .resumed: devices?.resume()
    case .ending: closeDevices()
    case .dark(let output, _): interactions.removeValue(forKey: output)?.cancelAll()
    case .frame(let name, _):
      guard interactions[name]?.pointerPosition != nil else { return }
      let wait = lastHover[name, default: -.infinity] + Self.hoverInterval - session.loop.now
      guard wait > 0 else { return lookAtHover(onOutput: name) }
      // The last frame of a motion comes within the interval, too.
      guard hoverWaits.insert(name).inserted else { return }
      session.loop.schedule(after: wait) { [unowned self] in
        hoverWaits.remove(name)
        lookAtHover(onOutput: name)
      }
    case .lit, .unblanked, .contextLost: break
    }
  }

  private func lookAtHover(onOutput name: String) {
    guard let output = session.outputs.first(where: { $0.name == name }) else { return }
    lastHover[name] = session.loop.now
    interaction(of: output).layersDidMove()
  }

  /// Ends what is pressed and touched: its end will not be seen.
  private func cancelAll() {
    for interaction in interactions.values { interaction.cancelAll() }
  }
}
