// What stands in docs/source-compatibility.md for constructs that do not compile, or mean something
// else, on Linux: each way as a program has to be written there.

import CoreGraphics
import Foundation
@_spi(Multiplane) import QuartzCore

import class QuartzCore.CADisplayLink

// `XMLParser` has a module of its own on Linux.
#if canImport(FoundationXML)
  import FoundationXML
#endif

// In place of `#if os(iOS)`: what is there decides, not whose system it is.
#if canImport(QuartzCore)
  private let hasLayers = true
#else
  private let hasLayers = false
#endif

/// In place of `@NSManaged var`, which has no default either; and what stood in an extension as
/// `override` is in the body.
private final class Dial: CALayer {
  @AnimatableProperty("level") var level: CGFloat
  @AnimatableProperty("ticks") var ticks: Int
  @AnimatableProperty("weight") var weight: Float
  @AnimatableProperty("isRound") var isRound: Bool
  @AnimatableProperty("tint") var tint: CGColor? = nil

  override class func needsDisplay(forKey key: String) -> Bool { key == "level" || super.needsDisplay(forKey: key) }
}

/// A view's part of the work: it makes the layer of the class that it names.
private class HostView {
  class var layerClass: CALayer.Type { CALayer.self }
  /// As UIKit declares it.
  class var anyLayerClass: AnyClass { layerClass }

  let layer: CALayer

  // In place of `Self.layerClass.init()`.
  init() { layer = CALayer.make(of: Self.layerClass) }
}

private final class DialView: HostView {
  override class var layerClass: CALayer.Type { Dial.self }
}

func layersOfAClassThatIsNamed() {
  require(type(of: HostView().layer) == CALayer.self && DialView().layer is Dial, "layers of layerClass")
  let shape = CALayer.make(of: CAShapeLayer.self)
  require(shape.lineWidth == 1, "a layer of a class that is known has its type")
  require(CALayer.make(of: DialView.anyLayerClass) is Dial, "a layer of an AnyClass")
  require(CALayer.make(of: HostView.self as AnyClass) == nil, "no layer of another class")
}

func propertiesWithoutADefault() {
  let dial = Dial()
  require(dial.level == 0 && dial.ticks == 0 && dial.weight == 0, "numbers begin at 0")
  require(!dial.isRound && dial.tint == nil, "truth values begin as false, what may be nil as nil")
  (dial.level, dial.ticks, dial.weight, dial.isRound) = (0.5, 3, 1.5, true)
  dial.tint = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  let copy = Dial(layer: dial)
  require(copy.level == 0.5 && copy.ticks == 3 && copy.weight == 1.5 && copy.isRound, "init(layer:) copies them")
  require(copy.tint == dial.tint, "init(layer:) copies colours")
  let rise = CABasicAnimation(keyPath: "level")
  (rise.fromValue, rise.toValue, rise.duration) = (0, 8, 4)
  rise.beginTime = 1e-9
  dial.add(rise, forKey: nil)
  (dial.speed, dial.timeOffset) = (0, 1)
  CATransaction.flush()
  require(abs((dial.presentation()?.level ?? 0) - 2) < 1e-6, "they are animated by their key")
}

private final class TitleReader: NSObject, XMLParserDelegate {
  var titles: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
    attributes attributeDict: [String: String]
  ) {
    if let title = attributeDict["title"] { titles.append(title) }
  }
}

/// What was called. It belongs to the main thread, as all that calls it here.
private final class Called: @unchecked Sendable {
  var names: [String] = []
}

func systemsDifferences() {
  require(hasLayers, "canImport(QuartzCore)")
  let reader = TitleReader()
  let parser = XMLParser(data: Data("<list><item title=\"one\"/><item title=\"two\"/></list>".utf8))
  parser.delegate = reader
  require(parser.parse() && reader.titles == ["one", "two"], "XMLParser of FoundationXML")

  // In place of `Double(NSEC_PER_SEC)`, and of a time that is computed with it.
  let nanosecondsPerSecond: UInt64 = 1_000_000_000
  let soon = DispatchTime.now() + 0.01
  require(soon.uptimeNanoseconds < DispatchTime.now().uptimeNanoseconds + nanosecondsPerSecond, "a time soon")

  // In place of targets and selectors: timers, notifications, calls after a delay, sorting, display
  // links.
  let calls = Called()
  let timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in calls.names.append("timer") }
  let name = Notification.Name("moved")
  let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
    calls.names.append("notification")
  }
  NotificationCenter.default.post(name: name, object: nil)
  NotificationCenter.default.removeObserver(observer)
  RunLoop.main.perform { calls.names.append("performed") }
  let link = CADisplayLink { _ in if !calls.names.contains("link") { calls.names.append("link") } }
  link.add(to: .main, forMode: .common)
  turnRunLoop { calls.names.count == 4 }
  link.invalidate()
  timer.invalidate()
  require(
    Set(calls.names) == ["timer", "notification", "performed", "link"], "closures in place of selectors: \(calls.names)"
  )
}

// MARK: - Which way is up

/// Asks before it draws text, as code for both of Apple's systems does.
private final class CarefulLabel: CALayer {
  var wasFlipped: [Bool] = []

  override func draw(in ctx: CGContext) {
    wasFlipped.append(contentsAreFlipped())
    if contentsAreFlipped() {
      ctx.translateBy(x: 0, y: bounds.height)
      ctx.scaleBy(x: 1, y: -1)
    }
    // From here on y runs up: an L has its foot at the least y.
    ctx.setFillColor(CGColor(red: 0, green: 0, blue: 0, alpha: 1))
    ctx.fill(CGRect(x: 0, y: 0, width: 4, height: 16))
    ctx.fill(CGRect(x: 0, y: 0, width: 16, height: 4))
  }
}

private func alpha(of image: CGImage?, x: Int, yFromTop: Int) -> UInt8 {
  guard let image, let data = image.dataProvider?.data as Data? else { return 0 }
  return data[data.startIndex + yFromTop * image.bytesPerRow + 4 * x + 3]
}

func textThatStandsUpright() {
  let root = CALayer()
  let label = CarefulLabel()
  root.addSublayer(label)
  label.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
  for isFlipped in [false, true] {
    // Flipped, y runs up on the screen, and the bitmap lies with the greatest y on top.
    root.isGeometryFlipped = isFlipped
    label.setNeedsDisplay()
    turnRunLoop()
    let image = label.contents as? CGImage
    require(alpha(of: image, x: 12, yFromTop: 18) == 255, "the foot of an L that asked is below")
    require(alpha(of: image, x: 12, yFromTop: 2) == 0, "nothing of an L is above on the right")
  }
  require(label.wasFlipped == [true, false], "contentsAreFlipped() as on iOS")
}

private func bitmap(_ side: Int) -> CGContext? {
  CGContext(
    data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 4 * side,
    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
}

/// A layer at the least y within another: above on screens, where y runs down, and below in a
/// bitmap, where it runs up.
func picturesTheRightWayUp() {
  let root = CALayer()
  root.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
  let bar = CALayer()
  bar.frame = CGRect(x: 0, y: 0, width: 20, height: 5)
  bar.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  root.addSublayer(bar)
  guard let asDrawn = bitmap(20), let asSeen = bitmap(20) else { return require(false, "bitmaps") }
  root.render(in: asDrawn)
  require(alpha(of: asDrawn.makeImage(), x: 3, yFromTop: 18) == 255, "render(in:) has y up, as the bitmap")
  asSeen.translateBy(x: 0, y: 20)
  asSeen.scaleBy(x: 1, y: -1)
  root.render(in: asSeen)
  require(alpha(of: asSeen.makeImage(), x: 3, yFromTop: 1) == 255, "render(in:) turned round, as on a screen")
}

/// The picture at a time that the program chooses: a clock that stands still, and the presentation
/// rendered.
func pictureAtAChosenTime() {
  let root = CALayer()
  root.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
  (root.speed, root.timeOffset) = (0, 0)
  let dot = CALayer()
  dot.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
  dot.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  root.addSublayer(dot)
  let move = CABasicAnimation(keyPath: "position.x")
  (move.fromValue, move.toValue, move.duration) = (5, 45, 4)
  // Of the root's time; 0 would be the time of the commit.
  move.beginTime = 1e-9
  dot.add(move, forKey: nil)
  for second in 0..<4 {
    root.timeOffset = CFTimeInterval(second) + 1e-6
    CATransaction.flush()
    guard let context = bitmap(40), let shown = root.presentation() else { return require(false, "a presentation") }
    shown.render(in: context)
    let image = context.makeImage()
    for place in 0..<4 {
      let isThere = alpha(of: image, x: 10 * place + 5, yFromTop: 35) > 128
      require(isThere == (place == second), "the picture at second \(second)")
    }
  }
}
