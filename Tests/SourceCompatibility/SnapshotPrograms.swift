import CoreGraphics
import QuartzCore

/// Keeps what it shows out of screenshots, as banks' programs do: `render(in:)` blackens it.
class SecretLayer: CALayer {
  override func render(in ctx: CGContext) {
    ctx.setFillColor(gray: 0, alpha: 1)
    ctx.fill(bounds)
  }
}

/// Adds to its picture, as programs do that print what is on the screen.
class WatermarkedLayer: CALayer {
  override func render(in ctx: CGContext) {
    super.render(in: ctx)
    ctx.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    ctx.fill(CGRect(x: 0, y: 0, width: bounds.width, height: 1))
  }
}

/// The pixel of a layer's snapshot, as red, green, blue and alpha.
private func snapshotPixel(of layer: CALayer, x: Int, yFromTop: Int) -> [UInt8] {
  let (width, height) = (Int(layer.bounds.width), Int(layer.bounds.height))
  guard
    let context = CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return [] }
  layer.render(in: context)
  guard let bytes = context.data?.assumingMemoryBound(to: UInt8.self) else { return [] }
  return (0..<4).map { bytes[yFromTop * context.bytesPerRow + 4 * x + $0] }
}

func snapshotsOfOnesOwn() {
  let layers = [SecretLayer(), WatermarkedLayer(), CALayer()]
  for layer in layers {
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  }
  require(snapshotPixel(of: layers[0], x: 1, yFromTop: 1) == [0, 0, 0, 255], "a layer that hides from snapshots")
  require(snapshotPixel(of: layers[1], x: 1, yFromTop: 3) == [0, 0, 255, 255], "a mark over the picture")
  require(snapshotPixel(of: layers[1], x: 1, yFromTop: 0) == [255, 0, 0, 255], "the picture beneath the mark")
  require(snapshotPixel(of: layers[2], x: 1, yFromTop: 3) == [255, 0, 0, 255], "a layer of QuartzCore's own")
}

/// Wants to be as bright as it can, whatever is set.
class BrightLayer: CALayer {
  override var preferredDynamicRange: CALayer.DynamicRange {
    get { .high }
    set {}
  }
  override var toneMapMode: CALayer.ToneMapMode { didSet { setNeedsDisplay() } }
  override var contentsHeadroom: CGFloat {
    get { max(1, super.contentsHeadroom) }
    set { super.contentsHeadroom = newValue }
  }
  override var wantsExtendedDynamicRangeContent: Bool {
    get { true }
    set {}
  }
}

func brightLayer() {
  let layer: CALayer = BrightLayer()
  layer.preferredDynamicRange = .standard
  layer.wantsExtendedDynamicRangeContent = false
  require(layer.preferredDynamicRange == .high && layer.wantsExtendedDynamicRangeContent, "a layer's own answers")
  require(layer.contentsHeadroom == 1, "headroom of at least 1")
  layer.contentsHeadroom = 4
  layer.toneMapMode = .never
  require(layer.contentsHeadroom == 4 && layer.toneMapMode == .never && layer.needsDisplay(), "observers of light")
}
