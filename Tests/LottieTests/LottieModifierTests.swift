import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: modifiers of paths")
struct LottieModifierTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let stroke = #"{"ty": "st", "c": {"k": [1, 0, 0]}, "o": {"k": 100}, "w": {"k": 4}, "lc": 1, "lj": 1}"#

  private func picture(_ shapes: String, frame: Double = 0) throws -> Animations.Picture {
    try Animations.picture(Animations.json(Animations.shapes(shapes)), frame: frame)
  }

  /// A path of corners.
  private func path(_ points: [(Double, Double)], isClosed: Bool = true) -> String {
    let zeros = points.map { _ in "[0, 0]" }.joined(separator: ", ")
    let list = points.map { "[\($0), \($1)]" }.joined(separator: ", ")
    return #"{"ty": "sh", "ks": {"k": {"c": \#(isClosed), "v": [\#(list)], "i": [\#(zeros)], "o": [\#(zeros)]}}}"#
  }

  @Test("A trim cuts a fill, and goes on across the first vertex")
  func trimOfFill() throws {
    let square = path([(0, 0), (20, 0), (20, 20), (0, 20)])
    func isRed(_ trim: String) throws -> [Bool] {
      let picture = try picture(#"\#(square), \#(Animations.red), {"ty": "tm", \#(trim)}"#)
      return [(15, 5), (5, 15), (5, 5), (15, 15)].map { picture[$0.0, $0.1] == red }
    }
    #expect(try isRed(#""s": {"k": 0}, "e": {"k": 50}"#) == [true, false, false, false])
    #expect(try isRed(#""s": {"k": 0}, "e": {"k": 50}, "o": {"k": 180}"#) == [false, true, false, false])
    // The last side and the first.
    #expect(try isRed(#""s": {"k": 0}, "e": {"k": 50}, "o": {"k": -90}"#) == [false, false, true, false])
    #expect(try isRed(#""s": {"k": 0}, "e": {"k": 100}"#) == [true, true, true, true])
  }

  @Test("A trim of a group around leaves fills whole, as on iOS")
  func inheritedTrim() throws {
    let square = path([(0, 0), (20, 0), (20, 20), (0, 20)])
    let group = #"{"ty": "gr", "it": [\#(square), \#(Animations.red), {"ty": "tr"}]}"#
    let picture = try picture(
      #"{"ty": "gr", "it": [\#(group), {"ty": "tm", "s": {"k": 0}, "e": {"k": 50}}, {"ty": "tr"}]}"#)
    #expect(picture[5, 15] == red)
  }

  @Test("An animated trim of a fill")
  func animatedTrim() throws {
    let square = path([(0, 0), (20, 0), (20, 20), (0, 20)])
    let end = Animations.track([(0, "0"), (8, "100")])
    let scene = try Animations.scene(
      Animations.json(Animations.shapes(#"\#(square), \#(Animations.red), {"ty": "tm", "s": {"k": 0}, "e": \#(end)}"#)))
    for (frame, expected) in [(1.0, [false, false]), (4, [true, false]), (8, [true, true])] {
      let picture = try Animations.picture(scene, frame: frame)
      #expect([(15, 5), (5, 15)].map { picture[$0.0, $0.1] == red } == expected, "frame \(frame)")
    }
  }

  @Test(
    "A trim of all paths as one goes from path to path",
    arguments: [(1, [true, false, true, false]), (2, [true, true, true, false])])
  func sequential(mode: Int, expected: [Bool]) throws {
    let lines = [path([(0, 5), (20, 5)], isClosed: false), path([(0, 15), (20, 15)], isClosed: false)]
    let end = mode == 1 ? 50 : 75
    let picture = try picture(
      #"\#(lines.joined(separator: ", ")), \#(stroke), {"ty": "tm", "s": {"k": 0}, "e": {"k": \#(end)}, "m": \#(mode)}"#
    )
    #expect([(5, 5), (15, 5), (5, 15), (15, 15)].map { picture[$0.0, $0.1] == red } == expected)
  }

  @Test(
    "Merged paths",
    arguments: [
      (1, [true, true, true]), (2, [true, true, true]), (3, [true, false, false]), (4, [false, true, false]),
      (5, [true, false, true]),
    ])
  func merge(mode: Int, expected: [Bool]) throws {
    let shapes =
      #"\#(Animations.rectangle(0, 0, 20, 10)), \#(Animations.rectangle(10, 0, 20, 10)), {"ty": "mm", "mm": \#(mode)}"#
    let picture = try picture("\(shapes), \(Animations.red)")
    #expect([5, 15, 25].map { picture[$0, 5] == red } == expected)
  }

  @Test("Merging groups with fills of their own is a warning")
  func mergedGroups() throws {
    let group = #"{"ty": "gr", "it": [\#(Animations.rectangle(0, 0, 20, 10)), \#(Animations.red), {"ty": "tr"}]}"#
    let all = #"{"ty": "gr", "it": [\#(group), \#(group), {"ty": "mm", "mm": 3}, \#(Animations.red), {"ty": "tr"}]}"#
    let scene = try Animations.scene(Animations.json(Animations.shapes(all)))
    #expect(
      scene.warnings.map(\.description) == [
        "a.json: layers[0].shapes[0].it[2]: merging groups that have fills or strokes of their own is not supported; "
          + "they stay"
      ])
  }

  @Test("Offset paths grow and shrink")
  func offset() throws {
    let shape = Animations.rectangle(10, 5, 10, 10)
    let grown = try picture(#"\#(shape), {"ty": "op", "a": {"k": 4}, "lj": 1, "ml": {"k": 4}}, \#(Animations.red)"#)
    #expect(grown[6, 1] == red)
    #expect(grown[5, 5] != red)
    let shrunk = try picture(#"\#(shape), {"ty": "op", "a": {"k": -3}, "lj": 1}, \#(Animations.red)"#)
    #expect(shrunk[12, 10] != red)
    #expect(shrunk[13, 8] == red)
  }

  @Test("Bloat: the sides of a square bulge")
  func bloat() throws {
    let shape = Animations.rectangle(5, 5, 10, 10)
    let bloated = try picture(#"\#(shape), {"ty": "pb", "a": {"k": 50}}, \#(Animations.red)"#)
    #expect(bloated[10, 4] == red)
    #expect(bloated[5, 5] != red)
  }

  @Test("Zig-zag: the middle of the right side is outside")
  func zigZag() throws {
    let shape = Animations.rectangle(5, 5, 30, 10)
    let picture = try picture(
      #"\#(shape), {"ty": "zz", "s": {"k": 3}, "r": {"k": 1}, "pt": {"k": 1}}, \#(Animations.red)"#)
    #expect(picture[35, 10] == red)
    #expect(picture[34, 5] != red)
  }

  @Test("Rounded corners of a polygon")
  func roundedPolygon() throws {
    let shape = #"{"ty": "sr", "sy": 2, "p": {"k": [10, 10]}, "pt": {"k": 4}, "or": {"k": 10}}"#
    #expect(try picture("\(shape), \(Animations.red)")[10, 2] == red)
    #expect(try picture(#"\#(shape), {"ty": "rd", "r": {"k": 10}}, \#(Animations.red)"#)[10, 1] == [0, 0, 0, 0])
  }
}
