import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneFlattening

@Suite("The debug overlay") struct DebugOverlayTests {
  /// A square of 20 points at a place, in a group that needs a pass, over another square, on a
  /// canvas of 200 × 100.
  private func tree(_ x: Double, time: Double = 0) -> RenderTree {
    func node(_ id: UInt64, _ rect: CGRect, _ color: CGColor?, opacity: Float = 1, _ inside: [RenderNode] = [])
      -> RenderNode?
    {
      var values = LayerValues()
      values.geometry.bounds = CGRect(origin: .zero, size: rect.size)
      values.geometry.anchorPoint = .zero
      values.geometry.position = rect.origin
      values.backgroundColor = color
      values.opacity = opacity
      return RenderNode(
        identifier: LayerIdentifier(rawValue: id), name: "layer \(id)", kind: .layer, values: values, sublayers: inside)
    }
    let (red, green) = (CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 1, blue: 0, alpha: 1))
    let square = node(3, CGRect(x: 5, y: 5, width: 10, height: 10), green)
    let group = node(2, CGRect(x: x, y: 10, width: 20, height: 20), red, opacity: 0.5, [square].compactMap { $0 })
    let still = node(4, CGRect(x: 100, y: 20, width: 60, height: 60), green)
    let root = node(
      1, CGRect(x: 0, y: 0, width: 200, height: 100), nil, [still, group].compactMap { $0 })
    return RenderTree(
      size: CGSize(width: 200, height: 100), scale: 1, background: StraightColor(red: 0, green: 0, blue: 0, alpha: 1),
      root: root, time: time)
  }

  static let all = DebugOverlay.named.map(\.overlay) + [DebugOverlay(names: DebugOverlay.named.map(\.name)) ?? []]

  @Test("with nothing shown a tree stays the object that it is")
  func nothing() {
    var overlay = DebugOverlayState()
    let plain = tree(0)
    let covered = overlay.covering(plain)
    #expect(covered.overlay == nil && covered.root === plain.root)
    #expect("\(Flattener.flatten(covered))" == "\(Flattener.flatten(plain))")
    overlay.note(FrameStatistics())
    // What was shown once leaves nothing.
    overlay.shown = [.damage, .frames]
    _ = overlay.covering(tree(1))
    overlay.shown = []
    #expect(overlay.covering(plain).overlay == nil && overlay.content == nil)
  }

  @Test("each shows something", arguments: all)
  func each(overlay kind: DebugOverlay) throws {
    var overlay = DebugOverlayState()
    overlay.shown = kind
    _ = overlay.covering(tree(0))
    let covered = overlay.covering(tree(30, time: 0.02))
    #expect(try #require(covered.overlay).sublayers.count >= 1)
    #expect(overlay.content?.root === covered.root)
    #expect(Flattener.flatten(covered).primitives.count > Flattener.flatten(tree(30)).primitives.count)
    let pictures = try [RendererChoice.reference, .cpu, .gl].map { renderer in
      try OffscreenCompositor(RendererOptions(renderer, device: renderer == .gl ? .software : nil)).picture(of: covered)
        .pixels
    }
    for picture in pictures.dropFirst() {
      #expect(zip(picture, pictures[0]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test("the damage that is shown is that of the layers, not of the overlay")
  func damage() throws {
    var overlay = DebugOverlayState()
    overlay.shown = .damage
    _ = overlay.covering(tree(0))
    _ = overlay.covering(tree(40))
    let covered = overlay.covering(tree(80))
    let boxes = try #require(covered.overlay).sublayers.map {
      CGRect(origin: $0.geometry.position, size: $0.bounds.size)
    }
    #expect(boxes == [CGRect(x: 40, y: 10, width: 20, height: 20), CGRect(x: 80, y: 10, width: 20, height: 20)])
  }

  @Test("a frame that looks the same is none", arguments: all)
  func same(overlay kind: DebugOverlay) {
    var overlay = DebugOverlayState()
    overlay.shown = kind
    _ = overlay.covering(tree(0))
    let moved = overlay.covering(tree(40, time: 1))
    let again = overlay.covering(tree(40, time: 2))
    #expect(again.overlay === moved.overlay)
    #expect(Damage(from: moved, to: again).region.isEmpty)
    // What is only asked for counts for nothing.
    let asked = overlay.covered(tree(60, time: 3))
    #expect(asked.overlay !== again.overlay)
    #expect(overlay.covering(tree(40, time: 3)).overlay === again.overlay)
  }

  @Test("nothing is left of it in images that take turns", arguments: all)
  func images(overlay kind: DebugOverlay) throws {
    var overlay = DebugOverlayState()
    overlay.shown = kind
    var history = DamageHistory()
    let (renderer, whole) = (CPUFrameRenderer(threads: 1), CPUFrameRenderer(threads: 1))
    func draw(_ tree: RenderTree, _ damage: PixelRegion?, into bytes: inout [UInt8], with renderer: CPUFrameRenderer)
      throws
    {
      let result = bytes.withUnsafeMutableBytes { memory in
        Result { () throws(RenderFailure) in
          try renderer.render(
            tree,
            into: .init(memory: memory, width: 200, height: 100, bytesPerRow: 800), RenderOrder(damage))
        }
      }
      overlay.note(try result.get())
    }
    var images = [[UInt8]](repeating: [UInt8](repeating: 7, count: 80_000), count: 2)
    for frame in 0..<12 {
      // From the sixth frame on there is none.
      if frame == 6 { overlay.shown = [] }
      let shown = overlay.covering(tree(Double(frame * 13), time: Double(frame) / 60))
      let damage = history.damage(of: shown, bufferAge: frame < 2 ? 0 : 2)
      try draw(shown, damage, into: &images[frame % 2], with: renderer)
      var expected = [UInt8](repeating: 0, count: 80_000)
      try draw(shown, nil, into: &expected, with: whole)
      #expect(images[frame % 2] == expected, "frame \(frame)")
    }
  }

  @Test("a compositor's targets have it, and its pictures do not")
  func targets() throws {
    let compositor = try OffscreenCompositor(device: .software)
    let plain = try compositor.picture(of: tree(0)).pixels
    let target = try DrawingTarget(on: compositor, width: 200, height: 100)
    try target.draw(tree(0), onlyChanges: true)
    let bare = try target.readPixels()
    compositor.overlay.shown = [.layers, .damage]
    // Nil is all of it.
    #expect(target.changes(to: tree(0))?.isEmpty != true)
    try target.draw(tree(0), onlyChanges: true)
    #expect(try target.readPixels() != bare)
    #expect(try compositor.picture(of: tree(0)).pixels == plain)
    compositor.overlay.shown = []
    try target.draw(tree(0), onlyChanges: true)
    #expect(try target.readPixels() == bare)
  }

  @Test("a kiosk's screenshots have it only where that is asked for", arguments: [RendererChoice.gl, .cpu, .reference])
  func kiosk(renderer: RendererChoice) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 48)
    root.anchorPoint = .zero
    root.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let kiosk = SimulatedKiosk()
    try kiosk.start(
      [StageContent(size: root.bounds.size, root: root)], options: .drawing(with: renderer))
    kiosk.run(0.5)
    let session = try #require(kiosk.session)
    let plain = try #require(try session.screenshot()).pixels
    session.debugOverlay = .damage
    kiosk.run(0.5)
    #expect(session.debugOverlay == .damage)
    let shown = try #require(try session.screenshot(hasOverlay: true)).pixels
    #expect(shown != plain)
    #expect(try #require(try session.screenshot()).pixels == plain)
    session.debugOverlay = []
    kiosk.run(0.5)
    #expect(try #require(try session.screenshot(hasOverlay: true)).pixels == plain)
  }
}
