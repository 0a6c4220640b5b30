import Foundation
import HostileFiles
import MultiplaneGraphics
import TestTiers
import Testing

@testable import MultiplaneDrawing

/// Fonts made to take all the time and memory that there is: an error line, or some text, within
/// the limits of `HostileFiles`.
@Suite struct HostileFontTests {
  /// The test font with each glyph that is long enough made of others.
  ///
  /// - Parameter pieces: of a glyph, by its number.
  private static func composite(_ pieces: (Int) -> Int) throws -> [UInt8] {
    var font = try Corpus.bytes("test-font.ttf")
    func number(_ place: Int, _ size: Int) -> Int { font[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
    var tables: [String: Int] = [:]
    for index in 0..<number(4, 2) {
      let entry = 12 + 16 * index
      tables[String(decoding: font[entry..<entry + 4], as: UTF8.self)] = number(entry + 8, 4)
    }
    let (head, glyphs) = (try #require(tables["head"]), try #require(tables["glyf"]))
    let (places, profile) = (try #require(tables["loca"]), try #require(tables["maxp"]))
    let isLong = number(head + 50, 2) != 0
    func place(_ glyph: Int) -> Int {
      glyphs + (isLong ? number(places + 4 * glyph, 4) : 2 * number(places + 2 * glyph, 2))
    }
    let count = number(profile + 4, 2)
    // "Pieces within pieces, as deep as you like."
    font.replaceSubrange(profile + 28..<profile + 32, with: [0xFF, 0xFF, 0xFF, 0xFF])
    for glyph in 0..<count - 1 {
      let (start, end) = (place(glyph), place(glyph + 1))
      let most = (end - start - 10) / 6
      guard most > 0 else { continue }
      font[start] = 0xFF
      font[start + 1] = 0xFF
      let piece = pieces(glyph)
      for index in 0..<most {
        let flags: UInt8 = index < most - 1 ? 0x22 : 0x02
        let bytes = [0, flags, UInt8(piece >> 8), UInt8(piece & 255), 0, 0]
        font.replaceSubrange(start + 10 + 6 * index..<start + 16 + 6 * index, with: bytes)
      }
    }
    return font
  }

  @Test func glyphsWithinGlyphs() async {
    await TestProcesses.run("glyphs within glyphs") {
      await #expect(processExitsWith: .success) {
        for (name, pieces) in [("a glyph in itself", { $0 }), ("glyphs of the next", { $0 + 1 })]
          as [(String, (Int) -> Int)]
        {
          let font = try Self.composite(pieces)
          var line = ""
          let complaint = HostileFiles.complaint(about: name) {
            do throws(FontError) { _ = try FontFile(font, name: "hostile") } catch { line = error.description }
          }
          #expect(complaint == nil, "\(complaint ?? "")")
          #expect(
            line.hasPrefix("hostile: expected ") && line.contains("of more than 2000 pieces, or of itself"), "\(line)")
        }
      }
    }
  }

  /// A font that is all there is no longer than that of others; tables that claim to be are cut
  /// where the file ends.
  @Test func tablesOfTheWholeFileAndMore() async {
    await TestProcesses.run("tables of the whole file") {
      await #expect(processExitsWith: .success) {
        let file = try Corpus.bytes("test-font.ttf")
        for table in 0..<(Int(file[4]) << 8 | Int(file[5])) {
          var changed = file
          // Place 0 and four billion bytes long; then as many zeros behind it as a font may have.
          changed.replaceSubrange(12 + 16 * table + 8..<12 + 16 * table + 16, with: [0, 0, 0, 0, 255, 255, 255, 255])
          if table == 0 { changed += [UInt8](repeating: 0, count: FontFile.maximumBytes - changed.count) }
          let complaint = HostileFiles.complaint(about: "table \(table)") {
            guard
              let fonts = try? FontCollection([.init(family: "Test", file: FontFile(changed, name: "hostile"))])
            else { return }
            let text = StyledText("Text: AVA", TextSample.attributes(fonts: fonts))
            let image = try? LayerText(text, isWrapped: true).image(size: CGSize(width: 60, height: 60), scale: 1)
            #expect(image?.width == 60)
          }
          #expect(complaint == nil, "\(complaint ?? "")")
        }
      }
    }
  }
}
