import Testing

@testable import MultiplaneService

@Suite struct MultipartTests {
  private static let body =
    "--b\r\nContent-Disposition: form-data; name=\"scene\"\r\nContent-Type: application/json\r\n\r\n{}\r\n"
    + "--b\r\ncontent-disposition: form-data; filename=\"x;y.png\"; name=\"a \\\"b\\\".png\"\r\n\r\n\r\n--c\r\n"
    + "--b\r\nContent-Disposition: form-data; name=empty\r\n\r\n\r\n--b--\r\n"

  @Test func partsHaveNamesAndBytes() throws {
    let parts = try Multipart.parts(of: Array(Self.body.utf8), boundary: "b")
    #expect(parts.map(\.name) == ["scene", "a \"b\".png", "empty"])
    #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{}", "\r\n--c", ""])
    #expect(parts[0].contentType == "application/json")
  }

  /// Browsers and curl write three bytes of a name as %22, %0D and %0A, and no other.
  @Test(arguments: [("2%22 disc.png", "2\" disc.png"), ("a%0D%0ab", "a\r\nb"), ("50%25", "50%25"), ("%2", "%2")])
  func namesHaveTheEscapesOfForms(name: String, expected: String) throws {
    let body = "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\r\n--b--\r\n"
    #expect(try Multipart.parts(of: Array(body.utf8), boundary: "b").map(\.name) == [expected])
  }

  @Test func whatComesBeforeTheFirstBoundaryIsNoPart() throws {
    let parts = try Multipart.parts(of: Array(("preamble\r\n" + Self.body).utf8), boundary: "b")
    #expect(parts.count == 3)
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=b", "b"), ("Multipart/Form-Data;charset=utf-8; boundary=\"a b\"", "a b"),
    ("multipart/form-data", nil), ("application/json; boundary=b", nil), ("multipart/form-data; boundary=", nil),
    ("multipart/form-data ; boundary=b", "b"), ("multipart/form-data\t;boundary=b ; charset=utf-8", "b"),
  ])
  func boundaries(type: String, expected: String?) { #expect(Multipart.boundary(ofContentType: type) == expected) }

  @Test(arguments: [
    ("", "expected parts between lines --b, found none"),
    ("--bx\r\n", "expected the end of a line behind a boundary"),
    (
      "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx",
      "expected a boundary behind each part, found the end"
    ),
    ("--b\r\nX: y\r\n\r\n\r\n--b--", "expected a name in each part's Content-Disposition"),
    ("--b\r\nX: y", "expected the head of a part of at most 4096 bytes"),
    (
      "--b\r\nContent-Disposition: x; name=a\r\n\r\n1\r\n--b\r\nContent-Disposition: x; name=a\r\n\r\n2\r\n--b--",
      "expected each part once, found \"a\" twice"
    ),
  ])
  func malformed(body: String, message: String) {
    let fault = #expect(throws: Multipart.Fault.self) { try Multipart.parts(of: Array(body.utf8), boundary: "b") }
    #expect(fault?.problem.hasPrefix(message) == true, "\(fault?.problem ?? "")")
  }

  @Test func thereAreNotMorePartsThanAllowed() {
    let many =
      (0...Multipart.mostParts).map { "--b\r\nContent-Disposition: x; name=p\($0)\r\n\r\n\r\n" }.joined() + "--b--"
    let fault = #expect(throws: Multipart.Fault.self) { try Multipart.parts(of: Array(many.utf8), boundary: "b") }
    #expect(fault?.problem.hasPrefix("expected at most 64 parts") == true)
  }

  @Test func anyCutIsRefusedOrWhole() throws {
    let bytes = Array(Self.body.utf8)
    for count in 0..<bytes.count {
      let parts = try? Multipart.parts(of: Array(bytes[..<count]), boundary: "b")
      #expect(parts == nil || parts?.count == 3, "cut at \(count)")
    }
  }
}
