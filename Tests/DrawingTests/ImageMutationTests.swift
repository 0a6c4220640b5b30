import HostileFiles
import MultiplaneDrawing
import MultiplaneGraphics
import TestTiers
import Testing

/// 2000 files that were changed at random: an error or an image, never a crash, and within the
/// limits of `HostileFiles`. The quick tier reads every ninth.
///
/// The same seed gives the same file. Beside changed bytes there are pieces cut out, doubled,
/// swapped between files, and numbers set to their extremes, which single changed bytes seldom
/// reach.
@Suite struct ImageMutationTests {
  static let rounds = 2000 / (Corpus.images.count + Corpus.drawings.count)

  @Test(arguments: Corpus.images)
  func changedImages(name: String) async {
    await TestProcesses.run(name) {
      await #expect(processExitsWith: .success) { [name] in
        try Self.decodeChanged(name, of: Corpus.images) { (changed) throws(ImageError) in
          let image = try decodeImage(changed, name: "changed")
          guard image.width * image.height < 1 << 16 else { return }
          #expect(image.premultipliedRGBA8().count == image.width * image.height * 4)
        }
      }
    }
  }

  @Test(arguments: Corpus.drawings)
  func changedDrawings(name: String) async {
    await TestProcesses.run(name) {
      await #expect(processExitsWith: .success) { [name] in
        try Self.decodeChanged(name, of: Corpus.drawings) { (changed) throws(ImageError) in
          let image = try SVGDocument(changed, name: "changed").render(width: 32, height: 32)
          #expect(image.width == 32)
        }
      }
    }
  }

  private static func decodeChanged(
    _ name: String, of names: [String], _ decode: ([UInt8]) throws(ImageError) -> Void
  ) throws {
    let file = try Corpus.bytes(name)
    let other = try Corpus.bytes(names[(names.firstIndex(of: name) ?? 0) ^ 1])
    for seed in (0..<rounds).drawn() {
      let changed = mutated(file, with: other, seed: UInt64(seed))
      let complaint = HostileFiles.complaint(about: "\(name), seed \(seed)") {
        do throws(ImageError) {
          try decode(changed)
        } catch {
          let line = error.description
          #expect(line.hasPrefix("changed: expected ") && !line.contains("\n"), "seed \(seed)")
        }
      }
      #expect(complaint == nil, "\(complaint ?? "")")
    }
  }

  private static func mutated(_ file: [UInt8], with other: [UInt8], seed: UInt64) -> [UInt8] {
    var generator = SplitMix64(seed: seed &* 77 &+ UInt64(file.count))
    var changed = file
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !changed.isEmpty {
      let place = Int.random(in: 0..<changed.count, using: &generator)
      let piece = place..<min(place + Int.random(in: 1...16, using: &generator), changed.count)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: changed[place] ^= UInt8.random(in: 1...255, using: &generator)
      case 1:
        changed.replaceSubrange(
          piece, with: [UInt8](repeating: Bool.random(using: &generator) ? 0xFF : 0, count: piece.count))
      case 2: changed.removeSubrange(piece)
      case 3: changed.insert(contentsOf: changed[piece], at: place)
      case 4: changed.replaceSubrange(piece, with: other.dropFirst(place).prefix(piece.count))
      default: changed.removeLast(changed.count - place)
      }
    }
    return changed
  }
}
