import CoreGraphics
import QuartzCore

/// A chart that draws itself in `draw(in:)`.
private final class ChartLayer: CALayer {
  var heights: [CGFloat] = [] { didSet { setNeedsDisplay() } }

  override func draw(in ctx: CGContext) {
    let width = bounds.width / CGFloat(heights.count)
    ctx.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    for (index, value) in heights.enumerated() {
      ctx.fill(CGRect(x: CGFloat(index) * width, y: 0, width: width, height: value))
    }
    ctx.setStrokeColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    ctx.setLineWidth(2)
    ctx.move(to: CGPoint(x: 0, y: 31))
    ctx.addLine(to: CGPoint(x: bounds.width, y: 31))
    ctx.strokePath()
  }
}

/// The delegate of Apple's programming guide: it draws a curve.
private final class CurveDelegate: NSObject, CALayerDelegate {
  func draw(_ layer: CALayer, in ctx: CGContext) {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 4, y: 4, width: 8, height: 8))
    ctx.beginPath()
    ctx.addPath(path)
    ctx.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
    ctx.fillPath()
  }
}

/// A map without end.
private final class MapLayer: CATiledLayer {
  override class func fadeDuration() -> CFTimeInterval { 0 }

  override func draw(in ctx: CGContext) {
    let rect = ctx.boundingBoxOfClipPath
    ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 1, alpha: 1))
    ctx.fill(rect)
  }
}

private func bitmap(_ width: Int, _ height: Int) -> CGContext? {
  CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
}

/// Red, green, blue and alpha at a pixel of a layer that was drawn into a bitmap; the top row is 0.
private func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
  guard let data = context.data else { return [] }
  return (0..<4).map { data.load(fromByteOffset: y * context.bytesPerRow + x * 4 + $0, as: UInt8.self) }
}

/// A chart is drawn when its heights change, and `render(in:)` puts it into a bitmap at twice its
/// size.
func chartThatDrawsItself() {
  let chart = ChartLayer()
  chart.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
  chart.contentsScale = 2
  chart.heights = [10, 20, 30, 40]
  CATransaction.flush()
  guard let image = chart.contents as? CGImage else { return require(false, "contents that were drawn") }
  require(image.width == 80 && image.height == 80, "the size of what was drawn")
  guard let context = bitmap(80, 80) else { return require(false, "a bitmap context") }
  context.scaleBy(x: 2, y: 2)
  chart.render(in: context)
  // y up: the first bar is 10 points high, and the line lies at 31.
  require(pixel(context, 5, 79) == [0, 0, 255, 255], "a bar")
  require(pixel(context, 5, 50) == [0, 0, 0, 0], "above a bar")
  require(pixel(context, 65, 5) == [0, 0, 255, 255], "the highest bar")
  require(pixel(context, 5, 79 - 62) == [255, 0, 0, 255], "the line")
}

/// A delegate draws, and only the rectangle that changed.
func delegateDraws() {
  let delegate = CurveDelegate()
  let layer = CALayer()
  layer.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
  layer.delegate = delegate
  layer.isOpaque = false
  layer.setNeedsDisplay()
  layer.displayIfNeeded()
  guard let context = bitmap(16, 16) else { return require(false, "a bitmap context") }
  layer.render(in: context)
  require(pixel(context, 8, 8) == [0, 255, 0, 255] && pixel(context, 2, 2) == [0, 0, 0, 0], "draw(_:in:)")
  layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 4, height: 4))
  require(layer.needsDisplay(), "setNeedsDisplay(_:)")
  layer.displayIfNeeded()
  require(!layer.needsDisplay() && layer.contents != nil, "displayIfNeeded")
}

/// A million points, of which only what is seen is drawn.
func mapInTiles() {
  let window = CALayer()
  window.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
  let map = MapLayer()
  map.tileSize = CGSize(width: 32, height: 32)
  map.levelsOfDetail = 3
  map.frame = CGRect(x: 0, y: 0, width: 1_000_000, height: 1_000_000)
  window.addSublayer(map)
  window.bounds.origin = CGPoint(x: 500_000, y: 700_000)
  CATransaction.flush()
  guard let context = bitmap(64, 64) else { return require(false, "a bitmap context") }
  context.translateBy(x: -500_000, y: -700_000)
  window.render(in: context)
  require(pixel(context, 0, 0) == [255, 0, 255, 255] && pixel(context, 63, 63) == [255, 0, 255, 255], "tiles")
}
