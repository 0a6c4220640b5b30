#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import Synchronization

  /// Answers requests by the table of routes: finds the route, checks access, and notes what came
  /// of it.
  struct Responder: Sendable {
    let routes: Routes
    let access: AccessControl
    let metrics: Metrics
    let log: LogWriter?
    /// Whether this is the address for administrators: that alone has their routes, and has no
    /// others.
    var isAdmin = false
    /// Whether there is such an address.
    var hasAdmin = false

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - identifier: of the request; nil for a new one.
    ///   - willRead: called before the body is read, for clients that wait for leave to send it.
    func respond(
      to head: HTTPRequest, body: RequestBody, connection: Connection?,
      willRead: () async throws -> Void = {}
    ) async -> Response {
      let start = ContinuousClock.now
      let identifier = Self.identifier()
      var response: Response
      var record = CallRecord.Values()
      do {
        var call = try Call(
          head, body: body, identifier: identifier, connection: connection, start: start)
        defer { record = call.record.current }
        do {
          let (route, values) = try routes.find(head.method, call.segments)
          guard route.access != .admin || isAdmin || !hasAdmin, !isAdmin || route.access == .admin
          else {
            throw Problem.notFound
          }
          call.values = values
          call.record.note { $0.route = route.pattern }
          try access.check(call, route)
          if !route.bodies.isEmpty, head.headerFields[.expect]?.lowercased() == "100-continue" {
            try await willRead()
          }
          response = try await route.run(call)
        } catch let problem as Problem {
          response = problem.response(request: identifier)
        }
      } catch let problem as Problem {
        response = problem.response(request: identifier)
      } catch is CancellationError {
        response = Problem(.serviceUnavailable, "stopping", "the service is ending", retryAfter: 1)
          .response(request: identifier)
      } catch {
        response = Problem(
          .internalServerError, "internal", "the service failed; its log may say more"
        )
        .response(request: identifier)
        log?.write(.error, [("request", .string(identifier)), ("message", .string("\(error)"))])
      }
      response.headers[Self.requestIdentifier] = identifier
      response.headers[.date] = HTTPDate.now
      // Browsers must not guess another type from the bytes of a picture.
      response.headers[.xContentTypeOptions] = "nosniff"
      if head.method == .head { Self.dropBody(of: &response) }
      finish(
        head, response, record, identifier: identifier,
        took: (ContinuousClock.now - start) / .seconds(1))
      return response
    }

    private static let requestIdentifier = headerName("X-Request-Id")

    /// Takes the body away and leaves its length said.
    private static func dropBody(of response: inout Response) {
      let length = response.headers[.contentLength]
      response.body = ResponseBody()
      response.headers[.contentLength] = length
    }

    /// 96 random bits, which no two requests share.
    static func identifier() -> String {
      let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)
      var (high, low) = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
      return String(unsafeUninitializedCapacity: 20) { bytes in
        for index in 0..<20 {
          bytes[index] = digits[Int(index < 10 ? high & 31 : low & 31)]
          if index < 10 { high >>= 5 } else { low >>= 5 }
        }
        return 20
      }
    }

    private func finish(
      _ head: HTTPRequest, _ response: Response, _ record: CallRecord.Values, identifier: String,
      took: Double
    ) {
      let status = response.status.code
      metrics.answered(route: record.route, status: status, seconds: took, record)
      guard let log else { return }
      var members: [(String, LogWriter.Value)] = [
        ("request", .string(identifier)), ("method", .string(head.method.rawValue)),
        ("route", .string(record.route)),
        ("status", .number(Double(status))), ("ms", .milliseconds(took)),
      ]
      if let queue = record.queue { members.append(("queue_ms", .milliseconds(queue))) }
      if let draw = record.draw { members.append(("draw_ms", .milliseconds(draw))) }
      if let bytes = response.body.contentLength {
        members.append(("bytes", .number(Double(bytes))))
      }
      if let source = record.source { members.append(("cache", .string(source.rawValue))) }
      if let warning = record.warning { members.append(("warning", .string(warning))) }
      if let worker = record.worker { members.append(("worker", .number(Double(worker)))) }
      log.write(status >= 500 ? .error : .info, members)
    }
  }

  /// The name of a header that has no constant.
  func headerName(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else {
      preconditionFailure("A header's name is a token.")
    }
    return name
  }

  /// The date of HTTP's headers, made once a second.
  enum HTTPDate {
    private static let last = Mutex<(second: Int, text: String)>((0, ""))

    static var now: String {
      let second = Int(Foundation.time(nil))
      return last.withLock { last in
        if last.second != second { last = (second, text(of: second)) }
        return last.text
      }
    }

    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
    static func text(of second: Int) -> String {
      var (seconds, parts) = (time_t(second), tm())
      gmtime_r(&seconds, &parts)
      let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ]
      func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
      return
        "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) "
        + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
  }
#endif
