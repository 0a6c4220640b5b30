import Testing

@testable import MultiplaneSceneFile

@Suite struct JSONTextTests {
  private static let lines: [(value: JSONValue, text: String)] = [
    (JSONValue.number(0), "0"), (.number(-0.0), "0"), (.number(-12), "-12"), (.number(0.1), "0.1"),
    (.number(1e-7), "1e-07"), (.number(1e300), "1e+300"), (.null, "null"), (.boolean(true), "true"),
    (.string("a\"b\\\n\t\u{1}é"), #""a\"b\\\n\t\u0001é""#), (.list([1, 2.5]), "[1, 2.5]"),
    (.object("scale", .number(2)), "{\"scale\": 2}"), (.array([]), "[]"), (.object([]), "{}"),
  ]

  @Test(arguments: lines)
  func oneLine(value: JSONValue, text: String) {
    #expect(value.flatText == text)
  }

  @Test func whatFitsALineStandsOnOne() {
    let short = JSONValue.object("frame", .list([0, 0, 10, 10]))
    let long = JSONValue.array(Array(repeating: .string(String(repeating: "x", count: 30)), count: 4))
    let value = JSONValue.object([.init(key: "short", value: short), .init(key: "long", value: long)])
    let element = "\"" + String(repeating: "x", count: 30) + "\""
    #expect(
      value.text == """
        {
          "short": {"frame": [0, 0, 10, 10]},
          "long": [
            \(element),
            \(element),
            \(element),
            \(element)
          ]
        }

        """)
  }

  @Test func noLineWithAListIsLongerThanAllowed() {
    // 12 characters before the list, 106 in it, one comma after it: 119; and one more.
    for (width, lines) in [(102, 3), (103, 6)] {
      let list = JSONValue.array([.string(String(repeating: "x", count: width)), .null])
      let value = JSONValue.object([.init(key: "list", value: list), .init(key: "b", value: .null)])
      let text = value.text
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
      #expect(text.split(separator: "\n").count > lines)
    }
  }

  @Test func textReadsBack() throws {
    let value = JSONValue.object([
      .init(
        key: "ключ",
        value: .array([.number(0.1 + 0.2), .number(.leastNonzeroMagnitude), .number(1e21), .string("\u{7F}\r")])),
      .init(key: "", value: .array((0..<100).map { .number(Double($0) / 7) })),
    ])
    #expect(try JSONParser.parse(Array(value.text.utf8)) == value)
  }
}
