import Foundation
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

/// Draws on the CPU, with OpenGL ES or without, so that the suite does the same on every machine.
@Suite struct OffscreenCompositorTests {
  private func open(_ renderer: RendererChoice) throws -> OffscreenCompositor {
    try OffscreenCompositor(RendererOptions(renderer, device: renderer == .gl ? .software : nil))
  }

  private func tree(width: Double, height: Double, scale: Double = 1, _ color: StraightColor) -> RenderTree {
    RenderTree(size: CGSize(width: width, height: height), scale: scale, background: color, root: nil, time: 0)
  }

  private func solid(_ pixel: [UInt8], _ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in pixel }
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference])
  func aBackgroundFillsThePictureWithPremultipliedBytes(renderer: RendererChoice) throws {
    let compositor = try open(renderer)
    let half = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.2)
    let picture = try compositor.picture(of: tree(width: 3, height: 2, half))
    #expect(picture.width == 3 && picture.height == 2)
    #expect(picture.pixels == solid([51, 0, 0, 51], 6))
    // OpenGL's canvas is drawn in 16 bits per channel, and rounded; the reference has no passes.
    #expect(picture.statistics.passes == [.gl: 2, .cpu: 1, .reference: 0][renderer])
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference])
  func picturesFollowEachOtherInAnySize(renderer: RendererChoice) throws {
    let compositor = try open(renderer)
    let red = StraightColor(red: 1, green: 0, blue: 0)
    let blue = StraightColor(red: 0, green: 0, blue: 1)
    #expect(try compositor.picture(of: tree(width: 4, height: 4, red)).pixels == solid([255, 0, 0, 255], 16))
    #expect(try compositor.picture(of: tree(width: 4, height: 4, blue)).pixels == solid([0, 0, 255, 255], 16))
    #expect(try compositor.picture(of: tree(width: 2, height: 1, scale: 2, red)).pixels == solid([255, 0, 0, 255], 8))
  }

  @Test(arguments: 1...40)
  func aResetThatTheDriverReportsOnceIsAnErrorAndTheNextFrameIsDrawn(query: Int) throws {
    let compositor = try OffscreenCompositor(device: .software)
    compositor.display?.device.simulateContextLoss(atQuery: query)
    var losses = 0
    for round in 0..<40 {
      let red = StraightColor(red: round % 2 == 0 ? 1 : 0, green: 0, blue: 1)
      do {
        let picture = try compositor.picture(of: tree(width: 2, height: 2, red))
        #expect(picture.pixels == solid([round % 2 == 0 ? 255 : 0, 0, 255, 255], 4))
      } catch CompositorError.contextLost(_, let cause) {
        #expect(cause == "simulated")
        losses += 1
      }
    }
    #expect(losses == 1)
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference])
  func nothingIsReadBeforeTheFirstFrame(renderer: RendererChoice) throws {
    #expect(try open(renderer).readPixels().isEmpty)
  }

  @Test(arguments: [(RendererChoice.cpu, "the CPU renderer ("), (.reference, "the reference renderer")])
  func aRendererWithoutADeviceSaysSo(renderer: RendererChoice, name: String) throws {
    let compositor = try open(renderer)
    #expect(compositor.choice == renderer)
    #expect(compositor.display == nil && compositor.drawsOnProcessor && !compositor.fellBackToSoftware)
    _ = try compositor.draw(tree(width: 2, height: 2, StraightColor(red: 1, green: 0, blue: 0)))
    let error = #expect(throws: CompositorError.self) { _ = try compositor.exportDmaBuf() }
    let text = try #require(error).description
    #expect(text.contains(name) && text.contains(" has no dma-bufs"), "\(text)")
  }

  /// Naming a device asks for OpenGL ES, and any device for whatever is best.
  @Test func whoNamesADeviceWantsOpenGL() {
    #expect(RendererOptions(.automatic, device: .software).settledChoice == .gl)
    #expect(RendererOptions(.automatic, device: .automatic).settledChoice == .automatic)
    #expect(RendererOptions(.automatic).settledChoice == .automatic)
    #expect(RendererOptions(.cpu, device: .software).settledChoice == .cpu)
  }

  /// Whatever it settles on says what it is, and draws.
  @Test func theAutomaticChoiceDraws() throws {
    let compositor = try open(.automatic)
    #expect((compositor.display == nil) == compositor.rendererName.hasPrefix("the CPU renderer"))
    #expect(compositor.display == nil || compositor.display?.properties.isSoftware == false)
    let picture = try compositor.picture(of: tree(width: 1, height: 1, StraightColor(red: 0, green: 1, blue: 0)))
    #expect(picture.pixels == [0, 255, 0, 255])
  }

  /// A frame that holds the one before gets only what changed, and is the whole frame.
  @Test(arguments: [1, 3]) func partialFramesOfTheCPURendererAreWholeOnes(threads: Int) throws {
    let compositor = try OffscreenCompositor(RendererOptions(.cpu, threads: threads))
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 150)
    root.backgroundColor = CGColor(red: 0.9, green: 0.8, blue: 0.7, alpha: 1)
    let disc = CALayer()
    disc.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
    disc.cornerRadius = 20
    disc.backgroundColor = CGColor(red: 0, green: 0.3, blue: 0.9, alpha: 0.7)
    root.addSublayer(disc)
    for step in 0..<6 {
      disc.position.x += 13.3
      let tree = CommittedTree(size: root.bounds.size, scale: 1, background: nil, root: root.commit(at: 0))
        .evaluate(at: 0)
      let picture = try compositor.picture(of: tree)
      let whole = try OffscreenCompositor(RendererOptions(.cpu)).picture(of: tree)
      let isEqual = picture.pixels == whole.pixels
      #expect(isEqual)
      #expect(step == 0 || picture.statistics.pixelsDamaged < 200 * 150 / 4)
    }
  }

  @Test func softwareThatWasAskedForIsNoFallback() throws {
    #expect(try !OffscreenCompositor(device: .software).fellBackToSoftware)
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference])
  func aFrameThatTheDeviceCannotHoldIsAnErrorAndTheNextOneIsDrawn(renderer: RendererChoice) throws {
    let compositor = try open(renderer)
    let white = StraightColor(red: 1, green: 1, blue: 1)
    #expect(throws: CompositorError.self) { try compositor.draw(tree(width: 1e6, height: 1e6, white)) }
    #expect(try compositor.picture(of: tree(width: 1, height: 1, white)).pixels == [255, 255, 255, 255])
  }

  /// The first picture of a service waits for no program: a card of a link, and one with a
  /// photograph.
  @Test(arguments: [false, true]) func aWarmDeviceHasTheProgramsOfCards(hasPhoto: Bool) throws {
    let compositor = try open(.gl)
    let device = try #require(compositor.display?.device)
    try compositor.warmUp()
    #expect(device.statistics.programsMade > 3)
    device.resetStatistics()
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 700, height: 300)
    root.backgroundColor = CGColor(red: 0.9, green: 0.8, blue: 0.7, alpha: 1)
    let box = CALayer()
    box.backgroundColor = CGColor(gray: 1, alpha: 1)
    box.cornerRadius = 20
    box.shadowOpacity = 0.4
    box.shadowRadius = 12
    var layers = [box]
    if hasPhoto {
      let gradient = CAGradientLayer()
      gradient.colors = [CGColor(gray: 1, alpha: 1), CGColor(gray: 0.5, alpha: 0.5)]
      let photo = CALayer()
      photo.contents = CGImage(
        premultipliedRGBA8: [UInt8](repeating: 200, count: 4 * 400 * 300), width: 400, height: 300)
      photo.cornerRadius = 10
      photo.masksToBounds = true
      layers += [gradient, photo]
    }
    for size in [60, 30.0] {
      let text = CATextLayer()
      text.string = "Ada Lovelace"
      text.fontSize = size
      layers.append(text)
    }
    for (index, layer) in layers.enumerated() {
      layer.frame = CGRect(x: 20 + 50 * index, y: 10 + 30 * index, width: 400, height: 100)
      root.addSublayer(layer)
    }
    let tree = CommittedTree(size: root.bounds.size, scale: 1, background: nil, root: root.commit(at: 0))
    _ = try compositor.picture(of: tree.evaluate(at: 0))
    #expect(device.statistics.programsMade == 0)
  }

  @Test func theCPURendererHasNothingToWarmUp() throws { try open(.cpu).warmUp() }

  @Test func aMissingDeviceIsAnErrorThatNamesIt() {
    let error = #expect(throws: CompositorError.self) {
      try OffscreenCompositor(device: .route(.gbm(path: "/nowhere/renderD128")))
    }
    #expect(error?.description.contains("/nowhere/renderD128") == true)
  }

  /// A hundred overlapping colours of low alpha beside a mark that moves: the same in each picture
  /// of a sequence, also where they come to what was drawn before in part.
  @Test func lowAlphaOverdrawIsRoundedOnceInSequences() throws {
    func layer(_ frame: CGRect, gray: Double, alpha: Double, sublayers: [RenderNode] = [], number: Int = 0)
      -> RenderNode?
    {
      var values = LayerValues()
      values.geometry.bounds = CGRect(origin: .zero, size: frame.size)
      values.geometry.position = CGPoint(x: frame.midX, y: frame.midY)
      values.backgroundColor = CGColor(srgbRed: gray, green: gray, blue: gray, alpha: alpha)
      return RenderNode(
        identifier: LayerIdentifier(rawValue: UInt64(number)), name: nil, kind: .layer, values: values,
        sublayers: sublayers)
    }
    let stack = (1...100).map { layer(CGRect(x: 0, y: 0, width: 40, height: 40), gray: 1, alpha: 0.01, number: $0) }
    let compositor = try OffscreenCompositor(device: .software)
    for (number, count) in [0, 0, 100, 100, 100, 3, 3].enumerated() {
      let mark = layer(CGRect(x: 10 * number, y: 60, width: 8, height: 8), gray: 1, alpha: 1, number: 101)
      let root = layer(
        CGRect(x: 0, y: 0, width: 100, height: 100), gray: 0, alpha: 1,
        sublayers: (stack.prefix(count) + [mark]).compactMap(\.self), number: 102)
      let tree = RenderTree(size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: root, time: 0)
      let pixels = try compositor.picture(of: tree).pixels
      let expected = 255 * (1 - pow(0.99, Double(count)))
      #expect(abs(Double(pixels[(20 * 100 + 20) * 4]) - expected) < 1, "picture \(number)")
      #expect(pixels[(64 * 100 + 10 * number + 4) * 4] == 255 && pixels[(64 * 100 + 99) * 4] == 0)
    }
  }
}
