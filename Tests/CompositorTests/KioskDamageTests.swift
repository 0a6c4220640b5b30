import Foundation
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneDisplays

/// Screens on which only what changes is drawn.
@Suite struct KioskDamageTests {
  private let square = CALayer()

  /// A green square of 8 points on a blue canvas of 64 × 48.
  private func content() -> StageContent {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 48)
    root.anchorPoint = .zero
    square.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    square.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    root.addSublayer(square)
    return StageContent(
      size: root.bounds.size, background: CGColor(red: 0, green: 0, blue: 1, alpha: 1), root: root)
  }

  private func move(_ kiosk: SimulatedKiosk, to x: Double, _ y: Double) {
    kiosk.inItsTime {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      square.frame.origin = CGPoint(x: x, y: y)
      CATransaction.commit()
    }
    kiosk.run(0.1)
  }

  /// The rectangles of the last flip's damage: x, y, x + width, y + height of each.
  private func clips(_ kiosk: SimulatedKiosk) -> [[Int32]] {
    let bytes = kiosk.card.lastDamage ?? []
    let numbers = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
    return stride(from: 0, to: numbers.count, by: 4).map { Array(numbers[$0..<$0 + 4]) }
  }

  /// Whether the screen shows the square at a place, and nothing else.
  private func shows(_ kiosk: SimulatedKiosk, squareAt x: Int, _ y: Int) -> Bool {
    guard let pixels = kiosk.card.pixels(of: "HDMI-A-1") else { return false }
    return (0..<64 * 48).allSatisfy { index in
      let isInside = (x..<x + 8).contains(index % 64) && (y..<y + 8).contains(index / 64)
      return Array(pixels[index * 4..<index * 4 + 3]) == (isInside ? [0, 255, 0] : [255, 0, 0])
    }
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference])
  func eachImageIsBroughtUpToDate(renderer: RendererChoice) throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([content()], options: .drawing(with: renderer))
    kiosk.run(0.5)
    // Of both images all is drawn once, and the first frame of a renderer is none of which parts
    // are replaced.
    for x in [8, 16, 24] { move(kiosk, to: Double(x), 0) }
    for (x, y) in [(32, 8), (40, 16), (8, 24), (50, 30)] {
      let before = kiosk.statistics
      let old = square.frame.origin
      move(kiosk, to: Double(x), Double(y))
      #expect(shows(kiosk, squareAt: x, y))
      #expect(kiosk.statistics.frames == before.frames + 1)
      // The square's last three places at most.
      let drawn = kiosk.statistics.pixelsDrawn - before.pixelsDrawn
      #expect(drawn >= 128 && drawn < 64 * 48 / 2, "\(drawn)")
      // What differs from the screen, whatever the image lacked beside that.
      let area = clips(kiosk).reduce(0) { $0 + ($1[2] - $1[0]) * ($1[3] - $1[1]) }
      for place in [old, CGPoint(x: x, y: y)] {
        let (left, top) = (Int32(place.x), Int32(place.y))
        #expect(clips(kiosk).contains { $0[0] <= left && $0[1] <= top && $0[2] >= left + 8 && $0[3] >= top + 8 })
      }
      #expect(area < 64 * 48 / 2)
    }
    kiosk.end()
    #expect(kiosk.card.blobs.isEmpty)
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference])
  func whatNobodySeesIsNotShown(renderer: RendererChoice) throws {
    let content = content()
    // Behind the canvas' edge.
    let away = CALayer()
    away.frame = CGRect(x: 100, y: 0, width: 8, height: 8)
    away.backgroundColor = square.backgroundColor
    content.root.addSublayer(away)
    let slide = CABasicAnimation(keyPath: "position.y")
    (slide.fromValue, slide.toValue, slide.duration, slide.repeatCount) = (0, 40, 1, .infinity)
    away.add(slide, forKey: nil)
    let kiosk = SimulatedKiosk()
    try kiosk.start([content], options: .drawing(with: renderer))
    kiosk.run(0.5)
    let before = (kiosk.statistics.frames, kiosk.statistics.pixelsDrawn, kiosk.turns)
    kiosk.run(10)
    #expect(kiosk.statistics.frames == before.0 && kiosk.statistics.pixelsDrawn == before.1)
    // It is looked at once a refresh.
    #expect((550...1300).contains(kiosk.turns - before.2))
    // A wish is a wish.
    kiosk.inItsTime { kiosk.session?.requestFrame() }
    kiosk.run(0.5)
    #expect(kiosk.statistics.frames == before.0 + 1 && kiosk.statistics.pixelsDrawn == before.1 + 64 * 48)
    move(kiosk, to: 20, 20)
    #expect(shows(kiosk, squareAt: 20, 20))
    kiosk.end()
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference])
  func aFailedFrameIsDrawnAnewAsAWhole(renderer: RendererChoice) throws {
    let kiosk = SimulatedKiosk()
    try kiosk.start([content()], options: .drawing(with: renderer))
    kiosk.run(0.5)
    for x in [8, 16, 24] { move(kiosk, to: Double(x), 0) }
    var isBroken = true
    kiosk.card.fault = { call, _ in
      guard call == .commit, isBroken else { return nil }
      isBroken = false
      return EBUSY
    }
    move(kiosk, to: 40, 8)
    kiosk.run(2)
    #expect(shows(kiosk, squareAt: 40, 8))
    for x in [30, 20, 10] {
      move(kiosk, to: Double(x), 16)
      #expect(shows(kiosk, squareAt: x, 16))
    }
    kiosk.end()
  }

  /// Very many overlapping shadows of low alpha, which are moved as a whole for a second, from a
  /// place to their own.
  private func shadows() -> StageContent {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 48)
    root.anchorPoint = .zero
    let all = CALayer()
    all.frame = root.bounds
    for number in 0..<100 {
      let layer = CALayer()
      layer.frame = CGRect(x: 8 + number * 7 % 32, y: 4 + number * 5 % 24, width: 16, height: 16)
      (layer.shadowPath, layer.shadowRadius, layer.shadowOpacity) = (CGPath(rect: layer.bounds, transform: nil), 6, 0.1)
      layer.shadowColor = CGColor(red: 0.9, green: 0.5, blue: Double(number % 2), alpha: 1)
      all.addSublayer(layer)
    }
    root.addSublayer(all)
    let slide = CABasicAnimation(keyPath: "position.x")
    (slide.fromValue, slide.toValue, slide.duration) = (16, 32, 1)
    all.add(slide, forKey: nil)
    return StageContent(size: root.bounds.size, background: CGColor(red: 1, green: 1, blue: 1, alpha: 1), root: root)
  }

  /// The largest difference between what a screen shows and a picture, in 255ths.
  private func difference(_ kiosk: SimulatedKiosk, from picture: OffscreenPicture) throws -> Int {
    let shown = try #require(kiosk.card.pixels(of: "HDMI-A-1"))
    return (0..<64 * 48).reduce(0) { most, index in
      // BGRX and RGBA.
      (0..<3).reduce(most) { max($0, abs(Int(shown[index * 4 + 2 - $1]) - Int(picture.pixels[index * 4 + $1]))) }
    }
  }

  /// What the shadows look like in their own place.
  private func pictureOfShadowsAtRest() throws -> OffscreenPicture {
    let still = shadows()
    for layer in still.root.sublayers ?? [] { layer.removeAllAnimations() }
    let stage = Stage(still, heldTime: nil)
    stage.start(at: 0)
    let tree = OutputGeometry(pixelWidth: 64, pixelHeight: 48, canvas: still.size)
      .tree(of: stage.commit(at: 0), content: still).evaluate(at: 0)
    return try OffscreenCompositor(device: .software).picture(of: tree)
  }

  /// A kiosk that draws with 16 bits per channel shows what a picture shows; one of bytes rounds
  /// each shadow.
  @Test(arguments: [RenderPrecision.words, .bytes])
  func precisionDecidesHowShadowsAreRounded(precision: RenderPrecision) throws {
    var options = KioskOptions.drawing(with: .gl)
    options.precision = precision
    let picture = try pictureOfShadowsAtRest()

    let kiosk = SimulatedKiosk()
    try kiosk.start([shadows()], options: options)
    kiosk.run(0.5)
    while kiosk.frames(in: 0.02) > 0 {}
    #expect(try (difference(kiosk, from: picture) <= 1) == (precision == .words))
    // Nothing is drawn once more when it rests.
    #expect(kiosk.frames(in: 5) == 0)
    kiosk.end()
  }
}
