import Foundation
import Multiplane
import MultiplaneTesting
import Testing

@Suite struct FileTests {
  /// A new folder, removed at the end.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("multiplane-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private let text = """
    {"version": 1, "size": [8, 4], "background": "#0000ff", "root": {"frame": [0, 0, 8, 4], "sublayers": [
      {"frame": [2, 1, 4, 2], "backgroundColor": "#ff0000"}]}}
    """

  @Test func aSceneComesFromAFile() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("scene.json")
      try Data(text.utf8).write(to: file)
      let scene = try Scene(contentsOf: file)
      #expect(scene.size == CGSize(width: 8, height: 4) && scene.root.sublayers?.count == 1)
      let again = try Scene(data: scene.data())
      let renderer = try LayerImageRenderer(.cpu)
      let pictures = try [renderer.image(of: scene), renderer.image(of: again)]
      #expect(try pictures[0].difference(from: pictures[1]).largest == 0)
    }
  }

  @Test func aWrongSceneSaysWhere() throws {
    let wrong = Data(text.replacingOccurrences(of: "[2, 1, 4, 2]", with: "\"wide\"").utf8)
    let error = #expect(throws: MultiplaneError.self) { try Scene(data: wrong) }
    #expect(error?.code == .sceneInvalid && error?.place == "root.sublayers[0].frame")
    let missing = #expect(throws: MultiplaneError.self) { try Scene(contentsOf: URL(fileURLWithPath: "/nowhere")) }
    #expect(missing?.code == .sceneUnreadable)
  }

  @Test func aStrangersSceneStaysInItsFolder() throws {
    try inFolder { folder in
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      let image = try #require(try LayerImageRenderer(.cpu).image(of: Scene(data: Data(text.utf8))).pngData())
      try image.write(to: folder.appendingPathComponent("secret.png"))
      let file = inner.appendingPathComponent("scene.json")
      let scene = """
        {"version": 1, "size": [8, 4], "images": {"a": "../secret.png"}, "root": {"frame": [0, 0, 8, 4], "contents": "a"}}
        """
      try Data(scene.utf8).write(to: file)
      _ = try Scene(contentsOf: file)
      let limits = try SceneLimits.standard.confined(to: inner)
      let error = #expect(throws: MultiplaneError.self) { try Scene(contentsOf: file, limits: limits) }
      #expect(error?.place == "images.a", "\(error?.description ?? "")")
      var small = SceneLimits.standard
      small.maximumLayers = 1
      #expect(throws: MultiplaneError.self) { try Scene(data: Data(text.utf8), limits: small) }
      let missing = #expect(throws: MultiplaneError.self) {
        try SceneLimits.standard.confined(to: folder.appendingPathComponent("none"))
      }
      #expect(missing != nil)
    }
  }

  @Test func picturesAreFiles() throws {
    let image = try LayerImageRenderer(.cpu).image(of: Scene(data: Data(text.utf8)))
    #expect(image.pngData()?.prefix(4) == Data([0x89, 0x50, 0x4e, 0x47]))
    #expect(image.jpegData(compressionQuality: 0.8)?.prefix(2) == Data([0xff, 0xd8]))
    try inFolder { folder in
      let file = folder.appendingPathComponent("picture.webp")
      try image.write(to: file)
      #expect(try Data(contentsOf: file).prefix(4) == Data("RIFF".utf8))
      let error = #expect(throws: MultiplaneError.self) {
        try image.write(to: folder.appendingPathComponent("picture.bmp"))
      }
      #expect(error?.description.contains(".png") == true)
    }
  }

  private static let hasEncoder = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].contains(
    where: FileManager.default.isExecutableFile)

  @Test(.enabled(if: hasEncoder, "videos need ffmpeg")) func aVideoIsWholeOrNotThere() throws {
    try inFolder { folder in
      let scene = try Scene(data: Data(text.utf8))
      let renderer = try LayerImageRenderer(.cpu)
      let times = try FrameTimes(to: 0.2, framesPerSecond: 10)
      let file = folder.appendingPathComponent("scene.gif")
      var counts: [Int] = []
      try renderer.writeVideo(of: scene, times, to: file) { frame, count in
        counts.append(frame)
        return count == 2
      }
      #expect(try Data(contentsOf: file).prefix(3) == Data("GIF".utf8) && counts == [1, 2])
      let other = folder.appendingPathComponent("other.mp4")
      let error = #expect(throws: MultiplaneError.self) {
        try renderer.writeVideo(of: scene, times, to: other) { _, _ in false }
      }
      #expect(error?.code == .cancelled && !FileManager.default.fileExists(atPath: other.path))
      let unknown = #expect(throws: MultiplaneError.self) {
        try renderer.writeVideo(of: scene, times, to: folder.appendingPathComponent("scene.avi"))
      }
      #expect(unknown?.code == .video && unknown?.description.contains(".mp4") == true)
    }
  }

  @Test func aDifferenceIsCounted() throws {
    let renderer = try LayerImageRenderer(.cpu)
    let scene = try Scene(data: Data(text.utf8))
    let first = try renderer.image(of: scene)
    scene.root.sublayers?.first?.backgroundColor = CGColor(red: 0.5, green: 0, blue: 0, alpha: 1)
    let difference = try renderer.image(of: scene).difference(from: first)
    #expect(difference.largest == 127 && difference.share(beyond: 0) == 0.25)
    #expect(!difference.breaches(of: .exact).isEmpty)
    #expect(difference.image()?.width == 8)
    let other = try renderer.image(of: scene, scale: 2)
    let error = #expect(throws: MultiplaneError.self) { try other.difference(from: first) }
    #expect(error?.code == .imageSizes)
  }
}
