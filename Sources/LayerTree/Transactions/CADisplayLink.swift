import MultiplaneGraphics

/// A timer that calls a program once per frame, in a run loop.
///
/// Apple's initialiser takes a target and a selector; Linux has no selectors, so this one takes a
/// closure. A link from a display (`CARenderer.displayLink(_:)`) follows its refreshes, and is
/// called on the thread that draws for it. Any other link has a clock of 60 frames per second, or
/// of the preferred rate. (Source: CADisplayLink.h.)
open class CADisplayLink: NSObject {
  private let handler: (CADisplayLink) -> Void
  /// The display that it follows; nil for the clock's.
  private var display: LinkedDisplay?
  /// One for each run loop and mode that the link was added to; the timers are the clock's.
  private var loops: [(loop: RunLoop, mode: RunLoop.Mode, timer: Timer?)] = []
  private var isInvalid = false

  /// Creates a link that is in no run loop.
  ///
  /// - Parameter handler: called with the link once per frame, in the run loops to which it is
  ///   added. Retained until `invalidate()`.
  public init(handler: @escaping (CADisplayLink) -> Void) {
    self.handler = handler
    display = nil
    super.init()
  }

  /// Creates a link that calls nothing; for subclasses.
  public override init() {
    handler = { _ in }
    display = nil
    super.init()
  }

  convenience init(display: LinkedDisplay, handler: @escaping (CADisplayLink) -> Void) {
    self.init(handler: handler)
    self.display = display
  }

  /// The time when the last frame was shown, in media time, in seconds; 0 before the first call.
  open private(set) var timestamp: CFTimeInterval = 0

  /// The time when the next frame will be shown, in media time, in seconds. Draw the state of that
  /// time. 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0

  /// The interval between refreshes of the display, in seconds; 0 before the first call.
  open private(set) var duration: CFTimeInterval = 0

  /// Whether calls are suspended. Default false.
  open var isPaused = false

  /// The preferred number of calls per second. Default 0: the refresh rate of the display.
  open var preferredFramesPerSecond: Int {
    get {
      let range = preferredFrameRateRange
      let preferred = range.preferred ?? 0
      let rate = preferred > 0 ? preferred : range.maximum
      // A float may be no number, and more than an Int holds.
      return rate > 0 ? Int(min(rate, 1e6).rounded()) : 0
    }
    set {
      let rate = Float(max(newValue, 0))
      preferredFrameRateRange =
        rate == 0 ? .default : CAFrameRateRange(minimum: rate, maximum: rate, preferred: rate)
    }
  }

  /// The preferred range of calls per second. Default `CAFrameRateRange.default`: the refresh rate
  /// of the display.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { if preferredFrameRateRange != oldValue { reschedule() } }
  }

  /// Adds the link to a run loop and mode. A display's link is called at its refreshes.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard !isInvalid, !loops.contains(where: { $0.loop === runloop && $0.mode == mode }) else { return }
    loops.append((runloop, mode, schedule(in: runloop, mode)))
    display?.add(self)
  }

  /// Removes the link from a run loop and mode.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    for entry in loops where entry.loop === runloop && entry.mode == mode { entry.timer?.invalidate() }
    loops.removeAll { $0.loop === runloop && $0.mode == mode }
    if loops.isEmpty { display?.remove(self) }
  }

  /// Removes the link from all run loops and releases the closure. It cannot be used again.
  open func invalidate() {
    for entry in loops { entry.timer?.invalidate() }
    loops = []
    display?.remove(self)
    isInvalid = true
  }

  // MARK: Frames

  /// The refresh rate of the clock without a display, in refreshes per second.
  package static let refreshRate = 60.0

  /// The number of refreshes from call to call: calls come with refreshes, so that the rate is the
  /// nearest one that a whole number of them gives.
  ///
  /// - Parameter rate: refreshes per second.
  private func refreshesPerCall(rate: Double) -> Double {
    let wanted = Double(preferredFramesPerSecond)
    return wanted > 0 ? max(1, (rate / wanted).rounded()) : 1
  }

  private func schedule(in loop: RunLoop, _ mode: RunLoop.Mode) -> Timer? {
    guard display == nil else { return nil }
    // The timer keeps the link, as Apple's run loop does, until it is invalidated.
    let link = Unchecked(value: self)
    let interval = refreshesPerCall(rate: Self.refreshRate) / Self.refreshRate
    // With a date, because a timer that is made with an interval alone fires at once on Linux.
    let timer = Timer(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: true) { _ in
      link.value.call(at: CACurrentMediaTime())
    }
    loop.add(timer, forMode: mode)
    return timer
  }

  private func reschedule() {
    for index in loops.indices {
      loops[index].timer?.invalidate()
      loops[index].timer = schedule(in: loops[index].loop, loops[index].mode)
    }
  }

  /// Calls the handler for a frame, with new times.
  ///
  /// - Parameters:
  ///   - time: the media time of the previous frame, in seconds.
  ///   - period: the interval between refreshes, in seconds.
  package func call(at time: CFTimeInterval, period: CFTimeInterval = 1 / CADisplayLink.refreshRate) {
    guard !isPaused, !isInvalid else { return }
    timestamp = time
    duration = period
    targetTimestamp = time + refreshesPerCall(rate: 1 / period) * period
    handler(self)
  }

  /// A refresh of the display that it follows: calls if it is the link's turn.
  func refreshed(at time: CFTimeInterval, period: CFTimeInterval) {
    // Half a refresh of slack: times tremble, and a refresh that came late does not shift those
    // after it.
    if timestamp > 0, time < timestamp + (refreshesPerCall(rate: 1 / period) - 0.5) * period { return }
    call(at: time, period: period)
  }
}

/// Goes into a timer's block, which is Sendable by its type; it runs on the thread of the run loop,
/// where the link belongs.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
}
