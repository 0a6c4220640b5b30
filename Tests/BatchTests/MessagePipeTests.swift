import Foundation
import Testing

@testable import MultiplaneBatch

@Suite struct MessagePipeTests {
  /// Two ends that talk to each other.
  private final class Ends {
    let (there, back) = (Pipe(), Pipe())

    func first(isTimed: Bool = true) -> MessagePipe {
      MessagePipe(
        reading: back.fileHandleForReading.fileDescriptor, writing: there.fileHandleForWriting.fileDescriptor,
        isTimed: isTimed)
    }

    func second() -> MessagePipe {
      MessagePipe(
        reading: there.fileHandleForReading.fileDescriptor, writing: back.fileHandleForWriting.fileDescriptor)
    }
  }

  @Test(arguments: [[], [[]], [[1, 2, 3], [], [UInt8](repeating: 7, count: 300_000)]] as [[[UInt8]]])
  func messagesComeAsTheyWereSent(files: [[UInt8]]) throws {
    let ends = Ends()
    let (first, second) = (ends.first(), ends.second())
    let echo = Thread {
      guard let (header, files) = try? second.receive([String].self) else { return }
      try? second.send(header.reversed() as [String], files: files.reversed())
    }
    echo.start()
    try first.send(["a", "b"], files: files, until: .now + .seconds(10))
    let (header, found) = try first.receive([String].self, until: .now + .seconds(10))
    #expect(header == ["b", "a"])
    #expect(found == files.reversed())
  }

  @Test func whoDoesNotAnswerIsLate() {
    let ends = Ends()
    let first = ends.first()
    #expect(!first.waitForMessage(until: .now + .milliseconds(5)))
    #expect(throws: MessagePipe.Fault.late) { try first.receive([String].self, until: .now + .milliseconds(5)) }
  }

  @Test func whoDoesNotReadIsLate() {
    let ends = Ends()
    #expect(throws: MessagePipe.Fault.late) {
      try ends.first().send("a", files: [[UInt8](repeating: 0, count: 1 << 20)], until: .now + .milliseconds(5))
    }
  }

  @Test func whoIsGoneSaysSo() throws {
    let ends = Ends()
    try ends.back.fileHandleForWriting.close()
    #expect(throws: MessagePipe.Fault.gone) { try ends.first().receive([String].self) }
  }

  @Test(
    arguments: [
      [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], [2, 0, 0, 0, 0xFF, 0xFF, 0, 0],
      [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80], [2, 0, 0, 0, 0, 0, 0, 0, 0x7B, 0x7B],
    ] as [[UInt8]])
  func whatIsNoMessageIsRefused(bytes: [UInt8]) throws {
    let ends = Ends()
    try ends.back.fileHandleForWriting.write(contentsOf: Data(bytes))
    #expect(throws: MessagePipe.Fault.senseless) {
      try ends.first().receive([String].self, until: .now + .seconds(10))
    }
  }
}
