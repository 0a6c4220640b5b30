import Foundation
import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// A kiosk: layer trees on displays, which survives changes and failures of monitors, drivers and
/// scenes. See docs/kiosk.md.
///
/// It belongs to the thread that calls `run`; other threads use the `handle`.
public final class KioskSession {
  /// The event loop, for input devices, sockets and timers.
  package let loop: EventLoop
  /// The options of the kiosk.
  public let options: KioskOptions
  /// Called with each line of the log.
  package let log: (String) -> Void
  /// The converter from input to layer events, retained by the kiosk.
  package var input: AnyObject?
  private let stages: [Stage]
  let screens: KioskScreens
  private let notifier: ServiceNotifier
  private let seat: (any Seat)?
  /// The card of a simulation that is not a test's.
  private var simulatedCard: SimulatedCard?
  private var isSeatGivenBack = false
  private let links = KioskLinks()
  private let startTime: Double
  private var observers: [(KioskEvent) -> Void] = []
  /// The machine's clocks; a test's before it begins.
  var clocks = MachineClocks()
  /// Seconds that the machine had slept when we last looked.
  private var sleptSeconds: Double?
  private var isReady = false
  private var framesAtLastPing = -1

  /// Prepares a kiosk. `show` takes the console; it is released when that ends, or with the kiosk.
  ///
  /// - Parameters:
  ///   - contents: one for all outputs, or one per output.
  ///   - cards: the source of displays; nil for this machine, or a simulation if the options have
  ///     one.
  ///   - seat: the access to displays; found automatically without `cards`.
  ///   - log: called with each line of the log.
  package init(
    _ contents: [StageContent], options: KioskOptions = KioskOptions(), loop: EventLoop = EventLoop(),
    cards: (any CardSource)? = nil, seat: (any Seat)? = nil, notifier: ServiceNotifier = ServiceNotifier(),
    log: @escaping (String) -> Void = { _ in }
  ) throws(CompositorError) {
    precondition(!contents.isEmpty, "A kiosk shows something.")
    self.options = options
    self.loop = loop
    self.log = log
    self.notifier = notifier
    stages = contents.map { Stage($0, heldTime: options.heldTime) }
    startTime = loop.now
    let source: any CardSource
    if let cards {
      (self.seat, source) = (seat, cards)
    } else if let mode = options.simulated {
      let card = SimulatedCard(mode: mode)
      (self.seat, source) = (nil, card)
      simulatedCard = card
    } else {
      let opened = try onDisplay { () throws(DisplayError) in try options.seat.open() }
      (self.seat, source) = (opened, NodeCards(seat: opened, prefersAtomic: options.prefersAtomic))
      log("seat: \(opened.label)")
    }
    screens = KioskScreens(options: options, contentCount: contents.count, cards: source, loop: loop, log: log)
    screens.tell = { [weak self] in self?.tell($0) }
  }

  deinit {
    guard !isSeatGivenBack else { return }
    // A seat may go only after its cards.
    screens.end()
    giveBackSeat()
  }

  // MARK: Running

  /// Shows the contents until `stop` is called, a signal arrives or the duration has passed, then
  /// releases the console.
  ///
  /// - Throws: `CompositorError` if it cannot continue, and waiting does not help.
  package func show() throws(CompositorError) {
    // Before there is a driver, for its threads inherit who gets signals.
    let signals = SignalSource([SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2]) { [weak self] in self?.receive(signal: $0) }
    loop.add(signals)
    defer {
      loop.remove(signals)
      signals.end()
    }
    begin()
    loop.run()
    try end()
  }

  /// The limits per frame; a tree that exceeds them should not be shown. Nil for none.
  package var drawingLimits: DrawingLimits? { screens.drawingLimits }

  /// The reason why a frame with other layer values would be refused; nil if it would be drawn.
  package func excess(replacing values: [LayerIdentifier: LayerValues]) -> DrawingExcess? {
    guard let limits = drawingLimits else { return nil }
    let now = loop.now
    _ = commitStages(at: now)
    for (index, stage) in stages.enumerated() {
      let content = stage.content
      // Without a lit screen one may follow, of about the canvas's size.
      let geometry =
        screens.screens.first { $0.content == index }?.frameGeometry(canvas: content.size)
        ?? OutputGeometry(
          pixelWidth: Int(max(1, content.size.width)), pixelHeight: Int(max(1, content.size.height)),
          canvas: content.size)
      let tree = geometry.tree(of: stage.commit(at: now).replacing(values), content: content)
      do throws(DrawingExcess) {
        let shown = try limits.evaluating { tree.evaluate(at: now) }
        if let excess = DrawingCost(of: shown).excess(over: limits) { return excess }
      } catch {
        return error
      }
    }
    return nil
  }

  /// Ends `run` soon, which releases the displays and the console.
  public func stop() { loop.stop() }

  /// A handle for other threads.
  public var handle: SessionHandle<KioskSession> { SessionHandle(self, loop: loop) }

  /// Lights what is there, and watches what may come.
  func begin() {
    loop.beforeWaiting { [weak self] in self?.turn() ?? .infinity }
    if let duration = options.duration { loop.schedule(after: duration) { [loop] in loop.stop() } }
    seat?.begin()
    watchSeat()
    watchPlugs()
    watchClock()
    if let seat, !seat.isActive {
      log("another session has the screen: waiting for it")
      screens.pause()
    } else {
      screens.lookAtMonitors(probes: true)
    }
    // A monitor that is switched off must not keep the program waiting.
    if screens.waitsForMonitor { sayReady() }
  }

  /// Gives back the screens and the console.
  ///
  /// - Throws: why the kiosk could not go on, if it could not.
  func end() throws(CompositorError) {
    notifier.send("STOPPING=1")
    if options.metricsInterval != nil { log("metrics: \(statistics)") }
    tell(.ending)
    screens.end()
    giveBackSeat()
    if let fatal = screens.fatal { throw fatal }
  }

  private func giveBackSeat() {
    guard !isSeatGivenBack else { return }
    isSeatGivenBack = true
    seat?.end()
  }

  /// The work at the end of each turn.
  private func turn() -> Double {
    let now = loop.now
    let slept = clocks.sleptSeconds()
    if let sleptSeconds, slept - sleptSeconds > 0.5 {
      // Some drivers come back from suspension without a picture.
      screens.beginAllAnew()
      screens.scheduleLook()
    }
    sleptSeconds = slept
    // Changes by display links are in the next frame.
    let refresh = links.update(screens.screens, at: now)
    let flush = commitStages(at: now)
    return min(screens.update(stages, at: now), refresh, flush)
  }

  /// Commits what was changed, before what is shown is looked at between frames.
  package func commitChanges() { _ = commitStages(at: loop.now) }

  /// Commits what was changed, and has frames drawn that look different.
  ///
  /// - Returns: the media time at which this is due again.
  private func commitStages(at now: Double) -> Double {
    Stage.commit(stages, at: now) { index in
      for screen in screens.screens where screen.content == index { screen.needsFrame = true }
    }
  }

  // MARK: What is shown

  /// The root layer of the first content. Changes of its layers request a frame at the end of the
  /// loop's cycle.
  public var rootLayer: CALayer { rootLayer(ofContent: 0) }

  /// The root layer of a content.
  ///
  /// - Parameter index: the content's index, from 0.
  public func rootLayer(ofContent index: Int) -> CALayer { stages[index].content.root }

  /// Replaces a tree from the next frame on.
  ///
  /// - Parameters:
  ///   - index: the index of the content, from 0.
  ///   - keepsTime: whether scene time continues; otherwise it restarts at 0.
  package func replaceTree(_ content: StageContent, at index: Int = 0, keepsTime: Bool = false) {
    stages[index].replace(content, keepsTime: keepsTime)
    screens.redrawAll()
  }

  /// Requests a frame, even without damage.
  package func requestFrame() {
    for screen in screens.screens { screen.redrawAll() }
  }

  /// The current scene time, in seconds; 0 at the first frame.
  public func sceneTime(ofContent index: Int = 0) -> Double { stages[index].sceneTime(at: loop.now) }

  /// The debug overlay, from the next frame on.
  public var debugOverlay: DebugOverlay {
    get { screens.debugOverlay }
    set { screens.debugOverlay = newValue }
  }

  /// Whether the displays are blanked by `setBlanked(_:)` or the schedule.
  public var isBlanked: Bool { screens.isBlanked }

  /// Blanks or unblanks the displays, until the next time of the schedule.
  public func setBlanked(_ isBlanked: Bool) { screens.setBlanked(isBlanked) }

  /// Creates a display link that follows the refreshes of an active output. It is called on the
  /// loop's thread, after it is added to any run loop.
  ///
  /// - Parameter name: the output; nil for the first active one.
  public func displayLink(
    onOutput name: String? = nil, _ handler: @escaping (CADisplayLink) -> Void
  ) -> CADisplayLink {
    links.makeLink(output: name, handler)
  }

  /// Moves the cursor, if there is one.
  ///
  /// - Parameters:
  ///   - pixel: of the panel, from its top left.
  ///   - name: the output; the cursors of other outputs stay.
  package func moveCursor(toPixel pixel: CGPoint, onOutput name: String) {
    let screen = screens.screens.first { $0.output.label == name }
    screen?.cursor?.move(x: Int(pixel.x.rounded()), y: Int(pixel.y.rounded()))
  }

  // MARK: What is to be known

  /// The active outputs, in the order of their connectors.
  public var outputs: [KioskOutput] {
    screens.screens.filter(\.isShowing).map { screen in
      KioskOutput(
        name: screen.output.label, content: screen.content, mode: "\(screen.output.mode)",
        geometry: screen.geometry(canvas: stages[screen.content].content.size))
    }
  }

  /// The current picture of an output.
  ///
  /// - Parameters:
  ///   - name: nil for the first output.
  ///   - hasOverlay: whether the picture includes the debug overlay; without it the frame is drawn
  ///     again, by the session's renderer if that is the reference, else by the CPU's.
  /// - Returns: nil if the output is not active.
  package func screenshot(
    ofOutput name: String? = nil, hasOverlay: Bool = false
  ) throws(CompositorError) -> KioskPicture? {
    guard let screen = screens.screens.first(where: { name == nil || $0.output.label == name }) else { return nil }
    if !hasOverlay, screen.isShowing, let content = screen.overlay.content {
      let choice: RendererChoice = options.renderer.settledChoice == .reference ? .reference : .cpu
      let compositor = try OffscreenCompositor(RendererOptions(choice, threads: options.renderer.threads))
      let picture = try compositor.picture(of: content)
      return KioskPicture(
        width: picture.width, height: picture.height, pixels: picture.pixels, sceneTime: screen.shownSceneTime)
    }
    guard var pixels = try onDisplay({ () throws(DisplayError) in try screen.output.readPixels() }) else { return nil }
    // A screen is opaque, and some frames have no alpha to check.
    for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 }
    return KioskPicture(
      width: screen.output.frameWidth, height: screen.output.frameHeight, pixels: pixels,
      sceneTime: screen.shownSceneTime)
  }

  /// The statistics of the kiosk so far.
  package var statistics: KioskStatistics {
    var statistics = screens.statistics
    statistics.residentBytes = ProcessFigures.residentBytes
    statistics.textures = screens.device?.liveTextures ?? 0
    statistics.descriptors = ProcessFigures.descriptors
    statistics.uptime = loop.now - startTime
    return statistics
  }

  /// Adds an observer of events.
  package func observe(_ observer: @escaping (KioskEvent) -> Void) { observers.append(observer) }

  private func tell(_ event: KioskEvent) {
    if case .frame = event {
      if !isReady { sayReady() }
      if let frames = options.frames, screens.statistics.frames >= frames { stop() }
    }
    for observer in observers { observer(event) }
  }

  /// Opens a device file through the seat, as a seat daemon requires for input devices.
  ///
  /// - Returns: a non-blocking descriptor; return it with `closeDevice`.
  package func openDevice(_ path: String) throws(CompositorError) -> Int32 {
    guard let seat else { throw .display(.notADevice(path: path)) }
    return try onDisplay { () throws(DisplayError) in try seat.open(path) }
  }

  package func closeDevice(_ descriptor: Int32) { seat?.close(descriptor) }

  /// Has the driver report a reset once, at one of the next queries, for tests of what is done
  /// then.
  func simulateContextLoss(atQuery query: Int = 1) {
    screens.device?.simulateContextLoss(atQuery: query)
    requestFrame()
  }
}

// MARK: - What the kiosk watches

extension KioskSession {
  private func receive(signal: Int32) {
    switch signal {
    case SIGTERM, SIGINT, SIGHUP: stop()
    default: takeSeatChanges(signal: signal)
    }
  }

  private func watchSeat() {
    guard let descriptor = seat?.fileDescriptor else { return }
    loop.add(DescriptorSource(descriptor) { [weak self] in self?.takeSeatChanges(signal: nil) })
  }

  func takeSeatChanges(signal: Int32?) {
    for change in seat?.takeChanges(signal: signal) ?? [] {
      switch change {
      case .left:
        log("another session takes the screen")
        screens.pause()
        seat?.letGo()
      case .returned:
        log("the screen is ours again")
        screens.resume()
      }
    }
  }

  private func watchPlugs() {
    if options.simulated == nil, let socket = HotPlugSocket() {
      loop.add(
        DescriptorSource(socket.fileDescriptor) { [weak self] in
          if socket.takeMessages() { self?.screens.scheduleLook() }
        })
    }
    if let card = simulatedCard, let interval = options.simulatedReplugInterval {
      let plugs = card.plugs
      loop.schedule(every: interval) { [weak self] in
        let isPlugged = card.plugs.contains { !$0.modes.isEmpty }
        card.plugs = isPlugged ? plugs.map { SimulatedCard.Plug($0.label, modes: []) } : plugs
        self?.screens.scheduleLook()
      }
    }
    // Some drivers send no event. Asking monitors takes time, so it is done only where none is lit.
    loop.schedule(every: Self.lookInterval) { [weak self] in
      guard let screens = self?.screens else { return }
      screens.lookAtMonitors(probes: screens.screens.isEmpty)
    }
  }

  /// Seconds.
  private static let lookInterval = 10.0

  private func watchClock() {
    if options.blanking != nil { followSchedule(last: nil) }
    if let interval = options.metricsInterval {
      loop.schedule(every: interval) { [weak self] in
        guard let self else { return }
        log("metrics: \(statistics)")
      }
    }
    if let interval = notifier.watchdogInterval {
      loop.schedule(every: interval / 3) { [weak self] in self?.pingIfWell() }
    }
  }

  /// Blanks and unblanks when the schedule's answer changes; looked at often, as wall clocks are
  /// set.
  private func followSchedule(last: Bool?) {
    guard let schedule = options.blanking else { return }
    let isBlank = schedule.isBlank(at: clocks.date())
    if isBlank != last { setBlanked(isBlank) }
    loop.schedule(after: Self.scheduleInterval) { [weak self] in self?.followSchedule(last: isBlank) }
  }

  /// Seconds.
  private static let scheduleInterval = 15.0

  private func sayReady() {
    isReady = true
    notifier.send("READY=1", "STATUS=\(screens.waitsForMonitor ? "waiting for a monitor" : "showing")")
  }

  /// Notifies the service manager (`WATCHDOG=1`) if a frame has reached a screen since the last
  /// time, or none was due, or there is no screen that could show one.
  private func pingIfWell() {
    let frames = screens.statistics.frames
    let isIdle = !screens.isFailing && !screens.screens.contains { $0.output.pendingSince != nil }
    guard frames != framesAtLastPing || isIdle else { return }
    framesAtLastPing = frames
    notifier.send("WATCHDOG=1")
  }
}
