#if Service
  import Foundation
  import NIOCore
  import Synchronization
  import TestTiers
  import Testing

  @testable import MultiplaneService

  @Suite(.ownTime) struct DrawingQueueTests {
    /// Counts in several tasks.
    private final class Counter: Sendable {
      let count = Mutex(0)
    }

    /// A clock that moves when it is told to: how long a test waits for a thread decides nothing.
    private final class TestClock: Sendable {
      private let instant = Mutex(ContinuousClock.now)

      var now: ContinuousClock.Instant { instant.withLock { $0 } }

      func advance(by seconds: Double) { instant.withLock { $0 += .seconds(seconds) } }
    }

    private let clock = TestClock()

    private func makeQueue(
      workers: Int = 1, seconds: Double = 100, count: Int = 10, cache: PictureCache? = nil
    ) -> DrawingQueue {
      DrawingQueue(
        .init(workers: workers, seconds: seconds, count: count), cache: cache, now: { [clock] in clock.now })
    }

    private static func request() throws -> PictureRequest {
      try PictureRequest(.own(files: ["": []]), PictureRequest.Options(), values: [:])
    }

    /// - Parameter seconds: on the test's clock.
    private func draw(
      _ queue: DrawingQueue, _ key: String, reckoned: Double = 0.01, least: Double? = nil, within seconds: Double = 30,
      mayTakeLong: Bool = false
    ) async throws -> DrawingQueue.Outcome {
      await queue.draw(
        try Self.request(), key: key, digest: "", reckoned: reckoned,
        least: least ?? reckoned, mayTakeLong: mayTakeLong, deadline: clock.now + .seconds(seconds), for: nil)
    }

    /// Draws what waits, in a thread, and notes the order.
    private static func work(_ queue: DrawingQueue, note: @escaping @Sendable (String) -> Void) {
      Thread.detachNewThread {
        while true {
          switch queue.next() {
          case .draw(let drawing):
            note(drawing.key)
            queue.finish(drawing, .success(ByteBuffer(string: drawing.key)), draw: 0.01, worker: 0)
          case .rest: continue
          case .end: return
          }
        }
      }
    }

    /// Waits until a number of drawings wait.
    private static func untilWaiting(_ queue: DrawingQueue, _ count: Int) async throws {
      for _ in 0..<20_000 where queue.state.waiting != count { try await Task.sleep(for: .milliseconds(1)) }
      #expect(queue.state.waiting == count)
    }

    @Test func equalRequestsAreDrawnOnce() async throws {
      let queue = makeQueue(seconds: 1, count: 4)
      let drawn = Mutex<[String]>([])
      let asked = Counter()
      let outcomes = try await withThrowingTaskGroup(of: DrawingQueue.Outcome.self) { group in
        for _ in 0..<64 {
          group.addTask {
            asked.count.withLock { $0 += 1 }
            return try await draw(queue, "a")
          }
        }
        try await Self.untilWaiting(queue, 1)
        // All have come before anything is drawn.
        while asked.count.withLock({ $0 }) < 64 { try await Task.sleep(for: .milliseconds(1)) }
        try await Task.sleep(for: .milliseconds(50))
        Self.work(queue) { key in drawn.withLock { $0.append(key) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(drawn.withLock { $0 } == ["a"])
      #expect(outcomes.count == 64)
      #expect(outcomes.allSatisfy { (try? $0.result.get()) == ByteBuffer(string: "a") })
      #expect(outcomes.filter { !$0.isJoined }.count == 1)
      queue.stop()
    }

    /// A request that found nothing in the cache comes when the drawing that it would have joined
    /// has just ended.
    @Test func whatEndedSinceTheCacheWasAskedIsNotDrawnAgain() async throws {
      let queue = makeQueue(cache: try PictureCache(memory: 1 << 20, folder: nil, folderBytes: 0))
      let drawn = Mutex<[String]>([])
      Self.work(queue) { key in drawn.withLock { $0.append(key) } }
      let first = try await draw(queue, "a")
      let second = try await draw(queue, "a")
      #expect(drawn.withLock { $0 } == ["a"])
      #expect(!first.isJoined)
      #expect(second.isJoined)
      #expect(try second.result.get() == ByteBuffer(string: "a"))
      queue.stop()
    }

    @Test func beyondTheSecondsThatMayWaitItRefuses() async throws {
      let queue = makeQueue(seconds: 1, count: 100)
      // The first is for the idle worker, which is none here; the second finds less than a second
      // waiting.
      async let first = draw(queue, "a", reckoned: 0.9)
      try await Self.untilWaiting(queue, 1)
      async let second = draw(queue, "b", reckoned: 2.2)
      try await Self.untilWaiting(queue, 2)
      let third = try await draw(queue, "c", reckoned: 2)
      guard case .failure(let problem) = third.result else { throw Problem.notFound }
      #expect(problem.status == .tooManyRequests)
      #expect(problem.retryAfter == 4)
      Self.work(queue) { _ in }
      _ = try await [first, second]
      queue.stop()
    }

    @Test func beyondTheNumberThatMayWaitItRefuses() async throws {
      let queue = makeQueue(count: 2)
      async let first = draw(queue, "a")
      async let second = draw(queue, "b")
      try await Self.untilWaiting(queue, 2)
      let third = try await draw(queue, "c")
      guard case .failure(let problem) = third.result else { throw Problem.notFound }
      #expect(problem.code == "queue.full")
      Self.work(queue) { _ in }
      _ = try await [first, second]
      queue.stop()
    }

    /// Only what is before it counts: until the others have waited too long to be overtaken.
    @Test func whatGoesBeforeTheOthersIsAdmittedThoughTheyFillTheQueue() async throws {
      let queue = makeQueue(seconds: 0.1, count: 3)
      async let first = draw(queue, "a", reckoned: 0.2)
      try await Self.untilWaiting(queue, 1)
      let like = try await draw(queue, "b", reckoned: 0.1)
      #expect(throws: Problem.self) { try like.result.get() }
      async let quick = draw(queue, "c", reckoned: 0.02)
      try await Self.untilWaiting(queue, 2)
      clock.advance(by: 1.01)
      let late = try await draw(queue, "d", reckoned: 0.02)
      #expect(throws: Problem.self) { try late.result.get() }
      Self.work(queue) { _ in }
      for outcome in try await [first, quick] { _ = try outcome.result.get() }
      queue.stop()
    }

    /// Two drawings wait, and the second came a number of seconds later.
    @Test(
      "What takes less than half as long goes first, until the other has waited for a second",
      arguments: [
        (first: 3.0, second: 0.1, later: 0.0, order: ["second", "first"]),
        (first: 0.3, second: 0.2, later: 0.0, order: ["first", "second"]),
        (first: 3.0, second: 0.1, later: 1.01, order: ["first", "second"]),
      ])
    func order(first: Double, second: Double, later: Double, order: [String]) async throws {
      let queue = makeQueue()
      let drawn = Mutex<[String]>([])
      async let one = draw(queue, "first", reckoned: first)
      try await Self.untilWaiting(queue, 1)
      clock.advance(by: later)
      async let other = draw(queue, "second", reckoned: second)
      try await Self.untilWaiting(queue, 2)
      Self.work(queue) { key in drawn.withLock { $0.append(key) } }
      _ = try await [one, other]
      #expect(drawn.withLock { $0 } == order)
      queue.stop()
    }

    @Test func whatCannotBeDrawnInTimeIsNotBegun() async throws {
      let queue = makeQueue()
      let drawn = Mutex<[String]>([])
      Self.work(queue) { key in drawn.withLock { $0.append(key) } }
      let outcome = try await draw(queue, "a", reckoned: 5, within: 1)
      guard case .failure(let problem) = outcome.result else { throw Problem.notFound }
      #expect(problem.status == .serviceUnavailable)
      #expect(drawn.withLock { $0.isEmpty })
      queue.stop()
    }

    /// It may have taken that long once because the machine stood still.
    @Test func whatHasTakenTooLongIsTriedAgain() async throws {
      let queue = makeQueue()
      let drawn = Mutex<[String]>([])
      Self.work(queue) { key in drawn.withLock { $0.append(key) } }
      let outcome = try await draw(queue, "a", reckoned: 5, least: 0.5, within: 1)
      #expect(try outcome.result.get() == ByteBuffer(string: "a"))
      #expect(drawn.withLock { $0 } == ["a"])
      queue.stop()
    }

    @Test func whatCannotBeDrawnInTimeAnyMoreIsAnsweredWhileItWaits() async throws {
      let queue = makeQueue()
      async let late = draw(queue, "late", reckoned: 8, least: 5, within: 10)
      try await Self.untilWaiting(queue, 1)
      async let other = draw(queue, "other", reckoned: 8, least: 3, within: 10)
      try await Self.untilWaiting(queue, 2)
      clock.advance(by: 6)
      try await Self.untilWaiting(queue, 1)
      guard case .draw(let drawing) = queue.next() else { throw Problem.notFound }
      #expect(drawing.key == "other")
      // What has been begun is waited for until the deadline.
      clock.advance(by: 2)
      try await Task.sleep(for: .milliseconds(200))
      queue.finish(drawing, .success(ByteBuffer(string: "other")), draw: 0, worker: 0)
      let outcome = try await other
      #expect(try outcome.result.get() == ByteBuffer(string: "other"))
      guard case .failure(let problem) = try await late.result else { throw Problem.notFound }
      #expect(problem.code == "deadline")
      queue.stop()
    }

    /// A thread whose worker has died, and who cannot start another one, leaves what it has to
    /// others.
    @Test func whatIsGivenBackIsDrawnInItsTurn() async throws {
      let queue = makeQueue(workers: 2)
      async let first = draw(queue, "first")
      try await Self.untilWaiting(queue, 1)
      guard case .draw(let drawing) = queue.next() else { throw Problem.notFound }
      async let second = draw(queue, "second")
      try await Self.untilWaiting(queue, 1)
      #expect(queue.state.busy == 1)
      queue.giveBack(drawing, deaths: 1)
      #expect(queue.state.waiting == 2 && queue.state.busy == 0)
      guard case .draw(let again) = queue.next() else { throw Problem.notFound }
      #expect(again === drawing && again.deaths == 1)
      queue.finish(again, .success(ByteBuffer(string: "first")), draw: 0, worker: 1)
      Self.work(queue) { _ in }
      let outcomes = try await [first, second]
      #expect(try outcomes.map { try $0.result.get() } == [ByteBuffer(string: "first"), ByteBuffer(string: "second")])
      #expect(queue.state.busy == 0)
      queue.stop()
    }

    /// Nobody waits for it any more, and a new request for the same is another drawing.
    @Test func whatIsGivenBackTooLateIsNotDrawn() async throws {
      let queue = makeQueue()
      async let first = draw(queue, "a", within: 1)
      try await Self.untilWaiting(queue, 1)
      guard case .draw(let drawing) = queue.next() else { throw Problem.notFound }
      clock.advance(by: 2)
      guard case .failure = try await first.result else { throw Problem.notFound }
      queue.giveBack(drawing, deaths: 1)
      #expect(queue.state.waiting == 0 && queue.state.busy == 0)
      queue.stop()
    }

    @Test func whoWaitsIsAnsweredAtTheDeadlineThoughTheWorkerHangs() async throws {
      let queue = makeQueue()
      Thread.detachNewThread { while case .rest = queue.next() {} }
      async let outcome = draw(queue, "a", within: 1)
      while queue.state.busy == 0 { try await Task.sleep(for: .milliseconds(1)) }
      clock.advance(by: 1)
      guard case .failure(let problem) = try await outcome.result else { throw Problem.notFound }
      #expect(problem.code == "deadline")
      queue.stop()
    }

    /// One answer of a drawing goes to the cache's folder: if the first came too late, the next.
    @Test func whoStillWaitsHasThePictureStored() async throws {
      let queue = makeQueue()
      async let first = draw(queue, "a", within: 1)
      try await Self.untilWaiting(queue, 1)
      async let second = draw(queue, "a", within: 100)
      guard case .draw(let drawing) = queue.next() else { throw Problem.notFound }
      while queue.end(of: drawing) < clock.now + .seconds(100) { try await Task.sleep(for: .milliseconds(1)) }
      clock.advance(by: 2)
      guard case .failure = try await first.result else { throw Problem.notFound }
      queue.finish(drawing, .success(ByteBuffer(string: "a")), draw: 0.01, worker: 0)
      let outcome = try await second
      #expect(try outcome.result.get() == ByteBuffer(string: "a"))
      #expect(!outcome.isJoined)
      queue.stop()
    }

    /// A worker is given up a second after the last deadline, so that this must not move when all
    /// have been told that theirs is over.
    @Test func theEndOfWhatNobodyWaitsForStaysThatOfTheLastDeadline() async throws {
      let queue = makeQueue()
      let deadline = clock.now + .seconds(2)
      async let first = draw(queue, "a", within: 1)
      try await Self.untilWaiting(queue, 1)
      guard case .draw(let drawing) = queue.next() else { throw Problem.notFound }
      async let second = draw(queue, "a", within: 2)
      while queue.end(of: drawing) < deadline { try await Task.sleep(for: .milliseconds(1)) }
      clock.advance(by: 3)
      _ = try await [first, second]
      #expect(queue.end(of: drawing) == deadline)
      queue.finish(drawing, .success(ByteBuffer()), draw: 0, worker: 0)
      queue.stop()
    }

    @Test func whatMayTakeLongLeavesAWorkerToTheOthers() async throws {
      let queue = makeQueue(workers: 2)
      let drawn = Mutex<[String]>([])
      async let first = draw(queue, "first video", reckoned: 0.1, mayTakeLong: true)
      try await Self.untilWaiting(queue, 1)
      guard case .draw(let video) = queue.next() else { throw Problem.notFound }
      async let second = draw(queue, "second video", reckoned: 0.1, mayTakeLong: true)
      try await Self.untilWaiting(queue, 1)
      async let picture = draw(queue, "picture", reckoned: 5)
      try await Self.untilWaiting(queue, 2)
      guard case .draw(let next) = queue.next() else { throw Problem.notFound }
      #expect(next.key == "picture")
      queue.finish(next, .success(ByteBuffer()), draw: 0, worker: 1)
      queue.finish(video, .success(ByteBuffer()), draw: 0, worker: 0)
      Self.work(queue) { key in drawn.withLock { $0.append(key) } }
      _ = try await [first, second, picture]
      #expect(drawn.withLock { $0 } == ["second video"])
      queue.stop()
    }

    /// Long drawings, of which too many come, do not fill the room of the others.
    @Test func whatMayTakeLongIsAdmittedApart() async throws {
      let queue = makeQueue(workers: 2, seconds: 0.1)
      async let long = draw(queue, "first", reckoned: 0.5, mayTakeLong: true)
      try await Self.untilWaiting(queue, 1)
      let refused = try await draw(queue, "second", reckoned: 0.5, mayTakeLong: true)
      guard case .failure(let problem) = refused.result else { throw Problem.notFound }
      #expect(problem.code == "queue.full")
      async let first = draw(queue, "a", reckoned: 0.05)
      async let second = draw(queue, "b", reckoned: 0.05)
      try await Self.untilWaiting(queue, 3)
      Self.work(queue) { _ in }
      for outcome in try await [first, second, long] { _ = try outcome.result.get() }
      queue.stop()
    }

    @Test func aStoppedQueueRefuses() async throws {
      let queue = makeQueue()
      queue.stop()
      let outcome = try await draw(queue, "a")
      guard case .failure(let problem) = outcome.result else { throw Problem.notFound }
      #expect(problem.code == "stopping")
      guard case .end = queue.next() else { throw Problem.notFound }
    }
  }
#endif
