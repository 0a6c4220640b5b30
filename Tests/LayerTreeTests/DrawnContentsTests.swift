import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// Draws what it is given, and remembers how often.
private final class DrawnLayer: CALayer {
  var onDraw: (CGContext) -> Void = { _ in }
  var count = 0

  override func draw(in ctx: CGContext) {
    count += 1
    onDraw(ctx)
  }
}

private final class DrawingDelegate: NSObject, CALayerDelegate {
  var events: [String] = []

  func layerWillDraw(_ layer: CALayer) { events.append("will draw") }

  func draw(_ layer: CALayer, in ctx: CGContext) {
    events.append("draw")
    ctx.setFillColor(red)
    ctx.fill(layer.bounds)
  }
}

private final class ActionsOnly: NSObject, CALayerDelegate {}

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
private let opaqueRed: [UInt8] = [255, 0, 0, 255]
private let opaqueBlue: [UInt8] = [0, 0, 255, 255]
private let clear: [UInt8] = [0, 0, 0, 0]

/// Premultiplied red, green, blue and alpha of the layer's contents; the top row is 0.
private func pixel(_ layer: CALayer, _ x: Int, _ y: Int) throws -> [UInt8] {
  let image = try #require(layer.values.contents)
  let start = (y * image.width + x) * 4
  return Array(image.premultipliedRGBA8()[start..<start + 4])
}

@Suite("§17 drawing") struct DrawnContentsTests {
  private let layer = DrawnLayer()

  init() {
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 3)
    layer.onDraw = {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
  }

  @Test func aLayerIsDrawnWhenAskedFor() throws {
    _ = layer.commit(at: 0)
    #expect(layer.count == 0 && layer.contents == nil)
    layer.setNeedsDisplay()
    let committed = layer.commit(at: 0)
    #expect(layer.count == 1)
    #expect(layer.contents as? CGImage === committed.values.contents)
    #expect(!layer.needsDisplay())
    // Nothing is drawn again for another change.
    layer.position = CGPoint(x: 5, y: 5)
    _ = layer.commit(at: 0)
    #expect(layer.count == 1)
  }

  /// The least y is the top row, as images lie in a layer; flipped, the greatest is.
  @Test(arguments: [false, true])
  func coordinatesAreTheLayers(isFlipped: Bool) throws {
    layer.isGeometryFlipped = isFlipped
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(try pixel(layer, 0, isFlipped ? 2 : 0) == opaqueRed)
    #expect(try pixel(layer, 0, isFlipped ? 0 : 2) == clear)
    #expect(try pixel(layer, 1, isFlipped ? 2 : 0) == clear)
  }

  @Test func boundsAndScaleDecideTheSize() throws {
    layer.bounds = CGRect(x: 10, y: 20, width: 4, height: 3)
    layer.contentsScale = 2
    layer.onDraw = {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 12, y: 21, width: 1, height: 1))
    }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let image = try #require(layer.values.contents)
    #expect(image.width == 8 && image.height == 6)
    #expect(try pixel(layer, 4, 2) == opaqueRed)
    #expect(try pixel(layer, 5, 3) == opaqueRed)
    #expect(try pixel(layer, 3, 2) == clear)
    #expect(try pixel(layer, 4, 1) == clear)
  }

  /// Parts of a pixel count as one; the bounds fill the bitmap then.
  @Test func sizesAreRoundedUp() throws {
    layer.bounds = CGRect(x: 0, y: 0, width: 2.5, height: 3.2)
    layer.onDraw = {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 0, y: 0, width: 2.5, height: 3.2))
    }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let image = try #require(layer.values.contents)
    #expect(image.width == 3 && image.height == 4)
    #expect(try pixel(layer, 2, 3) == opaqueRed)
    // 1.1 · 100 is a little more than 110.
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 1)
    layer.contentsScale = 1.1
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.values.contents?.width == 110)
  }

  @Test(arguments: [CGRect.zero, CGRect(x: 0, y: 0, width: 5, height: 0)])
  func emptyBoundsAreNotDrawn(bounds: CGRect) {
    layer.bounds = bounds
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.count == 0 && layer.contents == nil)
  }

  @Test func whatIsTooLargeIsDrawnSmaller() throws {
    layer.bounds = CGRect(x: 0, y: 0, width: 1_000_000, height: 100)
    layer.onDraw = {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 500_000, y: 0, width: 500_000, height: 100))
    }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let image = try #require(layer.values.contents)
    #expect(image.width == 16384 && image.height == 1)
    #expect(try pixel(layer, 8191, 0) == clear)
    #expect(try pixel(layer, 8192, 0) == opaqueRed)
  }

  /// Only the rectangle is drawn on, what is outside is kept, what is inside is cleared first.
  @Test func partsAreRedrawn() throws {
    layer.onDraw = {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 0, y: 0, width: 4, height: 3))
    }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    var clip = CGRect.null
    layer.onDraw = {
      clip = $0.boundingBoxOfClipPath
      $0.setFillColor(blue)
      $0.fill(CGRect(x: 0, y: 0, width: 2, height: 3))
    }
    layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 1))
    layer.displayIfNeeded()
    #expect(clip == CGRect(x: 1, y: 1, width: 2, height: 1))
    #expect(try pixel(layer, 0, 1) == opaqueRed)
    #expect(try pixel(layer, 1, 1) == opaqueBlue)
    #expect(try pixel(layer, 2, 1) == clear)
    #expect(try pixel(layer, 1, 0) == opaqueRed)
    #expect(try pixel(layer, 3, 1) == opaqueRed)
    // Two rectangles count as the one around both; outside of the bounds there is nothing to draw.
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    layer.setNeedsDisplay(CGRect(x: 3, y: 2, width: 9, height: 9))
    layer.displayIfNeeded()
    #expect(clip == layer.bounds)
    let count = layer.count
    layer.setNeedsDisplay(CGRect(x: 50, y: 50, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(layer.count == count)
  }

  /// Contents from elsewhere, or another size, leave nothing to keep.
  @Test func aRectangleOfNewContentsIsAll() throws {
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.contents = nil
    layer.onDraw = {
      $0.setFillColor(blue)
      $0.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
    }
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(try pixel(layer, 3, 2) == opaqueBlue)
    layer.bounds.size.width = 5
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(try pixel(layer, 4, 2) == opaqueBlue)
  }

  @Test func opaqueLayersBeginBlack() throws {
    layer.isOpaque = true
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(try pixel(layer, 0, 0) == opaqueRed)
    #expect(try pixel(layer, 3, 2) == [0, 0, 0, 255])
    #expect(layer.values.contents?.bitmapInfo.alphaInfo == .noneSkipLast)
  }

  @Test func formats() throws {
    #expect(layer.contentsFormat == .RGBA8Uint)
    layer.contentsFormat = CALayerContentsFormat(rawValue: "unheard of")
    #expect(layer.contentsFormat == .RGBA8Uint)
    for (format, bits) in [(CALayerContentsFormat.RGBA16Float, 64), (.gray8Uint, 8), (.automatic, 32)] {
      layer.contentsFormat = format
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      #expect(layer.values.contents?.bitsPerPixel == bits)
      #expect(try pixel(layer, 0, 0) != pixel(layer, 3, 2))
      // A part of it is drawn over the rest.
      layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 1, height: 1))
      let before = try pixel(layer, 0, 0)
      layer.displayIfNeeded()
      #expect(try pixel(layer, 0, 0) == before)
    }
    layer.setValue("Gray8", forKey: "contentsFormat")
    #expect(layer.contentsFormat == .gray8Uint)
  }

  @Test func halfFloatsKeepWhatIsBrighterThanWhite() throws {
    final class BrightLayer: CALayer {
      override func draw(in ctx: CGContext) {
        guard let space = CGColorSpace(name: CGColorSpace.extendedSRGB),
          let color = CGColor(colorSpace: space, components: [1.5, -0.25, 0.001, 1])
        else { return }
        ctx.setFillColor(color)
        ctx.fill(bounds)
      }
    }
    let layer = BrightLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 1)
    layer.contentsFormat = .RGBA16Float
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let image = try #require(layer.values.contents)
    #expect(image.premultipliedHalves() == [1.5, -0.25, 0.001, 1, 1.5, -0.25, 0.001, 1])
  }

  @Test func aDelegateDraws() throws {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    let delegate = DrawingDelegate()
    layer.delegate = delegate
    layer.setNeedsDisplay()
    _ = layer.commit(at: 0)
    #expect(delegate.events == ["will draw", "draw"])
    #expect(try pixel(layer, 1, 1) == opaqueRed)
  }

  /// Without drawing, contents that were set stay; where a layer has drawn before, an empty
  /// picture is one.
  @Test func whoDrawsNothing() throws {
    let image = try #require(CGImage(premultipliedRGBA8: opaqueRed, width: 1, height: 1))
    let plain = CALayer()
    plain.bounds = layer.bounds
    plain.contents = image
    plain.setNeedsDisplay()
    plain.displayIfNeeded()
    #expect(plain.contents as? CGImage === image)
    let delegate = ActionsOnly()
    plain.delegate = delegate
    plain.setNeedsDisplay()
    plain.displayIfNeeded()
    #expect(plain.contents as? CGImage === image)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.onDraw = { _ in }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(try pixel(layer, 0, 0) == clear)
  }

  /// States that were saved and not restored leave no trace.
  @Test func unbalancedStates() throws {
    layer.onDraw = {
      $0.saveGState()
      $0.translateBy(x: 1, y: 0)
      $0.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
      $0.setFillColor(red)
      $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    for _ in 0..<2 {
      layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 4, height: 2))
      layer.displayIfNeeded()
      #expect(try pixel(layer, 1, 0) == opaqueRed)
      #expect(try pixel(layer, 0, 0) == clear)
    }
  }

  /// A request during drawing is for the next time.
  @Test func requestsDuringDrawingStay() {
    let layer = layer
    layer.onDraw = { [weak layer] _ in layer?.setNeedsDisplay() }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.needsDisplay() && layer.count == 1)
  }

  /// Drawing is no change of the program's: it animates nothing.
  @Test func contentsDoNotFade() {
    _ = layer.commit(at: 0)
    layer.setNeedsDisplay()
    _ = layer.commit(at: 1)
    #expect(layer.animationKeys() == nil)
  }
}
