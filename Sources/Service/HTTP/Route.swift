#if Service
  import HTTPTypes
  import HummingbirdCore

  /// One row of the table of routes: its pattern, access, handler and OpenAPI description.
  struct Route: Sendable {
    /// The clients that a route answers.
    enum Access: Sendable {
      /// Every client.
      case open
      /// Every client, on the address for administrators where there is one.
      case admin
      /// Clients with a token, where there is a file of them.
      case token
      /// The same, and clients with a key that signs addresses, who may see what can be signed.
      case tokenOrKey
      /// Clients with a signed address.
      case signed
    }

    /// A value in the query or in the path.
    struct Parameter: Sendable {
      var name: String
      var isInPath = false
      var isRequired = false
      /// JSON Schema's: string, number, integer.
      var type = "string"
      var values: [String]?
      var summary: String
    }

    /// A media type of a body or an answer.
    struct Content: Sendable {
      var type: String
      /// A schema in the description; nil for bytes.
      var schema: String?
    }

    var method: HTTPRequest.Method
    /// Such as `/v1/templates/{template}/schema`; a segment in braces is one value.
    var pattern: String
    var access: Access
    var summary: String
    var parameters: [Parameter] = []
    /// The types of its body; empty for none.
    var bodies: [Content] = []
    /// Its answers by status, without problems, which every route has.
    var answers: [Int: [Content]]
    /// The statuses of its problems.
    var problems: [Int] = []
    var run: @Sendable (Call) async throws -> Response
  }

  /// The table of routes.
  struct Routes: Sendable {
    /// In their order.
    let all: [Route]
    /// By the number of segments, which distinguishes most paths.
    private let byLength: [Int: [(route: Route, segments: [Segment])]]

    private enum Segment {
      case plain(String)
      case value(String)
    }

    init(_ all: [Route]) {
      self.all = all
      let entries = all.map { route in
        let segments = route.pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return (
          route: route,
          segments: segments.map { segment -> Segment in
            segment.hasPrefix("{") ? .value(String(segment.dropFirst().dropLast())) : .plain(String(segment))
          }
        )
      }
      byLength = Dictionary(grouping: entries) { $0.segments.count }
    }

    /// The values of the segments in braces; nil where the path is another.
    private static func match(_ segments: [Segment], _ path: [String]) -> [String: String]? {
      var values: [String: String] = [:]
      for (segment, found) in zip(segments, path) {
        switch segment {
        case .plain(let text): if text != found { return nil }
        case .value(let name):
          guard !found.isEmpty else { return nil }
          values[name] = found
        }
      }
      return values
    }

    /// The route of a request, and the values in its path.
    ///
    /// - Throws: 404, or 405 with the allowed methods.
    func find(_ method: HTTPRequest.Method, _ path: [String]) throws(Problem) -> (
      Route, [String: String]
    ) {
      var methods: [String] = []
      // HEAD answers as GET does, without the body.
      let wanted = method == .head ? .get : method
      for (route, segments) in byLength[path.count] ?? [] {
        guard let values = Self.match(segments, path) else { continue }
        if route.method == wanted { return (route, values) }
        methods.append(route.method.rawValue)
        if route.method == .get { methods.append("HEAD") }
      }
      guard methods.isEmpty else {
        throw Problem(
          .methodNotAllowed, "method.unknown",
          "expected \(methods.joined(separator: " or ")), found \(method.rawValue)",
          allowed: methods.joined(separator: ", "))
      }
      throw .notFound
    }
  }
#endif
