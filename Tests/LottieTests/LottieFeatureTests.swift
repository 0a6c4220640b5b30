import Foundation
import MultiplaneLottie
import MultiplaneSceneFile
import Testing

/// Animations of 200 × 200 points and 60 frames, one per feature. `tools/test-lottie` compares them
/// with other players.
enum Features {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Features")

  /// The names of all, in order.
  static func all() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name.hasSuffix(".json") ? name : name + ".json")))
  }

  static func scene(_ name: String) throws -> Scene {
    SceneFormats.register([LottieFormat()])
    return try SceneTemplate(bytes(name), name: name, folder: folder.path + "/").scene()
  }
}

@Suite("Lottie: feature files")
struct LottieFeatureTests {
  /// What is not supported, by file.
  private static let unsupported = [
    "blend-hard-mix": "blend mode 17", "effect-blur-horizontal": "blurring in one direction",
    "effect-tritone-blend": "blending a tritone", "expression": "expressions", "expression-animated": "expressions",
    "gradient-highlight": "highlights",
    "mask-darken": "lighten and darken", "mask-feather-one-direction": "different feathers",
    "mask-lighten": "lighten and darken",
  ]

  @Test("All are read; only what is not supported is a warning")
  func warnings() throws {
    let names = try Features.all()
    #expect(names.count > 200)
    for name in names {
      let warnings = try Features.scene(name).importWarnings.map(\.description)
      if let feature = Self.unsupported[String(name.dropLast(5))] {
        #expect(warnings.count == 1 && warnings[0].contains(feature), "\(name): \(warnings)")
      } else {
        #expect(warnings == [], "\(name)")
      }
    }
  }

  /// Whether pixels of a frame are painted.
  private func painted(_ name: String, frame: Double, _ points: [(Int, Int)]) throws -> [Bool] {
    let picture = try Animations.picture(try Features.scene(name), frame: frame)
    return points.map { picture[$0.0, $0.1][3] > 128 }
  }

  @Test("The number of copies of a repeater changes at whole copies")
  func copies() throws {
    let points = [20, 46, 72, 98].map { ($0, 100) }
    #expect(try painted("repeater-copies-animated", frame: 0, points) == [true, false, false, false])
    #expect(try painted("repeater-copies-animated", frame: 9, points) == [true, true, false, false])
    #expect(try painted("repeater-copies-animated", frame: 29, points) == [true, true, true, true])
  }

  @Test("The offset of a repeater moves all copies, the first too")
  func offset() throws {
    #expect(
      try painted("repeater-offset", frame: 0, [30, 65, 100, 135].map { ($0, 100) }) == [false, true, true, true])
    // From −1 to 2 in 59 frames: no offset at frame 19.67.
    let points = [52, 60, 86, 112, 125].map { ($0, 100) }
    #expect(
      try painted("repeater-offset-animated", frame: 19.67, points) == [true, true, true, true, false].map { $0 })
  }

  @Test("Copies are behind the original, or in front of it", arguments: [("above", true), ("below", false)])
  func order(name: String, isFirstInFront: Bool) throws {
    // The edge of the first circle, in yellow, within the second.
    let picture = try Animations.picture(try Features.scene("repeater-" + name), frame: 0)
    let isYellow = picture[90, 100][0] > 200
    #expect(isYellow == isFirstInFront)
  }

  @Test("A merge cuts one group out of another")
  func mergedGroups() throws {
    #expect(try painted("merge-groups", frame: 0, [(50, 50), (115, 115), (150, 150)]) == [true, false, false])
  }

  @Test("A trim runs through one group after the other")
  func trimmedGroups() throws {
    // The top of the circle is its start, the right edge of the square that of the square.
    let points = [(61, 60), (175, 110)]
    #expect(try painted("trim-of-groups-as-one", frame: 0, points) == [true, false])
    #expect(try painted("trim-of-groups-as-one", frame: 59, points) == [true, true])
  }

  @Test("A twist turns the middle and leaves the corners")
  func twist() throws {
    #expect(try painted("twist", frame: 0, [(42, 52), (100, 46), (100, 154), (50, 60)])[1...2] == [false, false])
    #expect(try painted("twist", frame: 0, [(100, 100), (42, 100)]) == [true, true])
  }

  @Test("A tritone has three colours, evenly mixed between them")
  func tritone() throws {
    let picture = try Animations.picture(try Features.scene("effect-tritone"), frame: 0)
    // Black, grey and white at x = 20, 100 and 180.
    for (x, color) in [(22, [26, 0, 77]), (100, [204, 77, 77]), (177, [255, 229, 153])] {
      for (channel, value) in color.enumerated() {
        #expect(abs(Int(picture[x, 100][channel]) - value) <= 8, "x \(x), channel \(channel)")
      }
    }
  }

  @Test(
    "Colour controls",
    arguments: [
      ("invert", [13, 128, 230]), ("exposure", [255, 178, 39]),
    ])
  func controls(name: String, color: [Int]) throws {
    // Of the orange 242, 127, 26.
    let picture = try Animations.picture(try Features.scene("effect-" + name), frame: 0)
    for (channel, value) in color.enumerated() {
      #expect(abs(Int(picture[50, 70][channel]) - value) <= 3, "channel \(channel): \(picture[50, 70])")
    }
  }

  @Test("Letters are on their path, turned with it")
  func textPath() throws {
    // The path begins at (20, 140), upwards.
    let straight = try Animations.picture(try Features.scene("text-path"), frame: 0)
    #expect((0..<40).contains { straight[$0, 130][3] > 128 })
    #expect(!(100..<200).contains { straight[$0, 130][3] > 128 })
    let centred = try Animations.picture(try Features.scene("text-path-centre"), frame: 0)
    #expect(!(0..<40).contains { centred[$0, 130][3] > 128 })
    #expect((80..<120).contains { centred[$0, 40][3] > 128 })
  }

  @Test("A negative stretch plays a composition backwards")
  func negativeStretch() throws {
    let points = [(170, 100), (30, 100)]
    #expect(try painted("composition-stretch-negative", frame: 0, points) == [true, false])
    #expect(try painted("composition-stretch-negative", frame: 59, points) == [false, true])
  }

  @Test("An expression is a warning with its place, and its stored value is shown")
  func expressions() throws {
    let warnings = try Features.scene("expression").importWarnings.map(\.description)
    #expect(warnings.count == 1 && warnings[0].contains("layers[0].ks.p.x: expressions"), "\(warnings)")
    #expect(try painted("expression", frame: 30, [(65, 75), (135, 125), (50, 100)]) == [true, true, false])
    #expect(try painted("expression-animated", frame: 0, [(40, 100), (160, 100)]) == [true, false])
    #expect(try painted("expression-animated", frame: 59, [(40, 100), (160, 100)]) == [false, true])
  }

  @Test("Images of folders and of slots", arguments: ["layer-image-in-folder", "slot-image"])
  func images(name: String) throws {
    let picture = try Animations.picture(try Features.scene(name), frame: 0)
    #expect(picture[70, 70] == [230, 51, 51, 255])
    #expect(picture[130, 70] == [51, 102, 230, 255])
  }

  @Test("A text and a position of slots")
  func slots() throws {
    let texts = try ["slot-text", "text-glyphs"].map { try Animations.picture(try Features.scene($0), frame: 0).pixels }
    #expect(texts[0] == texts[1])
    #expect(try painted("slot-position", frame: 0, [(60, 60), (140, 140)]) == [true, false])
    #expect(try painted("slot-position", frame: 59, [(60, 60), (140, 140)]) == [false, true])
    // The value of a slot is that of the file, or a parameter.
    let template = try SceneTemplate(Features.bytes("slot-text"), name: "slot-text")
    #expect(template.parameters.map(\.name) == ["title"])
    let replaced = try template.scene(SceneParameters(["title": .string("I")]))
    #expect(try Animations.picture(replaced, frame: 0).pixels != texts[0])
  }

  @Test("A null layer shows nothing and moves its children, whatever its opacity")
  func null() throws {
    #expect(try painted("layer-null", frame: 0, [(15, 60), (65, 75), (100, 100)]) == [true, true, false])
    #expect(try painted("layer-null", frame: 59, [(135, 140), (40, 60)]) == [true, false])
  }

  @Test("Markers are frames with names")
  func markers() throws {
    let timeline = try #require(Features.scene("markers").timeline)
    #expect(timeline.markers.map(\.name) == ["start", "middle", "end"])
    #expect(timeline.markers.map(\.frame) == [0, 29, 59])
    #expect(timeline.markers.map(\.duration) == [0, 15, 0])
    #expect(try painted("markers", frame: timeline.markers[1].frame, [(99, 100), (60, 100)]) == [true, false])
  }
}
