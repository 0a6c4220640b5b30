import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: archives")
struct LottieArchiveTests {
  /// A zip archive of stored files.
  private func archive(_ files: [(name: String, text: String)]) -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] { (0..<length).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func sum(_ bytes: [UInt8]) -> Int {
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
      }
      return Int(~sum)
    }
    var (body, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let (name, bytes) = (Array(file.name.utf8), Array(file.text.utf8))
      let facts =
        number(0, 2) + number(0, 2) + number(0, 4) + number(sum(bytes), 4) + number(bytes.count, 4)
        + number(bytes.count, 4) + number(name.count, 2) + number(0, 2)
      directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + facts
      directory += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(body.count, 4) + name
      body += number(0x0403_4B50, 4) + number(20, 2) + facts + name + bytes
    }
    let end =
      number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
      + number(directory.count, 4) + number(body.count, 4) + number(0, 2)
    return body + directory + end
  }

  private func scene(_ bytes: [UInt8]) throws -> Scene {
    SceneFormats.register([LottieFormat()])
    return try SceneTemplate(bytes, name: "a.lottie").scene()
  }

  @Test("The animation of the manifest is read", arguments: ["a/", "animations/"])
  func animation(folder: String) throws {
    let bytes = archive([
      ("manifest.json", #"{"animations": [{"id": "one"}]}"#),
      (folder + "one.json", Animations.json(Animations.solid())),
    ])
    #expect(try scene(bytes).timeline?.duration == 1)
  }

  @Test("The initial animation is preferred")
  func initial() throws {
    let longer = Animations.json(Animations.solid()).replacing(#""op": 10, "w""#, with: #""op": 20, "w""#)
    let bytes = archive([
      ("manifest.json", #"{"version": "2", "initial": {"animation": "b"}, "animations": [{"id": "a"}, {"id": "b"}]}"#),
      ("a/a.json", Animations.json(Animations.solid())), ("a/b.json", longer),
    ])
    #expect(try scene(bytes).timeline?.duration == 2)
  }

  @Test("A damaged archive is an error in one line")
  func damaged() throws {
    var bytes = archive([("manifest.json", #"{"animations": [{"id": "one"}]}"#), ("a/one.json", "{}")])
    #expect(
      throws: SceneError.invalid(
        file: "a.lottie", place: "", problem: "expected an animation with layers, found other JSON")
    ) {
      try scene(bytes)
    }
    bytes[45] ^= 1
    #expect(
      throws: SceneError.invalid(file: "a.lottie", place: "manifest.json", problem: "the checksum does not match")
    ) {
      try scene(bytes)
    }
    for count in stride(from: 4, to: bytes.count, by: 7) {
      #expect(throws: SceneError.self) { try scene(Array(bytes.prefix(count))) }
    }
  }
}
