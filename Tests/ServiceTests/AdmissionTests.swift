#if Service
  import NIOCore
  import Testing

  @testable import MultiplaneService

  /// Which connections are closed for others that wait to be accepted.
  @Suite struct AdmissionTests {
    private static let start = NIODeadline.now()

    @Test(
      arguments: [
        (.head, 0.4, 0, false), (.head, 0.6, 0, true), (.body, 0.2, 0, false), (.body, 0.3, 0, true),
        (.body, 10, 600_000, true), (.body, 10, 700_000, false), (.answer, 1000, 0, false),
        (.delivery, 1.9, 0, false), (.delivery, 2.1, 0, true),
      ] as [(Connection.Phase, Double, Int, Bool)])
    func patienceDependsOnThePhase(phase: Connection.Phase, waited: Double, bytes: Int, expected: Bool) {
      let progress = Connection.Progress(phase: phase, start: Self.start, bytes: bytes)
      let now = Self.start + .nanoseconds(Int64(waited * 1e9))
      #expect(progress.mayBeClosed(at: now, patience: 0.5) == expected)
    }

    /// When the service ends, a connection that has just been opened waits for its request.
    @Test(arguments: [
      (Connection.Phase.head, 0.9, false, true), (.head, 1.1, false, false), (.head, 0.1, true, false),
      (.answer, 0.1, false, false), (.delivery, 0.1, false, false),
    ])
    func aNewConnectionMayStillAsk(phase: Connection.Phase, waited: Double, hasAnswered: Bool, expected: Bool) {
      let progress = Connection.Progress(phase: phase, start: Self.start, hasAnswered: hasAnswered)
      #expect(progress.expectsFirstRequest(at: Self.start + .nanoseconds(Int64(waited * 1e9))) == expected)
    }

    /// A client that asks now and then keeps its connection where others only hold theirs.
    @Test func connectionsWithoutAnAnswerAreClosedFirst() {
      func progress(_ start: Double, hasAnswered: Bool) -> Connection.Progress {
        .init(start: Self.start + .nanoseconds(Int64(start * 1e9)), hasAnswered: hasAnswered)
      }
      func dispensable(_ all: [Connection.Progress], sparing spared: Int = 0) -> [Int] {
        Connection.Progress.dispensable(
          all, at: Self.start + .seconds(9), most: 2, sparing: spared, patience: 0.5)
      }
      var kept = Connection.Progress(start: Self.start)
      for phase in [.body, .answer, .delivery, .head] as [Connection.Phase] {
        #expect(!kept.hasAnswered)
        kept.begin(phase, at: Self.start)
      }
      #expect(kept.hasAnswered)
      let all = [
        progress(0, hasAnswered: true), progress(1, hasAnswered: false), progress(0.5, hasAnswered: false),
        progress(2, hasAnswered: false),
      ]
      #expect(dispensable(all) == [2, 1])
      // Where all others are too young.
      let mostlyYoung = [
        progress(0, hasAnswered: true), progress(8.9, hasAnswered: false), progress(2, hasAnswered: true),
        progress(1, hasAnswered: true),
      ]
      #expect(dispensable(mostlyYoung) == [0, 3])
      #expect(dispensable(mostlyYoung, sparing: 2) == [0])
      #expect(dispensable(mostlyYoung, sparing: 3) == [])
      // A client that does not take in its answer is not spared.
      var slow = progress(0, hasAnswered: true)
      slow.phase = .delivery
      #expect(dispensable([slow], sparing: 3) == [0])
    }

    @Test(arguments: [(1, 0.1), (256, 0.128), (4096, 2.0), (100_000, 2.0)])
    func aFullServiceReplacesConnectionsAtAConstantRate(most: Int, patience: Double) {
      #expect(Admission.patience(most: most) == patience)
    }
  }
#endif
