import Foundation
import MultiplaneDrawing
import Testing

/// `hyphenation` in scene files, by the system's English dictionary.
@Suite(.enabled(if: FontCollection.isAvailable)) struct HyphenationCommandTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// - Parameter parameters: declarations, each with a comma behind it.
  private func scene(hyphenation: String, parameters: String = "") throws -> String {
    try folder.write(
      """
      {"version": 1, "size": [95, 60], \(parameters)
       "root": {"class": "CATextLayer", "name": "title", "frame": [0, 0, 95, 60], "string": "hyphenation", "fontSize": 20,
                "wrapped": true, "hyphenation": \(hyphenation)}}
      """, to: "scene.json")
  }

  private func lines(_ options: String...) throws -> [String] {
    let scene = try scene(
      hyphenation: #"{"parameter": "language"}"#,
      parameters: #""parameters": {"language": {"type": "string", "enum": ["en-US", "en", "xx"], "default": "en-US"}},"#
    )
    let result = try Command.run(["inspect", scene, "--layer", "title", "--json"] + options)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let text = try #require((object?["texts"] as? [[String: Any]])?.first, "\(result.error)")
    return (text["lines"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
  }

  @Test func aLanguageIsAParameterToo() throws {
    #expect(try lines() == ["hyphen", "ation"])
    #expect(try lines("--set", "language=en") == ["hyphen", "ation"])
    // Broken between letters, as it is longer than a line.
    #expect(try lines("--set", "language=xx").first != "hyphen")
  }

  @Test func aMissingDictionaryIsAWarning() throws {
    let scene = try scene(hyphenation: #""xx""#)
    let arguments = ["render", scene, "-o", folder.file("out.png"), "--renderer", "cpu"]
    let drawn = try Command.run(arguments)
    #expect(drawn.status == 0 && drawn.errorLines.count == 1, "\(drawn.error)")
    #expect(
      drawn.error.contains("warning: \(scene): root.hyphenation: words are not hyphenated: expected a dictionary"))
    expectFailure(try Command.run(arguments + ["--strict"]), status: 1, mentions: "root.hyphenation", "hyphen-xx")
  }

  @Test(arguments: ["true", "0.5", #""en_US""#, #""English""#, #""""#])
  func otherValuesAreRefused(value: String) throws {
    let scene = try scene(hyphenation: value)
    expectFailure(
      try Command.run(["check", scene]), status: 1,
      mentions: "root.hyphenation: expected a language such as \"en-US\", or null, found ")
  }
}
