#if Service
  import HTTPTypes
  import HummingbirdCore
  import MultiplaneSceneFile
  import NIOCore

  /// Why a request is not answered as it asks, for its sender (RFC 9457). Nothing in it tells of the server's files.
  struct Problem: Error, Sendable, Equatable {
    var status: HTTPResponse.Status
    /// A word for programs, such as `queue.full`; it stays the same from version to version.
    var code: String
    /// One line: what was expected, what was found.
    var detail: String
    /// Where in a scene, or which parameter.
    var place: String?
    /// Seconds after which another try may succeed; 1 where a status promises that and nobody knows better.
    var retryAfter: Int?
    /// Whether the rest of the request is not worth reading.
    var endsConnection = false
    /// The methods that the path has, for 405.
    var allowed: String?

    init(
      _ status: HTTPResponse.Status, _ code: String, _ detail: String, place: String? = nil,
      retryAfter: Int? = nil,
      endsConnection: Bool = false, allowed: String? = nil
    ) {
      self.status = status
      self.code = code
      self.detail = detail
      self.place = place
      self.retryAfter =
        retryAfter ?? ([HTTPResponse.Status.tooManyRequests, .serviceUnavailable].contains(status) ? 1 : nil)
      self.endsConnection = endsConnection
      self.allowed = allowed
    }

    /// - Parameter request: the request's identifier.
    func response(request: String) -> Response {
      var members: [JSONValue.Member] = [
        .init(key: "type", value: .string("tag:multiplane,2026:\(code)")),
        .init(key: "title", value: .string(status.reasonPhrase)),
        .init(key: "status", value: .number(Double(status.code))),
        .init(key: "code", value: .string(code)),
        .init(key: "detail", value: .string(detail)),
      ]
      if let place { members.append(.init(key: "place", value: .string(place))) }
      members.append(.init(key: "request", value: .string(request)))
      var headers: HTTPFields = [
        .contentType: "application/problem+json", .cacheControl: "no-store",
      ]
      if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
      if let allowed { headers[.allow] = allowed }
      if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
      if endsConnection { headers[.connection] = "close" }
      let text = JSONValue.object(members).flatText
      return Response(
        status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The status of a number, with its name where one of ours has it.
    static func status(_ code: Int) -> HTTPResponse.Status {
      let known: [HTTPResponse.Status] = [
        .badRequest, .notFound, .contentTooLarge, .unprocessableContent, .tooManyRequests, .internalServerError,
        .notImplemented, .serviceUnavailable, .insufficientStorage,
      ]
      return known.first { $0.code == code } ?? HTTPResponse.Status(code: code)
    }

    static let notFound = Problem(
      .notFound, "route.unknown",
      "no resource at this path; see GET /v1/openapi.json")
  }

  extension SceneLimits {
    /// Of JSON that this process reads, beside scenes: a body of 32 MiB may hold 16 million values, each of which takes 32 bytes of memory.
    static let request: SceneLimits = {
      var limits = SceneLimits.standard
      limits.maximumValues = 1 << 16
      return limits
    }()
  }

  extension JSONValue {
    /// The member of an object; nil where there is none.
    subscript(key: String) -> JSONValue? {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.key == key }?.value
    }
  }

  extension Response {
    /// An answer of JSON.
    static func json(
      _ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
      var headers = headers
      headers[.contentType] = "application/json"
      return Response(
        status: status, headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(string: value.flatText)))
    }

    /// An answer of text.
    static func text(_ text: String, type: String, headers: HTTPFields = [:]) -> Response {
      var headers = headers
      headers[.contentType] = type
      return Response(
        status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }
#endif
