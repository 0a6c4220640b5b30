import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneDisplays

/// Whatever a driver answers, the screen comes back, or the kiosk ends with a line that says why.
@Suite struct KioskFailureTests {
  private static let codes: [Int32] = [
    EPERM, ENOENT, EIO, ENXIO, EBADF, ENOMEM, EACCES, EBUSY, ENODEV, EINVAL, ENOSPC, ENOSYS, EOPNOTSUPP, ERANGE,
    EDEADLK, ETIMEDOUT, EFAULT, EINTR, EAGAIN, EMFILE, EEXIST, E2BIG, ENOTTY,
  ]

  /// What makes a kiosk call everything: frames, a monitor that goes and comes, darkness.
  private func exercise(_ kiosk: SimulatedKiosk) {
    draw(3, kiosk)
    kiosk.card.plugs = [.init("HDMI-A-1", modes: [])]
    kiosk.run(11)
    kiosk.card.plugs = [SimulatedKiosk.monitor]
    kiosk.run(25)
    kiosk.inItsTime { kiosk.session?.setBlanked(true) }
    kiosk.run(2)
    kiosk.inItsTime { kiosk.session?.setBlanked(false) }
    draw(3, kiosk)
  }

  private func draw(_ count: Int, _ kiosk: SimulatedKiosk) {
    for _ in 0..<count {
      kiosk.inItsTime {
        kiosk.session?.requestFrame()
        kiosk.session?.moveCursor(toPixel: .zero, onOutput: "HDMI-A-1")
      }
      kiosk.run(1)
    }
  }

  @Test(arguments: ModeSettingCall.allCases, [true, false])
  func aCallThatFailsNowAndThenIsMadeUpFor(call: ModeSettingCall, isAtomic: Bool) throws {
    let kiosk = SimulatedKiosk(isAtomic: isAtomic)
    var options = KioskOptions()
    options.showsCursor = true
    try kiosk.start([.halves()], options: options)
    kiosk.run(1)
    for code in Self.codes {
      // The first call fails, two in a row, and one later on.
      let first = (kiosk.card.calls[call] ?? 0) + 1
      kiosk.card.fault = { found, count in
        found == call && [first, first + 1, first + 5].contains(count) ? code : nil
      }
      exercise(kiosk)
      kiosk.card.fault = { _, _ in nil }
      kiosk.run(12)
      let name = SystemError(rawValue: code)
      #expect(kiosk.card.isLit("HDMI-A-1"), "\(call.rawValue), \(name): dark")
      let frames = kiosk.statistics.frames
      draw(2, kiosk)
      #expect(kiosk.statistics.frames == frames + 2, "\(call.rawValue), \(name): stands still")
    }
    kiosk.end()
    #expect(kiosk.failure == nil)
    #expect(kiosk.card.frameBuffers.isEmpty && kiosk.card.blobs.isEmpty && kiosk.card.dumbBuffers.isEmpty)
  }

  @Test(arguments: [
    ModeSettingCall.resources, .connector, .controller, .planes, .plane, .properties, .addFrameBuffer, .makeDumbBuffer,
  ])
  func aCallThatAlwaysFailsEndsTheKioskWithItsName(call: ModeSettingCall) throws {
    let kiosk = SimulatedKiosk()
    kiosk.card.fault = { found, _ in found == call ? EIO : nil }
    try kiosk.start([.halves()])
    kiosk.run(60)
    kiosk.end()
    let line = try #require(kiosk.failure).description
    #expect(line.contains(call.rawValue) && line.contains("EIO") && !line.contains("\n"))
    // It waits between attempts, and does not try for ever.
    #expect(kiosk.turns < 200)
    #expect((kiosk.card.calls[call] ?? 0) < 200)
  }

  @Test func atomicRequestsThatAlwaysFailGiveWayToTheOldCalls() throws {
    let kiosk = SimulatedKiosk()
    kiosk.card.fault = { call, _ in call == .commit ? EINVAL : nil }
    try kiosk.start([.halves(moves: true)])
    kiosk.run(10)
    #expect(kiosk.card.isLit("HDMI-A-1"), "\(kiosk.lines)")
    #expect(kiosk.lines.contains { $0.contains("legacy calls") })
    #expect(kiosk.frames(in: 1) > 50)
    kiosk.end()
  }

  @Test func aPlaneThatRefusesToTurnIsNotAskedAgain() throws {
    let kiosk = SimulatedKiosk()
    kiosk.card.planeRotations = [0, 90, 180, 270]
    // As a driver that turns only what is laid out in its own way.
    kiosk.card.refusesTurning = true
    var options = KioskOptions()
    options.rotation = .half
    try kiosk.start([.halves()], options: options)
    kiosk.run(5)
    #expect(kiosk.lines.contains { $0.contains("drawn rotated") })
    #expect(kiosk.card.isLit("HDMI-A-1"))
    kiosk.end()
  }

  @Test func aLostPageFlipIsTimedOutAndTheOutputLitAnew() throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: true)])
    kiosk.run(1)
    kiosk.card.flipsToLose = 1
    kiosk.run(1)
    #expect(kiosk.frames(in: 0.5) == 0)
    kiosk.run(2)
    #expect(kiosk.statistics.lostFlips == 1 && kiosk.statistics.modeSets == 2)
    #expect(kiosk.frames(in: 1) > 50)
    kiosk.end()
  }

  @Test func aLostContextIsBuiltAnewFromTheTree() throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves()])
    kiosk.run(1)
    let textures = kiosk.statistics.textures
    for round in 1...3 {
      kiosk.inItsTime { kiosk.session?.simulateContextLoss() }
      #expect(kiosk.frames(in: 2) == 1)
      #expect(kiosk.statistics.contextLosses == round)
      #expect(kiosk.statistics.textures == textures)
      #expect(try kiosk.inItsTime { try kiosk.session?.screenshot()?.pixels.prefix(4) } == [255, 0, 0, 255])
    }
    // The monitor never noticed.
    #expect(kiosk.statistics.modeSets == 1)
    kiosk.end()
    #expect(kiosk.card.frameBuffers.isEmpty)
  }

  @Test func aResetThatTheDriverReportsOnceIsNotMissedWhoeverAsksFirst() throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: true)])
    kiosk.run(1)
    for query in 1...40 {
      kiosk.inItsTime { kiosk.session?.simulateContextLoss(atQuery: query) }
      kiosk.run(1)
      #expect(kiosk.statistics.contextLosses == query, "reported at query \(query)")
      #expect(kiosk.frames(in: 0.5) > 20, "reported at query \(query)")
    }
    #expect(kiosk.statistics.modeSets == 1)
    kiosk.end()
  }

  @Test func aCardThatIsPulledOutIsFoundAgain() throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: true)])
    kiosk.run(1)
    kiosk.card.isGone = true
    kiosk.run(5)
    #expect(kiosk.frames(in: 20) == 0)
    #expect(kiosk.events.contains { if case .dark = $0 { true } else { false } })
    kiosk.card.isGone = false
    kiosk.run(11)
    #expect(kiosk.frames(in: 1) > 50)
    kiosk.end()
  }

  @Test func theScreenIsLeftToAnotherSessionAndTakenBack() throws {
    let kiosk = SimulatedKiosk(hasSeat: true)
    let seat = try #require(kiosk.seat)
    try kiosk.start([.halves(moves: true)])
    kiosk.run(1)
    seat.changes = [.left]
    kiosk.inItsTime { kiosk.session?.takeSeatChanges(signal: nil) }
    kiosk.card.isTaken = true
    let commits = kiosk.card.calls[.commit]
    #expect(kiosk.frames(in: 30) == 0)
    #expect(kiosk.card.calls[.commit] == commits && seat.timesLetGo == 1)
    kiosk.card.isTaken = false
    seat.changes = [.returned]
    kiosk.inItsTime { kiosk.session?.takeSeatChanges(signal: nil) }
    #expect(kiosk.frames(in: 1) > 50)
    kiosk.end()
    #expect(seat.hasEnded)
  }

  @Test func aDarkScreenThatAnotherSessionLitIsDarkAgain() throws {
    let kiosk = SimulatedKiosk(hasSeat: true)
    let seat = try #require(kiosk.seat)
    try kiosk.start([.halves()])
    kiosk.run(1)
    kiosk.inItsTime { kiosk.session?.setBlanked(true) }
    kiosk.run(1)
    seat.changes = [.left]
    kiosk.inItsTime { kiosk.session?.takeSeatChanges(signal: nil) }
    kiosk.card.showConsole(on: "HDMI-A-1")
    #expect(kiosk.card.isLit("HDMI-A-1"))
    seat.changes = [.returned]
    kiosk.inItsTime { kiosk.session?.takeSeatChanges(signal: nil) }
    kiosk.run(1)
    #expect(!kiosk.card.isLit("HDMI-A-1"))
    kiosk.inItsTime { kiosk.session?.setBlanked(false) }
    kiosk.run(1)
    #expect(kiosk.card.isLit("HDMI-A-1"))
    kiosk.end()
  }

  /// What a program does between making a kiosk and running it may fail.
  @Test func aKioskThatNeverRunsGivesItsSeatBack() throws {
    let kiosk = SimulatedKiosk(hasSeat: true)
    let seat = try #require(kiosk.seat)
    do {
      let session = try KioskSession([.halves()], cards: kiosk.card, seat: seat)
      #expect(session.outputs.isEmpty && !seat.hasBegun && !seat.hasEnded)
    }
    #expect(!seat.hasBegun && seat.hasEnded)
    #expect(kiosk.card.calls.isEmpty)
  }

  @Test func theTerminalIsTakenWhenTheKioskBegins() throws {
    let kiosk = SimulatedKiosk(hasSeat: true)
    let seat = try #require(kiosk.seat)
    // A card that is never any good: the kiosk gives up.
    kiosk.card.fault = { call, _ in call == .resources ? EIO : nil }
    try kiosk.start([.halves()])
    #expect(seat.hasBegun && !seat.hasEnded)
    kiosk.run(60)
    kiosk.end()
    #expect(kiosk.failure != nil && seat.timesEnded == 1)
  }

  @Test func aMasterThatTakesTheCardWithoutASeatIsWaitedFor() throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: true)])
    kiosk.run(1)
    kiosk.card.isTaken = true
    #expect(kiosk.frames(in: 30) <= 1)
    // It asks now and then, not all the time.
    #expect((kiosk.card.calls[.becomeMaster] ?? 0) < 20)
    kiosk.card.isTaken = false
    kiosk.run(11)
    #expect(kiosk.frames(in: 1) > 50)
    kiosk.end()
  }
}
