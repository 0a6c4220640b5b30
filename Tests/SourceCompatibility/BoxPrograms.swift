import CoreGraphics
import CoreText
import ImageIO
import QuartzCore

/// Geometry in boxes, as Objective-C's interfaces hand it over, and out of them by casts.
func boxedGeometry() {
  let layer = CALayer()
  layer.position = CGPoint(x: 3, y: 4)
  let move = CABasicAnimation(keyPath: "position")
  move.fromValue = layer.position as NSValue
  move.toValue = CGPoint(x: 30, y: 40) as NSValue
  move.duration = 1000
  layer.add(move, forKey: "move")
  CATransaction.flush()
  require((layer.presentation()?.position.x ?? 100) < 4, "a position in a box")
  let end = (layer.animation(forKey: "move") as? CABasicAnimation)?.toValue as? CGPoint
  require(end?.y == 40, "a point out of a box")
  require((layer.value(forKey: "position") as! NSValue).cgPointValue == layer.position, "as! NSValue")
  require((layer.value(forKeyPath: "transform") as? NSValue)?.caTransform3DValue.m11 == 1, "as? NSValue")
  let corners = [CGPoint.zero, CGPoint(x: 1, y: 1)].map { $0 as NSValue }
  let path = CGMutablePath()
  path.addLines(between: corners as Any as? [CGPoint] ?? [])
  require(path.boundingBox == CGRect(x: 0, y: 0, width: 1, height: 1), "points out of boxes")
  let keyframes = CAKeyframeAnimation(keyPath: "transform")
  keyframes.values = [CATransform3DIdentity as NSValue, CATransform3DMakeScale(2, 2, 1) as NSValue]
  require((keyframes.values?.last as? CATransform3D)?.m11 == 2, "a transform out of a box")
  require(keyframes.values?.last as? CGRect == nil, "a box of something else")
  layer.setValue(70, forKeyPath: "frame.size.width")
  layer.setValue(5, forKeyPath: "frame.origin.x")
  let width = (layer.value(forKeyPath: "frame.size.width") as? NSNumber).map { CGFloat(truncating: $0) }
  require(width == 70 && layer.frame.minX == 5, "key paths into the frame")
}

/// Numbers somewhere in memory, in all the ways in which Swift passes them to C.
func numbersInMemory() {
  let space = CGColorSpaceCreateDeviceRGB()
  var locations: [CGFloat] = [0, 1]
  var components: [CGFloat] = [1, 0, 0, 1, 0, 0, 1, 1]
  let colors = [CGColor.black, CGColor.white] as CFArray
  let none: [CGFloat]? = nil
  let gradients = [
    CGGradient(colorsSpace: space, colors: colors, locations: &locations),
    CGGradient(colorsSpace: space, colors: colors, locations: locations),
    CGGradient(colorsSpace: space, colors: colors, locations: [0, 1]),
    CGGradient(colorsSpace: space, colors: colors, locations: nil),
    CGGradient(colorsSpace: space, colors: colors, locations: none),
    CGGradient(colorSpace: space, colorComponents: &components, locations: &locations, count: 2),
    CGGradient(colorSpace: space, colorComponents: components, locations: locations, count: 2),
    CGGradient(colorSpace: space, colorComponents: [1, 0, 0, 1, 0, 0, 0, 1], locations: [0, 1], count: 2),
    CGGradient(colorSpace: space, colorComponents: components, locations: nil, count: 2),
    CGGradient(colorSpace: space, colorComponents: &components, locations: nil, count: 2),
  ]
  let ofPointers = components.withUnsafeBufferPointer { buffer in
    locations.withUnsafeBufferPointer { places in
      CGGradient(
        colorSpace: space, colorComponents: buffer.baseAddress!, locations: places.baseAddress, count: places.count)
    }
  }
  require(ofPointers != nil && !gradients.contains { $0 == nil }, "gradients of numbers")
  let blue = components.withUnsafeMutableBufferPointer { CGColor(colorSpace: space, components: $0.baseAddress! + 4) }
  require(blue?.components == [0, 0, 1, 1], "a colour of a pointer")
  require(CGColor(colorSpace: space, components: &components)?.components == [1, 0, 0, 1], "a colour of numbers")
  require(CGColor(colorSpace: space, components: [0, 0, 0, 1]) != nil, "a colour of a list")
  var inverse: [CGFloat] = [1, 0, 1, 0, 1, 0]
  let provider = CGDataProvider(data: Data([10, 20, 30, 255]) as CFData)!
  func image(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
    CGImage(
      width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: decode,
      shouldInterpolate: true, intent: .defaultIntent)
  }
  require(image(&inverse) != nil && image(inverse) != nil && image(nil) != nil, "images with decode arrays")
}

/// Small things that other programs name.
func smallNames() {
  // swift-format-ignore: NoPlaygroundLiterals
  let color: CGColor = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)
  require(color.copy()?.components == [1, 0, 0, 1], "a literal of a colour")
  require(CGImagePropertyOrientation(rawValue: 6) == .right && CGImagePropertyOrientation.left.rawValue == 8, "Exif")
  let font = CTFontCreateWithName("Helvetica" as CFString, 12, nil)
  let graphicsFont = CTFontCopyGraphicsFont(font, nil)
  require(CFGetTypeID(graphicsFont) == CGFont.typeID && CGFont.typeID != CGContext.typeID, "a font without a size")
  require(CTFontCreateWithGraphicsFont(graphicsFont, 12, nil, nil) == font, "the font again")
}

/// A timing is an object: whoever is handed one may stop it, or hold it weakly.
func pausedTimings() {
  final class Pause {
    weak var target: CAMediaTiming?
    weak var action: CAAction?
    init(_ target: CAMediaTiming, _ action: CAAction?) { (self.target, self.action) = (target, action) }
    func toggle() { target?.speed = target?.speed == 0 ? 1 : 0 }
  }
  let (layer, action) = (CALayer(), CABasicAnimation(keyPath: "opacity"))
  layer.actions = ["opacity": action]
  let pause = Pause(layer, layer.action(forKey: "opacity"))
  pause.toggle()
  require(layer.speed == 0 && pause.action === action, "timings and actions as objects")
  layer.freeze(at: 5)
  require(layer.timeOffset == 5, "a timing's extension")
}

extension CAMediaTiming {
  fileprivate func freeze(at time: CFTimeInterval) {
    speed = 0
    timeOffset = time
  }
}

/// Animations without a duration in a transaction that takes none: everything is in its place at
/// once.
func movedAtOnce() {
  let layer = CALayer()
  layer.actions = ["position": CABasicAnimation(keyPath: "position")]
  CATransaction.flush()
  var isDone = false
  CATransaction.begin()
  CATransaction.setAnimationDuration(0)
  CATransaction.setCompletionBlock { isDone = true }
  layer.position = CGPoint(x: 50, y: 0)
  let fade = CABasicAnimation(keyPath: "opacity")
  (fade.fromValue, fade.toValue) = (0, 1)
  layer.add(fade, forKey: "fade")
  CATransaction.commit()
  require(layer.presentation()?.position.x == 50 && layer.presentation()?.opacity == 1, "nothing moves")
  RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02))
  require(isDone && layer.animationKeys() == nil, "over at once")
}

/// Paths by the names that Swift's importer gives to Apple's C functions, as converted sources have
/// them.
func importedPathNames() {
  let line = CGMutablePath()
  line.__moveTo(transform: nil, x: 0, y: 0)
  line.__addLineTo(transform: nil, x: 100, y: 0)
  let stroked = CGPath(
    __byStroking: line, transform: nil, lineWidth: 10, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
  require((stroked?.boundingBoxOfPath)! == CGRect(x: 0, y: -5, width: 100, height: 10), "a stroked path")
  var scale = CGAffineTransform(scaleX: 2, y: 2)
  if let outline = CGPath(
    __byStroking: line, transform: &scale, lineWidth: 10, lineCap: CGLineCap.square, lineJoin: CGLineJoin.round,
    miterLimit: 0)
  {
    require(outline.boundingBoxOfPath == CGRect(x: -10, y: -10, width: 220, height: 20), "stroked, then scaled")
    require(outline.__containsPoint(transform: nil, point: CGPoint(x: -5, y: 0), eoFill: false), "the cap")
  }
  let pattern: [CGFloat] = [30, 20]
  var lengths = pattern
  let dashes = [
    CGPath(__byDashing: line, transform: nil, phase: 0, lengths: pattern, count: 2),
    CGPath(__byDashing: line, transform: nil, phase: 0, lengths: &lengths, count: Int(lengths.count)),
    CGPath(__byDashing: line, transform: [.identity], phase: 0, lengths: [30, 20], count: 2),
    pattern.withUnsafeBufferPointer {
      CGPath(__byDashing: line, transform: nil, phase: 0, lengths: $0.baseAddress, count: $0.count)
    },
  ]
  require(!dashes.contains { $0 != line.copy(dashingWithPhase: 0, lengths: pattern) }, "dashes of lengths in memory")
  require(CGPath(__byDashing: line, transform: nil, phase: 0, lengths: nil, count: 0) == line, "no pattern")
  require(CGPath(__byDashing: line, transform: nil, phase: 0, lengths: pattern, count: 3) == nil, "too few lengths")
  let (mask, bounds) = (CGMutablePath(), CGRect(x: 0, y: 0, width: 60, height: 40))
  mask.__addRect(transform: nil, rect: bounds)
  mask.__addRoundedRect(transform: nil, rect: bounds.insetBy(dx: 10, dy: 10), cornerWidth: 4, cornerHeight: 4)
  mask.__addArc(transform: nil, x: 30, y: 20, radius: 5, startAngle: 0, endAngle: .pi, clockwise: false)
  require(!mask.contains(CGPoint(x: 20, y: 20), using: .evenOdd), "a hole in a mask")
}
