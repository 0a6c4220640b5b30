import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Poppler's programs, which read PDF documents.
package enum Poppler {
  /// What a program prints of a document; `FILE` among the arguments is its path.
  package static func run(_ program: String, _ arguments: [String], _ document: Data) throws -> Data {
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

  /// The text of all pages.
  package static func text(of document: Data) throws -> String {
    try String(decoding: run("pdftotext", ["FILE", "-"], document), as: UTF8.self)
  }

  /// An image of a document, as it is listed once for each of its uses.
  package struct Image {
    package let width: Int
    package let height: Int
    /// That of the document's object, which several uses may share.
    package let number: Int
  }

  /// The images of all pages, without the masks that are their alpha.
  package static func images(of document: Data) throws -> [Image] {
    let list = try String(decoding: run("pdfimages", ["-list", "FILE"], document), as: UTF8.self)
    return try list.split(separator: "\n").dropFirst(2).compactMap { row in
      let words = row.split(separator: " ")
      guard words.count > 10, words[2] != "smask" else { return nil }
      return Image(
        width: try #require(Int(words[3])), height: try #require(Int(words[4])), number: try #require(Int(words[10])))
    }
  }

  /// How far the first page is from a bitmap of 144 pixels per inch, as shares of 1.
  package struct Difference {
    /// Of the channels, on average.
    package let mean: Double
    /// The pixels with a channel that differs by more than a tenth.
    package let far: Double
    /// The pixels of the page that have a channel below 200.
    package let inked: Int
  }

  /// Draws a page and a bitmap of two pixels per point on white paper.
  ///
  /// - Parameters:
  ///   - size: in points, whole numbers.
  ///   - draw: draws, with y up; `pixels` are those of a unit of base space.
  package static func difference(
    width: Int, height: Int, _ draw: (CGContext, _ pixels: CGFloat) -> Void
  ) throws -> Difference {
    let page = try document(width: width, height: height) { draw($0, 1) }
    let count = 4 * width * height
    let found = try [UInt8](run("pdftoppm", ["-r", "144", "-f", "1", "-l", "1", "FILE"], page).suffix(3 * count))
    let context = try #require(
      CGContext(
        data: nil, width: 2 * width, height: 2 * height, bitsPerComponent: 8, bytesPerRow: 8 * width,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast)))
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 2 * width, height: 2 * height))
    context.setFillColor(.black)
    context.scaleBy(x: 2, y: 2)
    // What lets the paper through in a page must not let through a bitmap.
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    draw(context, 2)
    context.endTransparencyLayer()
    let expected = try #require(context.makeImage()).premultipliedRGBA8()
    try #require(found.count == 3 * count && expected.count == 4 * count)
    var (sum, far, inked) = (0, 0, 0)
    for pixel in 0..<count {
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
    return Difference(mean: Double(sum) / Double(765 * count), far: Double(far) / Double(count), inked: inked)
  }

  /// A document of one page.
  package static func document(width: Int, height: Int, _ draw: (CGContext) -> Void) throws -> Data {
    let data = NSMutableData()
    var box = CGRect(x: 0, y: 0, width: width, height: height)
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    context.beginPDFPage(nil)
    draw(context)
    context.endPDFPage()
    context.closePDF()
    return data as Data
  }
}
