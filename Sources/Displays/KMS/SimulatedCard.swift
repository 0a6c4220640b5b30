import Glibc
import MultiplaneCLinux

/// A card that exists in memory only: monitors are plugged by calls, frames have no display,
/// any call can fail.
///
/// `multiplane kiosk --simulate` runs on it, and so do the tests of everything that goes wrong with
/// real ones. It checks what the kernel checks: unknown names, frames that do not fit, flips on top
/// of flips, callers that are not master.
package final class SimulatedCard: ModeSetting, CardSource {
  /// How time passes.
  package enum Pace {
    /// Refreshes happen in real time.
    case real
    /// A test asks for `nextEventTime` and says when it has come.
    case manual(clock: () -> Double)
  }

  /// A plug of the card.
  package struct Plug: Sendable {
    package var label: String
    /// The monitor's modes; no monitor if empty.
    package var modes: [DisplayMode]
    /// Bit n: the n-th CRTC can feed it.
    package var possibleControllers: UInt32

    package init(_ label: String, modes: [DisplayMode], possibleControllers: UInt32 = .max) {
      self.label = label
      self.modes = modes
      self.possibleControllers = possibleControllers
    }
  }

  package let path = "/dev/dri/simulated"
  package let fileDescriptor: Int32
  package let hasGPUs = false
  package let cardCount = 1
  package let absence = "the simulation has none"
  /// Whether the driver takes atomic requests.
  package let isAtomic: Bool
  /// Changing them is plugging.
  package var plugs: [Plug]
  /// Asked before each call, with how many there were of its kind; an errno makes it fail.
  package var fault: (_ call: ModeSettingCall, _ count: Int) -> Int32? = { _, _ in nil }
  /// Page flips whose event will not come.
  package var flipsToLose = 0
  /// Whether another program is the card's master.
  package var isTaken = false
  /// Whether the card is unplugged: every call fails with `ENODEV`.
  package var isGone = false {
    didSet { for index in controllers.indices { controllers[index].flip = nil } }
  }
  /// Rotations that planes can do, in degrees counter-clockwise as the kernel counts them; none
  /// without the property.
  package var planeRotations: [Int] = []
  /// Whether planes refuse to turn the frames that they are given, though they can.
  package var refusesTurning = false
  /// Whether flips wait for a refresh.
  package var waitsForRefresh = true

  /// How often each call was made.
  package internal(set) var calls: [ModeSettingCall: Int] = [:]
  package internal(set) var frameBuffers: [ScanoutName: FrameBufferLayout] = [:]
  package internal(set) var blobs: [BlobName: [UInt8]] = [:]
  package internal(set) var dumbBuffers: [MemoryName: UnsafeMutableRawBufferPointer] = [:]
  /// The image of each CRTC's cursor, where it is shown.
  package var cursors: [ControllerName: MemoryName] = [:]
  /// The damage of the last flip; nil if it told none.
  package internal(set) var lastDamage: [UInt8]?
  /// What each CRTC shows.
  var controllers: [Controller]
  var lastName: UInt32 = 1000
  var events: [FlipEvent] = []
  private let pace: Pace

  struct Controller {
    let name: ControllerName
    var mode: DisplayMode?
    var isActive = false
    var frame: ScanoutName?
    /// What the monitor reads until the flip is over; `frame` may be the next one already.
    var read: ScanoutName?
    var connectors: Set<ConnectorName> = []
    var rotation: UInt64 = 1
    /// A flip that is not over: its tag, and when it will be.
    var flip: (tag: UInt64, time: Double)?
    var lastRefresh = 0.0
  }

  package init(
    plugs: [Plug], controllerCount: Int = 2, isAtomic: Bool = true, pace: Pace = .real
  ) {
    self.plugs = plugs
    self.isAtomic = isAtomic
    self.pace = pace
    controllers = (0..<controllerCount).map { Controller(name: ControllerName(UInt32(100 + $0))) }
    fileDescriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
  }

  /// A card with one monitor of one mode.
  package convenience init(mode: ModeRequest) {
    let mode = DisplayMode(width: mode.width, height: mode.height, refresh: mode.refresh ?? 60, isPreferred: true)
    self.init(plugs: [Plug("Virtual-1", modes: [mode])])
  }

  deinit {
    for memory in dumbBuffers.values { memory.deallocate() }
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  package func openCard(outputs: [String]) throws(DisplayError) -> Card? {
    if isGone { return nil }
    do throws(ModeSettingError) {
      return try Card(self)
    } catch {
      throw DisplayError(error, on: path)
    }
  }

  // MARK: What a test looks at

  /// Seconds at which the next flip will be over; nil if none is pending.
  package var nextEventTime: Double? { controllers.compactMap { $0.flip?.time }.min() }

  /// Whether a monitor shows a frame, by its connector's label.
  package func isLit(_ label: String) -> Bool {
    controller(of: label).map { $0.isActive && $0.mode != nil && $0.frame != nil } ?? false
  }

  /// Shows a foreign frame in a monitor's first mode, as a console would.
  package func showConsole(on label: String) {
    guard let index = plugs.firstIndex(where: { $0.label == label }), let mode = plugs[index].modes.first else {
      return
    }
    let name = ScanoutName(newName())
    frameBuffers[name] = FrameBufferLayout(
      width: mode.width, height: mode.height, format: .xrgb8888, modifier: nil, parts: [])
    controllers[0].mode = mode
    controllers[0].isActive = true
    controllers[0].frame = name
    controllers[0].connectors = [Self.connectorName(index)]
  }

  /// The frame that a monitor shows.
  func frame(of label: String) -> ScanoutName? { controller(of: label)?.frame }

  /// The frames that must not be drawn into: the one that is on a monitor, and the one that will be
  /// after the flip.
  func framesInUse(_ label: String) -> Set<ScanoutName> {
    guard let controller = controller(of: label), controller.isActive else { return [] }
    return Set([controller.read, controller.frame].compactMap { $0 })
  }

  /// What a frame holds: BGRX, with the bytes between its rows; empty if there is no such frame.
  func memory(of frame: ScanoutName) -> [UInt8] {
    guard let part = frameBuffers[frame]?.parts.first, let memory = dumbBuffers[part.memory] else { return [] }
    return Array(memory)
  }

  /// The mode that a monitor is fed with.
  package func mode(of label: String) -> DisplayMode? { controller(of: label)?.mode }

  /// What the plane in front of a monitor does to frames: `DRM_MODE_ROTATE_…`.
  package func planeRotation(of label: String) -> UInt64? { controller(of: label)?.rotation }

  /// The frame that a monitor shows: BGRX, rows tight; nil if it shows none.
  package func pixels(of label: String) -> [UInt8]? {
    guard let frame = controller(of: label)?.frame, let layout = frameBuffers[frame], let part = layout.parts.first,
      let memory = dumbBuffers[part.memory]
    else { return nil }
    return (0..<layout.height).flatMap { row in memory[(row * part.stride)...].prefix(layout.width * 4) }
  }

  private func controller(of label: String) -> Controller? {
    guard let index = plugs.firstIndex(where: { $0.label == label }) else { return nil }
    let name = Self.connectorName(index)
    return controllers.first { $0.connectors.contains(name) }
  }

  // MARK: Names

  static func connectorName(_ index: Int) -> ConnectorName { ConnectorName(UInt32(200 + index)) }
  static func planeName(_ index: Int) -> PlaneName { PlaneName(UInt32(300 + index)) }

  func newName() -> UInt32 {
    lastName += 1
    return lastName
  }

  // MARK: Time

  var now: Double {
    if case .manual(let clock) = pace { return clock() }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  /// Begins a flip, which is over at the next refresh.
  func beginFlip(of index: Int, tag: UInt64) {
    let period = controllers[index].mode?.period ?? 1.0 / 60
    let passed = ((now - controllers[index].lastRefresh) / period).rounded(.down) + 1
    let next = waitsForRefresh ? controllers[index].lastRefresh + passed * period : now + 0.001
    controllers[index].flip = (tag, next)
    armTimer()
  }

  /// Ends the flips that are due.
  func endFlips() {
    for index in controllers.indices {
      guard let flip = controllers[index].flip, flip.time <= now else { continue }
      controllers[index].flip = nil
      controllers[index].read = controllers[index].frame
      controllers[index].lastRefresh = flip.time
      if flipsToLose > 0 {
        flipsToLose -= 1
      } else {
        events.append(FlipEvent(tag: flip.tag, time: flip.time, sequence: 0))
      }
    }
    armTimer()
  }

  private func armTimer() {
    guard case .real = pace else { return }
    var count: UInt64 = 0
    _ = read(fileDescriptor, &count, 8)
    var time = itimerspec()
    if let next = nextEventTime {
      time.it_value.tv_sec = Int(next)
      time.it_value.tv_nsec = Int((next - next.rounded(.down)) * 1e9)
    }
    _ = timerfd_settime(fileDescriptor, Int32(TFD_TIMER_ABSTIME), &time, nil)
  }
}
