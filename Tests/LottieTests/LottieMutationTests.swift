import Foundation
import HostileFiles
import MultiplaneCompositor
import MultiplaneGraphics
import MultiplaneLottie
import MultiplaneRenderTree
import MultiplaneSceneFile
import TestTiers
import Testing

/// 10,000 files that were changed at random, JSON and `.lottie`: a picture, an error line, or a
/// refusal for its cost as by the command and the service; never a crash, within a second and the
/// memory of `HostileFiles`. The quick tier draws every ninth
/// part, so that nine consecutive seeds draw every file once.
///
/// The same seed gives the same file. Numbers become extreme, values are doubled, swapped and left
/// out, and bytes are changed.
@Suite("Lottie: mutated files") struct LottieMutationTests {
  private static let parts = 40
  private static let filesPerPart = 250
  /// Seconds of a processor per file. Building layers is not optimised in the debug configuration.
  #if DEBUG
    private static let seconds = 3.0
  #else
    private static let seconds = 1.0
  #endif

  @Test("Mutated files are drawn or refused", arguments: (0..<parts).drawn())
  func mutations(part: Int) async {
    await TestProcesses.run("Lottie \(part)") {
      await #expect(processExitsWith: .success) { [part] in try Self.drawMutated(part) }
    }
  }

  private static func drawMutated(_ part: Int) throws {
    SceneFormats.register([LottieFormat()])
    let files = try Features.all()
    let compositor = try OffscreenCompositor(RendererOptions(.cpu))
    let limits = DrawingLimits.onProcessor()
    for seed in part * filesPerPart..<(part + 1) * filesPerPart {
      var generator = SplitMix64(seed: UInt64(seed))
      let name = files[Int.random(in: 0..<files.count, using: &generator)]
      let other = files[Int.random(in: 0..<files.count, using: &generator)]
      let bytes = Mutation(try Features.bytes(name), with: try Features.bytes(other), &generator).bytes
      let complaint = HostileFiles.complaint(about: "\(name), seed \(seed)", within: seconds) {
        do {
          let scene = try SceneTemplate(bytes, name: "a.lottie").scene()
          for time in [0, 0.35, 1.3] {
            let tree = scene.committed().evaluate(at: time)
            guard tree.pixelWidth * tree.pixelHeight <= 1 << 18, DrawingCost(of: tree).excess(over: limits) == nil
            else { return }
            _ = try compositor.picture(of: tree)
          }
        } catch {
          let line = "\(error)"
          #expect(!line.contains("\n"), "\(name), seed \(seed): \(line)")
        }
      }
      #expect(complaint == nil, "\(complaint ?? "")")
    }
  }
}

/// A file with changes.
private struct Mutation {
  private(set) var bytes: [UInt8]

  private static let values = [
    "0", "-1", "1e9", "-1e9", "1e-9", "0.5", "100", "1000", "50000", "1e400", "null", "true", "[]", "{}", "\"a\"",
    "[0, 0]", #"{"k": 0}"#, #"{"a": 1, "k": []}"#, #"{"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 0, "s": [1e6]}]}"#,
    #"{"a": 1, "k": [{"t": -1e9, "s": [0]}, {"t": 1e9, "s": [1]}]}"#,
  ].map { Array($0.utf8) }

  init(_ file: [UInt8], with other: [UInt8], _ generator: inout SplitMix64) {
    bytes = file
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      Int.random(in: 0..<4, using: &generator) == 0
        ? changeBytes(&generator) : changeValue(with: other, &generator)
    }
    guard Int.random(in: 0..<6, using: &generator) == 0 else { return }
    bytes = Archives.archive([
      ("manifest.json", Array(#"{"animations": [{"id": "one", "initialTheme": "t"}], "themes": [{"id": "t"}]}"#.utf8)),
      ("a/one.json", bytes),
      ("t/t.json", Array(#"{"rules": [{"id": "accent", "type": "Color", "value": [1, 0, 0]}]}"#.utf8)),
    ])
    if Bool.random(using: &generator) { changeBytes(&generator) }
  }

  private mutating func changeBytes(_ generator: inout SplitMix64) {
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let piece = place..<min(place + Int.random(in: 1...40, using: &generator), bytes.count)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(contentsOf: bytes[piece], at: place)
    default: bytes.removeSubrange(piece)
    }
  }

  /// Replaces, doubles or removes a JSON value.
  private mutating func changeValue(with other: [UInt8], _ generator: inout SplitMix64) {
    guard let range = Self.value(in: bytes, near: Int.random(in: 0..<bytes.count, using: &generator)) else { return }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.insert(contentsOf: bytes[range] + Array(", ".utf8), at: range.lowerBound)
    case 1: bytes.removeSubrange(range)
    case 2:
      guard let piece = Self.value(in: other, near: Int.random(in: 0..<other.count, using: &generator)) else { return }
      bytes.replaceSubrange(range, with: other[piece])
    default: bytes.replaceSubrange(range, with: Self.values[Int.random(in: 0..<Self.values.count, using: &generator)])
    }
  }

  /// The next value of a list or a member after a position.
  private static func value(in bytes: [UInt8], near position: Int) -> Range<Int>? {
    let starts = Set(":[,".utf8)
    guard let before = bytes[position...].firstIndex(where: starts.contains),
      let start = bytes[(before + 1)...].firstIndex(where: { $0 > 0x20 })
    else { return nil }
    var depth = 0
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return start..<index + 1 }
        if depth < 0 { return start..<index }
      case UInt8(ascii: ","): if depth == 0 { return start..<index }
      default: break
      }
    }
    return nil
  }
}
