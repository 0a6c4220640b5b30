#if Service
  import HTTPTypes
  import Testing

  @testable import MultiplaneService

  @Suite struct RangedBodyTests {
    @Test(
      arguments: [
        (nil, .whole), ("bytes=0-0", .part(0..<1)), ("bytes=2-", .part(2..<10)), ("bytes=-3", .part(7..<10)),
        ("bytes=-30", .part(0..<10)), ("bytes=5-100", .part(5..<10)), ("bytes=10-", .none), ("bytes=-0", .none),
        ("bytes=5-4", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole), ("bytes=0-1,3-4", .whole),
        ("items=0-1", .whole),
        ("bytes=99999999999999999999-", .none), ("bytes=0-99999999999999999999", .part(0..<10)),
      ] as [(String?, RangedBody.Choice)])
    func rangesOfTenBytes(header: String?, expected: RangedBody.Choice) {
      #expect(RangedBody.choice(header, count: 10) == expected)
    }

    @Test func nothingHasNoRange() { #expect(RangedBody.choice("bytes=-3", count: 0) == .none) }
  }

  @Suite struct ConditionTests {
    @Test(arguments: [
      (["\"a\""], true), (["W/\"a\""], true), (["\"b\", \"a\""], true), (["\"b\"", " \"a\" "], true), (["*"], true),
      (["\"b\""], false), ([], false), (["a"], false),
    ])
    func ifNoneMatch(fields: [String], matches: Bool) { #expect(Pictures.matches(fields, "\"a\"") == matches) }

    @Test(arguments: [
      (["\"a\""], true), (["W/\"a\""], false), (["\"b\", \"a\""], true), (["*"], true), (["\"b\""], false),
    ])
    func ifMatch(fields: [String], matches: Bool) {
      #expect(Pictures.matches(fields, "\"a\"", isStrong: true) == matches)
    }
  }

  @Suite struct MediaTypeTests {
    @Test(arguments: [
      ("", ""), ("application/json", "application/json"), ("Application/JSON;charset=utf-8", "application/json"),
      ("application/json ; charset=utf-8", "application/json"), (" text/plain\t", "text/plain"), (";", ""),
    ])
    func names(field: String, expected: String) { #expect(MediaType.name(ofContentType: field) == expected) }
  }

  @Suite struct TargetTests {
    @Test(arguments: [
      ("a%20b", "a b"), ("a+b", "a b"), ("%C3%A9", "é"), ("plain", "plain"), ("%", nil), ("%4", nil), ("%zz", nil),
      ("%00", nil), ("%FF", nil),
    ])
    func decoding(text: String, expected: String?) { #expect(Call.decoded(text[...], isQuery: true) == expected) }

    @Test func aPlusInAPathIsAPlus() { #expect(Call.decoded("a+b", isQuery: false) == "a+b") }
  }

  @Suite struct AuthorityTests {
    @Test(
      arguments: [
        ("example.org", true), ("example.org:8080", true), ("127.0.0.1:80", true), ("[::1]", true),
        ("[::1]:8080", true),
        ("localhost:", true), ("", true), ("a_b-c.d~e", true), ("%C3%A9.example", true), ("a b", false),
        ("ada@example.org", false), ("example.org/x", false), ("example.org:80:80", false), ("example.org:8o", false),
        ("[::1", false), ("[example]", false), ("[::1]x", false), ("::1", false), ("é.example", false), ("%4", false),
        ("a\u{0}", false), ("http://example.org", false),
      ])
    func hosts(value: String, isValid: Bool) { #expect(Authority.isValid(value) == isValid) }

    private func code(_ authority: String?, _ others: HTTPFields = [:]) -> String? {
      let head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/", headerFields: others)
      do throws(Problem) {
        try Authority.check(head)
        return nil
      } catch {
        return "\(error.status.code) \(error.code)"
      }
    }

    @Test func oneIsTaken() { #expect(code("localhost") == nil) }
    @Test func noneIsRefused() { #expect(code(nil) == "400 host.invalid") }
    @Test func twoAreRefused() { #expect(code("localhost", [headerName("host"): "localhost"]) == "400 host.invalid") }
  }

  @Suite struct EntriesTests {
    @Test func theLeastRecentlyUsedGoes() {
      var entries = Entries<Int>(budget: 80)
      for number in 0..<8 { entries.add(number, "\(number)", size: 10) }
      #expect(entries.use("0") == 0)
      let gone = entries.add(8, "8", size: 10)
      #expect(gone == ["1", "2"])
      #expect(entries.use("0") == 0)
      #expect(entries.use("1") == nil)
      #expect(entries.byteCount == 70)
    }

    @Test func whatIsTooLargeIsLeftOut() {
      var entries = Entries<Int>(budget: 80)
      entries.add(1, "a", size: 11)
      #expect(entries.use("a") == nil)
      #expect(entries.byteCount == 0)
    }

    @Test func theSameKeyCountsOnce() {
      var entries = Entries<Int>(budget: 80)
      entries.add(1, "a", size: 10)
      entries.add(2, "a", size: 4)
      #expect(entries.byteCount == 4)
      #expect(entries.use("a") == 2)
    }
  }
#endif
