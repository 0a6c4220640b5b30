import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneSceneFile
import TestSupport
import TestTiers
import Testing

@testable import MultiplaneGLRenderer

/// A frame is a function of the tree, the size and the precision: not of damage, of parts, of
/// frames before, or of the order of rows. The quick tier draws every ninth scene.
@Suite(.serialized) struct FrameTests {
  /// Backdrops, blend modes, shadows, masks, rasters, images and paths.
  static let scenes = SceneLibrary.all.filter { scene in
    ["gallery/effects", "backdrop/", "blend/blend-modes-in", "mask/", "raster/", "shadow/shadow-of"]
      .contains { scene.path.hasPrefix($0) }
  }

  @Test(arguments: scenes.drawn { $0.rotation })
  func partsAndDamageShowTheSame(scene: SceneName) throws {
    let tree = try scene.committed().evaluate(at: 0.37)
    let (width, height) = (Int32(tree.pixelWidth), Int32(tree.pixelHeight))
    let test = try TestDevice()
    let whole = try test.draw(tree).bytes
    let part = PixelBox(minX: width / 3, minY: height / 4, maxX: width * 2 / 3, maxY: height * 3 / 4)
    #expect(try difference(test.draw(tree, part: part).bytes, cut(part, of: whole, width: width)) <= 1)
    for precision in [GLRenderer.Precision.words, .bytes] {
      let anew = try test.draw(tree, precision: precision).bytes
      let other = [UInt8](repeating: 77, count: whole.count)
      let damage = [part, PixelBox(minX: 0, minY: 0, maxX: width / 5, maxY: height / 6)]
      let partial = try test.draw(tree, damage: damage, beneath: other, precision: precision).bytes
      var expected = other
      for box in damage { copy(box, from: anew, to: &expected, width: width) }
      #expect(difference(partial, expected) <= (precision == .words ? 1 : 2), "\(precision)")
    }
    test.expectNoComplaints()
  }

  /// Canvases of which 16 bits per channel would take too much memory.
  @Test(arguments: scenes.drawn { $0.rotation &+ 3 })
  func bandsShowTheSame(scene: SceneName) throws {
    let tree = try scene.committed().evaluate(at: 0.37)
    let test = try TestDevice()
    let whole = try test.draw(tree)
    // Three of them, the last a little less high.
    test.renderer.mostCanvasPixels = tree.pixelWidth * (tree.pixelHeight / 3 + 1)
    let bands = try test.draw(tree)
    #expect(bands.cost.passes >= whole.cost.passes + 4)
    #expect(difference(bands.bytes, whole.bytes) <= 1)
    test.expectNoComplaints()
  }

  @Test(arguments: scenes.drawn { $0.rotation &+ 6 })
  func rowsFromTheBottomShowTheSame(scene: SceneName) throws {
    let tree = try scene.committed().evaluate(at: 0.37)
    let test = try TestDevice()
    let (top, bottom) = (try test.draw(tree).bytes, try test.draw(tree, rowOrder: .bottomRowFirst).bytes)
    let stride = tree.pixelWidth * 4
    let turned = (0..<tree.pixelHeight).reversed().flatMap { bottom[$0 * stride..<($0 + 1) * stride] }
    #expect(difference(top, turned) <= 1)
  }

  /// Textures that have to make room for one another while a frame is drawn do not change it.
  @Test func aSmallBudgetShowsTheSame() throws {
    let images = try (0..<6).map { try image(300, 300, red: UInt8($0 * 40)) }
    let layers = (0..<24).map { number in
      layer(Double(number % 6) * 60, Double(number / 6) * 90, 80, 80) {
        $0.contents = images[number % 6]
        $0.opacity = 0.7
      }
    }
    let tree = tree(of: layers)
    let small = try TestDevice(textureBudget: 400_000)
    let picture = try small.draw(tree)
    #expect(try difference(picture.bytes, TestDevice().draw(tree).bytes) == 0)
    #expect(try difference(picture.bytes, CPUPicture.bytes(of: tree)) <= 1)
    small.expectNoComplaints()
    // What it kept is within the budget, but for one image that is larger.
    #expect(small.renderer.textureBytes < 4_000_000)
  }

  /// Many more pixels of groups than there may be surfaces at once, side by side and in one
  /// another.
  @Test func groupsAreDrawnInPortions() throws {
    func nested(_ depth: Int) -> RenderNode? {
      let inside = depth > 0 ? nested(depth - 1) : nil
      return layer(
        1, 1, 398, 398, sublayers: [layer(Double(depth * 5), 20, 60, 300, color: .red), inside]
      ) { $0.opacity = 0.95 }
    }
    let tree = tree(of: (0..<60).map { _ in nested(3) })
    let test = try TestDevice()
    let picture = try test.draw(tree)
    #expect(try difference(picture.bytes, CPUPicture.bytes(of: tree)) <= 1)
    // 240 groups of a canvas are 300 MiB in words.
    #expect(test.renderer.textureBytes < 200 << 20)
    test.expectNoComplaints()
  }

  @Test func surfacesBeyondTheLimitAreRefusedBeforeAnythingIsDrawn() throws {
    let test = try TestDevice()
    test.renderer.surfaceLimit = 100_000
    let group = layer(
      0, 0, 400, 400, sublayers: [layer(0, 0, 300, 300, color: .red), layer(9, 9, 300, 300, color: .blue)]
    ) {
      $0.opacity = 0.5
    }
    #expect(throws: RenderError.self) { _ = try test.draw(tree(of: [group])) }
    test.renderer.surfaceLimit = .max
    #expect(try difference(test.draw(tree(of: [group])).bytes, CPUPicture.bytes(of: tree(of: [group]))) <= 1)
  }

  /// What is there stays beneath what is drawn.
  @Test(arguments: [GLRenderer.Precision.words, .bytes])
  func overWhatIsThere(precision: GLRenderer.Precision) throws {
    let test = try TestDevice()
    let beneath = [UInt8]([0, 0, 255, 255] + [0, 0, 255, 255])
    let half = layer(0, 0, 1, 1, color: StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    let picture = try test.draw(
      tree(half, size: CGSize(width: 2, height: 1)), beneath: beneath, keepsPixels: true, precision: precision)
    #expect(difference(picture.bytes, [128, 0, 127, 255, 0, 0, 255, 255]) <= 1)
  }

  private func cut(_ box: PixelBox, of bytes: [UInt8], width: Int32) -> [UInt8] {
    (box.minY..<box.maxY).flatMap { row -> ArraySlice<UInt8> in
      let start = Int(row * width + box.minX) * 4
      return bytes[start..<start + box.width * 4]
    }
  }

  private func copy(_ box: PixelBox, from source: [UInt8], to target: inout [UInt8], width: Int32) {
    for row in box.minY..<box.maxY {
      let range = Int(row * width + box.minX) * 4..<Int(row * width + box.maxX) * 4
      target.replaceSubrange(range, with: source[range])
    }
  }
}
