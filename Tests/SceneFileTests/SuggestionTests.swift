import Testing

@testable import MultiplaneSceneFile

@Suite struct SuggestionTests {
  private static let distances: [(a: String, b: String, distance: Int)] = [
    ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "abxc", 1),
    ("abc", "axc", 1), ("kitten", "sitting", 3),
  ]

  @Test(arguments: distances)
  func distance(a: String, b: String, distance: Int) {
    #expect(Suggestion.distance(Array(a.unicodeScalars), Array(b.unicodeScalars)) == distance)
    #expect(Suggestion.distance(Array(b.unicodeScalars), Array(a.unicodeScalars)) == distance)
  }

  private static let words: [(word: String, candidate: String?)] = [
    ("cornerRadis", "cornerRadius"), ("cornerradius", "cornerRadius"), ("backgroundColour", "backgroundColor"),
    ("nmae", "name"), ("wobble", nil), ("", nil), ("x", nil), ("colour", "backgroundColor"),
    ("background", "backgroundColor"), (String(repeating: "name", count: 1000), nil),
  ]

  /// British spellings, of keys and of words of a list.
  private static let british: [(word: String, candidates: [String], meant: String)] = [
    ("colour", ["color", "name", "scale"], "color"), ("colours", ["colors", "locations"], "colors"),
    ("foregroundColour", ["fontSize", "foregroundColor"], "foregroundColor"),
    ("centre", ["left", "right", "center"], "center"),
    ("contentsCentre", ["contents", "contentsCenter"], "contentsCenter"), ("grey", ["gray", "red"], "gray"),
    ("shouldRasterise", ["shouldRasterize"], "shouldRasterize"), ("mitreLimit", ["miterLimit"], "miterLimit"),
    ("inputCentre", ["name", "inputCenter", "inputScale"], "inputCenter"),
  ]

  @Test(arguments: british)
  func britishSpelling(word: String, candidates: [String], meant: String) {
    #expect(Suggestion.nearest(to: word, among: candidates) == meant)
  }

  /// Words of style sheets and other frameworks for keys of a text layer.
  private static let brought: [(word: String, meant: String)] = [
    ("text", "string"), ("x", "frame"), ("y", "frame"), ("width", "frame"), ("height", "frame"),
    ("zIndex", "zPosition"), ("z-index", "zPosition"), ("visible", "hidden"), ("rotation", "transform"),
    ("textAlign", "alignmentMode"), ("text-align", "alignmentMode"), ("fontWeight", "font"), ("blur", "filters"),
    ("background", "backgroundColor"), ("border", "borderWidth"), ("shadowBlur", "shadowRadius"),
    ("borderRadius", "cornerRadius"), ("children", "sublayers"),
  ]

  @Test(arguments: brought)
  func namesOfOtherFrameworks(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: SceneKeys.layer(of: .text)) == meant)
  }

  @Test func spellingsOfColumns() {
    let names = ["name", "photo", "firstName"]
    #expect(Suggestion.nearest(to: "foto", among: names) == "photo")
    #expect(Suggestion.nearest(to: "First Name", among: names) == "firstName")
    #expect(Suggestion.nearest(to: "NAME", among: names) == "name")
  }

  @Test(arguments: words)
  func nearest(word: String, candidate: String?) {
    let keys = ["name", "cornerRadius", "backgroundColor", "borderColor"]
    #expect(Suggestion.nearest(to: word, among: keys) == candidate)
  }
}
