#if Service
  import HTTPTypes
  import HummingbirdCore
  import MultiplaneSceneFile
  import NIOCore

  /// The error of a request, for its client (RFC 9457). It reveals nothing about the server's
  /// files.
  struct Problem: Error, Sendable, Equatable {
    var status: HTTPResponse.Status
    /// A stable code for programs, such as `queue.full`.
    var code: String
    /// One line: what was expected, what was found.
    var detail: String
    /// The place in a scene, or a parameter.
    var place: String?
    /// The delay of a retry, in seconds; at least 1 for a status that promises it.
    var retryAfter: Int?
    /// Whether the connection is closed without reading the rest of the request.
    var endsConnection = false
    /// The methods that the path has, for 405.
    var allowed: String?
    /// The content codings that a body may have, for 415 (RFC 9110, 15.5.16).
    var acceptedCodings: String?

    init(
      _ status: HTTPResponse.Status, _ code: String, _ detail: String, place: String? = nil,
      retryAfter: Int? = nil,
      endsConnection: Bool = false, allowed: String? = nil, acceptedCodings: String? = nil
    ) {
      self.status = status
      self.code = code
      self.detail = detail
      self.place = place
      self.retryAfter =
        retryAfter ?? ([HTTPResponse.Status.tooManyRequests, .serviceUnavailable].contains(status) ? 1 : nil)
      self.endsConnection = endsConnection
      self.allowed = allowed
      self.acceptedCodings = acceptedCodings
    }

    /// The response with this problem.
    ///
    /// - Parameter request: the identifier of the request.
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
      if let acceptedCodings { headers[.acceptEncoding] = acceptedCodings }
      if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
      if endsConnection { headers[.connection] = "close" }
      let text = JSONValue.object(members).flatText
      return Response(
        status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The status of a code, with its name if it is known.
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
    /// The limits of JSON other than scenes: a body of 32 MiB may have 16 million values, each of
    /// which needs 32 bytes of memory.
    static let request: SceneLimits = {
      var limits = SceneLimits.standard
      limits.maximumValues = 1 << 16
      return limits
    }()
  }

  extension JSONValue {
    /// The member of an object; nil if there is none.
    subscript(key: String) -> JSONValue? {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.key == key }?.value
    }
  }

  extension Response {
    /// A response with JSON.
    static func json(
      _ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
      var headers = headers
      headers[.contentType] = "application/json"
      return Response(
        status: status, headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(string: value.flatText)))
    }

    /// A response with text.
    static func text(_ text: String, type: String, headers: HTTPFields = [:]) -> Response {
      var headers = headers
      headers[.contentType] = type
      return Response(
        status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }
#endif
