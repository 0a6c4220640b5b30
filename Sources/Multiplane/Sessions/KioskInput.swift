import Foundation
import MultiplaneCompositor
import MultiplaneGraphics
import MultiplaneInput
import MultiplaneInteraction
import MultiplaneLayerTree

/// What people do at the screens of a kiosk: from input devices to events of layers.
final class KioskInput {
  /// Seconds between looks at what has come to lie under a pointer that is still.
  private static let hoverInterval = 0.1

  /// It keeps this.
  private unowned let session: KioskSession
  /// Told of each event.
  var observer: (LayerEvent) -> Void = { _ in }
  private var devices: InputDevices?
  private var source: DescriptorSource?
  /// By output.
  private var interactions: [String: Interaction] = [:]
  private var lastHover = 0.0

  init(session: KioskSession) {
    self.session = session
    session.observe { [unowned self] event in follow(event) }
    // When the loop runs, the session has its seat.
    session.loop.schedule(after: 0) { [unowned self] in openDevices() }
  }

  private func openDevices() {
    // Of a simulated monitor nobody touches anything.
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
    guard !outputs.isEmpty, !events.isEmpty else { return }
    for output in outputs {
      // What belongs to no output that is lit, as a mouse does, goes to the first one.
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
      for interaction in interactions.values { interaction.cancelAll() }
    case .resumed: devices?.resume()
    case .ending: closeDevices()
    case .dark(let output, _): interactions.removeValue(forKey: output)?.cancelAll()
    case .frame(let name, _):
      let now = session.loop.now
      guard now - lastHover >= Self.hoverInterval, interactions[name]?.pointerPosition != nil,
        let output = session.outputs.first(where: { $0.name == name })
      else { return }
      lastHover = now
      interaction(of: output).layersDidMove()
    case .lit, .blanked, .unblanked, .contextLost: break
    }
  }
}
