import MultiplaneSceneFile
import Testing

@testable import MultiplaneBatch

/// RFC 8785, with its own examples.
@Suite struct CanonicalJSONTests {
  private func canonical(_ text: String) throws -> String {
    try JSONValue.parse([UInt8](text.utf8), name: "test").canonicalText
  }

  @Test func valuesAreWrittenAsTheSchemeSays() throws {
    #expect(
      try canonical(
        #"{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001], "string": "€$\u000F\u000aA'\u0042\u0022\u005c\\\"/", "literals": [null, true, false]}"#
      )
        == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
    )
  }

  @Test func keysAreInTheOrderOfUTF16() throws {
    #expect(
      try canonical(#"{"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7}"#)
        == "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{FB33}\":3}")
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("1", "1"), ("-1.5", "-1.5"), ("100", "100"), ("1e20", "100000000000000000000"),
    ("1e21", "1e+21"),
    ("123456789012345680000", "123456789012345680000"), ("1e-6", "0.000001"), ("1e-7", "1e-7"), ("0.1", "0.1"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"), ("5e-324", "5e-324"),
    ("9007199254740993", "9007199254740992"),
    ("12.5", "12.5"), ("0.00012", "0.00012"), ("123e-9", "1.23e-7"),
  ])
  func numbersAreECMAScripts(text: String, expected: String) throws {
    #expect(try canonical(text) == expected)
  }
}
