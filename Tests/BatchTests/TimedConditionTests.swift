import Foundation
import Testing

@testable import MultiplaneBatch

@Suite struct TimedConditionTests {
  /// A wait ends by its deadline, and by a signal before it.
  @Test func waitsEnd() {
    let condition = TimedCondition()
    let begin = ContinuousClock.now
    #expect(!condition.withLock { condition.wait(until: begin + .milliseconds(20)) })
    #expect(ContinuousClock.now >= begin + .milliseconds(20))
    #expect(!condition.withLock { condition.wait(until: begin) })
    Thread.detachNewThread { condition.withLock { condition.broadcast() } }
    // Where the signal came first, the deadline ends it.
    _ = condition.withLock { condition.wait(until: .now + .milliseconds(200)) }
  }
}
