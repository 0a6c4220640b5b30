import CoreGraphics
import QuartzCore

/// A badge drawn into a bitmap: shadow, gradient, clip, stroke, group.
func badgeInABitmap() {
  let size = CGSize(width: 64, height: 64)
  let colorSpace = CGColorSpaceCreateDeviceRGB()
  guard
    let context = CGContext(
      data: nil, width: Int(size.width), height: Int(size.height), bitsPerComponent: 8, bytesPerRow: 0,
      space: colorSpace, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return require(false, "a bitmap context") }
  let bounds = CGRect(origin: .zero, size: size)
  context.clear(bounds)
  context.interpolationQuality = .high
  context.setShouldAntialias(true)

  context.saveGState()
  context.setShadow(offset: CGSize(width: 0, height: -2), blur: 4, color: CGColor(gray: 0, alpha: 0.5))
  context.beginTransparencyLayer(auxiliaryInfo: nil)
  let disc = bounds.insetBy(dx: 8, dy: 8)
  context.addEllipse(in: disc)
  context.clip()
  let colors =
    [CGColor(red: 1, green: 0.2, blue: 0.1, alpha: 1), CGColor(red: 0.6, green: 0, blue: 0.3, alpha: 1)] as CFArray
  if let gradient = CGGradient(colorsSpace: colorSpace, colors: colors, locations: [0, 1]) {
    context.drawLinearGradient(
      gradient, start: CGPoint(x: 32, y: disc.maxY), end: CGPoint(x: 32, y: disc.minY),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    context.drawRadialGradient(
      gradient, startCenter: CGPoint(x: 32, y: 40), startRadius: 0, endCenter: CGPoint(x: 32, y: 40), endRadius: 4,
      options: CGGradientDrawingOptions())
  }
  context.endTransparencyLayer()
  context.restoreGState()

  context.setStrokeColor(CGColor.white)
  context.setLineWidth(2)
  context.setLineCap(.round)
  context.setLineJoin(.round)
  context.setLineDash(phase: 0, lengths: [4, 4])
  context.strokeEllipse(in: disc)
  context.translateBy(x: 32, y: 32)
  context.rotate(by: .pi / 4)
  context.setFillColor(gray: 1, alpha: 1)
  context.setBlendMode(.screen)
  context.fill([CGRect(x: -8, y: -2, width: 16, height: 4), CGRect(x: -2, y: -8, width: 4, height: 16)])

  guard let image = context.makeImage() else { return require(false, "makeImage") }
  require(image.width == 64 && image.alphaInfo == .premultipliedLast, "the image of a context")
  let layer = CALayer()
  layer.contents = image
  let bytes = context.data?.assumingMemoryBound(to: UInt8.self)
  let middle = (32 * context.bytesPerRow) + 32 * 4
  require(bytes?[middle] == 255 && bytes?[middle + 3] == 255, "the cross in the middle")
  require(bytes?[3] == 0, "nothing in the corner")
}

/// The path of a progress ring: made, asked, walked, stroked.
func progressRingPath() {
  let path = CGMutablePath()
  path.addArc(
    center: CGPoint(x: 50, y: 50), radius: 40, startAngle: -.pi / 2, endAngle: .pi, clockwise: false,
    transform: .identity)
  let ring = path.copy(strokingWidth: 10)
  require(ring.contains(CGPoint(x: 50, y: 10)) && !ring.contains(CGPoint(x: 50, y: 50)), "a stroked copy")
  let dashes = path.copy(dashingWithPhase: 0, lengths: [5, 5])
  var moves = 0
  dashes.applyWithBlock { element in
    switch element.pointee.type {
    case .moveToPoint: moves += 1
    case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath: break
    @unknown default: break
    }
  }
  require(moves == 19, "a dashed copy")
  var flip = CGAffineTransform(scaleX: 1, y: -1).translatedBy(x: 0, y: -100)
  guard let flipped = path.copy(using: &flip) else { return require(false, "copy(using:)") }
  require(abs(flipped.currentPoint.y - 50) < 1e-6 && flipped.boundingBoxOfPath.width > 79, "a flipped copy")
}

extension CGPath {
  fileprivate func copy(strokingWidth width: CGFloat) -> CGPath {
    copy(strokingWithWidth: width, lineCap: .round, lineJoin: .round, miterLimit: 10)
  }
}

/// An image cut out by a grey one, and drawn through a clip of the same.
func maskedPhoto() {
  func gray(_ level: UInt8) -> CGImage? {
    guard let provider = CGDataProvider(data: NSData(bytes: [level], length: 1) as CFData) else { return nil }
    return CGImage(
      width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 1, space: CGColorSpaceCreateDeviceGray(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue), provider: provider, decode: nil,
      shouldInterpolate: false, intent: .defaultIntent)
  }
  guard let photo = gray(255), let mask = gray(128), let cut = photo.masking(mask),
    let context = CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 8, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
  else { return require(false, "images of grey") }
  let bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
  context.draw(cut, in: bounds)
  context.saveGState()
  context.clip(to: bounds, mask: mask)
  context.setFillColor(CGColor.black)
  context.fill(bounds)
  context.restoreGState()
  let alpha = context.data?.load(fromByteOffset: 3, as: UInt8.self)
  require(alpha == 192 || alpha == 191, "half of half")
}
