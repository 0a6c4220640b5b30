import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneDisplays

/// Two or three frames in turn: which are drawn into, how many are shown, and how late.
@Suite struct TripleBufferTests {
  private static let period = 1.0 / 60

  private func start(_ kiosk: SimulatedKiosk, buffers: Int, moves: Bool = true) throws {
    var options = KioskOptions()
    options.bufferCount = buffers
    try kiosk.start([.halves(moves: moves)], options: options)
  }

  /// By how many seconds frames differed from what was to be seen when they reached the screen.
  private final class Lateness {
    var seconds: [Double] = []

    init(of kiosk: SimulatedKiosk) throws {
      let session = try #require(kiosk.session)
      session.observe { [self, unowned kiosk, unowned session] event in
        guard case .frame(_, let sceneTime) = event else { return }
        seconds.append(session.sceneTime() - sceneTime - (kiosk.now - kiosk.flipTime))
      }
    }
  }

  /// Sees when a frame changes that the monitor reads, or is about to: before each call to the card
  /// and each wait.
  private final class FrameWatch {
    private(set) var faults = 0
    private var known: [ScanoutName: [UInt8]] = [:]
    private unowned let kiosk: SimulatedKiosk

    init(_ kiosk: SimulatedKiosk) {
      self.kiosk = kiosk
      kiosk.onTurn = { [unowned self] in look() }
      kiosk.card.fault = { [unowned self] _, _ in
        look()
        return nil
      }
    }

    func look() {
      let used = kiosk.card.framesInUse("HDMI-A-1")
      known = known.filter { used.contains($0.key) }
      for frame in used {
        let memory = kiosk.card.memory(of: frame)
        if let before = known[frame], before != memory { faults += 1 }
        known[frame] = memory
      }
    }
  }

  /// Work of 20 ms a frame: with two buffers every other refresh is left out, with three one of
  /// six.
  @Test(arguments: [(2, true, 295...305), (2, false, 295...305), (3, true, 485...505), (3, false, 485...505)])
  func slowDrawing(buffers: Int, isAtomic: Bool, expected: ClosedRange<Int>) throws {
    let kiosk = SimulatedKiosk(isAtomic: isAtomic)
    try start(kiosk, buffers: buffers)
    let watch = FrameWatch(kiosk)
    let session = try #require(kiosk.session)
    // Called once for each frame that is shown.
    let link = session.displayLink { [unowned kiosk] _ in kiosk.spend(0.02) }
    link.add(to: .current, forMode: .common)
    kiosk.run(1)
    #expect(expected.contains(kiosk.frames(in: 10)))
    #expect(kiosk.card.frameBuffers.count == buffers)
    link.invalidate()
    kiosk.end()
    #expect(watch.faults == 0)
    #expect(kiosk.card.frameBuffers.isEmpty && kiosk.card.dumbBuffers.isEmpty)
  }

  /// Each frame is drawn for the refresh that shows it, however many there are.
  @Test(arguments: [2, 3])
  func framesAreDrawnForTheirRefresh(buffers: Int) throws {
    let kiosk = SimulatedKiosk()
    try start(kiosk, buffers: buffers)
    let watch = FrameWatch(kiosk)
    kiosk.run(1)
    let lateness = try Lateness(of: kiosk)
    #expect((599...601).contains(kiosk.frames(in: 10)))
    #expect(kiosk.statistics.missedVBlanks == 0 && watch.faults == 0)
    #expect(lateness.seconds.allSatisfy { abs($0) < 1e-6 })
    kiosk.end()
  }

  /// How many refreshes pass until a change is on the screen: the next one shows it in a scene that
  /// stood still, and while one moves each buffer but the first adds one.
  @Test(arguments: [(2, false, 1), (3, false, 1), (2, true, 2), (3, true, 3)])
  func theDelayOfAChange(buffers: Int, moves: Bool, most: Int) throws {
    let kiosk = SimulatedKiosk()
    try start(kiosk, buffers: buffers, moves: moves)
    kiosk.run(1)
    for step in 1...5 {
      let green: CGFloat = step % 2 == 0 ? 0 : 1
      let begin = kiosk.now
      kiosk.inItsTime {
        CATransaction.setDisableActions(true)
        let cover = CALayer()
        cover.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
        cover.backgroundColor = CGColor(red: 0, green: green, blue: 0, alpha: 1)
        kiosk.session?.rootLayer.addSublayer(cover)
      }
      var delay = 0.0
      while kiosk.shownPixels().dropFirst().first != (green == 1 ? 255 : 0), delay < 1 {
        kiosk.run(0.001)
        delay = kiosk.now - begin
      }
      #expect(delay <= Double(most) * Self.period + 0.0011, "step \(step)")
      kiosk.run(0.1037)
    }
    kiosk.end()
  }

  /// After failures frames are still drawn for the refresh that shows them: none that was given up
  /// is waited for.
  @Test(arguments: [
    (ModeSettingCall.commit, true), (.flip, false), (.takeEvents, true), (.makeBlob, true), (.addFrameBuffer, true),
  ])
  func callsThatFailNowAndThen(call: ModeSettingCall, isAtomic: Bool) throws {
    let kiosk = SimulatedKiosk(isAtomic: isAtomic)
    try start(kiosk, buffers: 3)
    let watch = FrameWatch(kiosk)
    kiosk.run(1)
    for code in [EBUSY, EINVAL, EACCES, ENODEV] {
      let first = (kiosk.card.calls[call] ?? 0) + 1
      kiosk.card.fault = { found, count in
        watch.look()
        return found == call && [first, first + 1, first + 5].contains(count) ? code : nil
      }
      kiosk.run(3)
      kiosk.card.fault = { _, _ in
        watch.look()
        return nil
      }
      kiosk.run(12)
      let lateness = try Lateness(of: kiosk)
      #expect(kiosk.frames(in: 1) > 50, "\(call.rawValue), \(code): stands still")
      #expect(lateness.seconds.allSatisfy { abs($0) < 1e-6 }, "\(call.rawValue), \(code): late")
    }
    kiosk.end()
    #expect(watch.faults == 0)
    #expect(kiosk.failure == nil && kiosk.card.frameBuffers.isEmpty && kiosk.card.dumbBuffers.isEmpty)
  }

  @Test func lostFlipsAndContexts() throws {
    let kiosk = SimulatedKiosk()
    try start(kiosk, buffers: 3)
    kiosk.run(1)
    kiosk.card.flipsToLose = 1
    kiosk.run(3)
    #expect(kiosk.statistics.lostFlips == 1 && kiosk.statistics.modeSets == 2)
    #expect(kiosk.frames(in: 1) > 50)
    kiosk.inItsTime { kiosk.session?.simulateContextLoss() }
    kiosk.run(1)
    let lateness = try Lateness(of: kiosk)
    #expect(kiosk.frames(in: 1) > 50)
    #expect(lateness.seconds.allSatisfy { abs($0) < 1e-6 })
    #expect(kiosk.statistics.contextLosses == 1 && kiosk.statistics.modeSets == 2)
    kiosk.end()
  }
}

extension SimulatedKiosk {
  /// When the frame got there that the monitor reads.
  fileprivate var flipTime: Double { card.controllers.first { $0.isActive }?.lastRefresh ?? now }

  /// What the monitor reads: BGRX.
  fileprivate func shownPixels() -> [UInt8] {
    card.controllers.first { $0.isActive }?.read.map { card.memory(of: $0) } ?? []
  }
}
