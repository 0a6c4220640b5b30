import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneDisplays

/// A kiosk as a service: what it tells its manager and its log, and what the machine's clocks make
/// it do.
@Suite struct KioskServiceTests {
  /// A manager that wants to hear of the kiosk every three seconds.
  private func watched(_ manager: ServiceManager) -> ServiceNotifier {
    ServiceNotifier(environment: manager.environment.merging(["WATCHDOG_USEC": "3000000"]) { $1 })
  }

  @Test func itIsReadyWhenItsFirstFrameIsOnTheScreen() throws {
    let manager = try #require(ServiceManager())
    let kiosk = SimulatedKiosk()
    kiosk.card.flipsToLose = 1
    try kiosk.start([.halves()], notifier: ServiceNotifier(environment: manager.environment))
    kiosk.run(1)
    #expect(manager.messages() == [])
    kiosk.run(3)
    #expect(kiosk.statistics.frames == 1)
    #expect(manager.messages() == ["READY=1\nSTATUS=showing"])
    kiosk.end()
    #expect(manager.messages() == ["STOPPING=1"])
  }

  @Test func nobodyHasToWaitForAMonitor() throws {
    let manager = try #require(ServiceManager())
    let kiosk = SimulatedKiosk(plugs: [.init("HDMI-A-1", modes: [])])
    try kiosk.start([.halves()], notifier: ServiceNotifier(environment: manager.environment))
    #expect(manager.messages() == ["READY=1\nSTATUS=waiting for a monitor"])
    kiosk.end()
  }

  @Test(arguments: [true, false])
  func theWatchdogIsFedWhileFramesReachTheScreenOrNoneIsDue(moves: Bool) throws {
    let manager = try #require(ServiceManager())
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: moves)], notifier: watched(manager))
    kiosk.run(1.5)
    _ = manager.messages()
    var pings: [String] = []
    // The queue of its socket is short.
    kiosk.onTurn = { pings += manager.messages() }
    kiosk.run(30)
    // Three times in the manager's time.
    #expect((29...31).contains(pings.count) && Set(pings) == ["WATCHDOG=1"])
    kiosk.end()
  }

  @Test(arguments: [true, false])
  func theWatchdogStarvesWhenNoFrameReachesTheScreen(losesFlips: Bool) throws {
    let manager = try #require(ServiceManager())
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: true)], notifier: watched(manager))
    kiosk.run(5)
    if losesFlips {
      kiosk.card.flipsToLose = .max
    } else {
      kiosk.card.fault = { call, _ in call == .commit || call == .setController ? EIO : nil }
    }
    kiosk.run(1)
    _ = manager.messages()
    kiosk.run(30)
    #expect(manager.messages() == [])
    // It may recover all the same.
    kiosk.card.flipsToLose = 0
    kiosk.card.fault = { _, _ in nil }
    kiosk.run(20)
    #expect(manager.messages().contains("WATCHDOG=1"))
    kiosk.end()
  }

  @Test func figuresAreTold() throws {
    let kiosk = SimulatedKiosk()
    var options = KioskOptions()
    options.metricsInterval = 60
    try kiosk.start([.halves(moves: true)], options: options)
    kiosk.run(121)
    let lines = kiosk.lines.filter { $0.hasPrefix("metrics: ") }
    try #require(lines.count == 2)
    let figures = Dictionary(
      uniqueKeysWithValues: lines[1].dropFirst("metrics: ".count).split(separator: " ").map { figure in
        let parts = figure.split(separator: "=")
        return (String(parts[0]), parts[1])
      })
    #expect(
      Set(figures.keys)
        == [
          "frames", "fenced", "missed", "lost", "modesets", "contexts", "memory", "textures", "descriptors", "uptime",
        ])
    // The simulated card takes no fences.
    #expect(figures["fenced"] == "0")
    #expect((7190...7201).contains(figures["frames"].flatMap { Int($0) } ?? 0))
    #expect(figures["modesets"] == "1" && figures["uptime"] == "120s" && figures["memory"]?.hasSuffix("KiB") == true)
    kiosk.end()
  }

  @Test func allIsLitAnewWhenTheMachineHasSlept() throws {
    var slept = 100.0
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: true)], clocks: MachineClocks(sleptSeconds: { slept }))
    kiosk.run(5)
    #expect(kiosk.statistics.modeSets == 1)
    slept += 3600
    #expect(kiosk.frames(in: 1) > 50)
    #expect(kiosk.statistics.modeSets == 2 && kiosk.card.isLit("HDMI-A-1"))
    kiosk.run(5)
    #expect(kiosk.statistics.modeSets == 2)
    kiosk.end()
  }

  /// From 22:00 to 06:30, by a wall clock that is set now and then.
  @Test func screensGoDarkByTheClock() throws {
    func date(_ hour: Int, _ minute: Int) throws -> Date {
      let parts = DateComponents(year: 2024, month: 5, day: 2, hour: hour, minute: minute)
      return try #require(Calendar.current.date(from: parts))
    }
    var offset = try date(21, 59).timeIntervalSinceReferenceDate
    let kiosk = SimulatedKiosk()
    let start = kiosk.now
    offset -= start
    var options = KioskOptions()
    options.blanking = BlankSchedule(blankAt: 22 * 60, unblankAt: 6 * 60 + 30)
    try kiosk.start(
      [.halves(moves: true)], options: options,
      clocks: MachineClocks(date: { Date(timeIntervalSinceReferenceDate: kiosk.now + offset) }))
    kiosk.run(50)
    #expect(kiosk.card.isLit("HDMI-A-1"))
    // Within a quarter of a minute.
    kiosk.run(26)
    #expect(!kiosk.card.isLit("HDMI-A-1"))
    #expect(kiosk.frames(in: 60) == 0)
    // Whoever lights them by hand has light until the schedule's next time.
    kiosk.inItsTime { kiosk.session?.setBlanked(false) }
    #expect(kiosk.frames(in: 60) > 3000)
    kiosk.inItsTime { kiosk.session?.setBlanked(true) }
    kiosk.run(1)
    offset = try date(6, 30).timeIntervalSinceReferenceDate - kiosk.now
    kiosk.run(16)
    #expect(kiosk.card.isLit("HDMI-A-1"))
    kiosk.end()
  }

  @Test func theCursorIsTheHardwares() throws {
    let kiosk = SimulatedKiosk()
    var options = KioskOptions()
    options.showsCursor = true
    try kiosk.start([.halves()], options: options)
    kiosk.run(1)
    #expect(kiosk.card.calls[.setCursor] == 1 && kiosk.card.cursors.count == 1)
    let frames = kiosk.statistics.frames
    let moves = kiosk.card.calls[.moveCursor] ?? 0
    for x in 0..<10 {
      kiosk.inItsTime { kiosk.session?.moveCursor(toPixel: CGPoint(x: x, y: 0), onOutput: "HDMI-A-1") }
      kiosk.run(0.1)
    }
    // Nothing is drawn for it.
    #expect((kiosk.card.calls[.moveCursor] ?? 0) == moves + 10 && kiosk.statistics.frames == frames)
    kiosk.end()
    let without = SimulatedKiosk()
    let controllers = try without.card.resources().controllers
    for name in controllers { without.card.cursors[name] = MemoryName(1) }
    try without.start([.halves()])
    without.run(1)
    #expect(without.card.cursors.count == controllers.count - 1, "what another program left is taken away")
    #expect(without.card.calls[.setCursor] == 1)
    without.end()
  }
}
