import MultiplaneGraphics
import Testing

@testable import MultiplaneSceneFile

/// Colours as text, with values of the examples in CSS Color Module Level 4.
struct ColorTextTests {
  @Test(
    arguments: [
      ("#f80", [255, 136, 0, 255]), ("#f808", [255, 136, 0, 136]), ("#FF8800", [255, 136, 0, 255]),
      ("#ff880080", [255, 136, 0, 128]), ("red", [255, 0, 0, 255]), ("RebeccaPurple", [102, 51, 153, 255]),
      ("transparent", [0, 0, 0, 0]), ("rgb(255, 136, 0)", [255, 136, 0, 255]), ("rgb(255 136 0)", [255, 136, 0, 255]),
      ("rgba(255,136,0,0.5)", [255, 136, 0, 128]), ("rgb(100% 0% 20% / 50%)", [255, 0, 51, 128]),
      ("rgb(300, -5, 0)", [255, 0, 0, 255]), ("hsl(120, 100%, 25%)", [0, 128, 0, 255]),
      ("hsl(120deg 100% 50% / 0.2)", [0, 255, 0, 51]), ("hsl(0.5turn 100 50)", [0, 255, 255, 255]),
      ("hsla(-240, 100%, 50%, 1)", [0, 255, 0, 255]), ("hsl(200grad 50% 50%)", [64, 191, 191, 255]),
      ("hsl(3.14159265rad, 100%, 50%)", [0, 255, 255, 255]), ("HSL(600, 0%, 60%)", [153, 153, 153, 255]),
    ] as [(String, [Int])])
  func colors(text: String, expected: [Int]) throws {
    let color = try #require(ColorText.color(text)).straight
    #expect([color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) } == expected)
  }

  @Test(
    arguments: [
      "", "#", "#12", "#12345", "#1234567", "#ggg", "rde", "red ", "rgb", "rgb()", "rgb(1, 2)", "rgb(1, 2, 3, 4, 5)",
      "rgb(1 2 3 4)", "rgb(1, 2, 3 / 4)", "rgb(1,, 2, 3)", "rgb(nan, 0, 0)", "rgb(0x1, 0, 0)", "rgb(1e999, 0, 0)",
      "rgb(1, 2, 3", "rgb(1, 2, 3) ", "hsl(120%, 100%, 50%)", "hsl(1furlong, 100%, 50%)", "hsv(0, 0, 0)", "url(a)",
      "rgb(1 2 3 /)", "rgb(1 2 3 / 4 5)", String(repeating: "rgb(", count: 1000),
    ])
  func otherText(text: String) {
    #expect(ColorText.color(text) == nil)
  }

  @Test func allNamesAreColors() {
    #expect(ColorNames.all.count == 149)
    for name in ColorNames.all { #expect(ColorText.color(name) != nil, "\(name)") }
  }

  @Test func listsHaveThreeOrFourNumbers() throws {
    let text = """
      {"version": 1, "size": [1, 1], "background": [1, 0.5, 0], "parameters":
      {"c": {"type": "string", "format": "color", "default": "hsl(240 100% 50%)"}},
      "root": {"backgroundColor": {"parameter": "c"}, "borderColor": "navy"}}
      """
    let template = try SceneTemplate([UInt8](text.utf8), name: "scene")
    let scene = try template.scene()
    #expect(scene.background == CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1))
    #expect(scene.root.backgroundColor?.straight.blue == 1)
    #expect(scene.root.borderColor?.straight.blue == 128.0 / 255)
    let values = try ParameterValue.values(json: Array(#"{"c": [0, 1, 0]}"#.utf8), name: "parameters")
    #expect(try template.scene(SceneParameters(values)).root.backgroundColor?.straight.green == 1)
  }
}
