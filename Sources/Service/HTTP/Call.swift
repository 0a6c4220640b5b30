#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore

  /// A request that is being answered.
  struct Call: Sendable {
    let head: HTTPRequest
    let body: RequestBody
    /// Sent to the client and logged.
    let identifier: String
    /// Of the path, decoded.
    let segments: [String]
    /// The path as it came, without the query.
    let path: Substring
    /// The query as it came; empty where there is none.
    let query: Substring
    /// Nil in tests.
    let connection: Connection?
    let start: ContinuousClock.Instant
    /// Its record for the log.
    let record: CallRecord
    /// The values of the route pattern's segments in braces.
    var values: [String: String] = [:]

    init(
      _ head: HTTPRequest, body: RequestBody, identifier: String, connection: Connection?,
      start: ContinuousClock.Instant = .now
    ) throws(Problem) {
      self.head = head
      self.body = body
      self.identifier = identifier
      self.connection = connection
      self.start = start
      record = CallRecord()
      try Authority.check(head)
      try Self.checkTransfer(head)
      let target = head.path ?? ""
      guard target.utf8.count <= ServiceOptions.longestTarget else {
        throw Problem(
          .uriTooLong, "target.long",
          "expected a path of at most \(ServiceOptions.longestTarget) bytes with its query, found \(target.utf8.count)",
          endsConnection: true)
      }
      guard target.hasPrefix("/") else {
        throw Problem(
          .badRequest, "target.invalid", "expected a path that begins with a slash",
          endsConnection: true)
      }
      let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
      path = target[..<mark]
      query = mark < target.endIndex ? target[target.index(after: mark)...] : ""
      var segments: [String] = []
      for segment in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
        guard let decoded = Self.decoded(Substring(segment), isQuery: false) else {
          throw Problem(
            .badRequest, "target.invalid",
            "expected UTF-8 with %XX in the path, found something else")
        }
        segments.append(decoded)
      }
      self.segments = segments
    }

    /// Refuses a body in a transfer coding that the parser leaves as it is, before it is read
    /// (RFC 9112, 6.1), and one whose length is unclear, because its last coding is not chunked
    /// (6.3).
    private static func checkTransfer(_ head: HTTPRequest) throws(Problem) {
      let fields = head.headerFields[values: .transferEncoding]
      guard fields.isEmpty || fields.count == 1 && fields[0].lowercased() == "chunked" else {
        let last = fields.last?.split(separator: ",").last?.trimmingCharacters(in: .whitespaces).lowercased()
        throw Problem(
          last == "chunked" ? .notImplemented : .badRequest, "transfer.unknown",
          "expected 'Transfer-Encoding: chunked' or none, found \(OneLineText.cut(fields.joined(separator: ", ")))",
          endsConnection: true)
      }
    }

    /// The names and values of the query in their order, decoded.
    func queryItems() throws(Problem) -> [(name: String, value: String)] {
      var items: [(name: String, value: String)] = []
      var names: Set<String> = []
      for item in query.utf8.split(separator: UInt8(ascii: "&")) {
        let mark = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
        guard let name = Self.decoded(Substring(item[..<mark]), isQuery: true),
          let value = Self.decoded(Substring(item[mark...].dropFirst()), isQuery: true)
        else {
          throw Problem(
            .badRequest, "query.invalid",
            "expected UTF-8 with %XX in the query, found something else")
        }
        guard names.insert(name).inserted else {
          throw Problem(
            .badRequest, "query.twice", "expected each name once, found it twice", place: name)
        }
        items.append((name, value))
      }
      return items
    }

    /// Text with its %XX as bytes; nil where those are no UTF-8, or hold a zero byte.
    static func decoded(_ text: Substring, isQuery: Bool) -> String? {
      guard
        text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") || $0 == 0 })
      else {
        return String(text)
      }
      var bytes: [UInt8] = []
      var rest = text.utf8[...]
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "%"):
          guard let high = rest.popFirst().flatMap(Self.digit),
            let low = rest.popFirst().flatMap(Self.digit)
          else {
            return nil
          }
          bytes.append(high << 4 | low)
        case UInt8(ascii: "+") where isQuery: bytes.append(UInt8(ascii: " "))
        default: bytes.append(byte)
        }
      }
      guard !bytes.contains(0) else { return nil }
      return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
      default: nil
      }
    }
  }
#endif
