import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneDisplays

/// Screens that come, go and work.
@Suite struct KioskTests {
  /// BGRX of a row: `red` pixels, then blue ones.
  private func row(red: Int, blue: Int) -> [UInt8] {
    (0..<red).flatMap { _ in [0, 0, 255] as [UInt8] } + (0..<blue).flatMap { _ in [255, 0, 0] as [UInt8] }
  }

  /// Blue, green and red of each pixel, without the unused fourth byte.
  private func shown(_ kiosk: SimulatedKiosk, _ label: String = "HDMI-A-1") throws -> [UInt8] {
    let pixels = try #require(kiosk.card.pixels(of: label))
    return pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
  }

  @Test(arguments: [true, false])
  func aStillSceneIsDrawnOnceAndThenSleeps(isAtomic: Bool) throws {
    let kiosk = SimulatedKiosk(isAtomic: isAtomic)
    try kiosk.start([.halves()])
    kiosk.run(1)
    #expect(kiosk.card.isLit("HDMI-A-1"))
    #expect(kiosk.card.mode(of: "HDMI-A-1")?.width == 64)
    #expect(kiosk.statistics.frames == 1 && kiosk.statistics.modeSets == 1)
    let line = row(red: 32, blue: 32)
    #expect(try shown(kiosk) == (0..<48).flatMap { _ in line })
    let turns = kiosk.turns
    #expect(kiosk.frames(in: 600) == 0)
    // The fall-back for lost plug messages: a look every ten seconds.
    #expect(kiosk.turns - turns <= 62)
    kiosk.end()
    #expect(kiosk.failure == nil)
    #expect(kiosk.card.frameBuffers.isEmpty && kiosk.card.blobs.isEmpty && kiosk.card.dumbBuffers.isEmpty)
  }

  @Test(arguments: [true, false])
  func aMovingSceneIsDrawnOnceARefresh(waitsForRefresh: Bool) throws {
    let kiosk = SimulatedKiosk()
    kiosk.card.waitsForRefresh = waitsForRefresh
    try kiosk.start([.halves(moves: true)])
    kiosk.run(1)
    #expect((595...601).contains(kiosk.frames(in: 10)))
    #expect(kiosk.statistics.missedVBlanks == 0)
    #expect(kiosk.card.frameBuffers.count == 2)
    kiosk.end()
  }

  @Test func sceneTimeBeginsWithTheFirstFrame() throws {
    let kiosk = SimulatedKiosk(plugs: [.init("HDMI-A-1", modes: [])])
    try kiosk.start([.halves(moves: true)])
    kiosk.run(30.3)
    #expect(kiosk.inItsTime { kiosk.session?.sceneTime() } == 0)
    kiosk.card.plugs = [SimulatedKiosk.monitor]
    kiosk.run(10)
    let sceneTime = try #require(kiosk.inItsTime { kiosk.session?.sceneTime() })
    #expect(sceneTime > 0.2 && sceneTime < 10)
    kiosk.end()
  }

  @Test func aSceneThatChangesInStepsIsDrawnAtEachStep() throws {
    let content = StageContent.halves()
    let blink = CAKeyframeAnimation(keyPath: "opacity")
    blink.values = [1, 0.5]
    blink.calculationMode = .discrete
    blink.duration = 2
    blink.repeatCount = .infinity
    content.root.sublayers?.first?.add(blink, forKey: "blink")
    let kiosk = SimulatedKiosk()
    try kiosk.start([content])
    kiosk.run(0.5)
    #expect((10...22).contains(kiosk.frames(in: 10)))
    kiosk.end()
  }

  @Test func aMonitorMayComeGoAndComeBackAsAnother() throws {
    let kiosk = SimulatedKiosk(plugs: [.init("HDMI-A-1", modes: [])])
    try kiosk.start([.halves()])
    kiosk.run(25)
    #expect(kiosk.statistics.frames == 0)
    #expect(kiosk.lines.contains { $0.contains("no monitor") })
    kiosk.card.plugs = [SimulatedKiosk.monitor]
    kiosk.run(11)
    #expect(kiosk.events.contains(.lit(output: "HDMI-A-1", mode: "64x48@60")))
    kiosk.card.plugs = [.init("HDMI-A-1", modes: [])]
    kiosk.run(11)
    #expect(kiosk.events.last == .dark(output: "HDMI-A-1", reason: "unplugged"))
    #expect(kiosk.inItsTime { kiosk.session?.outputs } == [])
    kiosk.card.plugs = [.init("HDMI-A-1", modes: [DisplayMode(width: 80, height: 60, isPreferred: true)])]
    kiosk.run(11)
    #expect(kiosk.events.contains(.lit(output: "HDMI-A-1", mode: "80x60@60")))
    #expect(kiosk.card.isLit("HDMI-A-1"))
    // The same plug with another monitor in it: the mode that was is lost.
    kiosk.card.plugs = [.init("HDMI-A-1", modes: [DisplayMode(width: 40, height: 30)])]
    kiosk.run(11)
    #expect(kiosk.card.mode(of: "HDMI-A-1")?.width == 40)
    #expect(kiosk.card.isLit("HDMI-A-1"))
    kiosk.end()
    #expect(kiosk.card.frameBuffers.isEmpty)
  }

  @Test func twoMonitorsShowOneSceneOrTwo() throws {
    let plugs = [
      SimulatedKiosk.monitor, SimulatedCard.Plug("DP-1", modes: [DisplayMode(width: 32, height: 24, refresh: 30)]),
    ]
    let kiosk = SimulatedKiosk(plugs: plugs)
    try kiosk.start([.halves(moves: true)])
    kiosk.run(10.5)
    #expect(kiosk.card.isLit("HDMI-A-1") && kiosk.card.isLit("DP-1"))
    // 60 and 30 refreshes per second.
    #expect((880...905).contains(kiosk.frames(in: 10)))
    kiosk.end()

    let green = CALayer()
    let two = SimulatedKiosk(plugs: plugs)
    let content = StageContent(
      size: CGSize(width: 10, height: 10), background: CGColor(red: 0, green: 1, blue: 0, alpha: 1), root: green)
    var options = KioskOptions()
    options.outputs = ["DP-1", "HDMI-A-1"]
    try two.start([content, .halves()], options: options)
    two.run(1)
    #expect(try shown(two, "DP-1").prefix(3) == [0, 255, 0])
    #expect(try shown(two).prefix(3) == [0, 0, 255])
    #expect(two.inItsTime { two.session?.outputs.map(\.content) } == [1, 0])
    two.end()
  }

  @Test func onlyTheOutputsThatAreNamedAreLit() throws {
    let kiosk = SimulatedKiosk(
      plugs: [SimulatedKiosk.monitor, .init("DP-1", modes: [DisplayMode(width: 32, height: 24)])])
    var options = KioskOptions()
    options.outputs = ["DP-1"]
    options.mode = ModeRequest(width: 1, height: 1)
    try kiosk.start([.halves()], options: options)
    kiosk.run(1)
    #expect(!kiosk.card.isLit("HDMI-A-1") && kiosk.card.isLit("DP-1"))
    #expect(kiosk.lines.contains { $0.contains("DP-1 has no mode 1x1") })
    kiosk.end()
  }

  @Test(arguments: Rotation.allCases, [[], [0, 90, 180, 270], [0]])
  func aTurnedSceneIsTurnedByThePlaneOrByUs(rotation: Rotation, planeRotations: [Int]) throws {
    let kiosk = SimulatedKiosk()
    kiosk.card.planeRotations = planeRotations
    var options = KioskOptions()
    options.rotation = rotation
    // On its side the panel has 48 x 64 pixels.
    try kiosk.start([rotation.swapsSides ? .halves(width: 48, height: 64) : .halves()], options: options)
    kiosk.run(1)
    #expect(kiosk.statistics.frames == 1)
    let byPlane = planeRotations.count == 4
    // The kernel counts counter-clockwise: a quarter is rotate-270, bit 3.
    let bits: [Rotation: UInt64] = [.none: 1, .quarter: 8, .half: 4, .threeQuarters: 2]
    #expect(kiosk.card.planeRotation(of: "HDMI-A-1") == (byPlane ? bits[rotation] : 1))
    let half = row(red: 32, blue: 32)
    let (red, blue) = (row(red: 64, blue: 0), row(red: 0, blue: 64))
    let expected: [UInt8] =
      switch byPlane ? .none : rotation {
      case .none:
        byPlane && rotation.swapsSides
          ? (0..<64).flatMap { _ in row(red: 24, blue: 24) } : (0..<48).flatMap { _ in half }
      case .quarter: (0..<24).flatMap { _ in red } + (0..<24).flatMap { _ in blue }
      case .half: (0..<48).flatMap { _ in row(red: 0, blue: 32) + row(red: 32, blue: 0) }
      case .threeQuarters: (0..<24).flatMap { _ in blue } + (0..<24).flatMap { _ in red }
      }
    #expect(try shown(kiosk) == expected)
    kiosk.end()
  }

  @Test func screensGoDarkByWillAndComeBack() throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: true)])
    kiosk.run(1)
    kiosk.inItsTime { kiosk.session?.setBlanked(true) }
    kiosk.run(1)
    #expect(!kiosk.card.isLit("HDMI-A-1"))
    #expect(kiosk.frames(in: 20) == 0)
    kiosk.inItsTime { kiosk.session?.setBlanked(false) }
    #expect(kiosk.frames(in: 1) > 50)
    #expect(kiosk.events.filter { $0 == .blanked || $0 == .unblanked } == [.blanked, .unblanked])
    kiosk.end()
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference])
  func aTreeIsReplacedAndAScreenshotShowsIt(renderer: RendererChoice) throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves()], options: .drawing(with: renderer))
    #expect(try kiosk.inItsTime { try kiosk.session?.screenshot() } == nil)
    kiosk.run(1)
    let picture = try #require(try kiosk.inItsTime { try kiosk.session?.screenshot() })
    #expect((picture.width, picture.height) == (64, 48))
    #expect(Array(picture.pixels.prefix(4)) == [255, 0, 0, 255])
    kiosk.inItsTime { kiosk.session?.rootLayer.sublayers?.first?.backgroundColor = CGColor.white }
    kiosk.run(5)
    #expect(try kiosk.inItsTime { try kiosk.session?.screenshot()?.pixels.prefix(4) } == [255, 255, 255, 255])
    let empty = StageContent(size: CGSize(width: 10, height: 10), root: CALayer())
    kiosk.inItsTime { kiosk.session?.replaceTree(empty) }
    kiosk.run(1)
    #expect(try kiosk.inItsTime { try kiosk.session?.screenshot()?.pixels.prefix(4) } == [0, 0, 0, 255])
    kiosk.end()
  }

  /// Of a tree that is no longer shown nothing is kept.
  @Test func replacedTreesLeaveNoTextures() throws {
    let kiosk = SimulatedKiosk()
    func content(_ number: Int) -> StageContent {
      let content = StageContent.halves()
      let pixels = [UInt8](repeating: UInt8(number), count: 4 * 16 * 16)
      content.root.contents = CGImage(premultipliedRGBA8: pixels, width: 16, height: 16)
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20 + number, height: 20), transform: nil)
      content.root.addSublayer(shape)
      return content
    }
    try kiosk.start([content(1)])
    kiosk.run(1)
    var textures = 0
    for number in 2...20 {
      kiosk.inItsTime { kiosk.session?.replaceTree(content(number)) }
      kiosk.run(1)
      // Both buffers are there now.
      if number == 2 { textures = kiosk.statistics.textures }
    }
    #expect(textures > 2 && kiosk.statistics.textures == textures)
    #expect(kiosk.statistics.frames == 20)
    kiosk.end()
  }

  @Test func theDisplayIsToldWhatChanged() throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([.halves(moves: true)])
    kiosk.run(1)
    // The left half: x and y from and to, 32 bits each.
    let numbers: [Int32] = [0, 0, 32, 48]
    #expect(kiosk.card.lastDamage == numbers.withUnsafeBytes { Array($0) })
    let blobs = kiosk.card.blobs.count
    kiosk.run(1)
    #expect(kiosk.card.blobs.count == blobs)
    kiosk.end()
  }

  @Test func whatTheScreenShowedBeforeIsPutBack() throws {
    let kiosk = SimulatedKiosk()
    kiosk.card.showConsole(on: "HDMI-A-1")
    let console = kiosk.card.frame(of: "HDMI-A-1")
    try kiosk.start([.halves()])
    kiosk.run(1)
    #expect(kiosk.card.frame(of: "HDMI-A-1") != console)
    kiosk.end()
    #expect(kiosk.card.frame(of: "HDMI-A-1") == console)
    #expect(kiosk.card.isLit("HDMI-A-1"))
  }

  @Test func itEndsAfterItsFramesOrItsTime() throws {
    let kiosk = SimulatedKiosk()
    var options = KioskOptions()
    options.frames = 30
    try kiosk.start([.halves(moves: true)], options: options)
    kiosk.run(5)
    #expect(kiosk.statistics.frames == 30)
    kiosk.end()
    let other = SimulatedKiosk()
    var seconds = KioskOptions()
    seconds.duration = 2
    let start = other.now
    try other.start([.halves()], options: seconds)
    other.run(60)
    #expect(abs(other.now - start - 2) < 0.1)
    other.end()
  }

  @Test func aHeldTimeIsShownAndStands() throws {
    let kiosk = SimulatedKiosk()
    var options = KioskOptions()
    options.heldTime = 0.5
    try kiosk.start([.halves(moves: true)], options: options)
    kiosk.run(3)
    #expect(kiosk.statistics.frames == 1)
    #expect(kiosk.inItsTime { kiosk.session?.sceneTime() } == 0.5)
    // Half red over blue.
    let pixel = Array(try shown(kiosk).prefix(3))
    #expect(abs(Int(pixel[0]) - 128) <= 1 && pixel[1] == 0 && abs(Int(pixel[2]) - 128) <= 1)
    kiosk.end()
  }
}
