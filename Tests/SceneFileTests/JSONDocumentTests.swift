import MultiplaneGraphics
import Testing

@testable import MultiplaneSceneFile

@Suite struct JSONDocumentTests {
  private func document(_ text: String) throws -> JSONDocument {
    try JSONDocument.parse(Array(text.utf8), name: "d.json")
  }

  @Test func membersAreFoundByShortAndLongKeys() throws {
    let document = try document(
      #"{"a": 1, "eightchr": [2], "masksProperties": {"a": 3}, "masksPropertiez": 4, "\u0062\u0063": 5, "": 6}"#)
    func number(_ key: JSONDocument.Key) -> Double? { document.member(key, of: 0).flatMap(document.number) }
    #expect(number("a") == 1)
    #expect(document.member("eightchr", of: 0).flatMap(document.elements)?.map { document.number($0) } == [2])
    #expect(document.member("masksProperties", of: 0).map(document.isObject) == true)
    #expect(number("masksPropertiez") == 4)
    #expect(number("bc") == 5)
    #expect(number("") == 6)
    #expect(document.member("b", of: 0) == nil)
    #expect(document.member("eightchx", of: 0) == nil)
    #expect(document.member("a", of: 1) == nil)
    #expect(document.members(0).map(\.key) == ["a", "eightchr", "masksProperties", "masksPropertiez", "bc", ""])
  }

  @Test func valuesAndPlaces() throws {
    let document = try document(#"{"a": [true, "é\n", {"long key of a value": [[], null, -2.5e1]}], "b": false}"#)
    let list = try #require(document.member("a", of: 0))
    let elements = Array(try #require(document.elements(list)))
    #expect(document.flag(elements[0]) == true)
    #expect(document.string(elements[1]) == "é\n")
    #expect(document.number(elements[1]) == nil)
    let inner = try #require(document.members(elements[2]).first)
    let numbers = Array(try #require(document.elements(inner.value)))
    #expect(document.isNull(numbers[1]))
    #expect(document.number(numbers[2]) == -25)
    #expect(document.place(of: numbers[2]).description == #"a[2]["long key of a value"][2]"#)
    #expect(document.place(of: document.member("b", of: 0) ?? 0).description == "b")
    #expect(document.place(of: 0).description == "")
    #expect(document.value(inner.value) == .array([.array([]), .null, .number(-25)]))
  }

  @Test(
    "A key is given twice, whatever its spelling",
    arguments: [
      #""a": 1, "b": 2, "\u0061": 3"#, #""a long key": 1, "b": 2, "a long\u0020key": 3"#,
      // A letter and an accent, or one character; the sign of kelvins is equal to K.
      "\"e\u{301}\": 1, \"\u{E9}\": 2", "\"K\": 1, \"\u{212A}\": 2", "\"\u{212A}\": 1, \"K\": 2",
    ])
  func duplicates(members: String) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONParser.parse(Array("{\(members)}".utf8))
    }
    #expect(error?.problem.contains("is given twice") == true)
  }

  @Test func keysOfLargeObjectsAreUnique() throws {
    let members = (0..<40).map { "\"key \($0)\": {\"a\": \($0)}" }
    #expect(try document("{\(members.joined(separator: ","))}").members(0).count == 40)
    for double in [3, 15, 16, 39] {
      let text = "{\((members + ["\"key \(double)\": 0"]).joined(separator: ","))}"
      #expect(throws: SceneError.self) { try document(text) }
    }
  }
}
