// Programs as tutorials have them: one effect each, from nothing to a picture.

import CoreGraphics
import CoreText
import QuartzCore

private func bitmap(_ width: Int, _ height: Int) -> CGContext? {
  CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
    space: CGColorSpace(name: CGColorSpace.sRGB)!, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
}

/// Red, green, blue and alpha at a pixel of a bitmap; the top row is 0.
private func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
  guard let data = context.data?.assumingMemoryBound(to: UInt8.self) else { return [] }
  let start = y * context.bytesPerRow + x * 4
  return Array(UnsafeBufferPointer(start: data + start, count: 4))
}

/// A picture of a layer tree.
private func snapshot(of layer: CALayer) -> CGContext? {
  let context = bitmap(Int(layer.bounds.width), Int(layer.bounds.height))
  context.map(layer.render(in:))
  return context
}

// MARK: Particles

private final class ConfettiLayer: CAEmitterLayer {
  private let colors: [CGColor] = [
    CGColor(red: 0.95, green: 0.40, blue: 0.27, alpha: 1), CGColor(red: 1.00, green: 0.78, blue: 0.36, alpha: 1),
    CGColor(red: 0.48, green: 0.78, blue: 0.64, alpha: 1), CGColor(red: 0.30, green: 0.76, blue: 0.85, alpha: 1),
  ]

  func start(intensity: Float) {
    emitterPosition = CGPoint(x: frame.size.width / 2.0, y: 0)
    emitterShape = .line
    emitterSize = CGSize(width: frame.size.width, height: 1)
    emitterCells = colors.enumerated().map { index, color in
      let confetti = CAEmitterCell()
      confetti.name = "confetti\(index)"
      confetti.birthRate = 6.0 * intensity
      confetti.lifetime = 14.0 * intensity
      confetti.lifetimeRange = 0
      confetti.color = color
      confetti.velocity = CGFloat(350.0 * intensity)
      confetti.velocityRange = CGFloat(80.0 * intensity)
      confetti.emissionLongitude = CGFloat(Double.pi / 2)
      confetti.emissionRange = .pi / 4
      confetti.spin = CGFloat(3.5 * intensity)
      confetti.spinRange = CGFloat(4.0 * intensity)
      confetti.scaleRange = CGFloat(intensity)
      confetti.scaleSpeed = CGFloat(-0.1 * intensity)
      confetti.contents = paper
      return confetti
    }
    beginTime = CACurrentMediaTime()
    birthRate = 1
  }

  func stop() { birthRate = 0 }

  private var paper: CGImage? {
    guard let context = bitmap(10, 6) else { return nil }
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 6))
    return context.makeImage()
  }
}

/// Confetti, started, slowed by a key path and stopped.
func confettiFalls() {
  let confetti = ConfettiLayer()
  confetti.frame = CGRect(x: 0, y: 0, width: 320, height: 480)
  confetti.start(intensity: 0.5)
  require(confetti.emitterCells?.count == 4 && confetti.emitterShape == .line, "emitter cells")
  confetti.setValue(1.5, forKeyPath: "emitterCells.confetti2.birthRate")
  require(confetti.emitterCells?[2].birthRate == 1.5, "a cell by its key path")
  let fade = CABasicAnimation(keyPath: #"emitterCells.confetti0.birthRate"#)
  fade.fromValue = 10
  fade.toValue = 0
  fade.duration = 1.0
  fade.timingFunction = CAMediaTimingFunction(name: .easeIn)
  fade.isRemovedOnCompletion = false
  fade.fillMode = .forwards
  confetti.add(fade, forKey: "slowDown")
  confetti.stop()
  require(confetti.birthRate == 0 && confetti.animation(forKey: "slowDown") != nil, "a stopped emitter")
}

// MARK: Scrolling

/// Pages beside one another, of which one is seen.
func pagesOfAComic() {
  let scrollLayer = CAScrollLayer()
  scrollLayer.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
  scrollLayer.position = CGPoint(x: 50, y: 40)
  scrollLayer.scrollMode = .horizontally
  let colors = [
    CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1),
    CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1),
  ]
  for (index, color) in colors.enumerated() {
    let page = CALayer()
    page.frame = scrollLayer.bounds.offsetBy(dx: CGFloat(index) * 100, dy: 0)
    page.backgroundColor = color
    scrollLayer.addSublayer(page)
  }
  scrollLayer.scroll(to: CGPoint(x: 100, y: 30))
  require(scrollLayer.bounds.origin == CGPoint(x: 100, y: 0), "one way only")
  scrollLayer.sublayers?.last?.scrollRectToVisible(CGRect(x: 0, y: 0, width: 50, height: 80))
  require(scrollLayer.bounds.origin.x == 150, "scrollRectToVisible")
  scrollLayer.sublayers?.first?.scroll(CGPoint(x: 0, y: 0))
  scrollLayer.scroll(to: CGRect(x: 200, y: 0, width: 100, height: 80))
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
  root.addSublayer(scrollLayer)
  guard let picture = snapshot(of: root) else { return require(false, "a bitmap") }
  require(pixel(picture, 50, 40) == [0, 0, 255, 255], "the last page is seen")
}

// MARK: Tiles

/// A delegate that draws a large picture, a part for each tile.
private final class LargePicture: NSObject, CALayerDelegate {
  let size = CGSize(width: 4000, height: 3000)

  func draw(_ layer: CALayer, in context: CGContext) {
    let scale = context.ctm.a
    let rect = context.boundingBoxOfClipPath
    let side = 256 / abs(scale)
    let (firstCol, lastCol) = (Int(floor(rect.minX / side)), Int(floor((rect.maxX - 1) / side)))
    let (firstRow, lastRow) = (Int(floor(rect.minY / side)), Int(floor((rect.maxY - 1) / side)))
    for row in firstRow...max(firstRow, lastRow) {
      for col in firstCol...max(firstCol, lastCol) {
        let tile = CGRect(x: side * CGFloat(col), y: side * CGFloat(row), width: side, height: side)
        context.setFillColor(red: CGFloat(col % 2), green: CGFloat(row % 2), blue: 0.5, alpha: 1)
        context.fill(layer.bounds.intersection(tile))
      }
    }
  }
}

func largePictureInTiles() {
  let delegate = LargePicture()
  let tiledLayer = CATiledLayer()
  tiledLayer.delegate = delegate
  tiledLayer.levelsOfDetail = 4
  tiledLayer.levelsOfDetailBias = 2
  tiledLayer.tileSize = CGSize(width: 256, height: 256)
  tiledLayer.bounds = CGRect(origin: .zero, size: delegate.size)
  tiledLayer.anchorPoint = .zero
  let window = CALayer()
  window.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
  window.masksToBounds = true
  window.addSublayer(tiledLayer)
  window.setNeedsDisplay()
  CATransaction.flush()
  guard let picture = snapshot(of: window) else { return require(false, "a bitmap") }
  // `render(in:)` has y up as the bitmap: a layer's least y lies at the bottom.
  require(pixel(picture, 100, 200) == [0, 0, 128, 255], "the first tile")
  require(pixel(picture, 300, 20) == [255, 255, 128, 255], "the tile at column 1 and row 1")
  tiledLayer.delegate = nil
}

// MARK: Core Graphics

/// A button with a gradient, a gloss and an outline.
private final class GlossyButtonLayer: CALayer {
  override func draw(in context: CGContext) {
    let outer = bounds.insetBy(dx: 5, dy: 5)
    let outerPath = CGPath(roundedRect: outer, cornerWidth: 6, cornerHeight: 6, transform: nil)
    let shadow = CGColor(red: 0.2, green: 0.2, blue: 0.2, alpha: 0.5)
    context.saveGState()
    context.setFillColor(CGColor(red: 0, green: 0.4, blue: 0.8, alpha: 1))
    context.setShadow(offset: CGSize(width: 0, height: 2), blur: 3.0, color: shadow)
    context.addPath(outerPath)
    context.fillPath()
    context.restoreGState()

    let colors = [CGColor(gray: 1, alpha: 0.6), CGColor(gray: 1, alpha: 0)] as CFArray
    let space = CGColorSpaceCreateDeviceRGB()
    guard let gradient = CGGradient(colorsSpace: space, colors: colors, locations: [0.0, 1.0]) else { return }
    context.saveGState()
    context.addPath(outerPath)
    context.clip()
    context.drawLinearGradient(
      gradient, start: CGPoint(x: outer.midX, y: outer.minY), end: CGPoint(x: outer.midX, y: outer.midY),
      options: .drawsBeforeStartLocation)
    context.restoreGState()

    context.setStrokeColor(shadow)
    context.setLineWidth(1)
    context.setLineDash(phase: 0, lengths: [4, 2])
    context.addPath(CGPath(rect: outer.insetBy(dx: 0.5, dy: 0.5), transform: nil))
    context.strokePath()
  }
}

func glossyButton() {
  let button = GlossyButtonLayer()
  button.frame = CGRect(x: 20, y: 20, width: 120, height: 40)
  button.needsDisplayOnBoundsChange = true
  button.contentsScale = 2
  button.setNeedsDisplay()
  button.displayIfNeeded()
  let image = button.contents as! CGImage
  require(image.width == 240 && image.height == 80, "the size of what was drawn")
  guard let context = bitmap(240, 80) else { return require(false, "a bitmap") }
  context.draw(image, in: CGRect(x: 0, y: 0, width: 240, height: 80))
  let (light, plain) = (pixel(context, 120, 14), pixel(context, 120, 56))
  require(light[0] > 90 && light[2] > 220 && plain == [0, 102, 204, 255], "gloss over half of a button")
  require(pixel(context, 1, 1)[3] == 0, "the corner is clear")
}

/// A pie of shares, drawn by arcs, with what each slice covers.
func pieOfShares() {
  guard let context = bitmap(100, 100) else { return require(false, "a bitmap") }
  let shares: [CGFloat] = [0.5, 0.25, 0.25]
  let center = CGPoint(x: 50, y: 50)
  var angle = -CGFloat.pi / 2
  for (index, share) in shares.enumerated() {
    let slice = CGMutablePath()
    slice.move(to: center)
    slice.addArc(
      center: center, radius: 40, startAngle: angle, endAngle: angle + share * 2 * .pi, clockwise: false)
    slice.closeSubpath()
    context.addPath(slice)
    context.setFillColor([.black, .white, CGColor(red: 1, green: 0, blue: 0, alpha: 1)][index])
    context.fillPath(using: .evenOdd)
    require(abs(slice.boundingBoxOfPath.width - 40) < 1e-3, "a slice's box")
    angle += share * 2 * .pi
  }
  // From the bottom (y up) through the right: half of the pie is the right one.
  require(pixel(context, 70, 50) == [0, 0, 0, 255], "the first slice")
  require(pixel(context, 35, 35) == [255, 255, 255, 255], "the second slice, up and to the left")
  require(pixel(context, 35, 65) == [255, 0, 0, 255], "the third slice")
  let ring = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 80, height: 80), transform: nil)
    .copy(strokingWithWidth: 4, lineCap: .round, lineJoin: .round, miterLimit: 10)
  require(ring.contains(CGPoint(x: 91, y: 50)) && !ring.contains(CGPoint(x: 80, y: 50)), "an outline of a line")
  var count = 0
  ring.applyWithBlock { element in if element.pointee.type == .closeSubpath { count += 1 } }
  require(count == 2, "inner and outer outline")
}

// MARK: Text

/// A line that runs through a window.
func tickerOfNews() {
  let font = CTFontCreateWithName("Helvetica" as CFString, 18, nil)
  let attributes: [NSAttributedString.Key: Any] = [
    NSAttributedString.Key(kCTFontAttributeName as String): font,
    NSAttributedString.Key(kCTForegroundColorAttributeName as String): CGColor(gray: 0, alpha: 1),
  ]
  let news = NSAttributedString(string: "Layers that draw: text, pictures, tiles, particles", attributes: attributes)
  let line = CTLineCreateWithAttributedString(news)
  var ascent: CGFloat = 0
  var descent: CGFloat = 0
  let width = CGFloat(CTLineGetTypographicBounds(line, &ascent, &descent, nil))
  let ticker = CATextLayer()
  ticker.string = news
  ticker.contentsScale = 2
  ticker.frame = CGRect(x: 0, y: 0, width: ceil(width), height: ceil(ascent + descent))
  let run = CABasicAnimation(keyPath: "position.x")
  run.byValue = -width
  run.duration = 8
  run.repeatCount = .greatestFiniteMagnitude
  run.timingFunction = CAMediaTimingFunction(name: .linear)
  ticker.add(run, forKey: "run")
  let label = CATextLayer()
  label.frame = CGRect(x: 0, y: 0, width: 90, height: 20)
  label.font = font
  label.fontSize = CTFontGetSize(font)
  label.foregroundColor = .black
  label.truncationMode = .middle
  label.alignmentMode = .right
  label.string = "a headline that is far too long"
  CATransaction.flush()
  require(width > 200 && ascent > descent, "typographic bounds")
  require(ticker.contents != nil && label.contents != nil, "text that was displayed")
}

// MARK: Extended range

/// Contents brighter than white.
private final class GlowLayer: CALayer {
  override func draw(in context: CGContext) {
    guard let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB),
      let bright = CGColor(colorSpace: space, components: [4, 2, 0.5, 1])
    else { return }
    context.setFillColor(bright)
    context.fillEllipse(in: bounds)
  }
}

func glowBeyondWhite() {
  let glow = GlowLayer()
  glow.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
  glow.contentsFormat = .RGBA16Float
  glow.setNeedsDisplay()
  glow.displayIfNeeded()
  guard let image = glow.contents as! CGImage? else { return require(false, "contents") }
  require(image.bitsPerComponent == 16 && image.bitmapInfo.contains(.floatComponents), "half floats")
  require(image.colorSpace?.name as String? == CGColorSpace.extendedSRGB as String, "extended sRGB")
}
