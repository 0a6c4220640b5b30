import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// A bitmap to draw into, and to look at.
private struct Canvas {
  let context: CGContext

  init(_ width: Int, _ height: Int) throws {
    context = try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// Premultiplied red, green, blue and alpha; the top row is 0.
  func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
    let data = try #require(context.data)
    return (0..<4).map { data.load(fromByteOffset: y * context.bytesPerRow + x * 4 + $0, as: UInt8.self) }
  }
}

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
private let clear: [UInt8] = [0, 0, 0, 0]
private let opaqueRed: [UInt8] = [255, 0, 0, 255]
private let opaqueGreen: [UInt8] = [0, 255, 0, 255]

@Suite("§17 render(in:)") struct RenderInContextTests {
  private let layer = CALayer()

  init() {
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.backgroundColor = red
  }

  /// A replicator's second copy is half a second behind the first, which is at the end of a fade of
  /// a second.
  @Test func copiesInAPresentationHaveTheirOwnTimes() throws {
    let root = CAReplicatorLayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 4)
    (root.instanceCount, root.instanceDelay) = (2, 0.5)
    root.instanceTransform = CATransform3DMakeTranslation(4, 0, 0)
    root.addSublayer(layer)
    layer.position = CGPoint(x: 2, y: 2)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 1)
    (fade.fillMode, fade.isRemovedOnCompletion) = (.forwards, false)
    layer.add(fade, forKey: nil)
    root.speed = 0
    _ = root.commit(at: 0)
    root.timeOffset = 1
    _ = root.commit(at: 0)
    let canvas = try Canvas(8, 4)
    try #require(root.presentation()).render(in: canvas.context)
    #expect(try canvas.pixel(1, 1) == opaqueRed)
    #expect(try [127, 128].contains(canvas.pixel(5, 1)[3]))
  }

  /// y up, in the layer's own coordinates: neither position nor transform counts.
  @Test func inTheLayersOwnCoordinates() throws {
    let canvas = try Canvas(8, 8)
    layer.position = CGPoint(x: 100, y: 100)
    layer.transform = CATransform3DMakeScale(3, 3, 1)
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(0, 7) == opaqueRed)
    #expect(try canvas.pixel(3, 4) == opaqueRed)
    #expect(try canvas.pixel(4, 7) == clear)
    #expect(try canvas.pixel(0, 3) == clear)
  }

  @Test func theOriginOfTheBoundsIsKept() throws {
    let canvas = try Canvas(8, 8)
    layer.bounds.origin = CGPoint(x: 2, y: 1)
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(1, 6) == clear)
    #expect(try canvas.pixel(2, 6) == opaqueRed)
    #expect(try canvas.pixel(5, 3) == opaqueRed)
    #expect(try canvas.pixel(2, 7) == clear)
  }

  @Test func opacityAndHidingCount() throws {
    let canvas = try Canvas(8, 8)
    layer.opacity = 0.5
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(0, 7) == [128, 0, 0, 128])
    layer.isHidden = true
    let empty = try Canvas(8, 8)
    layer.render(in: empty.context)
    #expect(try empty.pixel(0, 7) == clear)
  }

  /// Scaled by 2 and flipped: at the bitmap's resolution, rows from the top.
  @Test func theCTMCounts() throws {
    let canvas = try Canvas(8, 8)
    canvas.context.translateBy(x: 0, y: 8)
    canvas.context.scaleBy(x: 2, y: -2)
    let sublayer = CALayer()
    sublayer.frame = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
    sublayer.backgroundColor = green
    layer.addSublayer(sublayer)
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(0, 0) == opaqueGreen)
    #expect(try canvas.pixel(1, 0) == opaqueRed)
    #expect(try canvas.pixel(7, 7) == opaqueRed)
  }

  @Test func theClipCounts() throws {
    let canvas = try Canvas(8, 8)
    canvas.context.clip(to: CGRect(x: 1, y: 1, width: 2, height: 2))
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(0, 7) == clear)
    #expect(try canvas.pixel(1, 6) == opaqueRed)
    #expect(try canvas.pixel(2, 5) == opaqueRed)
    #expect(try canvas.pixel(3, 4) == clear)
  }

  @Test func theContextsAlphaAndStateCount() throws {
    let canvas = try Canvas(8, 8)
    canvas.context.setAlpha(0.5)
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(0, 7) == [128, 0, 0, 128])
    // The state is as it was.
    canvas.context.setAlpha(1)
    canvas.context.setFillColor(green)
    canvas.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try canvas.pixel(0, 7) == opaqueGreen)
  }

  @Test func aSingularCTMDrawsNothing() throws {
    let canvas = try Canvas(8, 8)
    canvas.context.scaleBy(x: 1, y: 0)
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(0, 7) == clear)
  }

  /// A layer with a mask, and one in perspective that is degenerate: not there.
  @Test func masksAndDepth() throws {
    let canvas = try Canvas(8, 8)
    let mask = CALayer()
    mask.frame = CGRect(x: 0, y: 0, width: 2, height: 4)
    mask.backgroundColor = .black
    layer.mask = mask
    let edgeOn = CALayer()
    edgeOn.frame = layer.bounds
    edgeOn.backgroundColor = green
    edgeOn.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    layer.addSublayer(edgeOn)
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(1, 5) == opaqueRed)
    #expect(try canvas.pixel(2, 5) == clear)
  }

  /// y up (0, −2): the shadow of a sharp radius falls below.
  @Test func shadows() throws {
    let canvas = try Canvas(8, 8)
    layer.bounds.origin.y = -4
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowColor = green
    layer.shadowOffset = CGSize(width: 0, height: 2)
    layer.render(in: canvas.context)
    // The layer lies below the bitmap, its shadow reaches two rows into it.
    #expect(try canvas.pixel(0, 7) == opaqueGreen)
    #expect(try canvas.pixel(0, 6) == opaqueGreen)
    #expect(try canvas.pixel(0, 5) == clear)
  }

  /// Whichever way rows run, the front of a layer is its front.
  @Test(arguments: [false, true], [false, true])
  func theFrontIsSeen(contextIsFlipped: Bool, layerIsFlipped: Bool) throws {
    let canvas = try Canvas(4, 4)
    if contextIsFlipped {
      canvas.context.translateBy(x: 0, y: 4)
      canvas.context.scaleBy(x: 1, y: -1)
    }
    layer.isGeometryFlipped = layerIsFlipped
    layer.isDoubleSided = false
    let back = CALayer()
    back.frame = CGRect(x: 0, y: 0, width: 4, height: 2)
    back.backgroundColor = green
    back.isDoubleSided = false
    back.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    layer.addSublayer(back)
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(1, 0) == opaqueRed)
    #expect(try canvas.pixel(1, 3) == opaqueRed)
  }

  /// The first row of an image is at the least y of a layer that is not flipped, as on the canvas.
  @Test(arguments: [false, true])
  func imagesLieAsInTheTree(isFlipped: Bool) throws {
    let canvas = try Canvas(1, 2)
    layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 2)
    layer.contents = CGImage(premultipliedRGBA8: opaqueRed + opaqueGreen, width: 1, height: 2)
    layer.isGeometryFlipped = isFlipped
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(0, 1) == (isFlipped ? opaqueGreen : opaqueRed))
    #expect(try canvas.pixel(0, 0) == (isFlipped ? opaqueRed : opaqueGreen))
  }

  /// Values that the program set, not those that animations show; and nothing is committed.
  @Test func modelValues() throws {
    let canvas = try Canvas(8, 8)
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 0
    fade.duration = 1000
    layer.add(fade, forKey: nil)
    layer.render(in: canvas.context)
    #expect(try canvas.pixel(0, 7) == opaqueRed)
    #expect(layer.presentation() == nil)
  }

  /// More rows than one picture of the reference may have: drawn in bands without a seam.
  @Test func largeBitmapsAreDrawnInBands() throws {
    let canvas = try Canvas(4096, 1200)
    layer.bounds = CGRect(x: 0, y: 0, width: 4096, height: 1200)
    layer.opacity = 0.5
    layer.render(in: canvas.context)
    for row in [0, 175, 176, 177, 1199] { #expect(try canvas.pixel(2000, row) == [128, 0, 0, 128]) }
  }
}
