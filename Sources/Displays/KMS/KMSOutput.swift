import Glibc
import MultiplaneGL

/// A monitor: a connector, the CRTC and plane that feed it, and the frames that it shows one after
/// another.
///
/// States: `dark` (nothing shown yet, or all given up; the next frame sets the mode) → `lit`
/// (frames are flipped) → `asleep` (blanked by the program, the mode kept) → `lit`. A frame that is
/// on its way to the screen is `pending`; until its event comes the kernel takes no other. With two
/// buffers none is drawn meanwhile either; with three one is, and `waiting` until the event has
/// come. So frames never pile up, and no buffer is drawn into that is on the screen or on its way
/// there.
package final class KMSOutput {
  package enum State: Equatable, Sendable { case dark, lit, asleep }

  /// What became of a frame.
  package enum Presentation: Equatable, Sendable {
    /// It is on the screen, since this time.
    case shown(time: Double)
    /// An event will tell.
    case pending
    /// It is handed to the kernel once the event of the frame before it has come
    /// (`presentWaiting`).
    case waiting
  }

  /// The connector's label, such as `HDMI-A-1`.
  package let label: String
  package let mode: DisplayMode
  package private(set) var state = State.dark
  /// When the pending frame was handed over, in seconds of the monotonic clock; nil if none is
  /// pending.
  package private(set) var pendingSince: Double?
  /// By how many degrees clockwise the plane turns what it shows: 0 if frames have to be drawn
  /// turned.
  package let planeRotation: Int

  let route: OutputAssignment.Route
  let connector: Card.Connector
  private let card: Card
  private let memory: ScanoutMemory
  private let requests: OutputRequests?
  private let formats: PlaneFormats
  private let rotation: UInt64?
  private var buffers: [ScanoutBuffer] = []
  /// On the screen; kept also when all else is given up, so that the last good frame stays.
  private var shown: ScanoutBuffer?
  private var pending: ScanoutBuffer?
  /// Whether the pending frame sets the mode, which may take seconds.
  private var isLighting = false
  /// Drawn while another one is pending.
  private var waiting: WaitingFrame?
  /// How many frames there is memory for: 2 or 3.
  private let bufferCount: Int
  private var modeBlob: BlobName?
  private var frameDamage = FrameDamage()
  /// The number of the last frame that was drawn.
  private var frameNumber: UInt64 = 0
  /// What the next flip's event brings back; tells it from events of flips that were given up.
  private var tag: UInt64

  /// A frame that is drawn, or will be when its fence is signalled.
  private struct WaitingFrame {
    let buffer: ScanoutBuffer
    let fence: FenceFile?
    let damage: [PixelRect]?
  }

  /// - Parameters:
  ///   - bufferCount: the number of frames in memory, 2 or 3.
  ///   - wantedRotation: degrees clockwise by which the plane is to turn frames, if it can.
  ///   - tag: a number that no other output's events have: each flip adds 1.
  init(
    _ connector: Card.Connector, route: OutputAssignment.Route, mode: DisplayMode, card: Card, memory: ScanoutMemory,
    bufferCount: Int, wantedRotation: Int, tag: UInt64
  ) {
    label = connector.description.label
    self.connector = connector
    self.route = route
    self.mode = mode
    self.card = card
    self.memory = memory
    self.bufferCount = bufferCount
    self.tag = tag
    let plane = route.plane.map { card.planes[$0] }
    formats = plane?.formats ?? PlaneFormats(formats: [.xrgb8888], blob: nil)
    requests =
      card.isAtomic
      ? plane.map {
        OutputRequests(card: card, connector: connector, controller: card.controllers[route.controller], plane: $0)
      } : nil
    (planeRotation, rotation) = Self.rotation(wantedRotation, of: requests?.plane)
  }

  deinit {
    if let modeBlob { try? card.modeSetting.destroyBlob(modeBlob) }
  }

  /// Pixels of a frame: the mode's, sides swapped if the plane turns it.
  package var frameWidth: Int { planeRotation % 180 == 0 ? mode.width : mode.height }
  package var frameHeight: Int { planeRotation % 180 == 0 ? mode.height : mode.width }

  /// Whether a frame can be drawn and presented now.
  package var isReady: Bool {
    guard state != .asleep else { return false }
    return pending == nil || bufferCount > 2 && !isLighting && waiting == nil
  }

  /// Whether a frame waits for the one that is pending.
  package var hasWaitingFrame: Bool { waiting != nil }

  private var controller: Card.Controller { card.controllers[route.controller] }

  // MARK: Frames

  /// Memory for the next frame. What was drawn there before, and how long ago, is known from its
  /// `bufferAge`.
  package func nextFrame(scale: Double) throws(DisplayError) -> FrameTarget {
    let buffer = try freeBuffer()
    let age = buffer.frameNumber == 0 ? 0 : Int(frameNumber + 1 - buffer.frameNumber)
    guard let target = buffer.target(scale: scale, bufferAge: age) else { throw .notADevice(path: card.path) }
    return target
  }

  /// Shows the frame that was drawn in what `nextFrame` gave last.
  ///
  /// - Parameters:
  ///   - fence: a file that says when the frame is drawn; nil if it is drawn already. It stays the
  ///     caller's.
  ///   - damage: what differs from the last frame, in the frame's pixels; nil if that is not known.
  ///   - now: seconds of the monotonic clock.
  package func present(
    fence: Int32? = nil, damage: [PixelRect]? = nil, at now: Double
  ) throws(DisplayError) -> Presentation {
    let buffer = try freeBuffer()
    let copied = try copy(to: buffer)
    let damage = damage ?? copied.map { [$0] }
    frameNumber += 1
    buffer.frameNumber = frameNumber
    guard pending == nil else {
      waiting = WaitingFrame(buffer: buffer, fence: fence.flatMap(FenceFile.init(duplicating:)), damage: damage)
      return .waiting
    }
    isLighting = state != .lit
    let presentation = try handOver { () throws(ModeSettingError) in
      state == .lit ? try flip(to: buffer, fence: fence, damage: damage, at: now) : try light(buffer, at: now)
    }
    state = .lit
    switch presentation {
    case .shown: shown = buffer
    case .pending, .waiting: (pending, pendingSince) = (buffer, now)
    }
    return presentation
  }

  /// Hands the frame to the kernel that waited for the one before it, if there is one and that one
  /// is on the screen.
  ///
  /// - Parameter now: seconds of the monotonic clock.
  package func presentWaiting(at now: Double) throws(DisplayError) {
    guard let frame = waiting, pending == nil, state == .lit else { return }
    waiting = nil
    _ = try handOver { () throws(ModeSettingError) in
      try flip(to: frame.buffer, fence: frame.fence?.descriptor, damage: frame.damage, at: now)
    }
    (pending, pendingSince) = (frame.buffer, now)
  }

  /// Lets go of the frame that waits.
  package func dropWaiting() {
    guard waiting != nil else { return }
    waiting = nil
    frameDamage = FrameDamage()
  }

  private func handOver(
    _ body: () throws(ModeSettingError) -> Presentation
  ) throws(DisplayError) -> Presentation {
    do throws(DisplayError) {
      return try onCard(card, body)
    } catch {
      // The display never heard of what this frame changed.
      frameDamage = FrameDamage()
      throw error
    }
  }

  /// Brings the pixels to where the display reads them, if it does not read what the device drew.
  ///
  /// - Returns: what differs from the last frame; nil if that is not known.
  private func copy(to buffer: ScanoutBuffer) throws(DisplayError) -> PixelRect? {
    guard !buffer.isDrawnDirectly, let device = memory.device, let surface = buffer.surface else { return nil }
    let pixels = try onDevice(card.path) { () throws(GLError) in try device.readPixels(surface.frame()) }
    let change = frameDamage.take(pixels, width: buffer.width)
    // What changed is missing in all buffers until each is written.
    for other in buffers { other.damage = other.damage.union(change) }
    let isKnown = buffer.frameNumber != 0
    let rows = isKnown ? buffer.damage.y..<buffer.damage.y + buffer.damage.height : 0..<buffer.height
    buffer.copy(pixels, rows: rows)
    buffer.damage = PixelRect(x: 0, y: 0, width: 0, height: 0)
    return change
  }

  /// Takes note of a page flip.
  ///
  /// - Returns: whether it is this output's.
  func takes(_ event: FlipEvent) -> Bool {
    guard event.tag == tag, let pending else { return false }
    shown = pending
    self.pending = nil
    pendingSince = nil
    return true
  }

  /// Keeps the frame that another output left on the screen, until one of its own is there.
  func keepFrame(of other: KMSOutput) { shown = other.shown }

  /// Forgets what is shown and how: the next frame sets the mode. The screen keeps the last frame
  /// until then.
  ///
  /// - Parameter dropsBuffers: whether other memory has to be allocated, as after the loss of a
  ///   context.
  package func reset(dropsBuffers: Bool = false) {
    pending = nil
    waiting = nil
    pendingSince = nil
    tag += 1
    if state != .asleep { state = .dark }
    if dropsBuffers { buffers = [] }
    // What a frame that was given up changed is not on the screen.
    frameDamage = FrameDamage()
  }

  /// The pixels on the screen: RGBA8, rows tight, of a frame's size; nil before the first frame,
  /// and after a loss of the context.
  package func readPixels() throws(DisplayError) -> [UInt8]? {
    guard let shown else { return nil }
    guard let surface = shown.surface, let device = memory.device else { return shown.readPixels() }
    guard surface.generation == device.context.generation else { return nil }
    return try onDevice(label) { () throws(GLError) in
      try device.context.makeCurrent()
      return try device.readPixels(surface.frame())
    }
  }

  /// Makes the screen dark, with the mode kept. A pending frame is let go.
  package func sleep() throws(DisplayError) {
    guard state != .asleep else { return }
    reset()
    try onCard(card) { () throws(ModeSettingError) in
      if let requests {
        try card.modeSetting.commit(requests.sleep(), flags: .allowModeSet, tag: 0)
      } else if let power = connector.properties["DPMS"] {
        try card.modeSetting.setProperty(
          power.name, of: .connector(connector.description.name), to: power.values["Off"] ?? 3)
      } else {
        try card.modeSetting.setController(controller.name, frameBuffer: nil, connectors: [], mode: nil)
      }
    }
    state = .asleep
  }

  /// Lets the next frame light the screen again.
  package func wake() {
    if state == .asleep { state = .dark }
  }

  /// Memory that is neither on the screen nor on its way there.
  private func freeBuffer() throws(DisplayError) -> ScanoutBuffer {
    buffers.removeAll { $0.surface?.generation != memory.device?.context.generation }
    if let free = buffers.first(where: { $0 !== shown && $0 !== pending && $0 !== waiting?.buffer }) { return free }
    let made = try memory.makeBuffer(width: frameWidth, height: frameHeight, formats: formats)
    buffers.append(made)
    return made
  }

  // MARK: Calls

  private func light(_ buffer: ScanoutBuffer, at now: Double) throws(ModeSettingError) -> Presentation {
    guard let requests else {
      try card.modeSetting.setController(
        controller.name, frameBuffer: buffer.name, connectors: [connector.description.name], mode: mode)
      if let power = connector.properties["DPMS"] {
        try card.modeSetting.setProperty(
          power.name, of: .connector(connector.description.name), to: power.values["On"] ?? 0)
      }
      return .shown(time: now)
    }
    let blob: BlobName
    if let modeBlob { blob = modeBlob } else { blob = try card.modeSetting.makeBlob(mode.bytes) }
    modeBlob = blob
    let request = requests.light(
      buffer, mode: mode, blob: blob, rotation: rotation, others: try otherPlanes())
    try card.modeSetting.commit(request, flags: [.testOnly, .allowModeSet], tag: 0)
    tag += 1
    try card.modeSetting.commit(request, flags: [.allowModeSet, .event], tag: tag)
    return .pending
  }

  private func flip(
    to buffer: ScanoutBuffer, fence: Int32?, damage: [PixelRect]?, at now: Double
  ) throws(ModeSettingError) -> Presentation {
    tag += 1
    guard let requests else {
      try card.modeSetting.flip(controller.name, to: buffer.name, tag: tag)
      return .pending
    }
    let clips = try clips(damage, of: requests.plane)
    defer { if let clips { try? card.modeSetting.destroyBlob(clips) } }
    try card.modeSetting.commit(
      requests.flip(buffer, fence: takesFences ? fence : nil, damage: clips), flags: [.nonblocking, .event], tag: tag)
    return .pending
  }

  /// Whether the kernel waits for a frame to be drawn.
  package var takesFences: Bool { requests?.plane.properties["IN_FENCE_FD"] != nil }

  /// What changed, as `FB_DAMAGE_CLIPS` has it: `drm_mode_rect`, four 32-bit numbers each.
  private func clips(_ damage: [PixelRect]?, of plane: Card.Plane) throws(ModeSettingError) -> BlobName? {
    // Nothing at all would mean everything: the kernel takes a rectangle without sides for none.
    let damage = (damage ?? []).filter { $0.width > 0 && $0.height > 0 }
    guard plane.properties["FB_DAMAGE_CLIPS"] != nil, !damage.isEmpty else { return nil }
    let numbers = damage.flatMap { [$0.x, $0.y, $0.x + $0.width, $0.y + $0.height] }.map(Int32.init)
    return try card.modeSetting.makeBlob(numbers.withUnsafeBytes { Array($0) })
  }

  /// The planes besides ours that show something on this CRTC now.
  private func otherPlanes() throws(ModeSettingError) -> [PlaneName] {
    var others: [PlaneName] = []
    for plane in card.planes where plane.possibleControllers >> UInt32(route.controller) & 1 == 1 {
      let now = ObjectProperties(try card.modeSetting.properties(of: .plane(plane.name)))
      if now["CRTC_ID"]?.value == UInt64(controller.name.rawValue), plane.role != .cursor { others.append(plane.name) }
    }
    return others
  }

  /// What the plane does of a rotation: degrees, and the value of its property.
  private static func rotation(_ degrees: Int, of plane: Card.Plane?) -> (degrees: Int, value: UInt64?) {
    guard let property = plane?.properties["rotation"] else { return (0, nil) }
    // The kernel counts counter-clockwise.
    let labels = [0: "rotate-0", 90: "rotate-270", 180: "rotate-180", 270: "rotate-90"]
    if let label = labels[degrees], let bit = property.values[label] { return (degrees, 1 << bit) }
    // Another program may have left it turned.
    return (0, property.values["rotate-0"].map { 1 << $0 })
  }
}
