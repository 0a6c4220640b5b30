import Foundation
import MultiplaneLiveControl
import MultiplaneRenderTree
import Testing

/// Programs that send more than can be done at once, or nothing at all.
///
/// Lines take time of a clock that the test moves, so that no test measures the machine.
@Suite("floods at a control socket") struct ControlFloodTests {
  /// A clock in seconds.
  private final class Clock {
    var time = 100.0
  }

  private let folder: TestFolder
  private let socket: ControlSocket
  private let clock = Clock()

  init() throws {
    folder = try TestFolder()
    socket = try ControlSocket(path: folder.file("s")) { [clock] in clock.time }
  }

  private func makeClient() throws -> TestClient { try TestClient(folder.file("s")) }

  /// The number of lines that one turn processes if each takes a number of seconds.
  private func turn(lineSeconds: Double, reply: String = "ok") -> Int {
    var count = 0
    socket.dispatch { _ in
      clock.time += lineSeconds
      count += 1
      return reply
    }
    return count
  }

  /// Whether the loop is called again by itself soon.
  private var asksForTurn: Bool {
    var state = pollfd(fd: socket.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 200) == 1
  }

  @Test("a turn ends when its time is over, and the next one goes on")
  func turnTime() throws {
    let client = try makeClient()
    _ = turn(lineSeconds: 0)
    client.send(String(repeating: "x\n", count: 100))
    #expect(turn(lineSeconds: 0.0015) == 3)
    #expect(asksForTurn)
    #expect(turn(lineSeconds: 0.0015) == 3)
    // A line that takes long is one, and then the socket rests as long, up to a tenth of a second.
    #expect(turn(lineSeconds: 5) == 1)
    #expect(turn(lineSeconds: 5) == 0)
    clock.time += 0.11
    #expect(turn(lineSeconds: 0) == 93)
    close(client.descriptor)
  }

  @Test("a program that floods leaves the others their turn")
  func fairness() throws {
    let (flood, other) = (try makeClient(), try makeClient())
    _ = turn(lineSeconds: 0)
    flood.send(String(repeating: "flood\n", count: 1000))
    other.send("other\n")
    var lines: [String] = []
    socket.dispatch { line in
      clock.time += 0.0015
      lines.append(String(decoding: line, as: UTF8.self))
      return "ok"
    }
    #expect(lines.contains("other") && lines.count == 3)
    for client in [flood, other] { close(client.descriptor) }
  }

  @Test("a turn ends when its replies are many bytes, and nothing is done for a program that does not read")
  func replyBytes() throws {
    let client = try makeClient()
    _ = turn(lineSeconds: 0)
    client.send(String(repeating: "x\n", count: 1000))
    let reply = String(repeating: "y", count: 1 << 16)
    var done = 0
    for _ in 0..<100 { done += turn(lineSeconds: 0, reply: reply) }
    // As many as the system takes for a program that does not read, and one more.
    #expect(done > 0 && done < 20)
    #expect(client.receive(lines: 1000 - done, from: socket) { _ in reply }.utf8.count >= (1000 - done) * (1 << 16))
    close(client.descriptor)
  }

  @Test("a reply that is too long is an error")
  func tooLongReply() throws {
    let client = try makeClient()
    client.send("x\n")
    let text = client.receive(from: socket) { _ in String(repeating: "y", count: ControlSocket.longestReply + 1) }
    #expect(text.contains("expected a reply of at most 16777216 bytes"))
    client.send("z\n")
    #expect(client.receive(from: socket) == "<z>\n")
    close(client.descriptor)
  }

  @Test("what a program asked for that left is done for one turn, and then dropped")
  func leaving() throws {
    let client = try makeClient()
    _ = turn(lineSeconds: 0)
    client.send(String(repeating: "x\n", count: 1000))
    close(client.descriptor)
    #expect(turn(lineSeconds: 1) == 1)
    clock.time += 1
    #expect(turn(lineSeconds: 1) == 0)
    #expect(!asksForTurn)
    // A last line without a line break is done too, also when the socket rests just then.
    let (slow, brief) = (try makeClient(), try makeClient())
    _ = turn(lineSeconds: 0)
    slow.send("slow\n")
    #expect(turn(lineSeconds: 1) == 1)
    brief.send("brief")
    close(brief.descriptor)
    #expect(turn(lineSeconds: 0) == 0)
    clock.time += 1
    #expect(turn(lineSeconds: 0) == 1)
    close(slow.descriptor)
  }

  @Test("a line that comes a byte at a time is scanned once")
  func trickle() throws {
    let client = try makeClient()
    _ = turn(lineSeconds: 0)
    let start = ThreadTime.now
    // Rescanned at each byte, these would be 5e9 reads.
    for _ in 0..<100_000 {
      client.send("x")
      _ = turn(lineSeconds: 0)
    }
    client.send("\n")
    #expect(client.receive(from: socket).utf8.count == 100_003)
    #expect(ThreadTime.now - start < .seconds(30))
    close(client.descriptor)
  }

  @Test("silent programs make room after a while, those in use do not")
  func silence() throws {
    let clients = try (0..<ControlSocket.mostClients).map { _ in try makeClient() }
    _ = turn(lineSeconds: 0)
    let early = try makeClient()
    #expect(early.receive(from: socket).contains("expected at most 16 programs"))
    clock.time += ControlSocket.idleSeconds
    // The first is in use; half a line is no use.
    clients[0].send("a\n")
    clients[1].send("half")
    #expect(clients[0].receive(from: socket) == "<a>\n")
    let late = try makeClient()
    late.send("b\n")
    #expect(late.receive(from: socket) == "<b>\n")
    clients[0].send("c\n")
    #expect(clients[0].receive(from: socket) == "<c>\n")
    let ended = clients.filter { $0.receive(from: socket, patience: 1).contains("within 2 s") }
    #expect(ended.count == 1)
    for client in clients + [early, late] { close(client.descriptor) }
  }

  @Test("without descriptors for who connects the socket waits, rather than turn in vain")
  func noDescriptors() throws {
    var mayOpen = false
    let socket = try ControlSocket(path: folder.file("few")) { [clock] in
      clock.time
    } accept: { listener in
      if mayOpen { return accept(listener, nil, nil) }
      errno = EMFILE
      return -1
    }
    let client = try TestClient(folder.file("few"))
    var state = pollfd(fd: socket.fileDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&state, 1, 0) == 1)
    socket.dispatch(ControlSocketTests.reply)
    #expect(poll(&state, 1, 0) == 0)
    mayOpen = true
    clock.time += ControlSocket.acceptRetrySeconds
    #expect(poll(&state, 1, 5000) == 1)
    client.send("a\n")
    #expect(client.receive(from: socket) == "<a>\n")
    close(client.descriptor)
  }
}
