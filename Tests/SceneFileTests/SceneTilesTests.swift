import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneSceneFile

@Suite("Tiles of a scene")
struct SceneTilesTests {
  /// A folder with tiles of one colour each, 2 × 2 pixels: its red is 10 · level + the column, its
  /// green the row.
  private func tiles(_ names: [String]) throws -> SceneFolder {
    let folder = try SceneFolder()
    for name in names {
      let numbers = name.split(separator: "-").compactMap { UInt8($0) }
      let pixel: [UInt8] = [10 * numbers[0] + numbers[1], numbers[2], 0, 255]
      let pixels = [[UInt8]](repeating: pixel, count: 4).flatMap { $0 }
      try folder.write(
        try encodeImage(premultipliedRGBA8: pixels, width: 2, height: 2, format: .png), to: name + ".png")
    }
    return folder
  }

  private func layer(_ more: String, bounds: String = "[0, 0, 4, 4]", pattern: String = "{z}-{x}-{y}.png") -> String {
    """
    {"class": "CATiledLayer", "bounds": \(bounds), "tileSize": [2, 2], "tiles": {"path": "\(pattern)"}\(more)}
    """
  }

  private func shown(_ root: String, in folder: SceneFolder, scale: Double? = nil) throws -> [TileValues] {
    let text = "{\"version\": 1, \"size\": [4, 4], \"root\": \(root)}"
    let scene = try Scene.decode(Array(text.utf8), name: "scene.json", folder: folder.path, scale: scale)
    return scene.committed().root.values.tiled.tiles
  }

  private func color(_ tile: TileValues) -> [UInt8] { Array(tile.image.image.premultipliedRGBA8().prefix(4)) }

  @Test("each tile is the file of its column and row, and holes stay empty")
  func columnsAndRows() throws {
    let folder = try tiles(["0-0-0", "0-1-0", "0-1-1"])
    let shown = try shown(layer(""), in: folder)
    #expect(shown.map(\.frame.origin) == [.zero, CGPoint(x: 2, y: 0), CGPoint(x: 0, y: 2), CGPoint(x: 2, y: 2)])
    #expect(shown.map(color) == [[0, 0, 0, 255], [1, 0, 0, 255], [0, 0, 0, 0], [1, 1, 0, 255]])
  }

  @Test(
    "the level is the one that the device's pixels ask for, the coarsest being 0",
    arguments: [(1.0, 0.5, 0), (1, 1, 1), (2, 1, 2), (2, 0.5, 1), (8, 1, 2), (0.1, 1, 0)])
  func levels(scale: Double, transform: Double, level: Int) throws {
    let folder = try tiles((0...2).map { "\($0)-0-0" })
    let more =
      ", \"position\": [2, 2], \"levelsOfDetail\": 3, \"levelsOfDetailBias\": 1"
      + ", \"transform\": [{\"scale\": \(transform)}]"
    let root = "{\"bounds\": [0, 0, 4, 4], \"sublayers\": [\(layer(more))]}"
    let text = "{\"version\": 1, \"size\": [4, 4], \"root\": \(root)}"
    let scene = try Scene.decode(Array(text.utf8), name: "scene.json", folder: folder.path, scale: scale)
    let first = try #require(scene.committed().root.sublayers.first?.values.tiled.tiles.first)
    #expect(color(first) == [UInt8(10 * level), 0, 0, 255])
  }

  @Test("no more than 16,384 are seen, of a coarser level if there is one")
  func manyTiles() throws {
    let folder = try tiles(["0-0-0", "1-0-0"])
    let many = try shown(layer("", bounds: "[0, 0, 80, 80]"), in: folder)
    #expect(many.count == 1600 && many.first.map(color) == [0, 0, 0, 255])
    #expect(try shown(layer("", bounds: "[0, 0, 300, 300]"), in: folder).isEmpty)
    let coarser = try shown(layer(", \"levelsOfDetail\": 3", bounds: "[0, 0, 300, 300]"), in: folder)
    #expect(coarser.count == 75 * 75 && coarser.first.map(color) == [10, 0, 0, 255])
  }

  @Test("a tile that the bounds cut shows its part of the file")
  func cut() throws {
    let folder = try SceneFolder()
    let pixels: [UInt8] = [0, 0, 0, 255, 1, 0, 0, 255, 2, 0, 0, 255, 3, 0, 0, 255]
    try folder.write(try encodeImage(premultipliedRGBA8: pixels, width: 2, height: 2, format: .png), to: "0-0.png")
    func red(_ more: String, _ bounds: String) throws -> [UInt8] {
      let tile = try #require(try shown(layer(more, bounds: bounds, pattern: "{x}-{y}.png"), in: folder).first)
      let bytes = tile.image.image.premultipliedRGBA8()
      return stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] }
    }
    #expect(try red("", "[0, 0, 1, 2]") == [0, 2])
    #expect(try red("", "[1, 1, 1, 1]") == [3])
    // Upright also where y runs up: the least y is the picture's last row.
    #expect(try red(", \"geometryFlipped\": true", "[0, 0, 2, 1]") == [2, 3])
  }

  @Test("what cannot be shown is an empty tile")
  func damaged() throws {
    let folder = try tiles(["0-0-0"])
    try folder.write("no picture", to: "0-1-0.png")
    let large = [UInt8](repeating: 255, count: 5 * 5 * 4)
    try folder.write(try encodeImage(premultipliedRGBA8: large, width: 5, height: 5, format: .png), to: "0-0-1.png")
    #expect(try shown(layer(""), in: folder).map { color($0)[3] } == [255, 0, 0, 0])
  }

  @Test("the scene is written with its tiles")
  func roundTrip() throws {
    let folder = try tiles(["0-0-0"])
    let text = "{\"version\": 1, \"size\": [4, 4], \"root\": \(layer(", \"levelsOfDetail\": 2"))}"
    let first = try scene(text, folder: folder.path)
    let written = try first.encoded()
    #expect(written.contains("\"{z}-{x}-{y}.png\""))
    let again = try scene(written, folder: folder.path)
    #expect(differences(first.committed().root, again.committed().root).isEmpty)
    let program = Scene(size: CGSize(width: 1, height: 1), root: CATiledLayer())
    let line = errorLine { () throws(SceneError) in try program.encoded() }
    #expect(line?.hasSuffix("root.class: CATiledLayer has tiles that a program draws") == true, "\(line ?? "")")
  }

  @Test(
    "wrong tiles",
    arguments: [
      ("{}", "path: is missing; expected a path such as \"tiles/{z}/{x}/{y}.png\""),
      ("\"a\"", ": expected an object with the \"path\" of the tiles, found \"a\""),
      ("{\"path\": 3}", "path: expected a string, found 3"),
      ("{\"paht\": \"\"}", "paht: is not a key of tiles; did you mean \"path\"?"),
      ("{\"path\": \"{x}.png\"}", "path: expected {y} for the row of a tile, found none in \"{x}.png\""),
      ("{\"path\": \"{y}.png\"}", "path: expected {x} for the column of a tile, found none in \"{y}.png\""),
      ("{\"path\": \"{x}{y}.png\"}", "path: expected {z} for the level of a tile, found none in \"{x}{y}.png\""),
      ("{\"path\": \"{x}{Y}.png\"}", "path: expected {x}, {y} or {z}, found {Y}"),
      ("{\"path\": \"{x}{y\"}", "path: expected } after {, found the end of the pattern"),
    ])
  func wrong(tiles: String, problem: String) throws {
    let text = "{\"class\": \"CATiledLayer\", \"levelsOfDetail\": 2, \"tiles\": \(tiles)}"
    let line = errorLine { () throws(SceneError) in try scene(root: text) }
    let place = problem.hasPrefix(":") ? "root.tiles" : "root.tiles."
    #expect(line == "scene.json: \(place)\(problem)")
    #expect(
      errorLine { () throws(SceneError) in try scene(root: "{\"tiles\": {\"path\": \"{x}{y}\"}}") }
        == "scene.json: root.tiles: is not a key of CALayer; did you mean \"tiles\" of CATiledLayer?")
  }
}
