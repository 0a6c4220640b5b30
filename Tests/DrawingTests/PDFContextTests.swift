import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// PDF documents, read by Poppler's programs.
@Suite struct PDFContextTests {
  /// A document of one page per drawing.
  private static func document(_ pages: [(CGContext) -> Void]) throws -> Data {
    let data = NSMutableData()
    var box = CGRect(x: 0, y: 0, width: 200, height: 200)
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    for page in pages {
      context.beginPDFPage(nil)
      page(context)
      context.endPDFPage()
    }
    #expect(data.length == 0)
    context.closePDF()
    return data as Data
  }

  /// What a program of Poppler's prints of a document.
  private static func run(_ program: String, _ arguments: [String], _ document: Data) throws -> Data {
    let folder = try TemporaryFolder()
    let file = folder.path + "/a.pdf"
    try document.write(to: URL(fileURLWithPath: file))
    let process = try ChildProcess(
      "/usr/bin/" + program, arguments.map { $0 == "FILE" ? file : $0 }, input: .null, output: .pipe, errors: .null)
    let output = FileHandle(fileDescriptor: process.output, closeOnDealloc: false).readDataToEndOfFile()
    #expect(process.wait() == .exit(0), "\(program); tools/setup --test installs poppler-utils")
    return output
  }

  /// The first page at 144 pixels per inch: three bytes per pixel.
  private static func pixels(_ document: Data) throws -> [UInt8] {
    let image = try [UInt8](run("pdftoppm", ["-r", "144", "-f", "1", "-l", "1", "FILE"], document))
    return Array(image.suffix(400 * 400 * 3))
  }

  private static func line(_ text: String, _ context: CGContext) {
    let key = NSAttributedString.Key("NSFont")
    let text = NSAttributedString(string: text, attributes: [key: CTFont("DejaVu Sans" as NSString, size: 16)])
    context.textPosition = CGPoint(x: 20, y: 82)
    CTLineDraw(CTLineCreateWithAttributedString(text), context)
  }

  private static let red = CGColor(srgbRed: 0.9, green: 0.2, blue: 0.1, alpha: 1)

  /// What is drawn into a page and into a bitmap; a unit of base space has `pixels`.
  private static let scenes: [String: @Sendable (CGContext, _ pixels: CGFloat) -> Void] = [
    "paths": { context, _ in
      context.setFillColor(red)
      context.fill(CGRect(x: 20, y: 20, width: 60, height: 40))
      context.setLineWidth(4)
      context.setLineDash(phase: 0, lengths: [9, 5])
      context.strokeEllipse(in: CGRect(x: 100, y: 20, width: 60, height: 60))
    },
    "gradient in a clip": { context, _ in
      context.addEllipse(in: CGRect(x: 20, y: 100, width: 70, height: 70))
      context.clip()
      let gradient = CGGradient(
        colorsSpace: nil, colors: [red, CGColor(red: 0, green: 0, blue: 1, alpha: 1)] as CFArray, locations: [0, 1])
      guard let gradient else { return }
      context.drawLinearGradient(gradient, start: CGPoint(x: 20, y: 100), end: CGPoint(x: 90, y: 170), options: [])
    },
    "shadow": { context, pixels in
      context.setShadow(
        offset: CGSize(width: 4 * pixels, height: -4 * pixels), blur: 6 * pixels, color: CGColor(gray: 0, alpha: 0.6))
      context.setFillColor(red)
      context.fill(CGRect(x: 110, y: 110, width: 50, height: 40))
    },
    "transparency layer": { context, _ in
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(red)
      context.fill(CGRect(x: 60, y: 40, width: 60, height: 40))
      context.fill(CGRect(x: 90, y: 60, width: 60, height: 40))
      context.endTransparencyLayer()
    },
    "blend modes": { context, _ in
      context.setFillColor(red)
      context.fill(CGRect(x: 10, y: 10, width: 100, height: 100))
      for (index, mode) in [CGBlendMode.multiply, .difference, .luminosity, .screen, .plusLighter].enumerated() {
        context.setBlendMode(mode)
        context.setFillColor(CGColor(srgbRed: 0.2, green: 0.6, blue: 1, alpha: 1))
        context.fill(CGRect(x: 20 + 18 * index, y: 20, width: 15, height: 60))
      }
    },
    "mask": { context, _ in
      let bytes = Data((0..<64).map { UInt8($0 * 4) })
      let mask = CGDataProvider(data: bytes).flatMap { provider in
        CGImage(
          width: 8, height: 8, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 8,
          space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGBitmapInfo(alpha: .none), provider: provider,
          decode: nil as [CGFloat]?, shouldInterpolate: true, intent: .defaultIntent)
      }
      guard let mask else { return }
      context.clip(to: CGRect(x: 20, y: 20, width: 100, height: 100), mask: mask)
      context.setFillColor(red)
      context.fill(CGRect(x: 0, y: 0, width: 200, height: 200))
    },
    "text": { context, _ in line("Text of a page", context) },
  ]

  /// The mean difference is below 0.5 % of the full scale, and at most 2 % of the pixels differ by
  /// more than a tenth: edges are anti-aliased differently.
  @Test(arguments: scenes.keys.sorted())
  func looksAsABitmap(_ name: String) throws {
    let scene = try #require(Self.scenes[name])
    let found = try Self.pixels(Self.document([{ scene($0, 1) }]))
    let bitmap = try #require(Bitmap(400, 400))
    bitmap.context.setFillColor(.white)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 400, height: 400))
    bitmap.context.setFillColor(.black)
    bitmap.context.scaleBy(x: 2, y: 2)
    // What lets the paper through in a page must not let through a bitmap.
    bitmap.context.beginTransparencyLayer(auxiliaryInfo: nil)
    scene(bitmap.context, 2)
    bitmap.context.endTransparencyLayer()
    let expected = try #require(bitmap.context.makeImage()).premultipliedRGBA8()
    try #require(found.count == 400 * 400 * 3)
    var (sum, far, inked) = (0, 0, 0)
    for pixel in 0..<400 * 400 {
      var (worst, darkest) = (0, 255)
      for part in 0..<3 {
        let value = Int(found[3 * pixel + part])
        let difference = abs(value - Int(expected[4 * pixel + part]))
        sum += difference
        worst = max(worst, difference)
        darkest = min(darkest, value)
      }
      if worst > 25 { far += 1 }
      if darkest < 200 { inked += 1 }
    }
    let (pixels, scale) = (400.0 * 400, 3.0 * 255)
    #expect(Double(sum) / (pixels * scale) < 0.005 && Double(far) / pixels < 0.02, "\(sum), \(far)")
    #expect(inked > 500)
  }

  @Test func textIsFound() throws {
    let document = try Self.document([{ Self.line("Multiplane text", $0) }, { Self.line("second page", $0) }])
    let text = try String(decoding: Self.run("pdftotext", ["FILE", "-"], document), as: UTF8.self)
    #expect(text.contains("Multiplane text") && text.contains("second page"))
    let fonts = try String(decoding: Self.run("pdffonts", ["FILE"], document), as: UTF8.self)
    #expect(fonts.contains("+DejaVuSans"), "an embedded subset")
  }

  /// Three uses of an image are one image; paths, text and gradients are none.
  @Test func imagesAreEmbeddedOnce() throws {
    let image = try #require(CGImage(premultipliedRGBA8: [UInt8](repeating: 255, count: 64), width: 4, height: 4))
    let document = try Self.document([
      { context in
        for x in [10, 50, 90] { context.draw(image, in: CGRect(x: x, y: 10, width: 20, height: 20)) }
        Self.scenes["paths"]?(context, 1)
        Self.scenes["gradient in a clip"]?(context, 1)
        Self.scenes["transparency layer"]?(context, 1)
      }
    ])
    let list = try String(decoding: Self.run("pdfimages", ["-list", "FILE"], document), as: UTF8.self)
    let rows = list.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ") }
    #expect(rows.count == 3 && Set(rows.map { $0[10] }).count == 1, "\(list)")
  }

  @Test func pagesAndTheirSizes() throws {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let information = [kCGPDFContextTitle: "A title" as NSString] as NSDictionary
    let context = try #require(CGContext(consumer: consumer, mediaBox: nil, information))
    #expect(context.width == 0 && context.data == nil && context.makeImage() == nil)
    // Between pages nothing is drawn.
    context.fill(CGRect(x: 0, y: 0, width: 50, height: 50))
    var box = CGRect(x: -50, y: -50, width: 100, height: 100)
    context.beginPage(mediaBox: &box)
    context.saveGState()
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.fill(CGRect(x: 0, y: 0, width: 50, height: 50))
    context.endPage()
    context.beginPage(mediaBox: nil)
    context.closePDF()
    context.closePDF()
    let text = try String(decoding: Self.run("pdfinfo", ["-l", "9", "FILE"], data as Data), as: UTF8.self)
    #expect(text.contains("Pages:           2") && text.contains("Title:           A title"), "\(text)")
    #expect(text.contains("100 x 100 pts") && text.contains("612 x 792 pts"), "\(text)")
    let pixels = try [UInt8](Self.run("pdftoppm", ["-r", "72", "-f", "1", "-l", "1", "FILE"], data as Data)).suffix(
      30_000)
    let (first, middle) = (pixels.startIndex, pixels.startIndex + 3 * (25 * 100 + 75))
    #expect(pixels[first] == 255 && pixels[middle] == 0, "the upper right quarter is black")
  }

  @Test func boxesThatNoPageHas() throws {
    for box in [CGRect.zero, CGRect(x: 0, y: 0, width: 20_000, height: 10), .infinite, .null] {
      var box = box
      let consumer = try #require(CGDataConsumer(data: NSMutableData()))
      #expect(CGContext(consumer: consumer, mediaBox: &box, nil) == nil)
    }
    #expect(CGContext(NSURL(string: "https://example.org/a.pdf")!, mediaBox: nil, nil) == nil)
  }

  /// A document that is not closed is written when its context is released.
  @Test func files() throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path + "/b.pdf")
    do {
      let context = try #require(CGContext(file as NSURL, mediaBox: nil, nil))
      context.beginPDFPage(nil)
      context.fill(CGRect(x: 0, y: 0, width: 50, height: 50))
    }
    #expect(try Data(contentsOf: file).starts(with: Array("%PDF-".utf8)))
  }
}
