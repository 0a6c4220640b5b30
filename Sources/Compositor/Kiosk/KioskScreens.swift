import Glibc
import MultiplaneDisplays
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree

/// The screens of a kiosk: finds the card, keeps its outputs lit through whatever happens, and
/// draws their frames.
///
/// Whatever fails is tried again, later and later; what is on a screen stays there meanwhile. Only
/// a kiosk that never lit a screen gives up, as a user is then present to read the reason.
/// `KioskRemedy` is the policy.
final class KioskScreens {
  /// What happens, for those who watch.
  var tell: (KioskEvent) -> Void = { _ in }
  var log: (String) -> Void
  private(set) var display: KMSDisplay?
  private(set) var screens: [KioskScreen] = []
  private(set) var statistics = KioskStatistics()
  /// Why the kiosk cannot go on; nil as long as it can.
  private(set) var fatal: CompositorError?
  private(set) var isPaused = false
  private(set) var isBlanked = false
  /// Whether a screen was ever lit.
  private(set) var wasLit = false
  /// Whether a screen that could be lit is not.
  var isFailing: Bool {
    let isShownToSomeone = !waitsForMonitor && !isPaused && !isBlanked
    return owesFrame && isShownToSomeone || cardBackOff.failures > 0 || screens.contains { $0.backOff.failures > 0 }
  }

  private let options: KioskOptions
  private let contentCount: Int
  /// The contents without a screen, as they were logged.
  private var unshownContents: [Int] = []
  private let cards: any CardSource
  private let loop: EventLoop
  private var displayRenderer: DisplayRenderer?
  private var renderer: (any Renderer)? { displayRenderer?.renderer }
  private var events: CardEvents?
  private var look: LoopTimer?
  private var cardBackOff = RetryBackOff()
  private var saysWaiting = false
  /// Whether a frame failed, and none has reached a screen since, maybe of a card that was
  /// reopened.
  private var owesFrame = false

  init(
    options: KioskOptions, contentCount: Int, cards: any CardSource, loop: EventLoop, log: @escaping (String) -> Void
  ) {
    self.options = options
    self.contentCount = contentCount
    self.cards = cards
    self.loop = loop
    self.log = log
    debugOverlay = options.debugOverlay
  }

  /// The debug overlay over the frames of all screens, from the next ones on.
  var debugOverlay: DebugOverlay {
    didSet { for screen in screens { screen.show(debugOverlay) } }
  }

  /// The device that draws, if one is open; nil also where the CPU draws.
  var device: MultiplaneGL.Device? { display?.memory.device }

  // MARK: Monitors

  /// Has the monitors looked at soon. Several messages about one plug become one look.
  func scheduleLook(after seconds: Double = 0.05) {
    guard look == nil else { return }
    look = loop.schedule(after: seconds) { [weak self] in
      self?.look = nil
      self?.lookAtMonitors(probes: true)
    }
  }

  /// Looks which monitors are there, opening a card first if none is open.
  ///
  /// - Parameter probes: whether monitors are probed again, which takes up to seconds.
  func lookAtMonitors(probes: Bool) {
    guard !isPaused, fatal == nil else { return }
    do throws(CompositorError) {
      try openCard()
      guard let display else { return }
      let changes = try onDisplay { () throws(DisplayError) in try display.rescan(probes: probes) }
      take(changes, of: display)
      cardBackOff = RetryBackOff()
    } catch {
      fail(error)
    }
  }

  /// Opens a card if none is open, or if only another one has a monitor.
  private func openCard() throws(CompositorError) {
    if let display, !display.outputs.isEmpty || cards.cardCount < 2 { return }
    let found = try onDisplay { () throws(DisplayError) in try cards.openCard(outputs: options.outputs) }
    guard let card = found else {
      if !saysWaiting { log("no screen, waiting for one: \(cards.absence)") }
      saysWaiting = true
      return
    }
    if let display, display.card.path == card.path { return }
    closeCard()
    let memory = try openMemory(of: card)
    displayRenderer = try makeRenderer(on: memory.device, path: card.path)
    var wishes = KMSDisplay.Wishes()
    wishes.outputs = options.outputs
    wishes.mode = options.mode
    wishes.rotation = options.rotation.rawValue
    wishes.bufferCount = options.bufferCount
    display = KMSDisplay(card: card, memory: memory, wishes: wishes)
    let events = CardEvents(descriptor: card.modeSetting.fileDescriptor) { [weak self] in self?.takeFlips($0) }
    loop.add(events)
    self.events = events
    log(
      "\(card.path), \(card.isAtomic ? "atomic" : "legacy"), drawing with \(renderer?.name ?? "nothing"), "
        + "frames in \(memory.manner)")
  }

  /// What draws for a card: OpenGL ES where it draws in hardware or was asked for, else the CPU.
  private func openMemory(of card: Card) throws(CompositorError) -> ScanoutMemory {
    try onDisplay { () throws(DisplayError) in
      let choice = options.renderer.settledChoice
      if !choice.usesDevice { return try ScanoutMemory.open(writing: card) }
      let selector = options.renderer.device
      if choice == .gl || !card.hasDumbBuffers {
        return try ScanoutMemory.open(card: card, selector: selector, ownsGPU: cards.hasGPUs)
      }
      let memory = try? ScanoutMemory.open(card: card, selector: selector, ownsGPU: cards.hasGPUs)
      if let memory, memory.properties?.isSoftware == false { return memory }
      return try ScanoutMemory.open(writing: card)
    }
  }

  private func take(_ changes: KMSDisplay.Changes, of display: KMSDisplay) {
    for note in changes.notes { log(note) }
    for label in changes.removed {
      log("\(label): the monitor is gone")
      tell(.dark(output: label, reason: "unplugged"))
    }
    if display.outputs.isEmpty {
      if !saysWaiting { log("\(display.card.path): no monitor\(wantedOutputs), waiting for one: \(display.absence())") }
      saysWaiting = true
    } else {
      saysWaiting = false
    }
    screens = display.outputs.enumerated().map { index, output in
      screens.first { $0.output === output } ?? makeScreen(output, index: index)
    }
    tellOfUnshownContents()
  }

  /// Logs which of several scenes are on no screen, when that changes.
  private func tellOfUnshownContents() {
    let shown = Set(screens.map(\.content))
    let unshown = screens.isEmpty ? [] : (0..<contentCount).filter { !shown.contains($0) }
    defer { unshownContents = unshown }
    guard unshown != unshownContents, !unshown.isEmpty else { return }
    let numbers = unshown.map { "\($0 + 1)" }.joined(separator: ", ")
    log("scene \(numbers) of \(contentCount): on no screen, because each scene needs its own; found \(screens.count)")
  }

  private var wantedOutputs: String {
    options.outputs.isEmpty ? "" : " at \(options.outputs.joined(separator: ", "))"
  }

  private func makeScreen(_ output: KMSOutput, index: Int) -> KioskScreen {
    let place = options.outputs.firstIndex(of: output.label) ?? index
    let screen = KioskScreen(
      output, content: place % contentCount, rotation: options.rotation, scale: options.scale)
    screen.show(debugOverlay)
    return screen
  }

  /// - Parameter device: nil where the CPU draws.
  private func makeRenderer(on device: MultiplaneGL.Device?, path: String) throws(CompositorError) -> DisplayRenderer {
    guard let device else {
      let renderer = options.renderer.makeRendererInMemory()
      renderer.textureBudget = options.textureBudget
      renderer.limits = options.limits(true)
      return .memory(renderer)
    }
    do throws(RenderFailure) {
      let renderer = try GLFrameRenderer(device: device, textureBudget: options.textureBudget)
      renderer.limits = options.limits(device.capabilities.isSoftware)
      return .device(renderer)
    } catch {
      throw .render(device: path, error: error)
    }
  }

  /// What drawing a frame may take; nil for all that it takes.
  var drawingLimits: DrawingLimits? { renderer?.limits ?? options.limits(false) }

  /// Whether the kiosk waits for a monitor, and has nothing else to wait for.
  var waitsForMonitor: Bool { saysWaiting }

  // MARK: Darkness

  /// Stops using the card, because the seat is taken away.
  func pause() {
    isPaused = true
    for screen in screens { beginAnew(screen) }
    tell(.paused)
  }

  /// Uses the card again.
  func resume() {
    isPaused = false
    for screen in screens { screen.comeBack() }
    beginAllAnew()
    tell(.resumed)
    lookAtMonitors(probes: true)
  }

  func setBlanked(_ isBlanked: Bool) {
    guard isBlanked != self.isBlanked else { return }
    self.isBlanked = isBlanked
    tell(isBlanked ? .blanked : .unblanked)
    for screen in screens {
      beginAnew(screen)
      if !isBlanked { screen.output.wake() }
    }
  }

  /// Draws all with the next frames, and releases the caches of earlier ones: other contents
  /// are shown.
  func redrawAll() {
    if let renderer, device == nil || (try? device?.context.makeCurrent()) != nil { renderer.forgetImages() }
    for screen in screens { screen.redrawAll() }
  }

  /// Sets the modes of all outputs again with their next frames.
  func beginAllAnew() {
    for screen in screens { beginAnew(screen) }
  }

  private func beginAnew(_ screen: KioskScreen) {
    screen.output.reset()
    screen.beginAnew()
  }

  // MARK: Frames

  /// Puts to sleep, lights and draws what is due.
  ///
  /// - Returns: the media time at which something will be due again.
  func update(_ stages: [Stage], at now: Double) -> Double {
    guard !isPaused, fatal == nil else { return .infinity }
    var wake = Double.infinity
    for screen in screens { wake = min(wake, update(screen, stages[screen.content], at: now)) }
    return wake
  }

  private func update(_ screen: KioskScreen, _ stage: Stage, at now: Double) -> Double {
    let flipEnd = screen.output.pendingSince.map { $0 + Self.longestFlip } ?? .infinity
    if now >= flipEnd {
      statistics.lostFlips += 1
      fail(
        .display(
          .node(
            path: screen.output.label, call: "page flip", error: SystemError(rawValue: ETIMEDOUT),
            remedy: "its event did not come within \(Self.longestFlip) s, so its mode is set again")), on: screen)
    } else if !screen.output.isReady, screen.output.state != .asleep {
      return flipEnd
    }
    if isBlanked, screen.output.state == .asleep { return .infinity }
    let due = max(isBlanked ? -.infinity : screen.dueTime(), screen.backOff.retryTime)
    guard due <= now else { return min(due, flipEnd) }
    do throws(CompositorError) {
      if isBlanked {
        try onDisplay { () throws(DisplayError) in try screen.output.sleep() }
        return .infinity
      }
      try draw(stage, on: screen, at: now)
    } catch {
      fail(error, on: screen)
    }
    // What was shown at once may be due again, and so may be another frame behind the one that is
    // pending.
    let next = max(screen.dueTime(), screen.backOff.retryTime)
    guard let since = screen.output.pendingSince else { return next }
    return min(since + Self.longestFlip, screen.output.isReady ? next : .infinity)
  }

  /// Seconds after which a page flip counts as lost: some drivers take that long for a mode set.
  static let longestFlip = 2.0

  private func draw(_ stage: Stage, on screen: KioskScreen, at now: Double) throws(CompositorError) {
    guard let display, let displayRenderer else { return }
    let device = display.memory.device
    try checkContext(of: device, path: display.card.path)
    stage.start(at: now)
    let time = screen.presentationTime(at: now)
    let tree = screen.tree(of: stage.commit(at: now), content: stage.content)
    let output = screen.output
    let frame = try onDisplay { () throws(DisplayError) in try output.nextFrame(scale: tree.scale) }
    let isDrawn = try render(tree, at: time, into: frame, of: screen, with: displayRenderer, on: device)
    let nextChange = tree.nextFrameTime(after: time)
    guard isDrawn else {
      screen.passedOver(begin: now, sceneTime: stage.sceneTime(at: time), nextChange: nextChange)
      return
    }
    let fence = output.state == .lit && output.takesFences ? device?.makeNativeFence() : nil
    defer { if let fence { close(fence) } }
    // Without a fence the display would show what is not drawn yet.
    if fence == nil { device?.finish() }
    try checkContext(of: device, path: display.card.path)
    let isLighting = output.state != .lit
    let presentation = try onDisplay { () throws(DisplayError) in
      try output.present(fence: fence, damage: screen.damage.change?.rectangles, at: now)
    }
    if isLighting { statistics.modeSets += 1 }
    if fence != nil { statistics.fencedFrames += 1 }
    screen.handedOver(
      begin: now, presentationTime: time, sceneTime: stage.sceneTime(at: time), nextChange: nextChange)
    if case .shown(let time) = presentation { reached(screen, at: time) }
  }

  private func checkContext(of device: MultiplaneGL.Device?, path: String) throws(CompositorError) {
    if case .lost(let cause) = device?.contextStatus { throw .contextLost(device: path, cause: cause) }
  }

  /// Draws what of a frame is not there yet.
  ///
  /// - Returns: false, and nothing is drawn, if it looks like the one on the screen.
  private func render(
    _ tree: CommittedTree, at time: Double, into target: FrameTarget, of screen: KioskScreen,
    with renderer: DisplayRenderer, on device: MultiplaneGL.Device?
  ) throws(CompositorError) -> Bool {
    var shown: RenderTree
    do throws(DrawingExcess) {
      shown = try screen.trees.evaluate(tree, at: time, within: renderer.renderer.limits)
    } catch {
      throw .render(device: screen.output.label, error: .excess(error))
    }
    shown = screen.overlay.covering(shown)
    let damage = screen.damage.damage(of: shown, bufferAge: target.bufferAge)
    if screen.output.state == .lit, screen.damage.change?.isEmpty == true { return false }
    // Displays take bytes (`PlaneFormats.best`), as what is kept of a frame is.
    do throws(RenderFailure) {
      let statistics = try renderer.render(
        shown, into: target, RenderOrder(damage, precision: options.precision))
      self.statistics.pixelsDrawn += statistics.pixelsDamaged
      screen.overlay.note(statistics)
      return true
    } catch {
      try checkContext(of: device, path: screen.output.label)
      throw .render(device: screen.output.label, error: error)
    }
  }

  private func takeFlips(_ readiness: Readiness) {
    guard let display else { return }
    do throws(CompositorError) {
      let flips = try onDisplay { () throws(DisplayError) in try display.takeFlips() }
      for (output, time) in flips {
        guard let screen = screens.first(where: { $0.output === output }) else { continue }
        reached(screen, at: time)
        presentWaiting(on: screen)
      }
      // A card that is gone gives no events and is never silent.
      if readiness.contains(.hungUp), flips.isEmpty {
        throw CompositorError.display(
          .node(
            path: display.card.path, call: "poll", error: SystemError(rawValue: ENODEV), remedy: "the card is gone"))
      }
    } catch {
      fail(error)
    }
  }

  /// Presents the frame that waited for the one that has reached the screen.
  private func presentWaiting(on screen: KioskScreen) {
    do throws(CompositorError) {
      try onDisplay { () throws(DisplayError) in try screen.output.presentWaiting(at: loop.now) }
    } catch {
      screen.dropWaiting()
      fail(error, on: screen)
    }
  }

  private func reached(_ screen: KioskScreen, at time: Double) {
    let isFirst = !screen.isShowing
    statistics.frames += 1
    owesFrame = false
    statistics.missedVBlanks += screen.reachedScreen(at: time)
    screen.backOff = RetryBackOff()
    if isFirst {
      wasLit = true
      showCursor(on: screen)
      log("\(screen.output.label): lit, \(screen.output.mode)")
      tell(.lit(output: screen.output.label, mode: "\(screen.output.mode)"))
    }
    tell(.frame(output: screen.output.label, sceneTime: screen.shownSceneTime))
  }

  /// Gives a screen its cursor. Without one the kiosk goes on.
  private func showCursor(on screen: KioskScreen) {
    guard let display else { return }
    do throws(DisplayError) {
      try screen.setCursor(isShown: options.showsCursor, of: display)
    } catch {
      log("\(screen.output.label): no cursor: \(error)")
    }
  }

  // MARK: Failures

  /// Does about a failure what `KioskRemedy` says, and schedules another try.
  ///
  /// - Parameter screen: whose frame failed; nil if the card did.
  private func fail(_ error: CompositorError, on screen: KioskScreen? = nil) {
    var backOff = screen?.backOff ?? cardBackOff
    backOff.add(at: loop.now)
    if let screen { screen.backOff = backOff } else { cardBackOff = backOff }
    if screen != nil { owesFrame = true }
    if backOff.isWorthALine { log("\(screen.map { "\($0.output.label): " } ?? "")\(error)") }
    let remedy = KioskRemedy(
      for: error, isOnScreen: screen != nil, failures: backOff.failures, wasLit: wasLit)
    if remedy == .giveUp {
      fatal = error
      loop.stop()
      return
    }
    screen?.redrawAll()
    if remedy == .keepShowing { return }
    apply(remedy, to: screen)
    if screen == nil || display == nil { scheduleLook(after: max(0.05, backOff.retryTime - loop.now)) }
  }

  /// - Parameter screen: whose frame failed; nil if the card did.
  private func apply(_ remedy: KioskRemedy, to screen: KioskScreen?) {
    switch remedy {
    case .giveUp, .keepShowing, .tryAgain: break
    case .restoreContext(let cause): restoreContext(cause: cause)
    case .reopenCard: closeCard()
    case .becomeMaster:
      try? display?.card.modeSetting.becomeMaster()
      if let screen { beginAnew(screen) }
    case .lightAnew: if let screen { beginAnew(screen) }
    case .lightAnewAndLook:
      if let screen { beginAnew(screen) }
      scheduleLook()
    case .askForLess:
      guard let screen, let display, let less = display.askForLess() else {
        return apply(.lightAnewAndLook, to: screen)
      }
      log("\(screen.output.label): \(less)")
      take(KMSDisplay.Changes(), of: display)
      screen.dropAll()
      for other in screens where other !== screen { other.beginAnew() }
      screens.first { $0.output.label == screen.output.label }?.backOff = screen.backOff
    }
  }

  private func restoreContext(cause: String) {
    guard let display, let device else { return }
    statistics.contextLosses += 1
    do throws(GLError) {
      try device.restoreContext()
      displayRenderer = try? makeRenderer(on: device, path: display.card.path)
    } catch {
      displayRenderer = nil
    }
    if displayRenderer == nil { closeCard() }
    for screen in screens {
      screen.dropWaiting()
      screen.redrawAll()
    }
    tell(.contextLost(cause: cause))
  }

  /// Lets the card go; the screens are dark, or show what the console shows.
  private func closeCard() {
    for screen in screens { tell(.dark(output: screen.output.label, reason: "the card is gone")) }
    if let events { loop.remove(events) }
    events = nil
    screens = []
    displayRenderer = nil
    display = nil
  }

  /// Puts back what the screens showed before, and closes the card.
  func end() {
    look?.cancel()
    if !isPaused { display?.restore() }
    closeCard()
  }
}
