import MultiplaneDrawing
import Testing

/// Texts with a style per run, in the command.
@Suite(.enabled(if: FontCollection.isAvailable)) struct TextRunCommandTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func runsAreInspected() throws {
    let scene = try folder.write(
      ##"""
      {"version": 1, "size": [90, 40], "root": {"class": "CATextLayer", "frame": [0, 0, 90, 40], "name": "title",
       "string": ["Ada ", {"text": "Lovelace", "fontSize": 9, "underline": true}]}}
      """##, to: "scene.json")
    let lines = try Command.run(["inspect", scene])
    #expect(
      lines.output.contains(##"string=["Ada ", {"text": "Lovelace", "fontSize": 9, "underline": true}]"##),
      "\(lines.output)")
    let layer = try Command.run(["inspect", scene, "--layer", "title"])
    #expect(layer.output.contains("\"Ada Lovelace\" at "), "\(layer.output)")
  }
}
