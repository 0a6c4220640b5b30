import CoreGraphics
import CoreText
import QuartzCore

/// The usual way to put one line into the middle of a text layer's height.
private final class CenteredTextLayer: CATextLayer {
  override func draw(in ctx: CGContext) {
    let yDiff = (bounds.size.height - fontSize) / 2 - fontSize / 10
    ctx.saveGState()
    ctx.translateBy(x: 0, y: yDiff)
    super.draw(in: ctx)
    ctx.restoreGState()
  }
}

/// The rows of a picture in which anything is seen; the top row is 0.
private func inkedRows(_ contents: Any?) -> [Int] {
  guard let image = contents as? CGImage, let data = image.dataProvider?.data as Data? else { return [] }
  return (0..<image.height).filter { row in
    let start = data.startIndex + row * image.bytesPerRow
    return data[start..<start + image.width * 4].contains { $0 != 0 }
  }
}

/// A label whose text stands in the middle, drawn by a subclass.
func centeredLabel() {
  let label = CenteredTextLayer()
  label.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
  label.string = "HHH"
  label.fontSize = 20
  label.alignmentMode = .center
  label.foregroundColor = CGColor(gray: 0, alpha: 1)
  label.contentsScale = 2
  CATransaction.flush()
  let rows = inkedRows(label.contents)
  guard let top = rows.first, let bottom = rows.last else { return require(false, "text of a subclass") }
  require((label.contents as? CGImage)?.height == 120, "contentsScale of text")
  require(abs((top + bottom) / 2 - 60) < 14 && rows.count < 50, "text in the middle")
}

/// A label of several fonts and colours, and the size that it needs.
func attributedLabel() {
  let large = CTFontCreateWithName("Helvetica-Bold" as CFString, 24, nil)
  let small = CTFontCreateCopyWithSize(large, 12)
  let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  let text = NSMutableAttributedString(string: "Large", attributes: [.font: large, .foregroundColor: red])
  text.append(
    NSAttributedString(
      string: " and small",
      attributes: [
        NSAttributedString.Key(kCTFontAttributeName as String): small, .kern: 2,
        .underlineStyle: 1, .baselineOffset: 4,
      ]))
  let framesetter = CTFramesetterCreateWithAttributedString(text)
  let size = CTFramesetterSuggestFrameSizeWithConstraints(
    framesetter, CFRange(location: 0, length: 0), nil, CGSize(width: 1000, height: 1000), nil)
  let label = CATextLayer()
  label.frame = CGRect(origin: .zero, size: CGSize(width: ceil(size.width), height: ceil(size.height)))
  label.string = text
  label.isWrapped = true
  CATransaction.flush()
  require(size.width > 100 && size.height > 20 && !inkedRows(label.contents).isEmpty, "attributed text")
  // The layer has its own copy.
  text.mutableString.setString("")
  require((label.string as? NSAttributedString)?.length == 15, "the copy of an attributed string")
}

/// A caption in a picture: a text layer that is in no tree, drawn at three pixels a point.
func captionInABitmap() {
  let caption = CATextLayer()
  caption.string = "Caption"
  caption.fontSize = 12
  caption.font = CTFontCreateWithName("Helvetica" as CFString, 0, nil)
  caption.foregroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
  caption.bounds = CGRect(x: 0, y: 0, width: 60, height: 20)
  let context = CGContext(
    data: nil, width: 180, height: 60, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  guard let context else { return require(false, "a bitmap context") }
  // A layer's y runs down here, as in UIKit's contexts.
  context.translateBy(x: 0, y: 60)
  context.scaleBy(x: 3, y: -3)
  caption.render(in: context)
  let rows = inkedRows(context.makeImage())
  require(caption.contents == nil && (20...45).contains(rows.count) && (rows.first ?? 60) < 20, "text by render(in:)")
}

/// A score that grows and changes its colour, and shows the values between.
func growingScore() {
  let score = CATextLayer()
  score.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
  score.string = "42"
  score.fontSize = 10
  CATransaction.flush()
  score.fontSize = 30
  score.foregroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
  require(score.animationKeys()?.sorted() == ["fontSize", "foregroundColor"], "implicit animations of text")
  CATransaction.flush()
  let shown = score.presentation()
  require((shown?.fontSize ?? 0) < 30 && score.fontSize == 30, "the presentation of text")
  score.string = "43"
  require(score.needsDisplay(), "a new string asks for display")
}

/// A headline of outlined letters on a coloured ground, its bold words found by traits.
func outlinedHeadline() {
  let base = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
  let bold = CTFontCreateCopyWithSymbolicTraits(base, 0, nil, .traitBold, .traitBold) ?? base
  let headline = NSMutableAttributedString(
    string: "Outlined words",
    attributes: [
      NSAttributedString.Key(kCTFontAttributeName as String): base,
      NSAttributedString.Key(kCTStrokeWidthAttributeName as String): 3.0,
      NSAttributedString.Key(kCTStrokeColorAttributeName as String): CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
      NSAttributedString.Key(kCTBackgroundColorAttributeName as String): CGColor(gray: 0.9, alpha: 1),
      NSAttributedString.Key(kCTUnderlineStyleAttributeName as String): CTUnderlineStyle.double.rawValue,
    ])
  let words = NSRange(location: 9, length: 5)
  headline.addAttribute(NSAttributedString.Key(kCTFontAttributeName as String), value: bold, range: words)
  let line = CTLineCreateWithAttributedString(headline as CFAttributedString)
  let wide = CTLineCreateJustifiedLine(line, 1, 300)
  guard CTFontGetAscent(base) > 0 else { return }
  require(wide.map { abs(CTLineGetTypographicBounds($0, nil, nil, nil) - 300) < 0.01 } == true, "a justified line")
  let descriptor = CTFontDescriptorCreateWithAttributes(
    [
      kCTFontFamilyNameAttribute: "DejaVu Sans",
      kCTFontTraitsAttribute: [kCTFontWeightTrait: 0.4] as [CFString: Any],
    ] as [CFString: Any] as CFDictionary)
  require(CTFontGetSize(CTFontCreateWithFontDescriptor(descriptor, 14, nil)) == 14, "a font of a descriptor")
  var error: Unmanaged<CFError>?
  let missing = URL(fileURLWithPath: "/nowhere/font.ttf") as CFURL
  require(!CTFontManagerRegisterFontsForURL(missing, .process, &error), "a font file that is not there")
  require(error?.takeRetainedValue().code == CTFontManagerError.fileNotFound.rawValue, "why it is not registered")
}

/// A label as large as its text, and a countdown of strings.
func countdown() {
  let label = CATextLayer()
  label.string = "Ready?"
  label.fontSize = 20
  label.frame = CGRect(origin: CGPoint(x: 10, y: 10), size: label.preferredFrameSize())
  guard CTFontGetAscent(CTFontCreateWithName("Helvetica" as CFString, 20, nil)) > 0 else { return }
  require(label.bounds.width > 40 && (15...40).contains(label.bounds.height), "the size of a text")
  let count = CAKeyframeAnimation(keyPath: "string")
  count.values = ["3", "2", NSAttributedString(string: "1", attributes: [.foregroundColor: CGColor.black])]
  count.calculationMode = .discrete
  count.duration = 3000
  label.add(count, forKey: "count")
  CATransaction.flush()
  require(label.presentation()?.string as? String == "3" && label.string as? String == "Ready?", "a countdown")
  count.timeOffset = 2500
  label.add(count, forKey: "count")
  CATransaction.flush()
  require((label.presentation()?.string as? NSAttributedString)?.string == "1", "the end of a countdown")
}
