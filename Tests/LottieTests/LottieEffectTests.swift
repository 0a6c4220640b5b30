import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: effects, soft masks, orientation")
struct LottieEffectTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let none: [UInt8] = [0, 0, 0, 0]

  private func picture(_ layer: String, frame: Double = 0) throws -> Animations.Picture {
    try Animations.picture(Animations.json(layer), frame: frame)
  }

  private func effect(_ type: Int, _ values: [String]) -> String {
    let list = values.map { #"{"v": \#($0)}"# }.joined(separator: ", ")
    return #", "ef": [{"ty": \#(type), "nm": "effect", "ef": [\#(list)]}]"#
  }

  @Test("A blur reaches beyond the layer, and beyond its masks")
  func blur() throws {
    let blur = effect(29, [#"{"k": 10}"#, #"{"k": 1}"#, #"{"k": 0}"#])
    let solid = try picture(Animations.solid(height: 20, more: blur))
    #expect((60...180).contains(solid[10, 10][3]))
    #expect(solid[14, 10][3] > 10)
    let mask = #", "masksProperties": [{"mode": "a", "pt": \#(Self.square(0)), "o": {"k": 100}}]"#
    let masked = try picture(Animations.solid(width: 40, height: 20, more: blur + mask))
    #expect((60...180).contains(masked[10, 10][3]))
    #expect(masked[14, 10][3] > 10)
  }

  @Test("A fill has one colour, and an animated opacity")
  func fill() throws {
    let opacity = Animations.track([(0, "0"), (10, "1")])
    let values = ["{}", #"{"k": 0}"#, #"{"k": [0, 0, 1, 1]}"#, #"{"k": 0}"#, #"{"k": 0}"#, #"{"k": 0}"#, opacity]
    let layer = Animations.solid(more: effect(21, values).replacing(#"{"v": {}}"#, with: "{}"))
    #expect(try picture(layer, frame: 10)[5, 5] == [0, 0, 255, 255])
    #expect(try picture(layer, frame: 5)[5, 5] == [0, 0, 128, 128])
    #expect(try picture(layer, frame: 0)[5, 5] == none)
  }

  @Test("A tint maps the luminance from one colour to another")
  func tint() throws {
    func color(_ amount: Int) throws -> [UInt8] {
      let values = [#"{"k": [0, 0, 1]}"#, #"{"k": [1, 0, 0]}"#, #"{"k": \#(amount)}"#]
      return try picture(Animations.solid("#00ff00", more: effect(20, values)))[5, 5]
    }
    #expect(try color(100) == [182, 0, 73, 255])
    #expect(try color(50) == [91, 128, 36, 255])
    #expect(try color(0) == [0, 255, 0, 255])
  }

  @Test("The expansion of a mask", arguments: [(0.0, false), (3, false), (-3, false), (3, true), (-3, true)])
  func expansion(points: Double, isInverted: Bool) throws {
    let mask =
      #"{"mode": "a", "inv": \#(isInverted), "pt": \#(Self.square(10)), "o": {"k": 100}, "x": {"k": \#(points)}}"#
    let picture = try picture(Animations.solid(width: 40, height: 20, more: #", "masksProperties": [\#(mask)]"#))
    let inside = [5, 8, 11, 15, 18, 21, 25].map { Double($0) + 0.5 > 10 - points && Double($0) + 0.5 < 20 + points }
    #expect([5, 8, 11, 15, 18, 21, 25].map { picture[$0, 10] == red } == inside.map { $0 != isInverted })
  }

  @Test("The feather of a mask is half on either side", arguments: [false, true])
  func feather(isInverted: Bool) throws {
    let mask = #"{"mode": "a", "inv": \#(isInverted), "pt": \#(Self.square(10)), "f": {"k": [8, 8]}}"#
    let picture = try picture(Animations.solid(width: 40, height: 20, more: #", "masksProperties": [\#(mask)]"#))
    #expect((90...160).contains(picture[10, 10][3]) || (90...160).contains(picture[9, 10][3]))
    let (outside, inside) = (Int(picture[8, 10][3]), Int(picture[11, 10][3]))
    #expect(isInverted ? outside > inside : inside > outside)
    #expect(picture[2, 10] == (isInverted ? red : none))
  }

  @Test("Auto-orientation turns a layer along its path")
  func orientation() throws {
    let position = Animations.track([(0, "0, 10"), (5, "20, 10"), (10, "20, 20")])
    let layer = Animations.solid(
      width: 8, height: 2, transform: #""a": {"k": [0, 1]}, "p": \#(position)"#, more: #", "ao": 1"#)
    let right = try picture(layer, frame: 2)
    #expect(right[12, 10] == red)
    #expect(right[8, 14] == none)
    let down = try picture(layer, frame: 7)
    #expect(down[19, 18] == red)
    #expect(down[24, 14] == none)
    // At the end it stays as it was.
    #expect(try picture(layer, frame: 10)[24, 19] == none)
  }

  @Test("An orientation about z is a rotation")
  func orientationAboutZ() throws {
    let layer = Animations.solid(width: 8, height: 2, transform: #""p": {"k": [20, 5]}, "or": {"k": [0, 0, 90]}"#)
    let picture = try picture(layer)
    #expect(picture[19, 11] == red)
    #expect(picture[25, 6] == none)
  }

  /// A mask's path: a rectangle from an x, 10 points wide.
  private static func square(_ x: Double) -> String {
    let zero = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    return """
      {"k": {"c": true, "v": [[\(x), -9], [\(x + 10), -9], [\(x + 10), 29], [\(x), 29]], "i": \(zero), "o": \(zero)}}
      """
  }
}
