import CoreGraphics
import CoreText
import QuartzCore

/// A chart drawn by hand: shadows, clipping, gradients, a pattern, dashes and text.
final class SalesChart: CALayer {
  var sales: [CGFloat] = [0.3, 0.7, 0.5, 0.9]

  private func bar(_ index: Int, in area: CGRect) -> CGRect {
    let width = area.width / CGFloat(sales.count)
    return CGRect(
      x: area.minX + CGFloat(index) * width + 6, y: area.minY, width: width - 12, height: area.height * sales[index])
  }

  override func draw(in ctx: CGContext) {
    ctx.setFillColor(gray: 1, alpha: 1)
    ctx.fill(bounds)
    let area = bounds.insetBy(dx: 20, dy: 30)
    drawStripes(ctx, area)
    drawGrid(ctx, area)
    for index in sales.indices { drawBar(ctx, bar(index, in: area)) }
    drawTitle(ctx, "Sales")
  }

  private func drawStripes(_ ctx: CGContext, _ area: CGRect) {
    let drawStripe: CGPatternDrawPatternCallback = { _, context in
      context.setFillColor(CGColor(red: 0.9, green: 0.95, blue: 1, alpha: 1))
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 8))
    }
    var callbacks = CGPatternCallbacks(version: 0, drawPattern: drawStripe, releaseInfo: nil)
    guard let space = CGColorSpace(patternBaseSpace: nil),
      let pattern = CGPattern(
        info: nil, bounds: CGRect(x: 0, y: 0, width: 8, height: 8), matrix: .identity, xStep: 8, yStep: 8,
        tiling: .constantSpacing, isColored: true, callbacks: &callbacks)
    else { return }
    ctx.saveGState()
    defer { ctx.restoreGState() }
    ctx.setFillColorSpace(space)
    var alpha: CGFloat = 1.0
    ctx.setFillPattern(pattern, colorComponents: &alpha)
    ctx.fill(area)
  }

  private func drawGrid(_ ctx: CGContext, _ area: CGRect) {
    ctx.saveGState()
    ctx.setStrokeColor(CGColor(gray: 0.6, alpha: 1))
    ctx.setLineWidth(1)
    ctx.setLineDash(phase: 0, lengths: [4, 2])
    for step in 0...4 {
      let y = area.minY + area.height * CGFloat(step) / 4 + 0.5
      ctx.move(to: CGPoint(x: area.minX, y: y))
      ctx.addLine(to: CGPoint(x: area.maxX, y: y))
    }
    ctx.strokePath()
    ctx.restoreGState()
  }

  private func drawBar(_ ctx: CGContext, _ rect: CGRect) {
    let path = CGPath(roundedRect: rect, cornerWidth: 4, cornerHeight: 4, transform: nil)
    ctx.saveGState()
    ctx.setShadow(offset: CGSize(width: 3, height: -3), blur: 4, color: CGColor(gray: 0, alpha: 0.5))
    ctx.addPath(path)
    ctx.setFillColor(CGColor(gray: 0.2, alpha: 1))
    ctx.fillPath()
    ctx.restoreGState()

    ctx.saveGState()
    ctx.addPath(path)
    ctx.clip()
    let locations: [CGFloat] = [0.0, 1.0]
    let colors = [
      CGColor(red: 0.1, green: 0.5, blue: 0.9, alpha: 1), CGColor(red: 0.6, green: 0.9, blue: 1, alpha: 1),
    ]
    let gradient = CGGradient(
      colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors as CFArray, locations: locations)!
    ctx.drawLinearGradient(
      gradient, start: CGPoint(x: rect.midX, y: rect.minY), end: CGPoint(x: rect.midX, y: rect.maxY), options: [])
    ctx.restoreGState()
  }

  private func drawTitle(_ ctx: CGContext, _ title: String) {
    let attributes: [CFString: Any] = [
      kCTFontAttributeName: CTFontCreateWithName("Helvetica-Bold" as CFString, 16, nil),
      kCTForegroundColorAttributeName: CGColor(red: 0.3, green: 0, blue: 0.3, alpha: 1),
    ]
    let string = CFAttributedStringCreate(kCFAllocatorDefault, title as CFString, attributes as CFDictionary)!
    let line = CTLineCreateWithAttributedString(string)
    let size = CTLineGetBoundsWithOptions(line, .useOpticalBounds)
    ctx.textMatrix = .identity
    ctx.textPosition = CGPoint(x: bounds.midX - size.width / 2, y: bounds.maxY - 20)
    CTLineDraw(line, ctx)
  }
}

func chartByHand() {
  let chart = SalesChart()
  chart.frame = CGRect(x: 0, y: 0, width: 240, height: 180)
  chart.contentsScale = 1
  chart.setNeedsDisplay()
  let picture = picture(of: chart, named: "chart")
  // Bars are 38 wide from x = 26, 76, 126, 176; the last is 108 high.
  require(picture.pixel(195, 32)[0] < 40 && picture.pixel(195, 134)[0] > 130, "the gradient of the last bar")
  require(picture.pixel(217, 60)[0] < 220, "the shadow of the last bar")
  require(picture.shows([255, 255, 255, 255], 5, 5), "the margin")
  var stripes = Set<Int>()
  for x in 24..<60 { stripes.insert(picture.pixel(x, 110)[0]) }
  require(stripes.contains(255) && stripes.contains { abs($0 - 230) < 4 }, "the stripes: \(stripes)")
  var dark = 0
  for y in 150..<178 { for x in 80..<160 where picture.pixel(x, y)[1] < 60 { dark += 1 } }
  require(dark > 60, "the title: \(dark)")
}
