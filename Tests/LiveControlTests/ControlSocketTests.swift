import Foundation
import MultiplaneLiveControl
import Testing

/// A program that connects to a socket; it waits for replies while it lets the socket work.
struct TestClient {
  let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// The replies until there is a number of lines, or the other end closes.
  ///
  /// - Parameters:
  ///   - patience: how many turns of the socket to wait.
  ///   - reply: how the socket replies: with the line in angle brackets.
  func receive(
    lines: Int = 1, from socket: ControlSocket, patience: Int = 10_000,
    reply: ([UInt8]) -> String = ControlSocketTests.reply
  ) -> String {
    var text: [UInt8] = []
    var ends = 0
    for _ in 0..<patience {
      socket.dispatch(reply)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count > 0 {
        text += buffer[..<count]
        ends += buffer[..<count].count { $0 == 0x0A }
      }
      if ends >= lines { break }
      if count < 0 { usleep(200) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

@Suite("control sockets") struct ControlSocketTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.file("s")
  }

  private func makeSocket() throws(LiveError) -> ControlSocket { try ControlSocket(path: path) }

  static func reply(_ line: [UInt8]) -> String { "<" + String(decoding: line, as: UTF8.self) + ">" }

  @Test("lines are answered in their order, however they are cut")
  func lines() throws {
    let socket = try makeSocket()
    let client = try TestClient(path)
    client.send("one\ntwo\nth")
    #expect(client.receive(lines: 2, from: socket) == "<one>\n<two>\n")
    client.send("ree\n\nfour")
    #expect(client.receive(lines: 2, from: socket) == "<three>\n<>\n")
    // A last line without a line break counts when the program has no more to say.
    shutdown(client.descriptor, Int32(SHUT_WR))
    #expect(client.receive(from: socket) == "<four>\n")
    #expect(client.receive(from: socket) == "")
    close(client.descriptor)
  }

  @Test("several programs at a time, one of which goes away")
  func severalClients() throws {
    let socket = try makeSocket()
    let (first, second) = (try TestClient(path), try TestClient(path))
    first.send("a\n")
    second.send("b\n")
    #expect(second.receive(from: socket) == "<b>\n")
    close(first.descriptor)
    second.send("c\n")
    #expect(second.receive(from: socket) == "<c>\n")
    close(second.descriptor)
  }

  @Test("no more programs than are allowed")
  func tooManyClients() throws {
    let socket = try makeSocket()
    let clients = try (0..<ControlSocket.mostClients).map { _ in try TestClient(path) }
    for client in clients { client.send("x\n") }
    #expect(clients.allSatisfy { $0.receive(from: socket) == "<x>\n" })
    let late = try TestClient(path)
    #expect(late.receive(from: socket).contains("expected at most 16 programs"))
    close(clients[0].descriptor)
    socket.dispatch(Self.reply)
    let again = try TestClient(path)
    again.send("y\n")
    #expect(again.receive(from: socket) == "<y>\n")
    for client in clients.dropFirst() + [late, again] { close(client.descriptor) }
  }

  @Test("a line that is too long is an error, and the end of the connection only")
  func tooLongLine() throws {
    let socket = try makeSocket()
    let client = try TestClient(path)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    var sent = 0
    while sent <= ControlSocket.longestLine {
      let count = write(client.descriptor, piece, piece.count)
      sent += max(0, count)
      socket.dispatch(Self.reply)
    }
    #expect(client.receive(from: socket).contains("expected a line of at most 1048576 bytes"))
    let other = try TestClient(path)
    other.send("a\n")
    #expect(other.receive(from: socket) == "<a>\n")
    for client in [client, other] { close(client.descriptor) }
  }

  @Test("large replies arrive whole, though the program reads slowly")
  func largeReply() throws {
    let socket = try makeSocket()
    let client = try TestClient(path)
    client.send("a\nb\n")
    let replies = client.receive(lines: 2, from: socket) { _ in String(repeating: "y", count: 1 << 20) }
    #expect(replies.count == 2 * (1 << 20) + 2)
    close(client.descriptor)
  }

  @Test("only its user may connect, and it goes with the program")
  func permissions() throws {
    var socket: ControlSocket? = try makeSocket()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try #require(socket).fileDescriptor >= 0)
    socket = nil
    #expect(stat(path, &status) != 0)
  }

  @Test("a socket that was left behind is replaced, one that is in use is not")
  func staleSocket() throws {
    let left = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0)
      }
    }
    close(left)
    let socket = try makeSocket()
    #expect { try makeSocket() } throws: { "\($0)".contains("one that another program listens at") }
    let client = try TestClient(path)
    client.send("a\n")
    #expect(client.receive(from: socket) == "<a>\n")
    close(client.descriptor)
  }

  @Test("a file is not replaced")
  func file() throws {
    try folder.write("precious", to: "s")
    #expect { try makeSocket() } throws: { "\($0)".contains("a file that is no socket") }
    #expect(FileManager.default.contents(atPath: path) == Data("precious".utf8))
  }

  @Test(arguments: ["", String(repeating: "x", count: 108), "/nowhere/s", "a\0b"])
  func wrongPaths(path: String) {
    #expect { try ControlSocket(path: path) } throws: { "\($0)".contains("expected a path for a socket") }
  }
}
