import Foundation
import HostileFiles
import MultiplaneDrawing
import MultiplaneGraphics
import TestTiers
import Testing

/// SVGs made to take all the time and memory that there is, or to break librsvg: a picture or an
/// error line, within the limits of `HostileFiles`. The quick tier reads every ninth.
@Suite struct HostileDrawingTests {
  private static func uses(levels: Int, each count: Int) -> String {
    let groups = (1...levels).map { level in
      "<g id='l\(level)'>" + String(repeating: "<use href='#l\(level - 1)'/>", count: count) + "</g>"
    }
    return "<defs><rect id='l0' width='1' height='1'/>\(groups.joined())</defs><use href='#l\(levels)'/>"
  }

  private static func image(side: Int) -> String {
    let png =
      PNGBuilder.signature + PNGBuilder.header(width: side, height: side)
      + PNGBuilder.chunk("IDAT", PNGBuilder.packedZeros((4 * side + 1) * side)) + PNGBuilder.chunk("IEND", [])
    return "<image width='100' height='100' href='data:image/png;base64,\(Data(png).base64EncodedString())'/>"
  }

  private static func masks(levels: Int) -> String {
    let masks = (1...levels).map { level in
      let rect = "<rect mask='url(#m\(level - 1))' width='100' height='100' fill='white'/>"
      return "<mask id='m\(level)'>\(rect)\(rect)</mask>"
    }
    return masks.joined() + "<rect mask='url(#m\(levels))' width='100' height='100'/>"
  }

  private static let rect = "<rect filter='url(#f)' width='2000' height='2000'/>"

  private static func drawings() -> [(name: String, contents: String, side: Int)] {
    [
      ("a billion laughs", uses(levels: 12, each: 10), 100),
      ("laughs that are drawn", uses(levels: 5, each: 10), 100),
      (
        "a filter's region", "<filter id='f' x='-1e6' y='-1e6' width='2e6' height='2e6'><feFlood/></filter>\(rect)", 100
      ),
      (
        "many filters",
        "<filter id='f'>" + String(repeating: "<feGaussianBlur stdDeviation='50'/>", count: 1000) + "</filter>"
          + String(repeating: rect, count: 1000), 100
      ),
      ("octaves", "<filter id='f'><feTurbulence baseFrequency='0.01' numOctaves='1000000'/></filter>\(rect)", 100),
      ("a wide brush", "<filter id='f'><feMorphology radius='10000'/></filter>\(rect)", 2000),
      (
        "a matrix that breaks librsvg",
        "<filter id='f'><feConvolveMatrix order='200' kernelMatrix='\(String(repeating: "1 ", count: 40000))'/></filter>"
          + rect, 2000
      ),
      ("a picture of half a gigabyte", image(side: 12000), 100),
      ("many pictures", String(repeating: image(side: 1024), count: 100), 100),
      ("deep groups", String(repeating: "<g>", count: 100_000) + String(repeating: "</g>", count: 100_000), 100),
      (
        "groups of a large picture",
        String(repeating: "<g opacity='0.5'>", count: 200) + "<rect width='9' height='9'/>"
          + String(repeating: "</g>", count: 200), 4000
      ),
      ("a large blur", "<filter id='f'><feGaussianBlur stdDeviation='9'/></filter>\(rect)", 7000),
      ("masks of masks", masks(levels: 25), 100),
      ("a long path", "<path d='M0 0" + String(repeating: " L99 99 L0 50", count: 300_000) + "'/>", 100),
      ("short dashes", "<path d='M0 0L1e6 0' stroke='red' stroke-width='9' stroke-dasharray='0.0001'/>", 100),
      (
        "a pattern of specks", "<pattern id='f' width='1e-4' height='1e-4'>\(rect)</pattern><rect fill='url(#f)'/>", 100
      ),
      ("long text", "<text>\(String(repeating: "x", count: 7_000_000))</text>", 100),
      ("large text", "<text font-size='1e6'>xyz</text>", 100),
    ]
  }

  @Test func drawingsThatUnfold() async {
    await TestProcesses.run("drawings that unfold") {
      await #expect(processExitsWith: .success) {
        for (name, contents, side) in Self.drawings().drawn() {
          let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'>\(contents)</svg>"
          let bytes = Array(svg.utf8)
          let complaint = HostileFiles.complaint(about: name) {
            do throws(ImageError) {
              let image = try SVGDocument(bytes, name: "hostile").render(width: side, height: side)
              #expect(image.width == side, "\(name)")
            } catch {
              let line = error.description
              #expect(line.hasPrefix("hostile: expected ") && !line.contains("\n"), "\(name): \(line)")
            }
          }
          #expect(complaint == nil, "\(complaint ?? "")")
        }
      }
    }
  }

  /// What ends librsvg, which ends with its process, is an error line here.
  @Test func whatBreaksTheLibraryIsAnError() throws {
    for (name, found, isDrawnByNewer) in [
      ("a matrix that breaks librsvg", "that librsvg breaks off at; simplify it, or convert it to PNG", true),
      ("a wide brush", "found an SVG that takes more than 3 s to draw; simplify it, or convert it to PNG", false),
    ] {
      let (_, contents, side) = try #require(Self.drawings().first { $0.name == name })
      let line = errorLine { () throws(ImageError) in
        try SVGDocumentTests.document(contents, width: side, height: side).render(width: side, height: side)
      }
      // librsvg 2.54 of Debian 12 ends at the matrix, 2.60 of Debian 13 draws it.
      #expect(line.map { $0.contains(found) } ?? isDrawnByNewer, "\(name): \(line ?? "no error")")
    }
  }
}
