import Foundation
import Testing

@testable import MultiplaneDrawing

@Suite struct ChildProcessTests {
  private static func output(of process: ChildProcess) -> String {
    var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while case let count = read(process.output, &block, block.count), count > 0 { bytes += block[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func shell(_ text: String, blocking signals: [Int32] = []) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", text], input: .null, output: .pipe, errors: .null, blocking: signals)
  }

  @Test func inputBecomesOutputAndTheEndOfInputIsSeen() throws {
    let process = try ChildProcess("/bin/cat", [], input: .pipe, output: .pipe, errors: .null)
    #expect(write(process.input, "abc", 3) == 3)
    process.closeInput()
    #expect(process.input == -1)
    #expect(Self.output(of: process) == "abc")
    #expect(process.wait() == .exit(0))
    #expect(process.current == .exit(0))
  }

  @Test func endingsAreTold() throws {
    #expect(try Self.shell("exit 3").wait() == .exit(3))
    #expect(try Self.shell("kill -USR1 $$").wait() == .signal(SIGUSR1))
    let sleeper = try Self.shell("exec sleep 60")
    #expect(sleeper.current == nil)
    #expect(sleeper.wait(until: .now + .milliseconds(20)) == nil)
    sleeper.kill(SIGKILL)
    #expect(sleeper.wait() == .signal(SIGKILL))
    // Its number may belong to another process by now.
    sleeper.kill(SIGKILL)
  }

  @Test func whatCannotBeStartedIsAnError() {
    let failure = #expect(throws: ChildProcess.Failure.self) {
      try ChildProcess("/nothing/here", [], input: .pipe, output: .pipe, errors: .pipe)
    }
    #expect(failure?.code == ENOENT)
    #expect(failure?.description == "No such file or directory")
  }

  /// A descriptor that another process holds keeps a pipe open, and a file's room taken.
  @Test func descriptorsSignalsAndFoldersAreItsOwn() throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let listing = try Self.shell("ls /proc/self/fd")
    // That of the folder is the listing program's.
    #expect(Self.output(of: listing) == "0\n1\n2\n3\n")
    #expect(Self.output(of: try Self.shell("kill -TERM $$; echo alive", blocking: [SIGTERM])) == "alive\n")
    #expect(Self.output(of: try Self.shell("kill -TERM $$; echo alive")).isEmpty)
    let elsewhere = try ChildProcess("/bin/pwd", [], in: "/usr", input: .null, output: .pipe, errors: .null)
    #expect(Self.output(of: elsewhere) == "/usr\n")
  }

  @Test func aProcessThatNothingWaitsForEnds() throws {
    var process: ChildProcess? = try Self.shell("echo $$; exec sleep 60")
    var block = [UInt8](repeating: 0, count: 32)
    let count = read(process?.output ?? -1, &block, block.count)
    let number = try #require(Int32(String(decoding: block[..<max(0, count - 1)], as: UTF8.self)))
    process = nil
    #expect(kill(number, 0) != 0)
  }
}
