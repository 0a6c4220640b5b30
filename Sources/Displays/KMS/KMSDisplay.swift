import MultiplaneGL

/// The monitors of one card: which are there, what feeds them, and the frames on their way to them.
package final class KMSDisplay {
  /// What a user wants of the monitors.
  package struct Wishes: Sendable {
    /// Connectors by their labels; all if empty.
    package var outputs: [String] = []
    /// Nil is what each monitor prefers.
    package var mode: ModeRequest?
    /// Degrees clockwise: 0, 90, 180, 270.
    package var rotation = 0
    /// Frames that each output has memory for: 2, or 3 to draw one while another waits for its
    /// refresh.
    package var bufferCount = 2

    package init() {}
  }

  /// What a look at the connectors brought.
  package struct Changes: Equatable, Sendable {
    /// Labels of outputs that were plugged in, or that changed so much that they start over.
    package var added: [String] = []
    package var removed: [String] = []
    /// Sentences for the log: a mode that does not exist, more monitors than CRTCs.
    package var notes: [String] = []

    package init() {}
  }

  package let card: Card
  package let memory: ScanoutMemory
  /// Those that are fed, in the order of their connectors.
  package private(set) var outputs: [KMSOutput] = []
  private let wishes: Wishes
  /// Whether planes may be asked to turn frames; given up when one refuses.
  private var rotatesByPlane = true
  /// Each output gets flip tags of its own: the upper half of the number.
  private var series: UInt64 = 0

  package init(card: Card, memory: ScanoutMemory, wishes: Wishes) {
    self.card = card
    self.memory = memory
    self.wishes = wishes
  }

  // MARK: Monitors

  /// Looks which monitors are there, and gives each a CRTC. Outputs whose monitor and mode stayed
  /// go on as they are.
  ///
  /// - Parameter probes: whether monitors are probed again, which takes up to seconds.
  package func rescan(probes: Bool) throws(DisplayError) -> Changes {
    let connectors = try onCard(card) { () throws(ModeSettingError) in try card.connectors(probes: probes) }
    var changes = Changes()
    let wanted = connectors.filter(isWanted)
    let routes = OutputAssignment.routes(
      for: wanted.map(request), controllerCount: min(card.controllers.count, 32), planes: planes)
    if routes.count < wanted.count {
      changes.notes.append("\(card.path): \(wanted.count) monitors, but it feeds \(routes.count) at once")
    }
    var next: [KMSOutput] = []
    for route in routes {
      guard let connector = wanted.first(where: { $0.description.name == route.connector }),
        let choice = ModeChoice.choose(from: connector.description.modes, wanted: wishes.mode)
      else { continue }
      if let same = outputs.first(where: { goesOn($0, as: route, connector, choice.mode) }) {
        next.append(same)
        continue
      }
      if !choice.isAsWanted, let wish = wishes.mode {
        changes.notes.append("\(connector.description.label) has no mode \(wish), so it gets \(choice.mode)")
      }
      next.append(makeOutput(connector, route, choice.mode))
      changes.added.append(connector.description.label)
    }
    changes.removed = outputs.map(\.label).filter { label in !next.contains { $0.label == label } }
    let isFirst = outputs.isEmpty
    outputs = next
    if isFirst, !next.isEmpty { turnOffOthers(connectors) }
    return changes
  }

  /// Why there is no output: each connector and what is plugged there, and the outputs that are
  /// wanted and not there.
  package func absence() -> String {
    let connectors = ((try? card.connectors(probes: false)) ?? []).map(\.description)
    let labels = connectors.map(\.label)
    guard !connectors.isEmpty else { return "the card has no connectors" }
    let unknown = wishes.outputs.filter { !labels.contains($0) }
    if unknown.count == wishes.outputs.count, !unknown.isEmpty {
      return "there is no output \(unknown.joined(separator: ", ")); the card has \(labels.joined(separator: ", "))"
    }
    return connectors.map { "\($0.label) \($0.absence)" }.joined(separator: ", ")
  }

  private func isWanted(_ connector: Card.Connector) -> Bool {
    let description = connector.description
    // A plug that cannot tell counts if it has modes: old analogue ones, and panels without a
    // detection line.
    guard description.status != .disconnected, !description.modes.isEmpty else { return false }
    if connector.properties["non-desktop"]?.value == 1 { return false }
    return wishes.outputs.isEmpty || wishes.outputs.contains(description.label)
  }

  private func request(_ connector: Card.Connector) -> OutputAssignment.Request {
    let current = outputs.first { $0.route.connector == connector.description.name }?.route.controller
    return OutputAssignment.Request(
      connector: connector.description.name, possibleControllers: connector.description.possibleControllers,
      current: current ?? card.controllers.firstIndex { $0.name == connector.description.controller })
  }

  /// The primary planes; nil where the old calls are made, which need none.
  private var planes: [OutputAssignment.Source]? {
    guard card.isAtomic else { return nil }
    return card.planes.enumerated().filter { $0.element.role == .primary }.map {
      OutputAssignment.Source(index: $0.offset, possibleControllers: $0.element.possibleControllers)
    }
  }

  private func goesOn(
    _ output: KMSOutput, as route: OutputAssignment.Route, _ connector: Card.Connector, _ mode: DisplayMode
  ) -> Bool {
    guard output.route == route, output.mode == mode else { return false }
    // A link that failed its training shows nothing until the mode is set again.
    if let status = connector.properties["link-status"], status.value != status.values["Good"] ?? 0 { return false }
    return true
  }

  private func makeOutput(
    _ connector: Card.Connector, _ route: OutputAssignment.Route, _ mode: DisplayMode
  ) -> KMSOutput {
    series += 1
    let output = KMSOutput(
      connector, route: route, mode: mode, card: card, memory: memory,
      bufferCount: wishes.bufferCount, wantedRotation: rotatesByPlane ? wishes.rotation : 0, tag: series << 32)
    // What is on the screen stays there until the first frame is ready.
    if let old = outputs.first(where: { $0.route.connector == route.connector }) { output.keepFrame(of: old) }
    return output
  }

  /// Frees what a program before us left on. That it fails does no harm but where CRTCs are short.
  private func turnOffOthers(_ connectors: [Card.Connector]) {
    for (index, controller) in card.controllers.enumerated() where controller.initial.mode != nil {
      guard !outputs.contains(where: { $0.route.controller == index }) else { continue }
      if card.isAtomic {
        let fed = connectors.filter { $0.properties["CRTC_ID"]?.value == UInt64(controller.name.rawValue) }
        let shown = card.planes.filter { $0.properties["CRTC_ID"]?.value == UInt64(controller.name.rawValue) }
        let request = OutputRequests.off(controller, connectors: fed, planes: shown)
        try? card.modeSetting.commit(request, flags: .allowModeSet, tag: 0)
      } else {
        try? card.modeSetting.setController(controller.name, frameBuffer: nil, connectors: [], mode: nil)
      }
    }
  }

  // MARK: Frames

  /// Takes the events that wait.
  ///
  /// - Returns: the outputs whose frame reached the screen, and when.
  package func takeFlips() throws(DisplayError) -> [(output: KMSOutput, time: Double)] {
    let events = try onCard(card) { () throws(ModeSettingError) in try card.modeSetting.takeEvents() }
    return events.compactMap { event in
      outputs.first { $0.takes(event) }.map { ($0, event.time) }
    }
  }

  /// Asks for less after an output was refused: no turning by the plane, then simpler memory, then
  /// the old calls.
  ///
  /// - Returns: what is done from now on; nil if there is nothing left to give up. All outputs
  ///   start over.
  package func askForLess() -> String? {
    defer { for output in outputs { output.reset(dropsBuffers: true) } }
    if rotatesByPlane, outputs.contains(where: { $0.planeRotation != 0 }) {
      rotatesByPlane = false
      remakeOutputs()
      return "frames are drawn rotated"
    }
    if memory.degrade() { return "frames are made in \(memory.manner)" }
    if card.isAtomic {
      card.giveUpAtomic()
      memory.startOver()
      remakeOutputs()
      return "legacy calls replace atomic requests"
    }
    return nil
  }

  private func remakeOutputs() {
    outputs = outputs.map { output in
      var route = output.route
      if !card.isAtomic { route.plane = nil }
      return makeOutput(output.connector, route, output.mode)
    }
  }

  /// Puts back what was shown when the card was opened, as far as it is still there.
  package func restore() {
    for controller in card.controllers {
      guard let frame = controller.initial.frameBuffer, let mode = controller.initial.mode else {
        guard outputs.contains(where: { card.controllers[$0.route.controller].name == controller.name })
        else { continue }
        try? card.modeSetting.setController(controller.name, frameBuffer: nil, connectors: [], mode: nil)
        continue
      }
      try? card.modeSetting.setController(
        controller.name, frameBuffer: frame, connectors: controller.initialConnectors, mode: mode)
    }
    outputs = []
  }
}

extension ConnectorDescription {
  /// What keeps a connector from showing something.
  fileprivate var absence: String {
    switch status {
    case .disconnected: "has nothing plugged in, or it is switched off"
    case _ where modes.isEmpty: "has a monitor that reports no modes: try another cable or adapter"
    default: "has a monitor"
    }
  }
}
