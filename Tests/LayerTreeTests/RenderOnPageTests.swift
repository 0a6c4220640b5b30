import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import Poppler
import Testing

/// `render(in:)` on a page of a PDF document, read by Poppler's programs.
@Suite struct RenderOnPageTests {
  private static let red = CGColor(srgbRed: 0.9, green: 0.2, blue: 0.1, alpha: 1)
  private static let blue = CGColor(srgbRed: 0.1, green: 0.3, blue: 0.9, alpha: 1)

  /// A card: y points down.
  private static func card() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    root.backgroundColor = CGColor(srgbRed: 1, green: 0.95, blue: 0.8, alpha: 1)
    let box = CALayer()
    box.frame = CGRect(x: 20, y: 20, width: 80, height: 60)
    (box.cornerRadius, box.masksToBounds, box.opacity) = (12, true, 0.75)
    (box.backgroundColor, box.borderWidth, box.borderColor) = (red, 4, blue)
    let part = CALayer()
    part.frame = CGRect(x: 40, y: 30, width: 80, height: 60)
    (part.backgroundColor, part.transform) = (blue, CATransform3DMakeRotation(0.3, 0, 0, 1))
    box.addSublayer(part)
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 120, y: 20, width: 60, height: 60)
    shape.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 50, height: 50), transform: nil)
    (shape.fillColor, shape.strokeColor, shape.lineWidth, shape.lineDashPattern) = (red, blue, 4, [9, 5])
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 20, y: 100, width: 160, height: 30)
    (gradient.colors, gradient.cornerRadius) = ([red, blue], 8)
    // Equal colours are on slanted lines, along the other diagonal.
    (gradient.startPoint, gradient.endPoint) = (.zero, CGPoint(x: 1, y: 1))
    let text = CATextLayer()
    // The baseline is at a whole pixel, where a bitmap would move it.
    text.frame = CGRect(x: 20, y: 140.15, width: 160, height: 24)
    (text.string, text.font, text.fontSize) = ("Searchable words", "DejaVu Sans" as NSString, 16)
    text.foregroundColor = blue
    let picture = CALayer()
    picture.frame = CGRect(x: 150, y: 170, width: 20, height: 20)
    let rows: [[UInt8]] = [[255, 0, 0, 255], [0, 0, 255, 255]]
    let pixels = rows.flatMap { row in (0..<32).flatMap { _ in row } }
    picture.contents = CGImage(premultipliedRGBA8: pixels, width: 8, height: 8)
    for layer in [box, shape, gradient, text, picture] { root.addSublayer(layer) }
    return root
  }

  /// Draws a layer with y down.
  private static func draw(_ layer: CALayer, in context: CGContext) {
    context.translateBy(x: 0, y: 200)
    context.scaleBy(x: 1, y: -1)
    layer.render(in: context)
  }

  private static func document(_ layer: CALayer) throws -> Data {
    try Poppler.document(width: 200, height: 200) { draw(layer, in: $0) }
  }

  /// The share of pixels at 144 per inch that differ by more than a tenth from the bitmap's.
  private static func difference(_ layer: CALayer) throws -> Double {
    try Poppler.difference(width: 200, height: 200) { context, _ in draw(layer, in: context) }.far
  }

  /// Text is found, the picture is the only image, and the page looks as the bitmap.
  @Test func plainLayersStayWhatTheyAre() throws {
    let document = try Self.document(Self.card())
    #expect(try Poppler.text(of: document).contains("Searchable words"))
    #expect(try Poppler.images(of: document).count == 1)
    #expect(try Self.difference(Self.card()) < 0.02)
  }

  /// The layer alone becomes an image, and the text beside it is still text.
  @Test(arguments: ["shadow", "mask", "perspective", "filter", "replicator", "radial"])
  func effectsAreImages(_ effect: String) throws {
    let root = Self.card()
    let layer = try #require(root.sublayers?[effect == "radial" ? 2 : 0])
    switch effect {
    case "shadow": (layer.shadowOpacity, layer.shadowRadius) = (0.5, 4)
    case "mask":
      let mask = CAShapeLayer()
      mask.path = CGPath(ellipseIn: layer.bounds, transform: nil)
      layer.mask = mask
    case "perspective": layer.sublayers?.first?.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
    case "filter": layer.filters = [CIFilter(name: "CISepiaTone") as Any]
    case "replicator":
      let replicator = CAReplicatorLayer()
      (replicator.frame, replicator.instanceCount) = (CGRect(x: 20, y: 170, width: 9, height: 9), 3)
      replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
      let dot = CALayer()
      (dot.frame, dot.backgroundColor) = (replicator.bounds, Self.blue)
      replicator.addSublayer(dot)
      root.addSublayer(replicator)
    default: (layer as? CAGradientLayer)?.type = .radial
    }
    let document = try Self.document(root)
    #expect(try Poppler.text(of: document).contains("Searchable words"))
    let images = try Poppler.images(of: document)
    #expect(images.count == 2)
    // At its place: the page has 833 × 833 pixels.
    #expect(images.allSatisfy { $0.width < 680 && $0.height < 420 }, "\(images)")
    #expect(try Self.difference(root) < 0.02)
  }

  /// Flipped geometry turns the places of layers, and neither text nor images.
  @Test(arguments: [[0], [1], [0, 1]])
  func flippedLayers(_ flipped: [Int]) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    let card = Self.card()
    card.position = CGPoint(x: 100, y: 90)
    root.addSublayer(card)
    for index in flipped { [root, card][index].isGeometryFlipped = true }
    // The baseline is at a whole pixel again.
    if flipped.count == 1 { card.sublayers?[3].frame.origin.y = 139.85 }
    // An image of its own, which is no image of the whole.
    let document = try Self.document(root)
    #expect(try Poppler.text(of: document).contains("Searchable words"))
    #expect(try Poppler.images(of: document).map(\.width) == [8])
    #expect(try Self.difference(root) < 0.02)
  }

  /// A layer that is blended with those beneath it is one image with all of them.
  @Test(arguments: ["multiply", "backdrop"])
  func blendedLayers(_ effect: String) throws {
    let root = Self.card()
    let layer = try #require(root.sublayers?[1])
    switch effect {
    case "multiply":
      layer.frame.origin = CGPoint(x: 60, y: 30)
      layer.compositingFilter = "multiplyBlendMode"
    default:
      layer.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.5)
      layer.backgroundFilters = [CIFilter(name: "CIColorInvert") as Any]
    }
    let images = try Poppler.images(of: Self.document(root))
    // 833 × 833 pixels, up to a multiple of 25.
    #expect(images.map(\.width) == [850] && images.map(\.height) == [850])
    #expect(try Self.difference(root) < 0.02)
  }

  /// The context's alpha counts for the layers as a whole, and what a layer's own opacity is.
  @Test func alphaOfTheContext() throws {
    let layer = CALayer()
    (layer.frame, layer.backgroundColor, layer.opacity) = (CGRect(x: 0, y: 0, width: 200, height: 200), .black, 0.5)
    let part = CALayer()
    (part.frame, part.backgroundColor) = (layer.bounds, .black)
    layer.addSublayer(part)
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
    context.beginPDFPage(nil)
    context.setAlpha(0.5)
    layer.render(in: context)
    context.closePDF()
    let pixels = try [UInt8](Poppler.run("pdftoppm", ["-r", "72", "FILE"], data as Data))
    #expect(abs(Int(try #require(pixels.last)) - 255) < 2, "the page beside the layer")
    #expect(pixels.suffix(612 * 3).prefix(300).allSatisfy { abs(Int($0) - 191) < 2 })
  }
}
