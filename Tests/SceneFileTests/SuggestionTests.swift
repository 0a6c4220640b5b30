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
    ("nmae", "name"), ("wobble", nil), ("", nil), ("x", nil), (String(repeating: "name", count: 1000), nil),
  ]

  @Test(arguments: words)
  func nearest(word: String, candidate: String?) {
    let keys = ["name", "cornerRadius", "backgroundColor", "borderColor"]
    #expect(Suggestion.nearest(to: word, among: keys) == candidate)
  }
}
