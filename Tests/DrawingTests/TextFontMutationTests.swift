import Foundation
import HostileFiles
import MultiplaneGraphics
import TestTiers
import Testing

@testable import MultiplaneDrawing

/// 2000 fonts that were changed at random: an error, or some text, never a crash, and within the
/// limits of `HostileFiles`. The same seed gives the same file. The quick tier reads every ninth.
@Suite struct TextFontMutationTests {
  /// TrueType's outlines, layers of colour, pictures, PostScript's outlines, and scripts whose
  /// letters are joined.
  private static let fonts = [
    "test-font.ttf", "test-color-font.ttf", "multiplane-emoji.ttf", "multiplane-cjk.otf", "multiplane-arabic.ttf",
    "multiplane-devanagari.ttf",
  ]

  private static func bytes(_ name: String) throws -> [UInt8] {
    if name.hasPrefix("test") { return try Corpus.bytes(name) }
    let project = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: project.appendingPathComponent("Scenes/fonts/\(name)")))
  }

  @Test(arguments: fonts)
  func changedFonts(name: String) async {
    await TestProcesses.run(name) {
      await #expect(processExitsWith: .success) { [name] in
        let file = try Self.bytes(name)
        for seed in (0..<2000 / Self.fonts.count).drawn() {
          let changed = Self.mutated(file, seed: UInt64(seed))
          let complaint = HostileFiles.complaint(about: "\(name), seed \(seed)") { Self.tryOut(changed, seed: seed) }
          #expect(complaint == nil, "\(complaint ?? "")")
        }
      }
    }
  }

  private static func tryOut(_ changed: [UInt8], seed: Int) {
    do throws(FontError) {
      let fonts = try FontCollection([FontCollection.Entry(family: "Test", file: FontFile(changed, name: "changed"))])
      try use(fonts, seed: seed)
    } catch {
      #expect(error.description.hasPrefix("changed: expected ") && !error.description.contains("\n"), "seed \(seed)")
    }
  }

  private static func use(_ fonts: FontCollection, seed: Int) throws(FontError) {
    let text = StyledText("Text: AVA office שלום بمهلا… सभी 人人 👋🏽👩‍💻", TextSample.attributes(fonts: fonts))
    let layer = LayerText(text, isWrapped: true, alignment: .justified)
    let image = try? layer.image(size: CGSize(width: 60, height: 60), scale: 1)
    #expect(image?.width == 60, "seed \(seed)")
    let metrics = fonts.metrics(of: FontDescriptor(name: "Test"), size: 10)
    #expect(metrics.ascent.isFinite && metrics.capHeight.isFinite, "seed \(seed)")
  }

  private static func mutated(_ file: [UInt8], seed: UInt64) -> [UInt8] {
    var generator = SplitMix64(seed: seed &* 77 &+ 5)
    var changed = file
    for _ in 0..<Int.random(in: 1...8, using: &generator) where !changed.isEmpty {
      // Half of the changes hit the tables' places and the small tables, where they tell most.
      let limit = Bool.random(using: &generator) ? min(changed.count, 1500) : changed.count
      let place = Int.random(in: 0..<limit, using: &generator)
      let piece = place..<min(place + Int.random(in: 1...8, using: &generator), changed.count)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1, 2: changed[place] ^= UInt8.random(in: 1...255, using: &generator)
      case 3, 4:
        changed.replaceSubrange(
          piece, with: [UInt8](repeating: Bool.random(using: &generator) ? 0xFF : 0, count: piece.count))
      case 5: changed.replaceSubrange(piece, with: file.shuffled(using: &generator).prefix(piece.count))
      case 6: changed.insert(contentsOf: changed[piece], at: place)
      default: changed.removeSubrange(piece)
      }
    }
    return changed
  }
}
