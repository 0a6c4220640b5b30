// A bar chart that draws itself in `draw(in:)`, and is drawn again only when its values change. Run
// it with the name of a PNG file.

import CoreGraphics
import CoreText
import Foundation
import ImageIO
import QuartzCore

/// Bars over an axis, each with its value; the last one, still a forecast, is hatched.
final class ChartLayer: CALayer {
  var heights: [CGFloat] = [] { didSet { setNeedsDisplay() } }
  var labels: [String] = [] { didSet { setNeedsDisplay() } }

  private let ink = CGColor(srgbRed: 0.13, green: 0.16, blue: 0.22, alpha: 1)
  private let bars = CGColor(srgbRed: 0.16, green: 0.44, blue: 0.85, alpha: 1)
  private let margin: CGFloat = 36

  override func draw(in context: CGContext) {
    // Text and bars are drawn with y up.
    context.translateBy(x: 0, y: bounds.height)
    context.scaleBy(x: 1, y: -1)
    context.setFillColor(CGColor(srgbRed: 0.98, green: 0.98, blue: 0.97, alpha: 1))
    context.fill(bounds)
    let plot = bounds.insetBy(dx: margin, dy: margin)
    drawGrid(in: plot, context)
    let step = plot.width / CGFloat(heights.count)
    for (index, value) in heights.enumerated() {
      let bar = CGRect(
        x: plot.minX + (CGFloat(index) + 0.2) * step, y: plot.minY, width: step * 0.6, height: value * plot.height)
      draw(bar, isForecast: index == heights.count - 1, context)
      draw("\(Int((value * 100).rounded()))", at: CGPoint(x: bar.midX, y: bar.maxY + 5), size: 11, context)
      draw(labels[index], at: CGPoint(x: bar.midX, y: plot.minY - 18), size: 13, context)
    }
  }

  private func drawGrid(in plot: CGRect, _ context: CGContext) {
    context.saveGState()
    context.setStrokeColor(CGColor(srgbRed: 0.13, green: 0.16, blue: 0.22, alpha: 0.18))
    context.setLineDash(phase: 0, lengths: [3, 3])
    for line in 1...4 {
      let y = plot.minY + plot.height * CGFloat(line) / 4
      context.strokeLineSegments(between: [CGPoint(x: plot.minX, y: y), CGPoint(x: plot.maxX, y: y)])
    }
    context.restoreGState()
    context.setStrokeColor(ink)
    context.setLineWidth(1.5)
    context.strokeLineSegments(between: [plot.origin, CGPoint(x: plot.maxX, y: plot.minY)])
  }

  private func draw(_ bar: CGRect, isForecast: Bool, _ context: CGContext) {
    // Round above, straight on the axis.
    let longer = CGRect(x: bar.minX, y: bar.minY - 8, width: bar.width, height: bar.height + 8)
    let shape = CGPath(roundedRect: longer, cornerWidth: 6, cornerHeight: 6, transform: nil)
      .intersection(CGPath(rect: bar, transform: nil))
    context.saveGState()
    context.setShadow(offset: CGSize(width: 0, height: -2), blur: 6, color: CGColor(gray: 0, alpha: 0.25))
    context.addPath(shape)
    if isForecast, let hatching {
      context.setFillColor(hatching)
      context.fillPath()
      context.setShadow(offset: .zero, blur: 0, color: nil)
      context.addPath(shape)
      context.setStrokeColor(bars)
      context.strokePath()
    } else {
      context.setFillColor(bars)
      context.fillPath()
    }
    context.restoreGState()
  }

  /// Lines at 45 degrees in the colour of the bars.
  private var hatching: CGColor? {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setLineWidth(2)
        context.strokeLineSegments(between: [
          CGPoint(x: -2, y: -2), CGPoint(x: 10, y: 10), CGPoint(x: -2, y: 6), CGPoint(x: 2, y: 10),
          CGPoint(x: 6, y: -2), CGPoint(x: 10, y: 2),
        ])
      }, releaseInfo: nil)
    let pattern = CGPattern(
      info: nil, bounds: CGRect(x: 0, y: 0, width: 8, height: 8), matrix: .identity, xStep: 8, yStep: 8,
      tiling: .constantSpacing, isColored: false, callbacks: &callbacks)
    guard let pattern, let space = CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()) else { return nil }
    return CGColor(patternSpace: space, pattern: pattern, components: [0.16, 0.44, 0.85, 1])
  }

  /// Draws a text whose baseline's middle is at a point.
  private func draw(_ text: String, at point: CGPoint, size: CGFloat, _ context: CGContext) {
    let attributes: [NSAttributedString.Key: Any] = [
      NSAttributedString.Key(kCTFontAttributeName as String): CTFontCreateWithName("Sans" as CFString, size, nil),
      NSAttributedString.Key(kCTForegroundColorAttributeName as String): ink,
    ]
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes))
    let width = CTLineGetTypographicBounds(line, nil, nil, nil)
    context.textPosition = CGPoint(x: point.x - CGFloat(width) / 2, y: point.y)
    CTLineDraw(line, context)
  }
}

let chart = ChartLayer()
chart.bounds = CGRect(x: 0, y: 0, width: 480, height: 300)
chart.contentsScale = 2
chart.labels = ["2021", "2022", "2023", "2024", "2025", "2026"]
chart.heights = [0.32, 0.41, 0.58, 0.55, 0.79, 0.94]
CATransaction.flush()

guard CommandLine.arguments.count == 2 else {
  print("usage: chart FILE.png")
  exit(2)
}
let url = URL(fileURLWithPath: CommandLine.arguments[1])
guard let image = chart.contents as? CGImage,
  let destination = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil)
else {
  print("chart: nothing was drawn")
  exit(1)
}
CGImageDestinationAddImage(destination, image, nil)
guard CGImageDestinationFinalize(destination) else {
  print("chart: \(url.path) cannot be written")
  exit(1)
}
