import CoreGraphics
import CoreImage
import CoreText
import ImageIO
import QuartzCore

/// The constants of source from before Swift 4.2.
func olderNames() {
  let shape = CAShapeLayer()
  shape.lineCap = kCALineCapRound
  shape.lineJoin = kCALineJoinRound
  shape.fillRule = kCAFillRuleEvenOdd
  require(shape.lineCap == .round && shape.lineJoin == .round && shape.fillRule == .evenOdd, "names of strokes")
  let transition = CATransition()
  transition.type = kCATransitionPush
  transition.subtype = kCATransitionFromLeft
  transition.timingFunction = CAMediaTimingFunction(name: kCAMediaTimingFunctionEaseInEaseOut)
  transition.fillMode = kCAFillModeBoth
  require(transition.type == .push && transition.subtype == .fromLeft, "names of transitions")
  let keyframes = CAKeyframeAnimation(keyPath: "position")
  keyframes.calculationMode = kCAAnimationPaced
  keyframes.rotationMode = kCAAnimationRotateAuto
  require(keyframes.calculationMode == .paced && keyframes.rotationMode == .rotateAuto, "names of keyframes")
  let layer = CALayer()
  layer.contentsGravity = kCAGravityResizeAspectFill
  layer.magnificationFilter = kCAFilterNearest
  require(layer.contentsGravity == .resizeAspectFill && layer.magnificationFilter == .nearest, "names of contents")
  CATransaction.setValue(kCFBooleanTrue, forKey: kCATransactionDisableActions)
  require(CATransaction.disableActions(), "a transaction by key")
  CATransaction.setDisableActions(false)
  require(!layer.wantsExtendedDynamicRangeContent && layer.preferredDynamicRange == .standard, "dynamic range")
}

/// Objects of Core Foundation: compared, kept in sets, asked for their class, their bytes read.
func coreFoundationObjects() {
  guard let name: CFString = CGColorSpace(name: CGColorSpace.sRGB)?.name, let space = CGColorSpace(name: name),
    let context = CGContext(
      data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 8, space: space,
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return require(false, "a bitmap") }
  context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
  context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
  guard let image = context.makeImage(), let other = context.makeImage() else { return require(false, "an image") }
  require(image == image && image != other && Set([image, image]).count == 1, "images are equal to themselves")
  let contents: Any = image
  require(CFGetTypeID(contents as CFTypeRef) == CGImage.typeID, "the class of contents")
  require(CFGetTypeID(CGMutablePath()) == CGPath.typeID && CGColor.typeID != CGPath.typeID, "classes")
  guard let data = image.dataProvider?.data, let bytes: UnsafePointer<UInt8> = CFDataGetBytePtr(data) else {
    return require(false, "an image's bytes")
  }
  require(CFDataGetLength(data) == 8 && bytes[0] == 0 && bytes[4] == 255 && bytes[7] == 255, "an image's bytes")

  guard let png = CFDataCreateMutable(nil, 0),
    let destination = CGImageDestinationCreateWithData(png, "public.png" as CFString, 1, nil)
  else { return require(false, "a destination") }
  CGImageDestinationAddImage(destination, image, nil)
  require(CGImageDestinationFinalize(destination), "a PNG")
  let options = [kCGImageSourceShouldCache: kCFBooleanFalse!, kCGImageSourceShouldCacheImmediately: true as NSNumber]
  let source = CGImageSourceCreateWithData(png, options as CFDictionary)
  require(source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }?.width == 2, "the PNG again")

  var numbers: [CGFloat] = [0, 1, 0, 0.5]
  require(CGColor(colorSpace: space, components: &numbers)?.components == [0, 1, 0, 0.5], "a colour of a pointer")
  require(NSValue(cgVector: CGVector(dx: 3, dy: 4)).cgVectorValue == CGVector(dx: 3, dy: 4), "a boxed vector")
  require(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)), "equalTo")
  let tint = CIColor(red: 0.5, green: 0.25, blue: 1)
  require(tint.green == 0.25 && tint.alpha == 1 && tint == CIColor(red: 0.5, green: 0.25, blue: 1), "CIColor")
}

/// Text by hand: lines measured, broken, placed and drawn glyph by glyph.
func linesAndFrames() {
  let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
  let text = CFAttributedStringCreateMutable(kCFAllocatorDefault, 0)!
  CFAttributedStringReplaceString(text, CFRangeMake(0, 0), "left and right" as CFString)
  let all = CFRangeMake(0, CFAttributedStringGetLength(text))
  CFAttributedStringSetAttribute(text, all, kCTFontAttributeName, font)
  var alignment = CTTextAlignment.right
  let settings = [
    CTParagraphStyleSetting(spec: .alignment, valueSize: MemoryLayout<CTTextAlignment>.size, value: &alignment)
  ]
  CFAttributedStringSetAttribute(
    text, all, kCTParagraphStyleAttributeName, CTParagraphStyleCreate(settings, settings.count))

  let line = CTLineCreateWithAttributedString(text)
  let width = CTLineGetTypographicBounds(line, nil, nil, nil)
  require(CTLineGetPenOffsetForFlush(line, 0.5, width + 10) == 5, "a centred line")
  require(CTLineGetOffsetForStringIndex(line, 0, nil) == 0, "the first letter")
  require(abs(CTLineGetOffsetForStringIndex(line, 14, nil) - CGFloat(width)) < 1e-6, "the end")
  let middle = CTLineGetOffsetForStringIndex(line, 5, nil)
  require(CTLineGetStringIndexForPosition(line, CGPoint(x: middle + 0.5, y: 0)) == 5, "the letter at a point")

  let framesetter = CTFramesetterCreateWithAttributedString(text)
  let path = CGPath(rect: CGRect(x: 0, y: 0, width: 300, height: 100), transform: nil)
  let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, nil)
  var origin = CGPoint.zero
  CTFrameGetLineOrigins(frame, CFRangeMake(0, 1), &origin)
  require(abs(origin.x + CGFloat(width) - 300) < 0.5, "a line on the right: \(origin.x)")
  let lines = CTFrameGetLines(frame)
  require(CFArrayGetCount(lines) == 1, "one line")
  let first = unsafeBitCast(CFArrayGetValueAtIndex(lines, 0), to: CTLine.self)
  require(CTLineGetGlyphCount(first) == 14 && CTFrameGetPath(frame) == path, "the line of a frame")

  let typesetter = CTTypesetterCreateWithAttributedString(text)
  let broken = CTTypesetterSuggestLineBreak(typesetter, 0, width * 0.7)
  require(broken == 5 || broken == 9, "a break between words: \(broken)")
  require(CTLineGetGlyphCount(CTTypesetterCreateLine(typesetter, CFRangeMake(0, 4))) == 4, "a line of four letters")

  var letters: [UniChar] = Array("Hi".utf16)
  var glyphs = [CGGlyph](repeating: 0, count: 2)
  require(CTFontGetGlyphsForCharacters(font, &letters, &glyphs, 2), "glyphs")
  var advances = [CGSize](repeating: .zero, count: 2)
  let sum = CTFontGetAdvancesForGlyphs(font, .horizontal, glyphs, &advances, 2)
  require(advances[0].width > advances[1].width && abs(sum - advances[0].width - advances[1].width) < 1e-6, "advances")
  guard
    let context = CGContext(
      data: nil, width: 60, height: 30, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue), let graphicsFont = CGFont("DejaVu Sans" as CFString)
  else { return }
  context.setFont(graphicsFont)
  context.setFontSize(20)
  context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  context.showGlyphs(glyphs, at: [CGPoint(x: 2, y: 4), CGPoint(x: 30, y: 4)])
  let image = Picture(image: context.makeImage())
  require(image.painted(in: CGRect(x: 0, y: 0, width: 26, height: 30)) > 20, "the first glyph")
  require(image.painted(in: CGRect(x: 28, y: 0, width: 32, height: 30)) > 10, "the second glyph")
}
