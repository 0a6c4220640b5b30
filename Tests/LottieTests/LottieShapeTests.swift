import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: shapes, masks and mattes")
struct LottieShapeTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let none: [UInt8] = [0, 0, 0, 0]

  private func picture(_ shapes: String, frame: Double = 0) throws -> Animations.Picture {
    try Animations.picture(Animations.json(Animations.shapes(shapes)), frame: frame)
  }

  @Test("A fill belongs to the shapes before it, and so does that of the group around them")
  func fills() throws {
    let inner = #"{"ty": "gr", "it": [\#(Animations.rectangle(0, 0, 10, 10)), {"ty": "tr", "p": {"k": [5, 0]}}]}"#
    let picture = try picture(#"{"ty": "gr", "it": [\#(inner), \#(Animations.red), {"ty": "tr"}]}"#)
    #expect(picture[14, 5] == red)
    #expect(picture[4, 5] == none)
  }

  @Test("Paths of one group fill together: even-odd leaves a hole")
  func evenOdd() throws {
    let fill = Animations.red.replacing(#""r": 1"#, with: #""r": 2"#)
    let picture = try picture(
      "\(Animations.rectangle(0, 0, 20, 20)), \(Animations.rectangle(5, 5, 10, 10)), \(fill)")
    #expect(picture[2, 10] == red)
    #expect(picture[10, 10] == none)
  }

  @Test("The alpha of a colour is ignored")
  func colorAlpha() throws {
    let fill = Animations.red.replacing("[1, 0, 0, 1]", with: "[1, 0, 0, 0]")
    #expect(try picture("\(Animations.rectangle(0, 0, 9, 9)), \(fill)")[4, 4] == red)
  }

  @Test("A trim with an offset goes on at the beginning of the path")
  func trim() throws {
    let line =
      #"{"ty": "sh", "ks": {"k": {"c": false, "v": [[0, 10], [40, 10]], "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}}}"#
    let stroke = #"{"ty": "st", "c": {"k": [1, 0, 0]}, "o": {"k": 100}, "w": {"k": 4}, "lc": 1, "lj": 1}"#
    let trim = #"{"ty": "tm", "s": {"k": 0}, "e": {"k": 50}, "o": {"k": 270}}"#
    let picture = try picture("\(line), \(stroke), \(trim)")
    #expect([5, 15, 25, 35].map { picture[$0, 10] == red } == [true, false, false, true])
  }

  @Test("A gradient is perpendicular to its line, in outlines that are not square")
  func gradient() throws {
    let fill = """
      {"ty": "gf", "t": 1, "o": {"k": 100}, "s": {"k": [0, 0]}, "e": {"k": [20, 20]}, \
      "g": {"p": 2, "k": {"k": [0, 0, 0, 0, 1, 1, 0, 0]}}}
      """
    let picture = try picture("\(Animations.rectangle(0, 0, 40, 20)), \(fill)")
    #expect(abs(Int(picture[15, 5][0]) - Int(picture[5, 15][0])) <= 1)
    #expect(abs(Int(picture[10, 10][0]) - 134) <= 2)
  }

  @Test("A skew along an axis that turns: half a turn later it is the same, a quarter later along y")
  func skew() throws {
    let axis = Animations.track([(0, "0"), (8, "360")])
    let group = """
      {"ty": "gr", "it": [\(Animations.rectangle(0, 0, 4, 20)), \(Animations.red), \
      {"ty": "tr", "p": {"k": [10, 0]}, "sk": {"k": -45}, "sa": \(axis)}]}
      """
    // Along x, the bottom is moved by its height.
    for (frame, isMoved) in [(0.0, true), (2, false), (4, true), (8, true)] {
      let picture = try picture(group, frame: frame)
      #expect((picture[27, 16] == red) == isMoved, "frame \(frame)")
    }
  }

  @Test("A repeater moves each copy on")
  func repeater() throws {
    let picture = try picture(
      #"\#(Animations.rectangle(0, 0, 5, 5)), \#(Animations.red), {"ty": "rp", "c": {"k": 3}, "tr": {"p": {"k": [10, 0]}}}"#
    )
    #expect(
      [2, 7, 12, 17, 22, 27, 32].map { picture[$0, 2] == red } == [true, false, true, false, true, false, false])
  }

  @Test(
    "Masks",
    arguments: [
      (#"{"mode": "a", "pt": \#(square(0)), "o": {"k": 100}}"#, [true, false, false]),
      (#"{"mode": "a", "inv": true, "pt": \#(square(0)), "o": {"k": 100}}"#, [false, true, true]),
      (#"{"mode": "s", "pt": \#(square(0)), "o": {"k": 100}}"#, [false, true, true]),
      (
        #"{"mode": "a", "pt": \#(square(0, 20))}, {"mode": "s", "pt": \#(square(10))}"#,
        [true, false, false]
      ),
      (
        #"{"mode": "a", "pt": \#(square(0, 20))}, {"mode": "i", "pt": \#(square(10, 20))}"#,
        [false, true, false]
      ),
      (
        #"{"mode": "a", "pt": \#(square(0, 20))}, {"mode": "f", "pt": \#(square(10, 20))}"#,
        [true, false, true]
      ),
    ])
  func masks(masks: String, expected: [Bool]) throws {
    let layer = Animations.solid(width: 40, height: 20, more: #", "masksProperties": [\#(masks)]"#)
    let picture = try Animations.picture(Animations.json(layer))
    #expect([5, 15, 25].map { picture[$0, 5] == red } == expected)
  }

  /// A mask's path: a rectangle from an x, 20 points high.
  private static func square(_ x: Double, _ width: Double = 10) -> String {
    let zero = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    return """
      {"k": {"c": true, "v": [[\(x), 0], [\(x + width), 0], [\(x + width), 20], [\(x), 20]], "i": \(zero), "o": \(zero)}}
      """
  }

  @Test("Mattes: alpha, inverted alpha, luminance and inverted luminance", arguments: [1, 2, 3, 4])
  func mattes(kind: Int) throws {
    // White on the left, black in the middle, nothing on the right.
    let white = Animations.shapes(
      #"\#(Animations.rectangle(0, 0, 10, 20)), {"ty": "fl", "c": {"k": [1, 1, 1]}, "o": {"k": 100}}"#)
    let both = white.replacing(
      #"{"ty": "fl", "c": {"k": [1, 1, 1]}, "o": {"k": 100}}"#,
      with: #"{"ty": "fl", "c": {"k": [1, 1, 1]}, "o": {"k": 100}}, {"ty": "gr", "it": ["#
        + #"\#(Animations.rectangle(10, 0, 10, 20)), {"ty": "fl", "c": {"k": [0, 0, 0]}, "o": {"k": 100}}, {"ty": "tr"}]}"#
    )
    let layer = Animations.solid(width: 40, height: 20, more: #", "tt": \#(kind)"#)
    let picture = try Animations.picture(Animations.json("\(both), \(layer)"))
    let expected = [
      1: [true, true, false], 2: [false, false, true], 3: [true, false, false], 4: [false, true, true],
    ]
    #expect([5, 15, 25].map { picture[$0, 10] == red } == expected[kind])
  }
}
