#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import MultiplaneBatch
  import MultiplaneCompositor
  import MultiplaneDrawing
  import MultiplaneLottie
  import MultiplaneRenderTree
  import MultiplaneSceneFile
  import NIOCore
  import TestTiers
  import Testing

  @testable import MultiplaneService

  @Suite(.ownTime) struct RouteTests {
    private static let json: HTTPFields = [.contentType: "application/json"]

    /// The pixel of a picture in memory, straight.
    private static func pixel(_ bytes: [UInt8], _ x: Int, _ y: Int) throws -> [UInt8] {
      let image = try decodeImage(bytes, name: "picture")
      let place = 4 * (y * image.width + x)
      return Array(image.premultipliedRGBA8()[place..<place + 4])
    }

    @Test func aTemplateIsDrawnWithItsValues() async throws {
      let service = try TestService()
      let (status, headers, body) = try await service.ask(
        .post, "/v1/templates/card/render", Self.json,
        body: Array(##"{"parameters": {"hue": "#0000ff", "name": ""}}"##.utf8))
      #expect(status == 200)
      #expect(headers[.contentType] == "image/png")
      #expect(try Self.pixel(body, 5, 15) == [0, 0, 255, 255])
      #expect(try Self.pixel(body, 30, 15) == [0, 255, 0, 255])
    }

    @Test func aPictureWithoutATimeShowsThePosterTime() async throws {
      let service = try TestService()
      let fade =
        #"{"in": {"class": "CABasicAnimation", "keyPath": "opacity", "fromValue": 0, "duration": 1, "fillMode": "both"}}"#
      let scene =
        ##"{"version": 1, "size": [4, 4], "poster": 1, "root": {"frame": [0, 0, 4, 4], "backgroundColor": "#00f", "animations": "##
        + "\(fade)}}"
      let (status, own, still) = try await service.ask(.post, "/v1/render", Self.json, body: Array(scene.utf8))
      #expect(status == 200)
      #expect(HTTPField.Name("X-Multiplane-Warning").flatMap { own[$0] } == nil)
      #expect(try Self.pixel(still, 1, 1) == [0, 0, 255, 255])
      let (_, headers, first) = try await service.ask(.post, "/v1/render?time=0", Self.json, body: Array(scene.utf8))
      #expect(try Self.pixel(first, 1, 1) == [0, 0, 0, 0])
      // A blank picture is reported at each request.
      let warning = try #require(HTTPField.Name("X-Multiplane-Warning"))
      let again = try await service.ask(.post, "/v1/render?time=0", Self.json, body: Array(scene.utf8))
      for told in [headers[warning], again.headers[warning]] {
        #expect(
          told == "nothing is visible at 0 s; root appears from 0.05 s: set \"poster\" or the time of the request")
      }
    }

    /// In objects, forms and signed addresses.
    @Test func partsOfAnAnimationHaveKeyPaths() async throws {
      SceneFormats.register([LottieFormat()])
      let folder = NSTemporaryDirectory() + "/templates-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let logo = """
        {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 40, "h": 20,
         "assets": [{"id": "i", "w": 20, "h": 20, "p": "pixel.png"}], "layers": [
           {"ty": 1, "nm": "Plate", "sw": 20, "sh": 20, "sc": "#ff0000", "ip": 0, "op": 10, "ks": {}},
           {"ty": 2, "nm": "photo", "refId": "i", "ip": 0, "op": 10, "ks": {"p": {"k": [20, 0]}}}]}
        """
      try Data(logo.utf8).write(to: URL(fileURLWithPath: folder + "/logo.json"))
      try Data(TestService.pixel([0, 255, 0, 255])).write(to: URL(fileURLWithPath: folder + "/pixel.png"))
      let service = try TestService(folder: folder)
      for name in ["Plate.Color", "**.Color"] {
        let (status, _, body) = try await service.ask(
          .post, "/v1/templates/logo/render", Self.json,
          body: Array("{\"parameters\": {\"\(name)\": \"#0000ff\"}}".utf8))
        #expect(status == 200, "\(name): \(String(decoding: body, as: UTF8.self))")
        #expect(try Self.pixel(body, 5, 15) == [0, 0, 255, 255])
        #expect(try Self.pixel(body, 30, 15) == [0, 255, 0, 255])
      }
      let part =
        Array("--b\r\nContent-Disposition: form-data; name=\"**.Image\"; filename=\"x.png\"\r\n\r\n".utf8)
        + (try TestService.pixel([255, 255, 0, 255])) + Array("\r\n--b--\r\n".utf8)
      let (_, _, picture) = try await service.ask(
        .post, "/v1/templates/logo/render", [.contentType: "multipart/form-data; boundary=b"], body: part)
      #expect(try Self.pixel(picture, 30, 15) == [255, 255, 0, 255])
      let path = try #require(SignedPath.signed("/v1/t/logo.png?Plate.Color=%230000ff", key: TestService.key))
      #expect(try Self.pixel(await service.ask(.get, path).body, 5, 15) == [0, 0, 255, 255])
      let problem = try await service.problem(
        .post, "/v1/templates/logo/render", Self.json, body: ##"{"parameters": {"Plat.Color": "#00f"}}"##)
      #expect(problem.status == 422 && problem.detail?.contains("did you mean \"Plate.Color\"?") == true)
      let (_, _, schema) = try await service.ask(.get, "/v1/templates/logo/schema")
      #expect(String(decoding: schema, as: UTF8.self).contains(#""keyPaths": ["Plate.Color", "photo.Image"]"#))
    }

    @Test func anImageComesAsAPart() async throws {
      let service = try TestService()
      let pixel = try TestService.pixel([255, 255, 0, 255])
      let body =
        Array("--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"x.png\"\r\n\r\n".utf8) + pixel
        + Array("\r\n--b--\r\n".utf8)
      let (status, _, picture) = try await service.ask(
        .post, "/v1/templates/card/render", [.contentType: "multipart/form-data; boundary=b"], body: body)
      #expect(status == 200)
      #expect(try Self.pixel(picture, 30, 15) == [255, 255, 0, 255])
    }

    @Test func aSceneOfARequestIsDrawnWithItsFiles() async throws {
      let service = try TestService()
      let scene =
        #"{"version": 1, "size": [4, 4], "images": {"a": "sub/a.png"}, "root": {"frame": [0, 0, 4, 4], "contents": "a"}}"#
      let body =
        Array("--b\r\nContent-Disposition: form-data; name=\"scene\"\r\n\r\n\(scene)\r\n".utf8)
        + Array("--b\r\nContent-Disposition: form-data; name=\"sub/a.png\"\r\n\r\n".utf8)
        + (try TestService.pixel([9, 8, 7, 255])) + Array("\r\n--b--\r\n".utf8)
      let (status, headers, picture) = try await service.ask(
        .post, "/v1/render?scale=2&format=png", [.contentType: "multipart/form-data; boundary=b"], body: body)
      #expect(status == 200)
      #expect(headers[.eTag] != nil)
      #expect(try decodeImage(picture, name: "picture").width == 8)
      #expect(try Self.pixel(picture, 3, 3) == [9, 8, 7, 255])
    }

    @Test(arguments: ["/etc/passwd", "../x.png", "a.png", "/proc/self/mem", "a/../../b"])
    func aSceneOpensNoFile(path: String) async throws {
      let service = try TestService()
      let scene =
        "{\"version\": 1, \"size\": [4, 4], \"images\": {\"a\": \"\(path)\"}, \"root\": {\"contents\": \"a\"}}"
      let problem = try await service.problem(.post, "/v1/render", Self.json, body: scene)
      #expect(problem.status == 422)
      #expect(problem.place == "images.a")
      // The worker's own names for files are not disclosed.
      #expect(problem.detail?.contains("/dev/null") == false, "\(problem.detail ?? "")")
    }

    @Test(
      arguments: [
        ("/v1/render", "{", 400, "scene.malformed"), ("/v1/render", "{}", 422, "scene.invalid"),
        ("/v1/render?to=1", "{}", 400, "value.wrong"), ("/v1/render?scale=0", "{}", 400, "value.wrong"),
        ("/v1/render?scale=x", "{}", 400, "value.wrong"), ("/v1/render?format=tiff", "{}", 400, "value.wrong"),
        ("/v1/render?x=1", "{}", 400, "query.unknown"), ("/v1/render?scale=1&scale=1", "{}", 400, "query.twice"),
        ("/v1/render?%zz", "{}", 400, "query.invalid"), ("/v1/templates/none/render", "{}", 404, "template.unknown"),
        ("/v1/templates/card/render", "[]", 400, "body.wrong"),
        ("/v1/templates/card/render", "{", 400, "body.malformed"),
        ("/v1/templates/card/render", #"{"tme": 1}"#, 400, "body.wrong"),
        ("/v1/templates/card/render", #"{"parameters": {"x": 1}}"#, 422, "parameter.wrong"),
        ("/v1/templates/card/render", #"{"parameters": {"hue": "red "}}"#, 422, "parameter.wrong"),
        ("/v1/templates/card/render", #"{"parameters": {"photo": "/etc/passwd"}}"#, 422, "parameter.wrong"),
        ("/v1/templates/card/render", #"{"scale": 1e9}"#, 422, "scene.invalid"),
        ("/nothing", "", 404, "route.unknown"), ("/v1/templates", "", 405, "method.unknown"),
        ("/" + String(repeating: "a", count: 9000), "", 414, "target.long"),
      ])
    func wrongRequestsEndInProblems(path: String, body: String, status: Int, code: String) async throws {
      let problem = try await TestService().problem(.post, path, Self.json, body: body)
      #expect(problem.status == status)
      #expect(problem.code == code)
    }

    /// In a signed address and in an object: by its name in the template's folder, and nothing
    /// else.
    @Test func anImageIsChosenByName() async throws {
      let folder = NSTemporaryDirectory() + "templates-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let service = try TestService(folder: folder)
      try FileManager.default.createDirectory(atPath: folder + "/card/sub/.git", withIntermediateDirectories: true)
      for path in ["card/sub/blue.png", "secret.png", "card/sub/.git/a.png", "card/.hidden.png"] {
        try Data(TestService.pixel([0, 0, 255, 255])).write(to: URL(fileURLWithPath: "\(folder)/\(path)"))
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/card/link.png", withDestinationPath: "../secret.png")
      func ask(_ name: String) async throws -> (status: Int, headers: HTTPFields, body: [UInt8]) {
        let path = try #require(SignedPath.signed("/v1/t/card.png?photo=\(name)", key: TestService.key))
        return try await service.ask(.get, path)
      }
      let (status, headers, picture) = try await ask("sub/blue.png")
      #expect(status == 200, "\(String(decoding: picture, as: UTF8.self))")
      #expect(try Self.pixel(picture, 30, 10) == [0, 0, 255, 255])
      let body = #"{"parameters": {"photo": "sub/blue.png"}}"#
      let posted = try await service.ask(.post, "/v1/templates/card/render", Self.json, body: Array(body.utf8))
      #expect(posted.status == 200 && posted.body == picture)
      // Another image of this name is another picture.
      try Data(TestService.pixel([255, 255, 0, 255])).write(to: URL(fileURLWithPath: folder + "/card/sub/blue.png"))
      let later = try await ask("sub/blue.png")
      #expect(later.headers[.eTag] != headers[.eTag])
      #expect(try Self.pixel(later.body, 30, 10) == [255, 255, 0, 255])
      for name in [
        "none.png", "../secret.png", "link.png", "card.json", "sub", "sub/.git/a.png", ".hidden.png", "/etc/passwd",
        "\(folder)/card/pixel.png", "sub/../../secret.png",
      ] {
        let answer = try await ask(name)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 422 && text.contains("\"place\": \"parameters.photo\""), "\(name): \(text)")
        #expect(text.contains("expected the name of an image in the template's folder"), "\(name): \(text)")
      }
    }

    /// Whoever can sign addresses may see the templates that they name; all else needs a token.
    @Test(arguments: [nil, "0123456789abcdeftoken"] as [String?])
    func aKeyListsTemplates(tokens: String?) async throws {
      let service = try TestService(tokens: tokens)
      let key = String(decoding: TestService.key, as: UTF8.self)
      let withKey: HTTPFields = [.authorization: "Bearer \(key)", .contentType: "application/json"]
      for path in ["/v1/templates", "/v1/templates/card/schema"] {
        #expect(try await service.ask(.get, path, withKey).status == 200)
        for headers: HTTPFields in [[:], [.authorization: "Bearer \(key)0"], [.authorization: key]] {
          let (status, _, _) = try await service.ask(.get, path, headers, host: "cards.example")
          #expect(status == (tokens == nil ? 403 : 401))
        }
      }
      let list = try await service.ask(.get, "/v1/templates", withKey)
      #expect(String(decoding: list.body, as: UTF8.self).contains("\"animated\": false, \"poster\": 0"))
      let drawn = try await service.ask(
        .post, "/v1/templates/card/render", withKey, host: "cards.example", body: Array("{}".utf8))
      #expect(drawn.status == (tokens == nil ? 403 : 401))
    }

    @Test func anImageIsAValueOfASceneOfARequest() async throws {
      let service = try TestService()
      let scene =
        #"{"version": 1, "size": [4, 4], "parameters": {"p": {"type": "string", "format": "image"}}, "#
        + #""root": {"frame": [0, 0, 4, 4], "contents": {"parameter": "p"}}}"#
      let body =
        Array("--b\r\nContent-Disposition: form-data; name=\"scene\"\r\n\r\n\(scene)\r\n".utf8)
        + Array("--b\r\nContent-Disposition: form-data; name=\"parameters\"\r\n\r\n{\"p\": \"a.png\"}\r\n".utf8)
        + Array("--b\r\nContent-Disposition: form-data; name=\"a.png\"\r\n\r\n".utf8)
        + (try TestService.pixel([9, 8, 7, 255])) + Array("\r\n--b--\r\n".utf8)
      let (status, _, picture) = try await service.ask(
        .post, "/v1/render", [.contentType: "multipart/form-data; boundary=b"], body: body)
      #expect(status == 200, "\(String(decoding: picture, as: UTF8.self))")
      #expect(try Self.pixel(picture, 3, 3) == [9, 8, 7, 255])
    }

    /// A worker would lay it out for seconds, which no estimate includes.
    @Test func valuesOfManyBytesAreNotRead() async throws {
      let long = String(repeating: "a", count: 1 << 20)
      let part = "--b\r\nContent-Disposition: form-data; name=\"parameters\"\r\n\r\n{\"a\": \"\(long)\"}\r\n--b--\r\n"
      let scene = "--b\r\nContent-Disposition: form-data; name=\"scene\"\r\n\r\n{}\r\n"
      // Of the test's service a body has less room.
      let given = try await TestService(mostBodyBytes: 1 << 22).problem(
        .post, "/v1/render", [.contentType: "multipart/form-data; boundary=b"], body: scene + part)
      #expect(given.status == 413 && given.code == "values.large", "\(given)")
    }

    @Test(arguments: [422, 501, 503, 418])
    func statusesOfWorkersHaveNames(code: Int) {
      #expect(Problem.status(code).code == code && Problem.status(code).reasonPhrase.isEmpty == (code == 418))
    }

    /// Each would take 32 bytes of this process's memory, whatever the template has parameters for.
    @Test func aBodyOfMoreValuesThanAnyTemplateTakesIsNotRead() async throws {
      let body = "{\"parameters\": [" + String(repeating: "0,", count: 1 << 16) + "0]}"
      let problem = try await TestService().problem(.post, "/v1/templates/card/render", Self.json, body: body)
      #expect(problem.status == 400)
      #expect(problem.code == "body.malformed")
    }

    @Test(
      arguments: [
        (.tooManyRequests, 1), (.serviceUnavailable, 1), (.insufficientStorage, nil), (.notFound, nil),
      ] as [(HTTPResponse.Status, Int?)])
    func whatMayPassSaysWhen(status: HTTPResponse.Status, seconds: Int?) {
      #expect(Problem(status, "x", "x").retryAfter == seconds)
      #expect(Problem(status, "x", "x", retryAfter: 7).response(request: "").headers[.retryAfter] == "7")
    }

    @Test func aBodyOfAnotherTypeIsRefused() async throws {
      let problem = try await TestService().problem(.post, "/v1/render", [.contentType: "text/plain"], body: "{}")
      #expect(problem.status == 415)
    }

    @Test(arguments: ["application/json ; charset=utf-8", "Application/Json\t;charset=utf-8", " application/json"])
    func typesMayHaveSpacesAroundTheirSemicolons(type: String) async throws {
      let service = try TestService()
      let answer = try await service.ask(
        .post, "/v1/templates/card/render", [.contentType: type], body: Array(#"{"scale": 1}"#.utf8))
      #expect(answer.status == 200)
    }

    @Test func aPictureThatIsNotTheOneThatIsWantedIsNotAnswered() async throws {
      let service = try TestService()
      let path = try #require(SignedPath.signed("/v1/t/card.png?name=Ada", key: TestService.key))
      let answer = try await service.problem(.get, path, [.ifMatch: "\"nope\""])
      #expect(answer.status == 412 && answer.code == "tag.other")
      let tag = try #require(try await service.ask(.get, path).headers[.eTag])
      #expect(try await service.ask(.get, path, [.ifMatch: "\"nope\", \(tag)"]).status == 200)
      #expect(try await service.ask(.get, path, [.ifMatch: "*"]).status == 200)
      #expect(try await service.ask(.get, path, [.ifMatch: "W/\(tag)"]).status == 412)
    }

    @Test func aBodyThatIsTooLongIsRefusedWhileItComesIn() async throws {
      let (status, headers, _) = try await TestService().ask(
        .post, "/v1/render", Self.json, body: [UInt8](repeating: 32, count: (1 << 20) + 1))
      #expect(status == 413)
      #expect(headers[.connection] == "close")
    }

    @Test func aSignedAddressIsDrawnAndKept() async throws {
      let service = try TestService()
      let path = try #require(SignedPath.signed("/v1/t/card.png?name=Ada&hue=%2300ff00&_scale=2", key: TestService.key))
      let (status, headers, body) = try await service.ask(.get, path)
      #expect(status == 200)
      #expect(headers[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(try decodeImage(body, name: "picture").width == 80)
      let tag = try #require(headers[.eTag])
      let again = try await service.ask(.get, path, [.ifNoneMatch: tag])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      #expect(again.headers[.contentLength] == nil)
      let part = try await service.ask(.get, path, [.range: "bytes=1-3"])
      #expect(part.status == 206)
      #expect(part.body == Array(body[1...3]))
      #expect(part.headers[.contentRange] == "bytes 1-3/\(body.count)")
      let head = try await service.ask(.head, path)
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.headers[.contentLength] == "\(body.count)")
    }

    @Test(arguments: [
      ("/v1/t/card.png?name=Ada", 404), ("/v1/t/x/card.png?name=Ada", 403), ("SIGNED&name=Eve", 403), ("SIGNED", 200),
    ])
    func onlySignedAddressesAreDrawn(path: String, status: Int) async throws {
      let signed = try #require(SignedPath.signed("/v1/t/card.png?name=Ada", key: TestService.key))
      let answer = try await TestService().ask(.get, path.replacingOccurrences(of: "SIGNED", with: signed))
      #expect(answer.status == status)
    }

    @Test(arguments: [("1", 410), ("99999999999", 200), ("x", 400)])
    func addressesEnd(end: String, status: Int) async throws {
      let path = try #require(SignedPath.signed("/v1/t/card.png?e=\(end)", key: TestService.key))
      #expect(try await TestService().ask(.get, path).status == status)
    }

    @Test func aTokenIsAskedForWhereThereIsAFileOfThem() async throws {
      let service = try TestService(tokens: "0123456789abcdef")
      #expect(try await service.ask(.get, "/v1/templates").status == 401)
      #expect(try await service.ask(.get, "/v1/templates", [.authorization: "Bearer 0123456789abcdeg"]).status == 401)
      #expect(try await service.ask(.get, "/v1/templates", [.authorization: "bearer 0123456789abcdef"]).status == 200)
      #expect(try await service.ask(.get, "/healthz").status == 200)
    }

    @Test func thePageOfAnotherSiteIsRefused() async throws {
      let answer = try await TestService().ask(.get, "/v1/templates", [headerName("Sec-Fetch-Site"): "cross-site"])
      #expect(answer.status == 403)
    }

    /// Browsers that do not know `Sec-Fetch-Site` send `Origin` with requests that may change
    /// something.
    @Test(
      arguments: [
        ("http://localhost:8080", 200), ("https://127.0.0.1", 200), ("http://[::1]:80", 200), (nil, 200),
        ("https://cards.example", 403), ("http://localhost.example", 403), ("null", 403), ("", 403),
        ("file://", 403),
      ] as [(String?, Int)])
    func anotherOriginIsRefused(origin: String?, status: Int) async throws {
      var headers: HTTPFields = [:]
      headers[headerName("Origin")] = origin
      #expect(try await TestService().ask(.get, "/v1/templates", headers).status == status)
    }

    @Test(arguments: [("gzip", 415), ("identity", 200), ("Identity, br", 415), ("", 200)])
    func packedBodiesAreRefused(coding: String, status: Int) async throws {
      let answer = try await TestService().ask(
        .post, "/v1/render", [.contentType: "application/json", .contentEncoding: coding],
        body: Array(#"{"version": 1, "size": [1, 1], "root": {}}"#.utf8))
      #expect(answer.status == status)
      #expect(answer.headers[.acceptEncoding] == (status == 415 ? "identity" : nil))
    }

    @Test(arguments: [
      ("gzip, chunked", 501), ("chunked", 200), ("Chunked", 200), ("chunked, gzip", 400), ("gzip", 400),
    ])
    func otherTransferCodingsAreRefused(coding: String, status: Int) async throws {
      #expect(try await TestService().ask(.get, "/v1/templates", [.transferEncoding: coding]).status == status)
    }

    @Test(
      arguments: [
        ("localhost", 200), ("127.0.0.1:8080", 200), ("127.1.2.3", 200), ("[::1]:80", 200), ("a.localhost", 200),
        ("cards.example", 403), ("127.0.0.1.example:80", 403), ("[::2]", 403), ("10.0.0.1", 403), ("", 403),
      ])
    func withoutTokensOnlyNamesOfThisMachineAreAnswered(host: String, status: Int) async throws {
      #expect(try await TestService().ask(.get, "/v1/templates", host: host).status == status)
    }

    /// A proxy on this machine forwards the requests of others.
    @Test func keysAloneOpenNoRoutesForClients() throws {
      var options = ServiceOptions(addresses: [.host("127.0.0.1", port: 0)], version: "test")
      #expect(try AccessControl.Secrets(options).isOpenWithoutTokens)
      let path = NSTemporaryDirectory() + "/keys-\(UUID().uuidString)"
      #expect(
        FileManager.default.createFile(
          atPath: path, contents: Data(TestService.key), attributes: [.posixPermissions: 0o600]))
      defer { unlink(path) }
      options.keyFile = path
      #expect(try !AccessControl.Secrets(options).isOpenWithoutTokens)
    }

    @Test(arguments: [("127.0.0.1", false), ("0.0.0.0", true)])
    func aSocketOfTheServiceManagerIsJudgedByWhereItIsBound(host: String, isOpen: Bool) throws {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      #expect(inet_pton(AF_INET, host, &address.sin_addr) == 1)
      let bound = withUnsafeBytes(of: &address) { bytes in
        bytes.baseAddress.map { bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
      }
      #expect(bound == 0)
      #expect(ServiceOptions.isOpen(.descriptor(descriptor)) == isOpen)
    }

    @Test func everyRouteIsDescribed() async throws {
      let service = try TestService()
      let (status, _, bytes) = try await service.ask(.get, "/v1/openapi.json")
      #expect(status == 200)
      let paths = try #require(try JSONValue.parse(bytes, name: "openapi")["paths"])
      for route in service.responder.routes.all {
        #expect(paths[route.pattern]?[route.method.rawValue.lowercased()] != nil, "\(route.pattern)")
      }
    }

    @Test func whatIsRefusedCameFromNoCache() async throws {
      let service = try TestService()
      #expect(try await service.ask(.post, "/v1/render", Self.json, body: Array("{}".utf8)).status == 422)
      var text = String(decoding: try await service.ask(.get, "/metrics").body, as: UTF8.self)
      #expect(!text.contains("multiplane_cache_total{"))
      #expect(
        try await service.ask(.post, "/v1/templates/card/render", Self.json, body: Array("{}".utf8)).status == 200)
      text = String(decoding: try await service.ask(.get, "/metrics").body, as: UTF8.self)
      #expect(text.contains("multiplane_cache_total{result=\"miss\"} 1\n"))
      service.queue.stop()
      // Ended it refuses, as one that is full does.
      let other = Array(#"{"parameters": {"name": "Eve"}}"#.utf8)
      #expect(try await service.ask(.post, "/v1/templates/card/render", Self.json, body: other).status == 503)
      text = String(decoding: try await service.ask(.get, "/metrics").body, as: UTF8.self)
      #expect(!text.contains("multiplane_cache_total{result=\"joined\"}"))
    }

    @Test func whatIsAtAnotherAddressIsNotDescribed() async throws {
      let (_, _, bytes) = try await TestService(hasAdmin: true).ask(.get, "/v1/openapi.json")
      let paths = try #require(try JSONValue.parse(bytes, name: "openapi")["paths"])
      #expect(paths["/healthz"] == nil && paths["/readyz"] == nil && paths["/metrics"] == nil)
      #expect(paths["/v1/render"] != nil && paths["/v1/openapi.json"] != nil)
    }

    @Test func metricsCountWhatWasAnswered() async throws {
      let service = try TestService()
      _ = try await service.ask(.get, "/healthz")
      _ = try await service.ask(.get, "/nothing")
      let text = String(decoding: try await service.ask(.get, "/metrics").body, as: UTF8.self)
      #expect(text.contains("multiplane_requests_total{route=\"/healthz\",status=\"200\"} 1\n"))
      #expect(text.contains("multiplane_requests_total{route=\"none\",status=\"404\"} 1\n"))
      #expect(text.contains("multiplane_ready 1\n"))
    }
  }
#endif
