#if Service
  import Foundation
  import Testing

  @testable import MultiplaneService

  /// What becomes of jobs whose batches end in every way.
  @Suite struct JobQueueTests {
    private let now = ContinuousClock.now

    private static func job(_ name: String) -> Job { Job(identifier: name, folder: "/nowhere/\(name)") }

    private func queue(_ names: String...) -> JobQueue {
      var queue = JobQueue()
      for name in names { queue.add(Self.job(name)) }
      return queue
    }

    private func end(
      _ queue: inout JobQueue, _ ending: BatchEnding, complaint: String? = nil, isThere: Bool = true,
      isStopped: Bool = false, after seconds: Double = 0
    ) -> JobQueue.Consequence {
      queue.end(ending, complaint: complaint, isThere: isThere, isStopped: isStopped, at: now + .seconds(seconds))
    }

    @Test func oneIsDrawnAfterTheOther() {
      var queue = queue("a", "b", "a")
      #expect(queue.begin(at: now)?.identifier == "a")
      #expect(queue.begin(at: now) == nil)
      queue.count(BatchEvent(row: "drawn", status: "drawn"))
      queue.count(BatchEvent(row: "present", status: "present"))
      queue.count(BatchEvent(row: "failed", status: "failed"))
      // While it is being drawn, posting it adds nothing.
      queue.add(Self.job("a"))
      #expect(
        end(&queue, .exit(1), complaint: "a line") == .result(.init(status: 1, drawn: 2, failed: 1, problem: nil)))
      #expect(queue.begin(at: now)?.identifier == "b")
      #expect(end(&queue, .exit(0), complaint: "2 drawn") == .result(.init(status: 0, drawn: 0, failed: 0)))
      #expect(queue.begin(at: now) == nil && queue.nextBegin == nil)
    }

    @Test(arguments: [BatchEnding.signal(SIGKILL), .notStarted("Cannot allocate memory"), .exit(70)])
    func whatDiesIsTriedAgainThreeTimesAndThenHasFailed(ending: BatchEnding) throws {
      var queue = queue("a", "b")
      var time = 0.0
      for pause in JobQueue.pauses {
        #expect(queue.begin(at: now + .seconds(time))?.identifier == "a")
        #expect(end(&queue, ending, after: time) == .again(seconds: pause))
        #expect(queue.nextBegin == now + .seconds(time + pause))
        // The others do not wait for it.
        if time == 0 {
          #expect(queue.begin(at: now)?.identifier == "b")
          _ = end(&queue, .exit(0))
        }
        #expect(queue.begin(at: now + .seconds(time + pause - 0.5)) == nil)
        time += pause
      }
      #expect(queue.begin(at: now + .seconds(time))?.identifier == "a")
      guard case .result(let result) = end(&queue, ending, after: time) else { throw Problem.notFound }
      #expect(result.status == 75 && result.mayBeTriedAgain)
      let problem = try #require(result.problem)
      #expect(problem.hasPrefix("its batch \(ending.phrase), the last of 4 times"))
      #expect(queue.begin(at: now + .seconds(time + 1000)) == nil)
      // Posted again it starts over, with all of its tries.
      queue.add(Self.job("a"))
      #expect(queue.begin(at: now)?.identifier == "a")
      #expect(end(&queue, ending) == .again(seconds: JobQueue.pauses[0]))
    }

    @Test func whatIsPostedAgainWaitsNoLonger() {
      var queue = queue("a")
      _ = queue.begin(at: now)
      _ = end(&queue, .signal(SIGKILL))
      #expect(queue.begin(at: now) == nil)
      queue.add(Self.job("a"))
      #expect(queue.begin(at: now)?.identifier == "a")
    }

    @Test func whatIsPostedWhileTheRemovedOneEndsIsDrawn() {
      var queue = queue("a")
      _ = queue.begin(at: now)
      let wasDrawing = queue.remove("a")
      #expect(wasDrawing)
      #expect(!queue.isDrawing("a"))
      queue.add(Self.job("a"))
      // The old batch ends well before it is killed: that is nothing of the new job's.
      #expect(end(&queue, .exit(0)) == .removed)
      #expect(queue.begin(at: now)?.identifier == "a")
      #expect(end(&queue, .exit(0)) == .result(.init(status: 0, drawn: 0, failed: 0)))
    }

    @Test func whatIsRemovedIsNotBegun() {
      var queue = queue("a", "b")
      let wasDrawing = queue.remove("a")
      #expect(!wasDrawing)
      #expect(queue.begin(at: now)?.identifier == "b")
      #expect(end(&queue, .signal(SIGKILL), isThere: false) == .removed)
      #expect(queue.begin(at: now + .seconds(1000)) == nil)
    }

    @Test func whatAServiceStopsGoesOnLater() {
      for ending in [BatchEnding.signal(SIGTERM), .exit(75), .notStarted("")] {
        var queue = queue("a")
        _ = queue.begin(at: now)
        #expect(end(&queue, ending, isStopped: true) == .later)
      }
      var queue = queue("a")
      _ = queue.begin(at: now)
      #expect(end(&queue, .exit(0), isStopped: true) == .result(.init(status: 0, drawn: 0, failed: 0)))
    }

    /// Rows that failed would fail again; a batch that stopped for a reason of its own may not.
    @Test func whatMayBeTriedAgain() {
      func result(_ status: Int, failed: Int) -> Bool {
        Job.Result(status: status, drawn: 1, failed: failed).mayBeTriedAgain
      }
      #expect(!result(0, failed: 0) && !result(1, failed: 1))
      #expect(result(75, failed: 0) && result(75, failed: 2) && result(1, failed: 0) && result(2, failed: 0))
      var queue = queue("a")
      _ = queue.begin(at: now)
      #expect(
        end(&queue, .exit(75), complaint: "no room")
          == .result(.init(status: 75, drawn: 0, failed: 0, problem: "no room")))
    }

    @Test func framesOfVideosAreToldUntilTheirRowIsDone() throws {
      var queue = queue("a")
      _ = queue.begin(at: now)
      for line in [
        #"{"id": "x", "status": "frames", "frames": 30, "of": 90}"#,
        #"{"id": "y", "status": "frames", "frames": 1, "of": 2}"#,
        #"{"id": "x", "status": "frames", "frames": 60, "of": 90}"#,
      ] { queue.count(try #require(BatchEvent(Array(line.utf8)))) }
      #expect(queue.running?.videos.map(\.row) == ["y", "x"])
      #expect(queue.running?.videos.map(\.drawn) == [1, 60])
      #expect(queue.running?.drawn == 0)
      queue.count(BatchEvent(row: "x", status: "drawn"))
      #expect(queue.running?.videos.map(\.row) == ["y"])
      #expect(queue.running?.drawn == 1)
      #expect(BatchEvent(Array("{".utf8)) == nil)
    }

    @Test func oneThatTakesTooMuchRoomIsNotTriedAgainByItself() throws {
      var queue = queue("a")
      _ = queue.begin(at: now)
      queue.refuseRoom()
      guard case .result(let result) = end(&queue, .signal(SIGKILL)) else { throw Problem.notFound }
      #expect(result.status == 75)
      #expect(result.problem?.contains("more room") == true)
    }
  }

  @Suite struct JobRetentionTests {
    private let now = ContinuousClock.now

    @Test func whatEndedTooLongAgoGoes() {
      var retention = JobRetention(age: .seconds(100), budget: 1000)
      retention.add("old", bytes: 1, end: now - .seconds(101))
      retention.add("new", bytes: 1, end: now - .seconds(99))
      #expect(retention.superfluous(at: now, others: 0) == ["old"])
      #expect(retention.superfluous(at: now + .seconds(2), others: 0) == ["old", "new"])
      // It has begun again.
      retention.remove("old")
      #expect(retention.superfluous(at: now, others: 0) == [])
    }

    @Test(arguments: [
      (0, [String]()), (400, []), (401, ["a"]), (600, ["a"]), (601, ["a", "b"]), (5000, ["a", "b", "c"]),
    ])
    func theFirstThatEndedGoForWantOfRoom(others: Int, gone: [String]) {
      var retention = JobRetention(age: .seconds(1000), budget: 1000)
      for (number, name) in ["b", "a", "c"].enumerated() {
        retention.add(name, bytes: 200, end: now - .seconds(["b": 2, "a": 3, "c": 1][name] ?? number))
      }
      #expect(retention.bytes == 600)
      #expect(retention.superfluous(at: now, others: others) == gone)
    }
  }
#endif
