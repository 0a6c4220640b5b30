import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
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
    (gradient.startPoint, gradient.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
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

  private static func document(_ layer: CALayer) throws -> Data {
    let data = NSMutableData()
    var box = CGRect(x: 0, y: 0, width: 200, height: 200)
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    context.beginPDFPage(nil)
    context.translateBy(x: 0, y: 200)
    context.scaleBy(x: 1, y: -1)
    layer.render(in: context)
    context.endPDFPage()
    context.closePDF()
    return data as Data
  }

  private static func run(_ program: String, _ arguments: [String], _ document: Data) throws -> Data {
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(UUID().uuidString).pdf")
    try document.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = try ChildProcess(
      "/usr/bin/" + program, arguments.map { $0 == "FILE" ? file.path : $0 }, input: .null, output: .pipe,
      errors: .null)
    let output = FileHandle(fileDescriptor: process.output, closeOnDealloc: false).readDataToEndOfFile()
    #expect(process.wait() == .exit(0), "\(program); tools/setup --test installs poppler-utils")
    return output
  }

  /// The numbers of images of a document.
  private static func images(_ document: Data) throws -> Int {
    let list = try String(decoding: run("pdfimages", ["-list", "FILE"], document), as: UTF8.self)
    return list.split(separator: "\n").count - 2
  }

  /// The share of pixels at 144 per inch that differ by more than a tenth from the bitmap's.
  private static func difference(_ layer: CALayer) throws -> Double {
    let found = try [UInt8](run("pdftoppm", ["-r", "144", "FILE"], document(layer))).suffix(400 * 400 * 3)
    let context = try #require(
      CGContext(
        data: nil, width: 400, height: 400, bitsPerComponent: 8, bytesPerRow: 1600,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 400, height: 400))
    context.concatenate(CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 0, ty: 400))
    layer.render(in: context)
    let expected = try #require(context.makeImage()).premultipliedRGBA8()
    try #require(found.count == 400 * 400 * 3)
    let far = (0..<400 * 400).count { pixel in
      (0..<3).contains { part in
        abs(Int(found[found.startIndex + 3 * pixel + part]) - Int(expected[4 * pixel + part])) > 25
      }
    }
    return Double(far) / (400 * 400)
  }

  /// Text is found, the picture is the only image, and the page looks as the bitmap.
  @Test func plainLayersStayWhatTheyAre() throws {
    let document = try Self.document(Self.card())
    let text = try String(decoding: Self.run("pdftotext", ["FILE", "-"], document), as: UTF8.self)
    #expect(text.contains("Searchable words"))
    #expect(try Self.images(document) == 1)
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
    let text = try String(decoding: Self.run("pdftotext", ["FILE", "-"], document), as: UTF8.self)
    // An image may have a mask of its own in the list.
    #expect(try text.contains("Searchable words") && (2...3).contains(Self.images(document)))
    #expect(try Self.difference(root) < 0.02)
  }

  /// With a flipped layer, its superlayer is an image, which the reader resamples with the letters
  /// in it.
  @Test func flippedLayers() throws {
    let root = Self.card()
    root.sublayers?.first?.isGeometryFlipped = true
    #expect(try Self.images(Self.document(root)) > 0)
    let difference = try Self.difference(root)
    #expect(difference < 0.03)
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
    let pixels = try [UInt8](Self.run("pdftoppm", ["-r", "72", "FILE"], data as Data))
    #expect(abs(Int(try #require(pixels.last)) - 255) < 2, "the page beside the layer")
    #expect(pixels.suffix(612 * 3).prefix(300).allSatisfy { abs(Int($0) - 191) < 2 })
  }
}
