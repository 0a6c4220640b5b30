import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// What Apple's guide draws with patterns: stars, coloured and as stencils.
private let drawDots: CGPatternDrawPatternCallback = { info, context in
  context.addArc(
    center: CGPoint(x: 4, y: 4), radius: 3, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
  context.fillPath()
}

/// Dots in red and blue over a bitmap, their phase moved.
func dottedPattern() {
  guard let context = patternBitmap(16, 16) else { return require(false, "a bitmap context") }
  var callbacks = CGPatternCallbacks(version: 0, drawPattern: drawDots, releaseInfo: nil)
  guard
    let pattern = CGPattern(
      info: nil, bounds: CGRect(x: 0, y: 0, width: 8, height: 8), matrix: .identity, xStep: 8, yStep: 8,
      tiling: .constantSpacing, isColored: false, callbacks: &callbacks),
    let space = CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())
  else { return require(false, "a pattern") }
  context.setFillColorSpace(space)
  context.setPatternPhase(CGSize(width: 4, height: 0))
  var color: [CGFloat] = [1, 0, 0, 1]
  context.setFillPattern(pattern, colorComponents: &color)
  context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
  let data = context.data?.assumingMemoryBound(to: UInt8.self)
  // The middle of a dot is at (8, 4) now, with y up, and between dots nothing.
  require(data?[(15 - 4) * 64 + 8 * 4] == 255 && data?[(15 - 4) * 64 + 4 * 4 + 3] == 0, "a pattern's dots")
  context.setFillColor(CGColor(patternSpace: space, pattern: pattern, components: color) ?? .black)
  require(CGColor(red: 1, green: 0, blue: 0, alpha: 1).pattern == nil, "a colour's pattern")
}

/// A shading that a function computes, and a layer that is drawn once.
func shadedAxis() {
  guard let context = patternBitmap(16, 16) else { return require(false, "a bitmap context") }
  let domain: [CGFloat] = [0, 1]
  let range: [CGFloat] = [0, 1, 0, 1, 0, 1, 0, 1]
  var callbacks = CGFunctionCallbacks(
    version: 0,
    evaluate: { _, inputs, outputs in
      outputs[0] = inputs[0]
      outputs[1] = 0
      outputs[2] = 1 - inputs[0]
      outputs[3] = 1
    }, releaseInfo: nil)
  guard
    let function = CGFunction(
      info: nil, domainDimension: 1, domain: domain, rangeDimension: 4, range: range, callbacks: &callbacks),
    let shading = CGShading(
      axialSpace: CGColorSpaceCreateDeviceRGB(), start: CGPoint(x: 0, y: 0), end: CGPoint(x: 16, y: 0),
      function: function, extendStart: true, extendEnd: true)
  else { return require(false, "a shading") }
  context.drawShading(shading)
  let data = context.data?.assumingMemoryBound(to: UInt8.self)
  require((data?[0] ?? 255) < 12 && (data?[2] ?? 0) > 243, "a shading's first pixel")
  guard let layer = CGLayer(context, size: CGSize(width: 4, height: 4), auxiliaryInfo: nil) else {
    return require(false, "a layer to draw with")
  }
  layer.context?.setFillColor(CGColor(gray: 1, alpha: 1))
  layer.context?.fill(CGRect(origin: .zero, size: layer.size))
  for x in stride(from: 0, to: 16, by: 8) { context.draw(layer, at: CGPoint(x: x, y: 12)) }
  require(data?[1] == 255 && data?[8 * 4 + 1] == 255 && data?[5 * 4 + 1] == 0, "a layer painted twice")
}

/// A badge cut out of a card, by the set operations of paths.
func cutOutPath() {
  let card = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 60), transform: nil)
  let badge = CGPath(ellipseIn: CGRect(x: 80, y: 40, width: 40, height: 40), transform: nil)
  let cut = card.subtracting(badge)
  require(cut.contains(CGPoint(x: 10, y: 10)) && !cut.contains(CGPoint(x: 95, y: 55)), "subtracting")
  require(card.union(badge).boundingBoxOfPath == CGRect(x: 0, y: 0, width: 120, height: 80), "union")
  require(card.intersects(badge) && card.intersection(badge).normalized().componentsSeparated().count == 1, "parts")
  require(!card.lineIntersection(badge).isEmpty && !card.flattened(threshold: 0.1).isEmpty, "lines")
}

/// A picture written as a PNG in memory, and read back.
func pictureThroughMemory() {
  guard let context = patternBitmap(2, 1), let image = context.makeImage() else {
    return require(false, "an image")
  }
  let data = NSMutableData()
  guard let destination = CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil) else {
    return require(false, "an image destination")
  }
  CGImageDestinationAddImage(destination, image, nil)
  require(CGImageDestinationFinalize(destination) && data.length > 0, "a PNG")
  guard let source = CGImageSourceCreateWithData(data as CFData, nil),
    let copy = CGImageSourceCreateImageAtIndex(source, 0, nil)
  else { return require(false, "an image source") }
  require(CGImageSourceGetCount(source) == 1 && CGImageSourceGetType(source) as String? == "public.png", "its type")
  let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
  require(properties?[kCGImagePropertyPixelWidth] as? Int == 2 && copy.height == 1, "its size")
}

/// A bitmap of half floats, and memory of the program as a layer's contents.
func halfFloatsAndSharedMemory() {
  let info =
    CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
    | CGBitmapInfo.byteOrder16Little.rawValue
  guard let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB),
    let context = CGContext(
      data: nil, width: 4, height: 4, bitsPerComponent: 16, bytesPerRow: 32, space: space, bitmapInfo: info),
    let bright = CGColor(colorSpace: space, components: [2, 1, 0, 1])
  else { return require(false, "a bitmap of half floats") }
  context.setFillColor(bright)
  context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
  // 2 as a half is 0x4000.
  require(context.data?.load(as: UInt16.self) == 0x4000, "brighter than white")
  let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
  pixels.initialize(repeating: 255, count: 64)
  let provider = CGDataProvider(dataInfo: nil, data: pixels, size: 64) { _, data, _ in data.deallocate() }
  let layer = CALayer()
  layer.contents = provider.flatMap {
    CGImage(
      width: 4, height: 4, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 16,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
      provider: $0, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  }
  require(layer.contents != nil, "contents of memory")
}

private func patternBitmap(_ width: Int, _ height: Int) -> CGContext? {
  CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
}
