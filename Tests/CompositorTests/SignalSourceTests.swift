import Glibc
import Testing

@testable import MultiplaneCompositor

/// Signals that a program may be started with as ignored stay so, as `nohup` wants SIGHUP.
@Suite(.serialized) struct SignalSourceTests {
  /// Signals that come to this thread while a source is there. SIGWINCH and SIGURG have no effect
  /// unless they are received.
  private func received(_ numbers: [Int32]) -> [Int32] {
    var received: [Int32] = []
    let source = SignalSource(numbers) { received.append($0) }
    for number in numbers { raise(number) }
    source.end()
    return received
  }

  @Test func signalsAreEvents() {
    #expect(received([SIGWINCH, SIGURG]).sorted() == [SIGURG, SIGWINCH])
  }

  @Test func whatIsIgnoredStaysIgnored() {
    signal(SIGWINCH, SIG_IGN)
    defer { signal(SIGWINCH, SIG_DFL) }
    #expect(isIgnored(signal: SIGWINCH) && !isIgnored(signal: SIGURG))
    #expect(received([SIGWINCH, SIGURG]) == [SIGURG])
  }
}
