import Foundation
import MultiplaneGraphics
import Poppler
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

  /// The mean difference is below 0.5 % of the full scale, and at most 2 % of the pixels differ by
  /// more than a tenth: edges are anti-aliased differently.
  @Test(arguments: PDFScenes.all.keys.sorted())
  func looksAsABitmap(_ name: String) throws {
    let scene = try #require(PDFScenes.all[name])
    let difference = try Poppler.difference(width: 200, height: 200, scene)
    #expect(difference.mean < 0.005 && difference.far < 0.02, "\(difference)")
    #expect(difference.inked > 500)
  }

  @Test func textIsFound() throws {
    let document = try Self.document([{ PDFScenes.line("Multiplane text", $0) }, { PDFScenes.line("second page", $0) }])
    let text = try Poppler.text(of: document)
    #expect(text.contains("Multiplane text") && text.contains("second page"))
    let fonts = try String(decoding: Poppler.run("pdffonts", ["FILE"], document), as: UTF8.self)
    #expect(fonts.contains("+DejaVuSans"), "an embedded subset")
  }

  /// Three uses of an image are one image; paths, text and gradients are none.
  @Test func imagesAreEmbeddedOnce() throws {
    let image = try #require(CGImage(premultipliedRGBA8: [UInt8](repeating: 255, count: 64), width: 4, height: 4))
    let document = try Self.document([
      { context in
        for x in [10, 50, 90] { context.draw(image, in: CGRect(x: x, y: 10, width: 20, height: 20)) }
        PDFScenes.all["paths"]?(context, 1)
        PDFScenes.all["gradient in a clip"]?(context, 1)
        PDFScenes.all["transparency layer"]?(context, 1)
      }
    ])
    let images = try Poppler.images(of: document)
    #expect(images.count == 3 && Set(images.map(\.number)).count == 1, "\(images)")
  }

  /// What PDF lacks is an image at its place, and not of the page.
  @Test(arguments: ["shadow", "shadow of a layer", "conic gradient", "text with a shadow"])
  func imagesOfWhatPDFLacks(_ name: String) throws {
    let scene = try #require(PDFScenes.all[name])
    let images = try Poppler.images(of: Poppler.document(width: 200, height: 200) { scene($0, 1) })
    // The page has 833 × 833 pixels.
    #expect(!images.isEmpty && images.allSatisfy { $0.width < 680 && $0.height < 680 }, "\(images)")
  }

  /// Gradients need no image, at whichever ends they are extended.
  @Test(arguments: PDFScenes.extended.keys.sorted())
  func gradientsStayGradients(_ name: String) throws {
    let scene = try #require(PDFScenes.extended[name])
    let document = try Poppler.document(width: 200, height: 200) { scene($0, 1) }
    #expect(try Poppler.images(of: document).isEmpty)
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
    let text = try String(decoding: Poppler.run("pdfinfo", ["-l", "9", "FILE"], data as Data), as: UTF8.self)
    #expect(text.contains("Pages:           2") && text.contains("Title:           A title"), "\(text)")
    #expect(text.contains("100 x 100 pts") && text.contains("612 x 792 pts"), "\(text)")
    let pixels = try [UInt8](Poppler.run("pdftoppm", ["-r", "72", "-f", "1", "-l", "1", "FILE"], data as Data)).suffix(
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
