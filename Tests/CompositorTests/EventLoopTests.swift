import Foundation
import MultiplaneCompositor
import MultiplaneGraphics
import Testing

@Suite struct EventLoopTests {
  /// One end of a pipe as a source.
  private final class Reader: EventSource {
    let fileDescriptor: Int32
    var taken: [Readiness] = []
    var onHandle: () -> Void = {}

    init(_ descriptor: Int32) { fileDescriptor = descriptor }

    func handle(_ readiness: Readiness) {
      var byte: UInt8 = 0
      if readiness.contains(.readable) { _ = read(fileDescriptor, &byte, 1) }
      taken.append(readiness)
      onHandle()
    }
  }

  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func sourcesAreHandledWhenTheyAreReadyAndNoMoreWhenTheyAreGone() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let reader = Reader(ends[0])
    let loop = EventLoop()
    loop.add(reader)
    loop.add(reader)
    loop.turn(until: loop.now)
    #expect(reader.taken.isEmpty)
    _ = write(ends[1], "a", 1)
    loop.turn(until: loop.now + 5)
    #expect(reader.taken == [.readable])
    close(ends[1])
    loop.turn(until: loop.now + 5)
    #expect(reader.taken.last == .hungUp)
    loop.remove(reader)
    loop.turn(until: loop.now)
    #expect(reader.taken.count == 2)
  }

  @Test func timersFireInTheirTimeAndNotAfterTheyAreCancelled() {
    let time = Box(100.0)
    let clock = { time.value }
    MediaClock.withSource(clock) {
      let loop = EventLoop { _, seconds in time.value += seconds }
      var fired: [String] = []
      loop.schedule(after: 3) { fired.append("once \(loop.now)") }
      let steady = loop.schedule(every: 2) { fired.append("each \(loop.now)") }
      loop.turn(until: 101)
      #expect(fired.isEmpty && loop.now == 101)
      for _ in 0..<3 { loop.turn() }
      #expect(fired == ["each 102.0", "once 103.0", "each 104.0"])
      steady.cancel()
      loop.turn(until: 200)
      #expect(fired.count == 3 && loop.now == 200)
    }
  }

  @Test func whatIsDueAtTheEndOfATurnSaysWhenToTurnAgain() {
    let time = Box(0.0)
    let clock = { time.value }
    MediaClock.withSource(clock) {
      let loop = EventLoop { _, seconds in time.value += seconds }
      loop.beforeWaiting { loop.now + 0.25 }
      loop.turn()
      loop.turn()
      #expect(loop.now == 0.5)
    }
  }

  @Test func otherThreadsAreHeard() {
    let loop = EventLoop()
    let handle = loop.handle
    Thread.detachNewThread {
      handle.perform { handle.stop() }
    }
    loop.run()
    #expect(loop.isStopped)
  }
}
