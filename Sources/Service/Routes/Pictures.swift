#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import MultiplaneSceneFile
  import NIOCore

  /// Answers requests for pictures and videos.
  struct Pictures: Sendable {
    let templates: Templates
    let bodies: BodyReader
    let cache: PictureCache
    let queue: DrawingQueue
    /// The identity of the drawing program: version, build, renderer and fonts; nil before a worker
    /// is ready.
    let program: @Sendable () -> String?
    let costs: CostBook
    let encoders: VideoEncoders
    /// Seconds from a request's first byte to its answer.
    let deadline: Double

    /// Seconds of work that a video may take; longer ones are jobs.
    static let longestVideo = 10.0
    /// The factor by which a video may take longer than a picture.
    private static let videoPatience = 3.0

    /// `POST /v1/render`: a scene that comes with the request.
    func render(_ call: Call) async throws -> Response {
      var options = PictureRequest.Options()
      for (name, value) in try call.queryItems() {
        guard PictureRequest.Options.names.contains(name) else { throw Self.unknown(name) }
        try options.set(name, Self.json(value, of: name), place: name)
      }
      let body = try await bodies.read(call)
      defer { body.release() }
      let request = try await BodyWork.run(body.bytes.count) { [options] in
        try Self.request(ofScene: body.bytes, call, options)
      }
      return try await answer(call, request)
    }

    /// A scene with its files and values, out of a body.
    private static func request(ofScene body: [UInt8], _ call: Call, _ options: PictureRequest.Options) throws
      -> PictureRequest
    {
      var files: [String: [UInt8]] = [:]
      var values: [String: ParameterValue] = [:]
      if let parts = try Self.parts(of: body, call) {
        for part in parts {
          switch part.name {
          case "scene": files[""] = part.bytes
          case "parameters": values = try Self.values(part.bytes, name: "parameters")
          default: files[part.name] = part.bytes
          }
        }
        guard files[""] != nil else {
          throw Problem(
            .badRequest, "part.missing", "expected a part \"scene\", found none", place: "scene")
        }
      } else {
        files[""] = body
      }
      return try PictureRequest(.own(files: files), options, values: values)
    }

    /// `POST /v1/templates/{template}/render`: a template with values.
    func renderTemplate(_ call: Call) async throws -> Response {
      let template = try template(call)
      let body = try await bodies.read(call)
      defer { body.release() }
      let request = try await BodyWork.run(body.bytes.count) { try Self.request(of: template, body.bytes, call) }
      return try await answer(call, request)
    }

    /// A template with values and images, out of a body.
    private static func request(of template: Template, _ body: [UInt8], _ call: Call) throws -> PictureRequest {
      var options = PictureRequest.Options()
      var values: [String: ParameterValue] = [:]
      var files: [String: [UInt8]] = [:]
      if let parts = try Self.parts(of: body, call) {
        for part in parts {
          if part.name == "request" {
            try Self.read(part.bytes, &options, &values)
          } else {
            files[part.name] = part.bytes
          }
        }
      } else if !body.isEmpty {
        try Self.read(body, &options, &values)
      }
      (values, files) = try template.checked(values, files: files)
      return try PictureRequest(.template(template), options, values: values, files: files)
    }

    /// `GET /v1/t/{signature}/{file}`: a template with values in a signed query.
    func signed(_ call: Call) async throws -> Response {
      let file = call.values["file"] ?? ""
      guard let dot = file.lastIndex(of: "."), let template = templates[String(file[..<dot])],
        let format = PictureRequest.Format(String(file[file.index(after: dot)...])), !format.isVideo
      else { throw Problem.notFound }
      var options = PictureRequest.Options()
      options.format = format
      var values: [String: ParameterValue] = [:]
      var end: String?
      for (name, text) in try call.queryItems() {
        switch name {
        case "e": end = text
        case "_time", "_scale":
          let plain = String(name.dropFirst())
          try options.set(plain, Self.json(text, of: plain), place: name)
        default:
          guard let declaration = template.lookup.declaration(of: name) else {
            throw Self.unknown(name)
          }
          values[name] = declaration.value(ofText: text)
        }
      }
      let files: [String: [UInt8]]
      (values, files) = try template.checked(values, files: [:])
      var age = 31_536_000
      if let end = end.flatMap(Double.init) {
        age = max(0, Int(min(Double(age), end - Date().timeIntervalSince1970)))
      }
      // Clients may cache the answer without asking again: another query is another address.
      return try await answer(
        call, PictureRequest(.template(template), options, values: values, files: files),
        control: "public, max-age=\(age), immutable")
    }

    func template(_ call: Call) throws(Problem) -> Template {
      guard let template = templates[call.values["template"] ?? ""] else {
        throw Problem(
          .notFound, "template.unknown",
          "there is no template of this name; GET /v1/templates lists them")
      }
      return template
    }

    // MARK: Answers

    private func answer(_ call: Call, _ request: PictureRequest, control: String = "no-cache")
      async throws -> Response
    {
      guard let program = program() else {
        throw Problem(
          .serviceUnavailable, "worker.none", "no worker is ready yet; try again", retryAfter: 1)
      }
      let encoder = try await request.format.isVideo ? encoders.text(for: request.format) : nil
      let (digest, key) = try await BodyWork.run(request.byteCount) {
        let digest = request.digest
        return (digest, request.key(digest: digest, program: program, encoder: encoder))
      }
      let tag = "\"\(key)\""
      var headers: HTTPFields = [.eTag: tag, .cacheControl: control]
      try Self.requireMatch(call, tag)
      if Self.matches(call.head.headerFields[values: .ifNoneMatch], tag) {
        call.record.note { $0.source = .notModified }
        guard call.head.method == .get || call.head.method == .head else {
          throw Problem(
            .preconditionFailed, "picture.same", "the picture is the one that If-None-Match names")
        }
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentLength] = nil
        return response
      }
      headers[.contentType] = request.format.contentType
      if let picture = await cache.picture(key) {
        call.record.note { $0.source = .hit }
        return RangedBody.response(picture, call, headers)
      }
      let reckoned = costs.reckon(request, digest: digest)
      let least = costs.least(request, digest: digest)
      guard !request.format.isVideo || least <= Self.longestVideo else {
        throw Problem(
          .contentTooLarge, "video.long",
          "expected a video of at most \(Int(Self.longestVideo)) s of work, found about \(Int(least.rounded(.up))) s; "
            + "POST /v1/jobs draws longer ones")
      }
      let patience = request.format.isVideo ? Self.videoPatience : 1
      let outcome = await queue.draw(
        request, key: key, digest: digest, reckoned: reckoned, least: least,
        mayTakeLong: costs.mayTakeLong(request, digest: digest), deadline: call.start + .seconds(deadline * patience),
        for: call.connection)
      call.record.note { values in
        // A refused request has no source.
        if case .success = outcome.result { values.source = outcome.isJoined ? .joined : .miss }
        (values.queue, values.draw, values.worker) = (outcome.queue, outcome.draw, outcome.worker)
        values.warning = outcome.warning
      }
      let picture = try outcome.result.get()
      if let warning = outcome.warning {
        headers[Self.warning] = Self.header(warning)
      } else if !outcome.isJoined, self.program() == program {
        // If fonts have changed meanwhile, it may be drawn with either set.
        cache.store(picture, key)
      }
      return RangedBody.response(picture, call, headers)
    }

    private static let warning = headerName("X-Multiplane-Warning")

    /// Text for a header: names of layers may have any characters.
    private static func header(_ text: String) -> String {
      String(text.unicodeScalars.map { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F ? Character($0) : "?" })
    }

    /// Has what a tag names be what the client wants, if it says that (RFC 9110, 13.1.1).
    ///
    /// - Throws: 412 where it wants another one.
    static func requireMatch(_ call: Call, _ tag: String) throws(Problem) {
      let wanted = call.head.headerFields[values: .ifMatch]
      guard wanted.isEmpty || matches(wanted, tag, isStrong: true) else {
        throw Problem(.preconditionFailed, "tag.other", "it is another one than If-Match names")
      }
    }

    /// Whether a client names a tag.
    ///
    /// - Parameter isStrong: whether it has to be the very bytes, as for If-Match; If-None-Match
    ///   takes what is as good (RFC 9110, 8.8.3.2).
    static func matches(_ fields: [String], _ tag: String, isStrong: Bool = false) -> Bool {
      fields.contains { field in
        // Most clients send back the one tag that they have.
        if field == tag { return true }
        return field.utf8.split(separator: UInt8(ascii: ",")).contains { item in
          let item = item.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
          let trimmed = item.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
          return trimmed.elementsEqual(tag.utf8) || trimmed.elementsEqual("*".utf8)
            || !isStrong && trimmed.starts(with: "W/".utf8) && trimmed.dropFirst(2).elementsEqual(tag.utf8)
        }
      }
    }

    // MARK: Bodies

    private static func unknown(_ name: String) -> Problem {
      Problem(.badRequest, "query.unknown", "is unknown", place: OneLineText.cut(name))
    }

    /// A value of a query: a format is a text, all else are numbers.
    private static func json(_ text: String, of name: String) -> JSONValue {
      guard name != "format",
        case .number(let number)? = try? JSONValue.parse([UInt8](text.utf8), name: name)
      else {
        return .string(text)
      }
      return .number(number)
    }

    /// The parts of a body; nil where it is JSON.
    static func parts(of bytes: [UInt8], _ call: Call) throws(Problem) -> [Multipart.Part]? {
      let type = call.head.headerFields[.contentType] ?? ""
      if let boundary = Multipart.boundary(ofContentType: type) {
        do throws(Multipart.Fault) {
          return try Multipart.parts(of: bytes, boundary: boundary)
        } catch {
          throw Problem(.badRequest, "multipart.malformed", error.problem)
        }
      }
      guard ["", "application/json"].contains(MediaType.name(ofContentType: type)) else {
        throw Problem(
          .unsupportedMediaType, "type.unknown",
          "expected application/json or multipart/form-data with a boundary, found \(OneLineText.cut(type))"
        )
      }
      return nil
    }

    /// Most bytes of values: long texts take a worker longer than pixels do, and are not in the
    /// estimate.
    private static let mostValueBytes = 1 << 20

    private static func checkLength(of bytes: [UInt8], _ name: String) throws(Problem) {
      guard bytes.count <= mostValueBytes else {
        throw Problem(
          .contentTooLarge, "values.large",
          "expected at most \(mostValueBytes) bytes of values, found \(bytes.count)", place: name)
      }
    }

    private static func values(_ bytes: [UInt8], name: String) throws(Problem) -> [String:
      ParameterValue]
    {
      try checkLength(of: bytes, name)
      do throws(SceneError) {
        guard case .object(let members) = try JSONValue.parse(bytes, name: name, limits: .request) else {
          throw .invalid(file: name, place: "", problem: "expected an object {name: value}")
        }
        return try ParameterValue.values(members, name: name)
      } catch {
        throw problem(error, name)
      }
    }

    /// A body `{"parameters": {…}, "time": 0, "scale": 2, "format": "png"}`.
    private static func read(
      _ bytes: [UInt8], _ options: inout PictureRequest.Options,
      _ values: inout [String: ParameterValue]
    ) throws(Problem) {
      try checkLength(of: bytes, "body")
      do throws(SceneError) {
        guard case .object(let members) = try JSONValue.parse(bytes, name: "body", limits: .request) else {
          throw .invalid(file: "body", place: "", problem: "expected an object with \"parameters\"")
        }
        for member in members where member.key == "parameters" {
          guard case .object(let given) = member.value else {
            throw .invalid(
              file: "body", place: "parameters",
              problem: "expected an object {name: value}, found \(member.value.found)")
          }
          values = try ParameterValue.values(given, name: "body")
        }
        for member in members
        where member.key != "parameters" && !PictureRequest.Options.names.contains(member.key) {
          throw .invalid(
            file: "body", place: OneLineText.cut(member.key),
            problem: "is unknown"
              + Suggestion.sentence(
                for: member.key, among: ["parameters"] + PictureRequest.Options.names))
        }
        for member in members where member.key != "parameters" {
          do throws(Problem) {
            try options.set(member.key, member.value, place: member.key)
          } catch {
            throw .invalid(file: "body", place: error.place ?? "", problem: error.detail)
          }
        }
      } catch {
        throw problem(error, "body")
      }
    }

    private static func problem(_ error: SceneError, _ name: String) -> Problem {
      switch error {
      case .malformed(_, let line, let column, let problem):
        Problem(
          .badRequest, "body.malformed", "line \(line), column \(column): \(problem)", place: name)
      case .invalid(_, let place, let problem):
        Problem(.badRequest, "body.wrong", problem, place: place.isEmpty ? name : place)
      default: Problem(.badRequest, "body.wrong", "\(error)", place: name)
      }
    }
  }
#endif
