import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: text")
struct LottieTextTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let none: [UInt8] = [0, 0, 0, 0]

  /// A font with "a", a square of 10 × 10 points on the baseline at size 20, and "b", an empty
  /// letter; both are 12 points wide, spaces 6.
  private static let font = """
    , "fonts": {"list": [{"fName": "Squares-Regular", "fFamily": "Squares", "fStyle": "Regular", "ascent": 50}]}, \
    "chars": [\(glyph("a", 60, square)), \(glyph("b", 60, "")), \(glyph(" ", 30, ""))]
    """

  private static let square =
    #"{"ty": "sh", "ks": {"k": {"c": true, "v": [[0, 0], [50, 0], [50, -50], [0, -50]], "#
    + #""i": [[0, 0], [0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0], [0, 0]]}}}"#

  private static func glyph(_ letter: String, _ width: Int, _ shape: String) -> String {
    #"{"ch": "\#(letter)", "size": 40, "style": "Regular", "fFamily": "Squares", "w": \#(width), "#
      + #""data": {"shapes": [{"ty": "gr", "it": [\#(shape)]}]}}"#
  }

  /// A text layer with its baseline at y = 15.
  private func json(_ texts: [(Double, String)], more: String = "", position: String = "[0, 15]") -> String {
    let keys = texts.map { time, text in #"{"t": \#(time), "s": {"s": 20, "f": "Squares-Regular", \#(text)}}"# }
    return Animations.json(
      """
      {"ty": 5, "ip": 0, "op": 10, "ks": {"p": {"k": \(position)}}, \
      "t": {"d": {"k": [\(keys.joined(separator: ", "))]}\(more)}}
      """, more: Self.font)
  }

  private func picture(
    _ text: String, more: String = "", position: String = "[0, 15]", frame: Double = 0
  ) throws -> Animations.Picture {
    try Animations.picture(json([(0, text)], more: more, position: position), frame: frame)
  }

  @Test("Letters of the file, with tracking")
  func letters() throws {
    let plain = try picture(#""t": "ab a", "fc": [1, 0, 0]"#)
    // 12 + 12 + 6
    #expect([1, 9, 11, 15, 29, 31].map { plain[$0, 10] == red } == [true, true, false, false, false, true])
    #expect(plain[5, 4] == none)
    #expect(plain[5, 15] == none)
    let tracked = try picture(#""t": "aa", "fc": [1, 0, 0], "tr": 250"#)
    #expect([9, 13, 18].map { tracked[$0, 10] == red } == [true, false, true])
  }

  @Test(
    "Justification",
    arguments: [(0, [false, false, true, true]), (1, [true, true, false, false]), (2, [false, true, true, false])])
  func justification(number: Int, expected: [Bool]) throws {
    // Two letters with a gap of 2 points in a width of 22 points.
    let picture = try picture(#""t": "aa", "fc": [1, 0, 0], "j": \#(number)"#, position: "[20, 15]")
    #expect([3, 14, 25, 36].map { picture[$0, 10] == red } == expected)
  }

  @Test("Lines have their height, and break in a box")
  func lines() throws {
    let lines = try picture(#""t": "b\ra", "fc": [1, 0, 0], "lh": 5"#)
    #expect(lines[5, 8] == none)
    #expect(lines[5, 18] == red)
    let box = try picture(
      #""t": "ab a a", "fc": [1, 0, 0], "lh": 10, "sz": [30, 100], "ps": [3, 0]"#, position: "[0, 0]")
    // "ab" and "a a": the ascent is 10 points.
    #expect([4, 16, 22].map { box[$0, 5] == red } == [true, false, false])
    #expect([4, 14, 16, 22].map { box[$0, 15] == red } == [true, false, false, true])
  }

  @Test("Texts change at their key frames")
  func keys() throws {
    let scene = try Animations.scene(json([(0, #""t": "a", "fc": [1, 0, 0]"#), (4, #""t": "ba", "fc": [1, 0, 0]"#)]))
    for (frame, isFirst) in [(0.0, true), (3.9, true), (4, false), (10, false)] {
      let picture = try Animations.picture(scene, frame: frame)
      #expect(picture[5, 10] == (isFirst ? red : none), "frame \(frame)")
      #expect(picture[17, 10] == (isFirst ? none : red), "frame \(frame)")
    }
  }

  @Test("A stroke is over or under the fill", arguments: [true, false])
  func stroke(isOver: Bool) throws {
    let picture = try picture(#""t": "a", "fc": [1, 0, 0], "sc": [0, 0, 1], "sw": 4, "of": \#(isOver)"#)
    #expect(picture[11, 10] == [0, 0, 255, 255])
    #expect(picture[9, 10] == (isOver ? [0, 0, 255, 255] : red))
    #expect(picture[5, 10] == red)
  }

  @Test("An animator moves the letters that its range selects")
  func position() throws {
    let animator = #", "a": [{"s": {"t": 0, "s": {"k": 50}, "e": {"k": 100}}, "a": {"p": {"k": [0, -5]}}}]"#
    let picture = try picture(#""t": "aa", "fc": [1, 0, 0]"#, more: animator)
    #expect(picture[5, 14] == red)
    #expect(picture[17, 14] == none)
    #expect(picture[17, 1] == red)
  }

  @Test("Letters appear one by one as the range moves")
  func opacity() throws {
    let start = Animations.track([(0, "0"), (8, "100")])
    let animator = #", "a": [{"s": {"t": 0, "s": \#(start), "e": {"k": 100}}, "a": {"o": {"k": 0}}}]"#
    let scene = try Animations.scene(json([(0, #""t": "aa", "fc": [1, 0, 0]"#)], more: animator))
    for (frame, expected) in [(0.0, [0, 0]), (2, [128, 0]), (4, [255, 0]), (6, [255, 128]), (8, [255, 255])] {
      let picture = try Animations.picture(scene, frame: frame)
      #expect(
        zip([5, 17], expected).allSatisfy { abs(Int(picture[$0, 10][3]) - $1) <= 1 }, "frame \(frame)")
    }
  }

  @Test("Letters turn and grow around their middle on the baseline, and change colour")
  func transform() throws {
    let animator = #", "a": [{"s": {"t": 0}, "a": {"s": {"k": [50, 50]}, "fc": {"k": [0, 0, 1]}}}]"#
    let picture = try picture(#""t": "a", "fc": [1, 0, 0]"#, more: animator)
    // The middle of its width of 12 points is 6: from 3 to 8, from 10 to 15.
    #expect([2, 4, 7, 9].map { picture[$0, 12] == [0, 0, 255, 255] } == [false, true, true, false])
    #expect(picture[5, 8] == none)
  }

  @Test("Tracking of an animator moves the letters after it")
  func tracking() throws {
    let animator = #", "a": [{"s": {"t": 0, "s": {"k": 50}}, "a": {"t": {"k": 500}}}]"#
    let picture = try picture(#""t": "aa", "fc": [1, 0, 0]"#, more: animator)
    #expect([5, 17, 27].map { picture[$0, 10] == red } == [true, false, true])
  }

  @Test("A font that is not installed is a warning")
  func missingFont() throws {
    let scene = try Animations.scene(json([(0, #""t": "xyz", "fc": [1, 0, 0]"#)]))
    let warnings = scene.warnings.map(\.description)
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.hasPrefix(
        "a.json: layers[0].t.d.k[0].s: expected an installed font, or glyphs in the file, found \"Squares-Regular\"")
        == true)
  }

  @Test("Letters of an installed font")
  func installedFont() throws {
    let json = json([(0, #""t": "I", "fc": [1, 0, 0]"#)]).replacing("Squares", with: "DejaVu Sans")
    let picture = try Animations.picture(json.replacing("\"ch\": \"a\"", with: "\"ch\": \"c\""))
    let count = (0..<20).reduce(0) { sum, y in sum + (0..<20).count { picture[$0, y] == red } }
    // 20 points: a stem of 14.6 × 2 points.
    #expect(count >= 10 && count <= 60)
  }

  @Test("A malformed text is an error with its place")
  func errors() {
    #expect(
      Animations.error(json([(0, #""t": 1, "fc": [1]"#)]))
        == "a.json: layers[0].t.d.k[0].s.fc: expected a colour of three or four numbers, found a list of 1")
    #expect(
      Animations.error(json([])) == "a.json: layers[0].t.d.k: expected at least one text")
  }
}
