import CoreGraphics
import CoreText
import ImageIO
import QuartzCore

/// A photo made smaller and saved again, as sharing sheets do.
func sharedThumbnail() {
  let space = CGColorSpaceCreateDeviceRGB()
  guard
    let context = CGContext(
      data: nil, width: 64, height: 32, bitsPerComponent: 8, bytesPerRow: 0, space: space,
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return require(false, "a bitmap") }
  context.setFillColor(CGColor(red: 0, green: 0.5, blue: 1, alpha: 1))
  context.fill(CGRect(x: 0, y: 0, width: 64, height: 32))
  let data = NSMutableData()
  guard let image = context.makeImage(),
    let destination = CGImageDestinationCreateWithData(data as CFMutableData, "public.jpeg" as CFString, 1, nil)
  else { return require(false, "a destination") }
  CGImageDestinationSetProperties(destination, [kCGImageDestinationLossyCompressionQuality: 0.9] as CFDictionary)
  CGImageDestinationAddImage(destination, image, [kCGImageDestinationImageMaxPixelSize: 32] as CFDictionary)
  require(CGImageDestinationFinalize(destination), "finalize")
  let options: [CFString: Any] = [
    kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
    kCGImageSourceShouldCacheImmediately: true, kCGImageSourceThumbnailMaxPixelSize: 16,
  ]
  guard let source = CGImageSourceCreateWithData(data as CFData, nil),
    let whole = CGImageSourceCreateImageAtIndex(source, 0, nil),
    let small = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
  else { return require(false, "a source") }
  require(whole.width == 32 && whole.height == 16, "kCGImageDestinationImageMaxPixelSize")
  require(small.width == 16 && small.height == 8, "kCGImageSourceThumbnailMaxPixelSize")
  require(whole.utType as String? == "public.jpeg" && image.utType == nil, "utType")
  require(CGImageSourceCopyProperties(source, nil) != nil, "CGImageSourceCopyProperties")
  let copy = NSMutableData()
  guard let second = CGImageDestinationCreateWithData(copy as CFMutableData, "public.png" as CFString, 1, nil) else {
    return require(false, "a second destination")
  }
  CGImageDestinationAddImageFromSource(second, source, 0, nil)
  require(CGImageDestinationFinalize(second) && copy.length > 0, "CGImageDestinationAddImageFromSource")
}

/// A baseline grid by a font's own measures.
func baselineGrid() {
  let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
  let box = CTFontGetBoundingBox(font)
  let units = CTFontGetUnitsPerEm(font)
  require(CTFontGetGlyphCount(font) >= 0 && CTFontGetMatrix(font) == .identity, "glyphs and matrix")
  // Where there is no Pango, a font has no measures.
  guard CTFontGetAscent(font) > 0 else { return }
  require(units >= 16 && units <= 16384, "units of the em")
  require(box.height >= CTFontGetCapHeight(font) && box.minY < 0 && box.width > 0, "the box of all glyphs")
  require(abs(CTFontGetSlantAngle(font)) < 45, "slant")
  require(!CTFontGetSymbolicTraits(font).contains(.traitBold), "traits")
  require(CTFontCopyName(font, kCTFontFamilyNameKey) != nil, "names by key")
  let lineHeight = CTFontGetAscent(font) + CTFontGetDescent(font) + CTFontGetLeading(font)
  let lines = CALayer()
  for line in 0..<3 {
    let rule = CALayer()
    rule.frame = CGRect(x: 0, y: CGFloat(line) * lineHeight, width: 100, height: CTFontGetUnderlineThickness(font))
    lines.addSublayer(rule)
  }
  require(lines.sublayers?.count == 3, "rules")
}
