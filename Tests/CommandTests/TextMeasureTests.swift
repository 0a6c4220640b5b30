import Foundation
import MultiplaneDrawing
import Testing

/// `multiplane inspect --layer`: the lines of a text and its ink.
@Suite(.enabled(if: FontCollection.isAvailable)) struct TextMeasureTests {
  private static let scene =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Scenes/text/text-placement.json"

  @Test func linesAndInkArePrinted() throws {
    let result = try Command.run(["inspect", Self.scene, "--layer", "office"])
    #expect(result.status == 0 && result.outputLines.count == 2, "\(result.output)\(result.error)")
    #expect(result.outputLines[0].hasPrefix("\"office hours\" at (0, "))
    #expect(result.outputLines[1].hasPrefix("ink (") && result.outputLines[1].hasSuffix("font size 13"))
    let json = try Command.run(["inspect", Self.scene, "--layer", "office", "--json"])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let text = try #require((object?["texts"] as? [[String: Any]])?.first)
    #expect(text["cut"] as? Bool == false && (text["ink"] as? [Double])?.count == 4)
    #expect((text["lines"] as? [[String: Any]])?.first?["text"] as? String == "office hours")
  }

  @Test func anUnknownLayerIsWrongUsage() throws {
    expectFailure(
      try Command.run(["inspect", Self.scene, "--layer", "offices"]), status: 2,
      mentions: "--layer: expected the name of a text layer", "did you mean \"office\"?")
  }
}
