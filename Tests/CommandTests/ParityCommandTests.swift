import Foundation
import MultiplaneDrawing
import Testing

@Suite struct ParityCommandTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.halves, to: "halves.json")
  }

  @Test func theRenderersAgreeOnTinyScenes() throws {
    let moving = try folder.write(TestScene.moving, to: "moving.json")
    let result = try Command.run(["parity", scene, moving, "--time", "0.25", "--device", "software"])
    #expect(result.status == 0, "\(result.output)\(result.error)")
    #expect(result.error == "")
    let lines = result.outputLines
    try #require(lines.count == 3)
    #expect(
      lines[0].split(separator: " ", omittingEmptySubsequences: true) == [
        "scene", "largest", "inside", "mean", "beyond", "1", "beyond", "2", "beyond", "4", "beyond", "8", "result",
      ])
    #expect(lines[1].hasPrefix(scene) && lines[2].hasPrefix(moving))
    #expect(lines[1].hasSuffix("  ok") && lines[2].hasSuffix("  ok"))
  }

  @Test func threePicturesAScene() throws {
    let out = folder.file("deep/out")
    let result = try Command.run(["parity", scene, scene, "--out", out, "--device", "software"])
    #expect(result.status == 0, "\(result.output)\(result.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    let stem = scene.dropFirst().dropLast(".json".count).replacingOccurrences(of: "/", with: "-")
    #expect(
      names
        == ["", "-2"].flatMap { number in
          ["actual", "difference", "expected"].map { "\(stem)\(number).\($0).png" }
        }.sorted())
    let expected = try loadImage(path: "\(out)/\(stem).expected.png")
    let actual = try loadImage(path: "\(out)/\(stem).actual.png")
    #expect(expected.premultipliedRGBA8() == actual.premultipliedRGBA8())
    let difference = try loadImage(path: "\(out)/\(stem).difference.png").premultipliedRGBA8()
    #expect(difference == (0..<200).flatMap { _ in [0, 0, 0, 255] as [UInt8] })
  }

  /// A kept picture is used again: once it was changed on the disk, the scene seems to differ.
  @Test func theReferencesPicturesAreKept() throws {
    let cache = folder.file("cache")
    let arguments = ["parity", scene, "--reference-cache", cache, "--device", "software"]
    #expect(try Command.run(arguments).status == 0)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cache).first)
    let url = URL(fileURLWithPath: "\(cache)/\(name)")
    var file = try Data(contentsOf: url)
    // 8 bytes of magic, 8 of size, and four single-precision numbers for each of 20 × 10 pixels.
    try #require(file.count == 16 + 20 * 10 * 16)
    file.replaceSubrange(16..<20, with: withUnsafeBytes(of: Float(40).bitPattern.littleEndian) { Data($0) })
    try file.write(to: url)
    let changed = try Command.run(arguments)
    #expect(changed.status == 1)
    #expect(changed.outputLines.last?.contains("FAILED: ") == true)
    #expect(changed.errorLines.count == 1)

    // A truncated picture is drawn again, and so is another time.
    try file.dropLast().write(to: url)
    #expect(try Command.run(arguments).status == 0)
    #expect(try Data(contentsOf: url).count == 16 + 20 * 10 * 16)
    #expect(try Command.run(arguments + ["--time", "1"]).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 2)
  }

  @Test func aMissingSceneIsOneLineAndStatus1() throws {
    let result = try Command.run(["parity", folder.file("none.json"), "--device", "software"])
    #expect(result.status == 1)
    #expect(result.errorLines.count == 1)
    #expect(result.error.contains("none.json"))
  }

  @Test func aFolderThatCannotBeMadeIsOneLineAndStatus1() throws {
    let result = try Command.run(["parity", scene, "--out", "\(scene)/out", "--device", "software"])
    expectFailure(result, status: 1, mentions: "halves.json/out")
  }

  @Test func machinesGetAnObjectAScene() throws {
    let arguments = ["parity", scene, scene, "--json", "--tolerance", "1:0.5%,2", "--time", "1", "--renderer", "cpu"]
    let result = try Command.run(arguments)
    #expect(result.status == 0 && result.outputLines.count == 2, "\(result.output)\(result.error)")
    let line = Data(try #require(result.outputLines.first).utf8)
    let told = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    #expect(told["scene"] as? String == scene && told["isAlike"] as? Bool == true && told["time"] as? Int == 1)
    #expect(told["tolerance"] as? String == "1:0.5%,2" && told["size"] as? [Int] == [20, 10])
  }
}
