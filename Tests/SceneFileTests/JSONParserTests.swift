import MultiplaneGraphics
import Testing

@testable import MultiplaneSceneFile

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  private static let values: [(text: String, value: JSONValue)] = [
    ("null", JSONValue.null), (" true\n", .boolean(true)), ("false", .boolean(false)), ("0", .number(0)),
    ("-0", .number(0)), ("12.5e-1", .number(1.25)), ("1E+2", .number(100)), ("1e-999", .number(0)),
    ("1e999", .number(.infinity)), ("\"\"", .string("")), ("[]", .array([])), ("{ }", .object([])),
    ("[ 1 ,\t[ ] ]", .array([.number(1), .array([])])),
    (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u00e9 é \ud83d\ude00 😀 \u0000""#, .string("é é 😀 😀 \u{0}")),
    ("\"\u{7F}\u{10FFFF}\"", .string("\u{7F}\u{10FFFF}")),
  ]

  @Test(arguments: values)
  func value(text: String, value: JSONValue) throws {
    #expect(try parse(text) == value)
  }

  @Test func numbersAreTheNearest() throws {
    var texts = [
      "-0.0", "0.1", "1.005", "9007199254740993", "9007199254740992", "-123456789.012345678", "0.000000000000001",
    ]
    var generator = SplitMix64(seed: 5)
    for _ in 0..<500 {
      let digits = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        "\(Int.random(in: 0...9, using: &generator))"
      }
      texts.append("-\(Int.random(in: 0...999, using: &generator)).\(digits.joined())")
    }
    for text in texts { #expect(try parse(text) == .number(Double(text) ?? .nan), "\(text)") }
    #expect(try parse("[-0]") == .array([.number(-0.0)]))
  }

  @Test func placesInNestedLists() {
    let texts = [
      (#"[1, {"a": [[], 2, {"b": 1, "b": 2}]}]"#, "[1].a[2].b is given twice"),
      (#"[[1, 2], [3, {"c": {}, "c": 1}]]"#, "[1][1].c is given twice"),
    ]
    for (text, problem) in texts {
      let error = #expect(throws: JSONSyntaxError.self) { try parse(text) }
      #expect(error?.problem == problem)
    }
  }

  @Test func keysKeepTheirOrder() throws {
    let value = try parse("{\"b\": 1, \"a\": {\"d\": 2, \"c\": 3}}")
    let inner = JSONValue.object([.init(key: "d", value: .number(2)), .init(key: "c", value: .number(3))])
    #expect(value == .object([.init(key: "b", value: .number(1)), .init(key: "a", value: inner)]))
  }

  private static let wrongTexts: [(text: String, line: Int, column: Int, problem: String)] = [
    ("", 1, 1, "expected a value, found an empty file"),
    ("  \n ", 2, 2, "expected a value, found the end of the file"),
    ("{", 1, 2, "expected a key in quotation marks or \"}\", found the end of the file"),
    ("{\"a\" 1}", 1, 6, "expected \":\" after the key, found \"1\""),
    ("{\"a\":\n 1 \"b\": 2}", 2, 4, "expected \",\" or \"}\", found a quotation mark"),
    ("{\"a\": 1,}", 1, 9, "expected a key in quotation marks after the comma, found \"}\""),
    ("{a: 1}", 1, 2, "expected a key in quotation marks or \"}\", found \"a\""),
    ("[1,]", 1, 4, "expected a value after the comma, found \"]\""),
    ("[1 2]", 1, 4, "expected \",\" or \"]\", found \"2\""),
    ("[,1]", 1, 2, "expected a value, found \",\""),
    ("[1}", 1, 3, "expected \",\" or \"]\", found \"}\""),
    ("1 2", 1, 3, "expected the end of the file, found \"2\""),
    ("{} // a comment", 1, 4, "expected the end of the file, found \"/\""),
    ("[NaN]", 1, 2, "expected a value, found \"NaN\""),
    ("[Infinity]", 1, 2, "expected a value, found \"Infinity\""),
    ("[-Infinity]", 1, 3, "expected a digit after \"-\", found \"Infinity\""),
    ("[True]", 1, 2, "expected a value, found \"True\""),
    ("['a']", 1, 2, "expected a value, found \"'\""),
    ("[é]", 1, 2, "expected a value, found \"é\""),
    ("[01]", 1, 2, "expected a number without leading zeros, found more digits after the 0"),
    ("[-01]", 1, 2, "expected a number without leading zeros, found more digits after the 0"),
    ("[1.]", 1, 4, "expected a digit after the decimal point, found \"]\""),
    ("[.5]", 1, 2, "expected a value, found \".5\""),
    ("[1e]", 1, 4, "expected a digit after the exponent's \"e\", found \"]\""),
    ("[+1]", 1, 2, "expected a value, found \"+1\""),
    ("[0x10]", 1, 3, "expected \",\" or \"]\", found \"x10\""),
    ("\"a", 1, 3, "expected a closing quotation mark, found the end of the file"),
    ("\"é\n\"", 1, 3, "expected a closing quotation mark, found the end of the line"),
    ("\"\u{1}\"", 1, 2, "expected a closing quotation mark, found the control character 0x01"),
    (#""\x""#, 1, 3, #"expected one of \" \\ \/ \b \f \n \r \t \u, found "x""#),
    (#""\u12""#, 1, 6, "expected four hexadecimal digits after \\u, found a quotation mark"),
    (#""\ud83d""#, 1, 2, "expected a surrogate pair, found a lone surrogate"),
    (#""\ud83d\u0041""#, 1, 2, "expected a surrogate pair, found a lone surrogate"),
    (#""\ude00""#, 1, 2, "expected a surrogate pair, found a lone surrogate"),
    ("\u{FEFF}{}", 1, 1, "expected \"{\", found a byte order mark; save the file as UTF-8 without one"),
    ("{\"a\": 1,\n \"a\": 2}", 2, 2, "a is given twice"),
    (#"{"a": [0, {"b": 1, "\u0062": 2}]}"#, 1, 20, "a[1].b is given twice"),
  ]

  @Test(arguments: wrongTexts)
  func wrongSyntax(text: String, line: Int, column: Int, problem: String) {
    #expect(throws: JSONSyntaxError(line: line, column: column, problem: problem)) { try parse(text) }
  }

  // The table 3-7 of the Unicode standard: what lies just outside it.
  private static let wrongBytes: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x7F], [0xE0, 0x9F, 0x80], [0xE1, 0x80],
    [0xED, 0xA0, 0x80], [0xEF, 0x80, 0xC0], [0xF0, 0x8F, 0x80, 0x80], [0xF1, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xFF],
  ]

  @Test(arguments: wrongBytes)
  func wrongUTF8(bytes: [UInt8]) {
    let first = "0x" + String(bytes[0], radix: 16)
    let problem = "expected UTF-8, found the byte \(first); save the file as UTF-8"
    #expect(throws: JSONSyntaxError(line: 1, column: 3, problem: problem)) {
      try JSONParser.parse(Array("[\"".utf8) + bytes + Array("\"]".utf8))
    }
  }

  @Test func byteThatIsNoUTF8OutsideAString() {
    #expect(throws: JSONSyntaxError(line: 1, column: 2, problem: "expected a value, found the byte 0xff")) {
      try JSONParser.parse([UInt8(ascii: "["), 0xFF])
    }
  }

  @Test func manyKeysAreComparedToo() {
    let keys = (0..<40).map { "\"k\($0)\": 0" } + ["\"k30\": 1"]
    let text = "{\(keys.joined(separator: ", "))}"
    #expect(throws: JSONSyntaxError.self) { try parse(text) }
    #expect(throws: Never.self) { try parse(text.replacing("\"k30\": 1", with: "\"other\": 1")) }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"b\":"])
  func depthIsLimited(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    let error = #expect(throws: JSONSyntaxError.self) { try parse(text) }
    #expect(error?.problem == "expected at most 1040 nested brackets, found more")
  }

  @Test func numberOfValuesIsLimited() throws {
    var limits = SceneLimits.standard
    limits.maximumValues = 4
    #expect(throws: Never.self) { try JSONParser.parse(Array("[1, 2, 3]".utf8), limits: limits) }
    #expect(
      throws: JSONSyntaxError(line: 1, column: 11, problem: "expected at most 4 values in a file, found more")
    ) { try JSONParser.parse(Array("[1, 2, 3, 4]".utf8), limits: limits) }
  }
}
