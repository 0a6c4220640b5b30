#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import MultiplaneBatch
  import MultiplaneCompositor
  import MultiplaneDrawing
  import MultiplaneRenderTree
  import MultiplaneSceneFile
  import NIOCore
  import Testing

  @testable import MultiplaneService

  /// The routes, with a queue whose drawings a thread of this process makes.
  final class TestService: Sendable {
    let responder: Responder
    let queue: DrawingQueue

    static let key = Array("0123456789abcdef0123456789abcdef".utf8)
    static let scene = #"""
      {"version": 1, "size": [40, 20], "background": "#102030",
       "images": {"fallback": "pixel.png"},
       "parameters": {"name": {"type": "string", "default": "Ada", "maxLength": 20}, "hue": {"type": "string", "format": "color", "default": "#ff0000"},
                      "photo": {"type": "string", "format": "image", "default": "pixel.png"}},
       "root": {"sublayers": [
         {"frame": [0, 0, 20, 20], "backgroundColor": {"parameter": "hue"}},
         {"frame": [20, 0, 20, 20], "contents": {"parameter": "photo"}},
         {"class": "CATextLayer", "frame": [0, 0, 40, 20], "string": {"parameter": "name"}, "fontSize": 10}]}}
      """#

    /// A picture of one pixel.
    static func pixel(_ color: [UInt8]) throws -> [UInt8] {
      try encodeImage(premultipliedRGBA8: color, width: 1, height: 1, format: .png)
    }

    /// - Parameter folder: a folder for the templates that stays; nil for one that is removed.
    init(
      tokens: String? = nil, mostBodyBytes: Int = 1 << 20, hasAdmin: Bool = false, folder lasting: String? = nil
    ) throws {
      let folder = lasting ?? NSTemporaryDirectory() + "/templates-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder + "/card", withIntermediateDirectories: true)
      defer { if lasting == nil { try? FileManager.default.removeItem(atPath: folder) } }
      try Data(Self.scene.utf8).write(to: URL(fileURLWithPath: folder + "/card/card.json"))
      try Data(Self.pixel([0, 255, 0, 255])).write(to: URL(fileURLWithPath: folder + "/card/pixel.png"))
      let options = ServiceOptions(addresses: [.host("127.0.0.1", port: 0)], version: "test")
      var secrets = try AccessControl.Secrets(options)
      secrets.keys = try KeyFile(text: String(decoding: Self.key, as: UTF8.self), name: "keys")
      secrets.tokens = try tokens.map { try KeyFile(text: $0, name: "tokens") }
      let cache = try PictureCache(memory: 1 << 20, folder: nil, folderBytes: 0)
      let queue = DrawingQueue(.init(workers: 1, seconds: 5, count: 10), cache: cache)
      self.queue = queue
      let pictures = Pictures(
        templates: try Templates(folder: folder), bodies: BodyReader(most: mostBodyBytes, mostOfAll: 4 * mostBodyBytes),
        cache: cache,
        queue: queue, program: { "test" }, costs: CostBook(), encoders: VideoEncoders { _ in "test" }, deadline: 3600)
      let metrics = Metrics()
      let state = ServiceState(metrics, queue, cache, Connections()) { 1 }
      responder = Responder(
        routes: RouteTable(pictures: pictures, jobs: nil, state: state, version: "test", hasAdmin: hasAdmin).routes,
        access: AccessControl(secrets), metrics: metrics, log: nil, hasAdmin: hasAdmin)
      let thread = Thread {
        guard
          let compositor = try? OffscreenCompositor(RendererOptions(.cpu, device: nil, threads: 1, textureBudget: nil))
        else { return }
        let drawing = PictureDrawing(
          compositor, sceneLimits: .standard, limits: .onProcessor(), temporary: NSTemporaryDirectory(), version: "test"
        )
        var withFiles = false
        while true {
          let turn = queue.next()
          if case .end = turn { return }
          guard case .draw(let next) = turn else { continue }
          // As a worker does: the files of a template come along when it asks for them.
          var (order, files) = next.request.order(digest: next.digest, withFiles: withFiles)
          var (answer, picture) = drawing.draw(order, files)
          if answer.needsFiles {
            withFiles = true
            (order, files) = next.request.order(digest: next.digest, withFiles: true)
            (answer, picture) = drawing.draw(order, files)
          }
          withFiles = false
          let result: Result<ByteBuffer, Problem> =
            if let failure = answer.failure {
              .failure(
                Problem(
                  Problem.status(failure.status), failure.code, failure.detail, place: failure.place))
            } else {
              .success(ByteBuffer(bytes: picture ?? []))
            }
          queue.finish(next, result, draw: answer.seconds, worker: 0, warning: answer.warning)
        }
      }
      thread.stackSize = 64 << 20
      thread.start()
    }

    deinit { queue.stop() }

    func ask(
      _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], host: String = "localhost:8080",
      body: [UInt8] = []
    ) async throws -> (status: Int, headers: HTTPFields, body: [UInt8]) {
      let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers)
      let response = await responder.respond(
        to: head, body: RequestBody(buffer: ByteBuffer(bytes: body)), connection: nil)
      let collector = Collector()
      try await response.body.write(collector)
      return (response.status.code, response.headers, collector.bytes)
    }

    func problem(
      _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: String = ""
    ) async throws -> (status: Int, code: String?, place: String?, detail: String?) {
      let (status, _, bytes) = try await ask(method, path, headers, body: Array(body.utf8))
      let json = try JSONValue.parse(bytes, name: "problem")
      func text(_ key: String) -> String? { if case .string(let text)? = json[key] { text } else { nil } }
      return (status, text("code"), text("place"), text("detail"))
    }
  }

  /// Takes in the body of an answer.
  final class Collector: ResponseBodyWriter {
    var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) async throws { bytes += Array(buffer.readableBytesView) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
#endif
