#if Service
  import Foundation
  import HTTPTypes

  /// The `Host` field: a host, perhaps with a port (RFC 3986, 3.2.2 and 3.2.3), or nothing.
  enum Authority {
    private static let field = headerName("Host")

    /// Refuses a request whose `Host` servers and proxies may read differently (RFC 9112, 3.2).
    ///
    /// - Throws: 400 where the field is missing, comes twice or is no host.
    static func check(_ head: HTTPRequest) throws(Problem) {
      guard let first = head.authority else { throw refusal("found none") }
      // The first field is the request's authority; later ones stay fields.
      guard !head.headerFields.contains(field) else { throw refusal("found more") }
      guard isValid(first) else { throw refusal("found another text") }
    }

    private static func refusal(_ found: String) -> Problem {
      Problem(
        .badRequest, "host.invalid", "expected one 'Host' field with a host, perhaps with a port, \(found)",
        endsConnection: true)
    }

    /// Whether a field's value is a host, with or without a port, or empty.
    static func isValid(_ value: String) -> Bool {
      let bytes = value.utf8
      if bytes.first == UInt8(ascii: "[") {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(value[value.index(after: value.startIndex)..<end]), &address) == 1 else {
          return false
        }
        return isPort(bytes[bytes.index(after: end)...])
      }
      let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      return isName(bytes[..<end]) && isPort(bytes[end...])
    }

    /// Nothing, or a colon and digits.
    private static func isPort(_ bytes: Substring.UTF8View) -> Bool {
      guard let colon = bytes.first else { return true }
      return colon == UInt8(ascii: ":") && bytes.dropFirst().allSatisfy { isDigit($0) }
    }

    /// A registered name or an address of IPv4: letters, digits, `-._~`, `!$&'()*+,;=` and `%XX`.
    private static func isName(_ bytes: Substring.UTF8View) -> Bool {
      var rest = bytes
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%") {
          guard let high = rest.popFirst(), let low = rest.popFirst(), isHexDigit(high), isHexDigit(low) else {
            return false
          }
        } else if !isLetter(byte), !isDigit(byte), !others.contains(byte) {
          return false
        }
      }
      return true
    }

    private static let others = Set("-._~!$&'()*+,;=".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
      isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
  }
#endif
