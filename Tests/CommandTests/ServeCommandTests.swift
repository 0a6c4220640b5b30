import Foundation
import Testing

/// `multiplane serve`, with clients that misbehave.
@Suite struct ServeCommandTests {
  /// A service of one template in a folder of its own.
  private final class Server {
    let folder: TestFolder
    let process: Process
    private(set) var port: UInt16 = 0

    /// - Parameter templates: further ones, by their files.
    init(_ options: String..., templates: [String: String] = [:]) throws {
      folder = try TestFolder()
      try FileManager.default.createDirectory(atPath: folder.file("templates"), withIntermediateDirectories: false)
      _ = try folder.write(TestScene.halves, to: "templates/halves.json")
      for (name, text) in templates { _ = try folder.write(text, to: "templates/\(name)") }
      process = try Command.makeProcess(
        [
          "serve", "--templates", folder.file("templates"), "--job-folder", folder.file("jobs"), "--port", "0",
          "--workers", "1", "--renderer", "cpu",
        ] + options)
      let log = try folder.write("", to: "log")
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
      try process.run()
      var text = ""
      try Command.wait(for: process) {
        text = try String(contentsOfFile: log, encoding: .utf8)
        if let found = text.firstMatch(of: /"port": (\d+)/) { port = UInt16(found.1) ?? 0 }
        return port != 0
      }
      try #require(port != 0, "\(text)")
    }

    deinit {
      process.interrupt()
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    var descriptorCount: Int {
      get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count }
    }

    /// A connection on which a text was sent.
    func connection(sending text: String = "") throws -> Int32 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = port.bigEndian
      let isConnected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isConnected)
      var patience = timeval(tv_sec: 30, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      try #require(send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count)
      return descriptor
    }

    /// The whole answer to a request that ends its connection.
    func answer(to request: String) throws -> String {
      let descriptor = try connection(sending: request)
      defer { close(descriptor) }
      var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
      while case let count = recv(descriptor, &block, block.count, 0), count > 0 { bytes += block[..<count] }
      return String(decoding: bytes, as: UTF8.self)
    }

    func post(_ path: String, _ headers: String, _ body: String) throws -> String {
      try answer(
        to: "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\nConnection: close\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
  }

  /// A video of a template that is an animation has its frames.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"))
  func videosOfAnimationsHaveTheirOwnLength() throws {
    let server = try Server(templates: [
      "logo.json": LottieCommandTests.moving, "badge.lottie": LottieCommandTests.moving,
    ])
    func answer(_ template: String, _ body: String) throws -> String {
      try server.post("/v1/templates/\(template)/render", "Content-Type: application/json", body)
    }
    #expect(try answer("badge", #"{"time": 0.2}"#).hasPrefix("HTTP/1.1 200 "))
    let whole = try answer("logo", #"{"format": "webm"}"#)
    #expect(whole.hasPrefix("HTTP/1.1 200 ") && whole.contains("video/webm"), "\(whole.prefix(400))")
    let other = try answer("halves", #"{"format": "webm"}"#)
    #expect(other.hasPrefix("HTTP/1.1 400 ") && other.contains("is missing; expected the end of the video"), "\(other)")
    // It is the same video as with its times.
    let tag = /ETag: "?([^"\r]*)/.ignoresCase()
    let explicit = try answer("logo", #"{"format": "webm", "from": 0, "to": 1, "fps": 10}"#)
    #expect(try #require(whole.firstMatch(of: tag)).1 == #require(explicit.firstMatch(of: tag)).1)
  }

  /// Each took two descriptors for half a minute.
  @Test func refusedJobsHoldNothing() throws {
    let server = try Server()
    func refuse(_ count: Int) throws {
      for number in 0..<count {
        let answer = try server.post(
          "/v1/jobs", "Content-Type: application/jsonl", "{\"scene\": \"halves\", \"time\": \"\(number)\"}\n")
        #expect(answer.hasPrefix("HTTP/1.1 422 ") && answer.contains("time: expected a number"), "\(answer)")
      }
    }
    try refuse(1)
    let before = try server.descriptorCount
    try refuse(8)
    #expect(try server.descriptorCount < before + 8)
  }

  /// They were waited for until their timeouts, ten seconds and more.
  @Test(arguments: [
    "", "GET / HTTP/1.1\r\nHost: loc",
    "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{",
  ])
  func aNewClientIsAnsweredWhileOthersHoldAllConnections(text: String) throws {
    let server = try Server("--connections", "32")
    let others = try (0..<100).map { _ in try server.connection(sending: text) }
    defer { for descriptor in others { close(descriptor) } }
    let start = ContinuousClock.now
    let answer = try server.answer(to: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    #expect(ContinuousClock.now - start < .seconds(9))
  }

  @Test func codingsAreToldApart() throws {
    let server = try Server()
    let packed = try server.post("/v1/render", "Content-Type: application/json\r\nContent-Encoding: gzip", "\u{1F}x")
    #expect(packed.hasPrefix("HTTP/1.1 415 ") && packed.contains("\r\nAccept-Encoding: identity\r\n"), "\(packed)")
    let transferred = try server.answer(
      to: "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
    #expect(transferred.hasPrefix("HTTP/1.1 501 "), "\(transferred)")
  }
}
