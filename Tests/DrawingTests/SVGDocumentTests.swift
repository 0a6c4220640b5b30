import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct SVGDocumentTests {
  static func document(_ contents: String, width: Int = 10, height: Int = 10) throws(ImageError) -> SVGDocument {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>\(contents)</svg>"
    return try SVGDocument(Array(text.utf8), name: "drawing.svg")
  }

  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
    let first = (y * image.width + x) * 4
    return image.premultipliedRGBA8()[first..<first + 4].map { Int($0) }
  }

  @Test func drawnAtAnySize() throws {
    let document = try SVGDocument(Corpus.bytes("shapes.svg"), name: "shapes.svg")
    #expect(document.size == CGSize(width: 40, height: 20))
    for scale in [1, 3] {
      let image = try document.render(width: 40 * scale, height: 20 * scale)
      #expect(image.width == 40 * scale && image.height == 20 * scale)
      #expect(pixel(image, 1, 19 * scale) == [0, 255, 0, 255], "upper row first, red first")
      #expect(pixel(image, 39 * scale, 0) == [0, 0, 0, 0])
      // The gradient runs from 20 to 40, from red to blue of alpha 1/2.
      let t = ((Double(30 * scale) + 0.5) / Double(scale) - 20) / 20
      let expected = [1 - t, 0, t, 1].map { Int($0 * (1 - t / 2) * 255) }
      #expect(isNear(pixel(image, 30 * scale, 10 * scale), expected, step: 2))
    }
    // As large as fits, in the middle.
    let tall = try document.render(width: 40, height: 40)
    #expect(pixel(tall, 1, 9) == [0, 0, 0, 0] && pixel(tall, 1, 29) == [0, 255, 0, 255])
  }

  /// Lengths in CSS's units, and sides that follow from the view box.
  @Test(arguments: [
    ("width='75pt' height='37.5pt'", 100, 50), ("width='1in' height='2.54cm'", 96, 96),
    ("width='25.4mm' height='6pc'", 96, 96), ("viewBox='0 0 24 12'", 24, 12),
    ("width='48' viewBox='0 0 24 12'", 48, 24), ("height='1in' viewBox='10 10 24 12'", 192, 96),
    ("width='100%' height='100%' viewBox='0 0 24 12'", 24, 12), ("width='50%' height='6' viewBox='0 0 24 12'", 12, 6),
    ("width='7.2pt' viewBox='0 0 24 12'", 9.6, 4.8), ("width='30' height='40' viewBox='0 0 1 1'", 30, 40),
    ("width='2em' viewBox='0 0 2 1'", 32, 16), ("width='6em' height='4ex'", 96, 32),
  ])
  func sizes(attributes: String, width: Double, height: Double) throws {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>"
    let size = try #require(SVGDocument(Array(text.utf8), name: "a.svg").size)
    #expect(abs(size.width - width) < 1e-4 && abs(size.height - height) < 1e-4, "\(size)")
  }

  @Test(arguments: ["", "width='20'", "height='50%'", "viewBox='0 0 0 9'", "width='0' height='0'"])
  func noSize(attributes: String) throws {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>"
    #expect(try SVGDocument(Array(text.utf8), name: "a.svg").size == nil)
  }

  @Test func errors() {
    func line(_ bytes: [UInt8]) -> String? {
      errorLine { () throws(ImageError) in try SVGDocument(bytes, name: "a.svg").render(width: 4, height: 4) }
    }
    #expect(line([]) == "a.svg: expected a complete image, found an empty file; copy or export the file again")
    #expect(line(Array("<svg".utf8))?.contains("found a file that librsvg takes for no SVG") == true)
    #expect(line(Array("<html/>".utf8))?.contains("SVG") == true)
    #expect(line([0x1F, 0x8B, 8])?.contains("found a compressed SVG; unpack it with gzip -d") == true)
    #expect(
      line([UInt8](repeating: 32, count: SVGDocument.maximumFileBytes + 1))?.contains("at most 8388608 bytes") == true)
    for (width, height) in [(0, 1), (1, -1), (20000, 1), (16384, 16384), (.max, .max)] {
      #expect(
        errorLine { () throws(ImageError) in try Self.document("").render(width: width, height: height) } != nil)
    }
  }

  /// Files and addresses named in a drawing are not read, whatever names them.
  @Test(arguments: [
    "<image href='URL' width='10' height='10'/>", "<style>@import url('URL');</style>",
    "<use href='URL#a'/>", "<rect width='10' height='10' fill='url(URL#g)'/>",
  ])
  func nothingElseIsLoaded(contents: String) throws {
    let folder = try TemporaryFolder()
    let red = try TestPixels(width: 2, height: 2) { _, _ in [255, 0, 0, 255] }.encoded(as: .png)
    let image = folder.file("red.png")
    try writeFileAtomically(red, to: image)
    let drawing = folder.file("red.svg")
    let text = "<svg xmlns='http://www.w3.org/2000/svg'><rect id='a' width='9' height='9' fill='red'/></svg>"
    try writeFileAtomically(Array(text.utf8), to: drawing)
    for path in [image, drawing] {
      for address in [path, "file://" + path] {
        let document = try Self.document(contents.replacingOccurrences(of: "URL", with: address))
        let pixels = try document.render(width: 10, height: 10).premultipliedRGBA8()
        #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 0 }, "nothing red")
      }
    }
  }

  /// Documents that expand without end are refused or truncated.
  @Test func bombs() {
    let levels = (1...30).map { "<g id='l\($0)'>" + String(repeating: "<use href='#l\($0 - 1)'/>", count: 10) + "</g>" }
    let laughs = "<defs><rect id='l0' width='1' height='1'/>\(levels.joined())</defs><use href='#l30'/>"
    #expect(errorLine { () throws(ImageError) in try Self.document(laughs).render(width: 10, height: 10) } != nil)
    let entities =
      "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'>"
      + (1...20).map {
        "<!ENTITY \("abcdefghijklmnopqrstuvwxyz".dropFirst($0).prefix(1)) '\(String(repeating: "&\("abcdefghijklmnopqrstuvwxyz".dropFirst($0 - 1).prefix(1));", count: 10))'>"
      }.joined()
      + "]><svg xmlns='http://www.w3.org/2000/svg'><text>&u;</text></svg>"
    _ = try? SVGDocument(Array(entities.utf8), name: "entities.svg").render(width: 4, height: 4)
  }
}
