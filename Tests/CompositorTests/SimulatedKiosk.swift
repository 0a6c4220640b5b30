import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree

@testable import MultiplaneCompositor
@testable import MultiplaneDisplays

/// A kiosk on a simulated card, in a time that passes only when nothing is left to do.
final class SimulatedKiosk {
  let card: SimulatedCard
  let seat: SimulatedSeat?
  private(set) var lines: [String] = []
  private(set) var events: [KioskEvent] = []
  private(set) var session: KioskSession?
  /// Why it ended, if it could not go on.
  private(set) var failure: CompositorError?
  /// Called whenever the loop waits.
  var onTurn: () -> Void {
    get { clock.onTurn }
    set { clock.onTurn = newValue }
  }
  private let clock: Clock
  private let loop: EventLoop

  /// Virtual seconds, and how far they may go.
  private final class Clock {
    var now = 1000.0
    var end = 1000.0
    var turns = 0
    var onTurn: () -> Void = {}
  }

  static let monitor = SimulatedCard.Plug(
    "HDMI-A-1", modes: [DisplayMode(width: 64, height: 48, isPreferred: true), DisplayMode(width: 32, height: 24)])

  init(
    plugs: [SimulatedCard.Plug] = [SimulatedKiosk.monitor], controllerCount: Int = 2, isAtomic: Bool = true,
    hasSeat: Bool = false
  ) {
    let clock = Clock()
    self.clock = clock
    let card = SimulatedCard(
      plugs: plugs, controllerCount: controllerCount, isAtomic: isAtomic, pace: .manual(clock: { clock.now }))
    self.card = card
    seat = hasSeat ? SimulatedSeat() : nil
    loop = EventLoop { descriptors, seconds in
      clock.turns += 1
      clock.onTurn()
      // What really is ready, such as another thread's wish, comes first.
      EventLoop.poll(&descriptors, 0)
      guard descriptors.allSatisfy({ $0.revents == 0 }) else { return }
      // A released card sends no more events.
      let next = descriptors.contains { $0.fd == card.fileDescriptor } ? card.nextEventTime : nil
      clock.now = max(clock.now, min(clock.now + seconds, next ?? .infinity, clock.end))
      guard let next, next <= clock.now else { return }
      for index in descriptors.indices where descriptors[index].fd == card.fileDescriptor {
        descriptors[index].revents = Int16(POLLIN)
      }
    }
  }

  var now: Double { clock.now }
  /// How often the loop waited.
  var turns: Int { clock.turns }
  var statistics: KioskStatistics { session?.statistics ?? KioskStatistics() }

  /// Begins to show.
  func start(
    _ contents: [StageContent], options: KioskOptions = KioskOptions(),
    notifier: ServiceNotifier = ServiceNotifier(environment: [:]), clocks: MachineClocks = MachineClocks()
  ) throws {
    var options = options
    if options.renderer.choice == .automatic { options.renderer = RendererOptions(.gl, device: .software) }
    let session = try inItsTime {
      try KioskSession(contents, options: options, loop: loop, cards: card, seat: seat, notifier: notifier) {
        [weak self] in self?.lines.append($0)
      }
    }
    session.observe { [weak self] in self?.events.append($0) }
    session.clocks = clocks
    self.session = session
    inItsTime { session.begin() }
  }

  /// Lets a number of virtual seconds pass.
  func run(_ seconds: Double) {
    clock.end = clock.now + seconds
    inItsTime {
      while clock.now < clock.end, !loop.isStopped { loop.turn() }
    }
  }

  /// Sets the virtual seconds that work takes.
  func spend(_ seconds: Double) { clock.now += seconds }

  /// Ends it.
  func end() {
    inItsTime {
      do throws(CompositorError) {
        try session?.end()
      } catch {
        failure = error
      }
    }
    session = nil
  }

  /// Does something to the kiosk.
  func inItsTime<Result>(_ body: () throws -> Result) rethrows -> Result {
    try MediaClock.withSource({ [clock] in clock.now }, body)
  }

  /// The number of frames that reached the screen in a number of seconds.
  func frames(in seconds: Double) -> Int {
    let before = statistics.frames
    run(seconds)
    return statistics.frames - before
  }
}

/// A seat that a test takes away and gives back.
final class SimulatedSeat: Seat {
  let label = "simulated"
  let fileDescriptor: Int32? = nil
  var isActive = true
  var changes: [SeatChange] = []
  private(set) var timesLetGo = 0
  private(set) var hasBegun = false
  private(set) var timesEnded = 0
  var hasEnded: Bool { timesEnded > 0 }

  func begin() { hasBegun = true }
  func open(_ path: String) throws(DisplayError) -> Int32 { throw .notADevice(path: path) }
  func close(_ descriptor: Int32) {}
  func takeChanges(signal: Int32?) -> [SeatChange] {
    defer { changes = [] }
    return changes
  }
  func letGo() { timesLetGo += 1 }
  func end() { timesEnded += 1 }
}

extension StageContent {
  /// A red layer over the left half of a blue canvas; it fades for ever if it moves.
  static func halves(moves: Bool = false, width: Double = 64, height: Double = 48) -> StageContent {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.anchorPoint = .zero
    let left = CALayer()
    left.frame = CGRect(x: 0, y: 0, width: width / 2, height: height)
    left.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(left)
    if moves {
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 1
      fade.toValue = 0
      fade.duration = 1
      fade.repeatCount = .infinity
      left.add(fade, forKey: "fade")
    }
    return StageContent(
      size: CGSize(width: width, height: height), background: CGColor(red: 0, green: 0, blue: 1, alpha: 1), root: root)
  }
}

extension KioskOptions {
  /// OpenGL ES in software, or the CPU renderer.
  static func drawing(with choice: RendererChoice) -> KioskOptions {
    var options = KioskOptions()
    options.renderer = RendererOptions(choice, device: choice == .gl ? .software : nil)
    return options
  }
}
