import Foundation
import Multiplane
import MultiplaneTesting
import Testing

@Suite struct LayerImageRendererTests {
  /// A square of 10 points that moves by 100 points in a second, on a canvas of 120 × 20.
  private func scene(background: CGColor? = nil) -> Scene {
    let square = CALayer()
    square.frame = CGRect(x: 0, y: 5, width: 10, height: 10)
    square.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let move = CABasicAnimation(keyPath: "position.x")
    move.fromValue = 5.0
    move.toValue = 105.0
    move.duration = 1
    square.add(move, forKey: "move")
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 20)
    root.addSublayer(square)
    return Scene(root: root, background: background)
  }

  /// The first and the last column with any alpha in the middle row.
  private func columns(of image: CGImage) throws -> ClosedRange<Int> {
    let data = try #require(image.dataProvider?.data as Data?)
    let row = image.height / 2
    let covered = (0..<image.width).filter { data[row * image.bytesPerRow + $0 * 4 + 3] > 0 }
    return try #require(covered.first)...#require(covered.last)
  }

  @Test func aPictureWithoutATimeIsOfThePosterTime() throws {
    var scene = scene()
    scene.posterTime = 0.5
    let renderer = try LayerImageRenderer(.cpu)
    #expect(try columns(of: renderer.image(of: scene)) == 50...59)
    #expect(try columns(of: renderer.image(of: scene, at: 0)) == 0...9)
    #expect(try columns(of: renderer.image(of: Scene(data: scene.data()))) == 50...59)
  }

  @Test(arguments: RendererChoice.allCases)
  func aPictureIsOfItsTime(renderer: RendererChoice) throws {
    let renderer = try LayerImageRenderer(renderer)
    #expect(try columns(of: renderer.image(of: scene())) == 0...9)
    #expect(try columns(of: renderer.image(of: scene(), at: 0.5)) == 50...59)
    let large = try renderer.image(of: scene(), at: 0.5, scale: 2)
    #expect(large.width == 240 && large.height == 40)
    #expect(try columns(of: large) == 100...119)
  }

  @Test func timesCountFromTheOrigin() throws {
    var later = scene()
    later.timeOrigin = 1000
    let renderer = try LayerImageRenderer(.cpu)
    #expect(try columns(of: renderer.image(of: later, at: 0.25)) == 25...34)
  }

  /// A flush begins animations on the media clock; those that follow begin with the picture. Both
  /// have one origin, in pictures, frames and the written scene.
  @Test func afterAFlushThereIsOneOrigin() throws {
    let scene = scene()
    let layer = try #require(scene.root.sublayers?.first)
    CATransaction.flush()
    let fade = CABasicAnimation(keyPath: "bounds.size.width")
    (fade.fromValue, fade.toValue, fade.duration) = (10, 20, 1)
    layer.add(fade, forKey: "width")
    let renderer = try LayerImageRenderer(.cpu)
    // Its middle at 55, 15 points wide.
    #expect(try columns(of: renderer.image(of: scene, at: 0.5)) == 47...62)
    #expect(try columns(of: renderer.image(of: scene.root, at: 0.5)) == 47...62)
    var places: [Int] = []
    try renderer.forEachFrame(of: scene, FrameTimes(to: 1, framesPerSecond: 2)) { _, image in
      places.append(try columns(of: image).lowerBound)
    }
    #expect(places == [0, 47])
    #expect(try columns(of: renderer.image(of: Scene(data: scene.data()), at: 0.5)) == 47...62)
  }

  @Test func aRootsPositionDoesNotCount() throws {
    let scene = scene()
    scene.root.position = CGPoint(x: 1000, y: -20)
    scene.root.anchorPoint = CGPoint(x: 1, y: 0)
    let renderer = try LayerImageRenderer(.cpu)
    #expect(try columns(of: renderer.image(of: scene, at: 0.5)) == 50...59)
    #expect(try columns(of: renderer.image(of: scene.root, at: 0.5)) == 50...59)
  }

  @Test func whatChangesShowsInTheNextPicture() throws {
    let scene = scene()
    let renderer = try LayerImageRenderer(.cpu)
    _ = try renderer.image(of: scene)
    scene.root.sublayers?.first?.frame = CGRect(x: 0, y: 5, width: 30, height: 10)
    scene.root.sublayers?.first?.removeAllAnimations()
    #expect(try columns(of: renderer.image(of: scene)) == 0...29)
  }

  @Test func framesComeInTheirOrder() throws {
    var places: [Int] = []
    try LayerImageRenderer(.cpu).forEachFrame(of: scene(), FrameTimes(to: 1, framesPerSecond: 4)) { index, image in
      #expect(index == places.count)
      places.append(try columns(of: image).lowerBound)
    }
    #expect(places == [0, 25, 50, 75])
  }

  @Test func whatABodyThrowsEndsTheFrames() throws {
    struct Enough: Error {}
    var count = 0
    #expect(throws: Enough.self) {
      try LayerImageRenderer(.cpu).forEachFrame(of: scene(), FrameTimes(to: 1)) { _, _ in
        count += 1
        if count == 2 { throw Enough() }
      }
    }
    #expect(count == 2)
  }

  @Test func whatAPictureTakesIsReckoned() throws {
    let renderer = try LayerImageRenderer(.cpu)
    let (small, large) = (try renderer.cost(of: scene(), scale: 1), try renderer.cost(of: scene(), scale: 10))
    #expect(small.seconds > 0 && large.seconds > 10 * small.seconds)
    #expect(small.bytes >= 8 * 120 * 20 && large.bytes > 50 * small.bytes)
    // It is what limits go by, beside the time that evaluation has taken.
    let exact = try LayerImageRenderer(.cpu, limits: ImageLimits(memory: 512 << 20, seconds: 1 + large.seconds))
    _ = try exact.image(of: scene(), scale: 10)
    let less = try LayerImageRenderer(.cpu, limits: ImageLimits(memory: 512 << 20, seconds: 0.99 * large.seconds))
    #expect(throws: MultiplaneError.self) { try less.image(of: scene(), scale: 10) }
  }

  @Test func limitsRefuse() throws {
    let renderer = try LayerImageRenderer(.cpu, limits: ImageLimits(memory: 512 << 20, seconds: 1e-9))
    let error = #expect(throws: MultiplaneError.self) { try renderer.image(of: scene()) }
    #expect(error?.code == .limitTime)
  }

  @Test func whatCannotBeDrawnSaysWhy() throws {
    let renderer = try LayerImageRenderer(.cpu)
    let empty = #expect(throws: MultiplaneError.self) { try renderer.image(of: CALayer()) }
    #expect(empty?.code == .canvas)
    let endless = #expect(throws: MultiplaneError.self) { try renderer.image(of: scene(), at: .infinity) }
    #expect(endless?.code == .times)
    let times = #expect(throws: MultiplaneError.self) { try FrameTimes(from: 1, to: 1) }
    #expect(times?.code == .times && times?.description.hasPrefix("to: ") == true)
  }

  /// The lines of docs/drawing.md, "Layers in a context": a context whose y runs down shows what a
  /// picture does, one as it comes shows it upside down.
  @Test(arguments: [true, false]) func aTurnedContextShowsThePicture(isTurned: Bool) throws {
    let layer = CAGradientLayer()
    layer.bounds = CGRect(x: 5, y: 7, width: 40, height: 30)
    layer.colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)]
    layer.cornerRadius = 6
    layer.position = CGPoint(x: 300, y: -90)
    let corner = CALayer()
    corner.frame = CGRect(x: 8, y: 9, width: 12, height: 5)
    corner.backgroundColor = CGColor(gray: 1, alpha: 1)
    layer.addSublayer(corner)
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let context = try #require(
      CGContext(
        data: nil, width: 40, height: 30, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.translateBy(x: -layer.bounds.minX, y: isTurned ? layer.bounds.maxY : -layer.bounds.minY)
    context.scaleBy(x: 1, y: isTurned ? -1 : 1)
    layer.render(in: context)
    let picture = try #require(context.makeImage())
    let bytes = try LayerImageRenderer(.cpu).image(of: layer).premultipliedRGBA8()
    let rows = stride(from: 0, to: bytes.count, by: 160).map { bytes[$0..<$0 + 160] }
    let expected = try #require(
      CGImage(premultipliedRGBA8: Array((isTurned ? rows : rows.reversed()).joined()), width: 40, height: 30))
    #expect(try picture.difference(from: expected).breaches(of: .parity) == [])
  }
}
