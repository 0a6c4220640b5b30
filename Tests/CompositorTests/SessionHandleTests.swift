import Testing

@testable import MultiplaneCompositor

@Suite struct SessionHandleTests {
  private final class Session {
    var count = 0
  }

  @Test func whatIsAskedForIsDoneOnTheLoop() {
    let loop = EventLoop()
    let session = Session()
    let handle = SessionHandle(session, loop: loop)
    handle.perform { session in session.count += 1 }
    #expect(session.count == 0, "not before the loop turns")
    handle.perform { _ in handle.stop() }
    loop.run()
    #expect(session.count == 1)
  }

  @Test func aSessionThatIsGoneIsLeftAlone() {
    let loop = EventLoop()
    var session: Session? = Session()
    let handle = session.map { SessionHandle($0, loop: loop) }
    handle?.perform { session in session.count += 1 }
    session = nil
    handle?.stop()
    loop.run()
  }
}
