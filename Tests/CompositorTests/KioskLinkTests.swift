import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneDisplays

/// Display links that follow the refreshes of a kiosk's outputs.
@Suite struct KioskLinkTests {
  private final class Calls {
    var times: [Double] = []
    var count: Int { times.count }
  }

  /// A kiosk that shows something, with a link that notes its calls.
  private func start(
    _ kiosk: SimulatedKiosk, moves: Bool = false, options: KioskOptions = KioskOptions(), output: String? = nil,
    _ handler: @escaping (CADisplayLink) -> Void = { _ in }
  ) throws -> (link: CADisplayLink, calls: Calls) {
    let calls = Calls()
    try kiosk.start([.halves(moves: moves)], options: options)
    let session = try #require(kiosk.session)
    let link = session.displayLink(onOutput: output) { link in
      calls.times.append(link.timestamp)
      handler(link)
    }
    link.add(to: .current, forMode: .common)
    return (link, calls)
  }

  /// Whether times are one period after another, the first one a refresh of the simulated card's:
  /// those are multiples.
  private func areRefreshes(_ times: [Double], period: Double) -> Bool {
    zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - period) < 1e-6 }
      && times.allSatisfy { abs(($0 / period).rounded() * period - $0) < 1e-6 }
  }

  @Test(arguments: [2, 3], [false, true])
  func itIsCalledOnceARefresh(buffers: Int, moves: Bool) throws {
    let kiosk = SimulatedKiosk()
    var options = KioskOptions()
    options.bufferCount = buffers
    let (link, calls) = try start(kiosk, moves: moves, options: options) { link in
      #expect(abs(link.duration - 1.0 / 60) < 1e-9)
      #expect(abs(link.targetTimestamp - link.timestamp - 1.0 / 60) < 1e-9)
    }
    kiosk.run(1)
    let before = calls.count
    kiosk.run(10)
    #expect((599...601).contains(calls.count - before))
    #expect(areRefreshes(Array(calls.times.dropFirst()), period: 1.0 / 60))
    // A still scene is not drawn only because a link counts its refreshes.
    if !moves { #expect(kiosk.statistics.frames == 1) }
    link.invalidate()
    kiosk.end()
  }

  /// What a call changes is on the screen at its target.
  @Test(arguments: [true, false])
  func whatItChangesIsDrawnWithTheNextFrame(waitsForRefresh: Bool) throws {
    let kiosk = SimulatedKiosk()
    kiosk.card.waitsForRefresh = waitsForRefresh
    var target = 0.0
    let (link, calls) = try start(kiosk) { [unowned kiosk] link in
      let layer = kiosk.session?.rootLayer.sublayers?.first
      CATransaction.setDisableActions(true)
      layer?.opacity = layer?.opacity == 1 ? 0.5 : 1
      target = link.targetTimestamp
    }
    kiosk.run(1)
    let frames = kiosk.statistics.frames
    let before = calls.count
    kiosk.run(10)
    #expect((590...601).contains(calls.count - before))
    #expect(abs(kiosk.statistics.frames - frames - (calls.count - before)) <= 1)
    #expect(kiosk.statistics.missedVBlanks == 0)
    #expect(target > kiosk.now)
    link.invalidate()
    kiosk.end()
  }

  @Test(arguments: [(30, 300), (20, 200), (24, 200), (1, 10)])
  func itKeepsTheRateThatIsWanted(rate: Int, expected: Int) throws {
    let kiosk = SimulatedKiosk()
    let (link, calls) = try start(kiosk, moves: true)
    link.preferredFramesPerSecond = rate
    kiosk.run(2)
    let before = calls.count
    kiosk.run(10)
    #expect(abs(calls.count - before - expected) <= 1)
    #expect(abs(link.targetTimestamp - link.timestamp - 10 / Double(expected)) < 1e-6)
    link.invalidate()
    kiosk.end()
  }

  @Test func pausedAndRemovedLinksLeaveTheKioskAsleep() throws {
    let kiosk = SimulatedKiosk()
    let (link, calls) = try start(kiosk)
    kiosk.run(1)
    link.isPaused = true
    kiosk.run(1)
    let (count, turns) = (calls.count, kiosk.turns)
    kiosk.run(60)
    #expect(calls.count == count && kiosk.turns - turns <= 10)
    link.isPaused = false
    kiosk.run(1)
    #expect((58...61).contains(calls.count - count))
    link.remove(from: .current, forMode: .common)
    let removed = calls.count
    kiosk.run(1)
    #expect(calls.count == removed)
    kiosk.end()
  }

  /// As on Apple's systems nothing is called while a display sleeps.
  @Test func darkScreensHaveNoRefreshes() throws {
    let kiosk = SimulatedKiosk()
    let (link, calls) = try start(kiosk, moves: true)
    kiosk.run(1)
    kiosk.inItsTime { kiosk.session?.setBlanked(true) }
    kiosk.run(1)
    let count = calls.count
    kiosk.run(20)
    #expect(calls.count == count)
    kiosk.inItsTime { kiosk.session?.setBlanked(false) }
    kiosk.run(2)
    #expect(calls.count - count > 100)
    link.invalidate()
    kiosk.end()
  }

  @Test func eachOutputHasItsOwnRefreshes() throws {
    let kiosk = SimulatedKiosk(plugs: [
      SimulatedKiosk.monitor, SimulatedCard.Plug("DP-1", modes: [DisplayMode(width: 32, height: 24, refresh: 30)]),
    ])
    let (link, calls) = try start(kiosk, moves: true, output: "DP-1") { link in
      #expect(abs(link.duration - 1.0 / 30) < 1e-9)
    }
    kiosk.run(2)
    let before = calls.count
    kiosk.run(10)
    #expect((299...301).contains(calls.count - before))
    link.invalidate()
    kiosk.end()
  }
}
