import CoreGraphics
import CoreText
import QuartzCore

/// A gradient that is seen through letters, and runs along them.
func gradientText() {
  let gradient = CAGradientLayer()
  gradient.frame = CGRect(x: 0, y: 0, width: 240, height: 60)
  gradient.colors = [
    CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 1, green: 1, blue: 0, alpha: 1),
    CGColor(red: 0, green: 0, blue: 1, alpha: 1),
  ]
  gradient.startPoint = CGPoint(x: 0, y: 0.5)
  gradient.endPoint = CGPoint(x: 1, y: 0.5)

  let text = CATextLayer()
  text.frame = gradient.bounds
  text.string = "LLLLLL"
  text.font = "HelveticaNeue-Bold" as CFTypeRef
  text.fontSize = 40
  text.alignmentMode = kCAAlignmentCenter
  text.truncationMode = .end
  text.foregroundColor = CGColor.black
  text.contentsScale = 2
  gradient.mask = text

  let move = CABasicAnimation(keyPath: "locations")
  move.fromValue = [0.0, 0.0, 0.25]
  move.toValue = [0.75, 1.0, 1.0]
  move.duration = 2
  move.repeatCount = Float.infinity
  gradient.locations = [0, 0.5, 1]
  let still = picture(of: gradient, named: "gradient-text")
  let painted = still.painted(in: gradient.bounds)
  require(painted > 1000 && painted < 9000, "letters: \(painted) pixels")
  require(still.painted(in: CGRect(x: 0, y: 0, width: 240, height: 4)) == 0, "beneath the letters")
  var reds = 0
  for y in 20..<50 { for x in 10..<60 where still.pixel(x, y)[0] > 200 && still.pixel(x, y)[2] < 60 { reds += 1 } }
  require(reds > 50, "the left is red: \(reds)")
  gradient.add(move, forKey: "shimmer")
}

/// Words written by a pen: the outlines of their letters as one path, stroked from its beginning to
/// its end.
func handwriting() {
  let font = CTFontCreateWithName("Helvetica" as CFString, 48, nil)
  let attributed = NSAttributedString(
    string: "Hello",
    attributes: [NSAttributedString.Key(kCTFontAttributeName as String): font])
  let letters = CGMutablePath()
  let line = CTLineCreateWithAttributedString(attributed)
  guard let runs = CTLineGetGlyphRuns(line) as? [CTRun] else { return require(false, "the runs of a line") }
  for run in runs {
    let attributes = CTRunGetAttributes(run) as NSDictionary
    guard let runFont = attributes[kCTFontAttributeName] as? CTFont else { continue }
    for index in 0..<CTRunGetGlyphCount(run) {
      let range = CFRangeMake(index, 1)
      var glyph = CGGlyph()
      var position = CGPoint.zero
      CTRunGetGlyphs(run, range, &glyph)
      CTRunGetPositions(run, range, &position)
      if let letter = CTFontCreatePathForGlyph(runFont, glyph, nil) {
        letters.addPath(letter, transform: CGAffineTransform(translationX: position.x, y: position.y))
      }
    }
  }
  let ink = CTLineGetImageBounds(line, nil)
  require(abs(letters.boundingBoxOfPath.width - ink.width) < 0.01, "the letters' box")

  let pen = CAShapeLayer()
  pen.frame = CGRect(x: 0, y: 0, width: 160, height: 60)
  pen.path = letters.copy(using: [CGAffineTransform(translationX: 10, y: 12)])
  pen.strokeColor = CGColor(red: 0, green: 0, blue: 0.6, alpha: 1)
  pen.fillColor = nil
  pen.lineWidth = 2
  pen.lineJoin = kCALineJoinBevel
  let write = CABasicAnimation(keyPath: "strokeEnd")
  write.duration = 4
  write.fromValue = NSNumber(value: 0.0)
  write.toValue = NSNumber(value: 1.0)
  pen.add(write, forKey: "strokeEnd")
  let half = picture(of: pen, named: "handwriting", at: 2)
  let left = half.painted(in: CGRect(x: 0, y: 0, width: 70, height: 60))
  let right = half.painted(in: CGRect(x: 100, y: 0, width: 60, height: 60))
  require(left > 200 && right == 0, "half of the letters: \(left), \(right)")
}

/// A pie that draws itself, with a property of its own that animates.
///
/// On Apple's systems the property is `@NSManaged var progress: CGFloat`; Linux has no such thing.
final class PieLayer: CALayer {
  @AnimatableProperty("progress") var progress: CGFloat = 0
  var color = CGColor(red: 0.9, green: 0.5, blue: 0.1, alpha: 1)

  override init() {
    super.init()
  }

  override init(layer: Any) {
    super.init(layer: layer)
    if let other = layer as? PieLayer { color = other.color }
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    if key == "progress" { return true }
    return super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    guard event == "progress" else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = presentation()?.value(forKey: event) ?? 0
    animation.duration = 1
    return animation
  }

  override func draw(in ctx: CGContext) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    ctx.setFillColor(color)
    ctx.move(to: center)
    ctx.addArc(
      center: center, radius: bounds.width / 2 - 2, startAngle: .pi / 2,
      endAngle: .pi / 2 - 2 * .pi * progress, clockwise: true)
    ctx.closePath()
    ctx.fillPath()
  }
}

func pieWithAPropertyOfItsOwn() {
  let pie = PieLayer()
  pie.frame = CGRect(x: 0, y: 0, width: 80, height: 80)
  pie.speed = 0
  pie.setNeedsDisplay()
  CATransaction.flush()
  pie.progress = 0.5
  pie.displayIfNeeded()
  _ = picture(of: pie, named: "pie", at: 0.5)
  let shown = pie.presentation()?.progress ?? -1
  require(shown > 0.2 && shown < 0.45, "half way to a half: \(shown)")
  require(pie.presentation()?.color == pie.color, "init(layer:) copies what is not animated")
  pie.removeAllAnimations()
  let whole = picture(of: pie, named: "pie-done", at: 0.5)
  require(whole.shows([230, 128, 26, 255], 60, 40) && whole.pixel(20, 40).last == 0, "half a pie")
}
