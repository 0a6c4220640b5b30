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

    /// A client that asks now and then keeps its connection where others only hold theirs.
    @Test func connectionsWithoutAnAnswerAreClosedFirst() {
      func progress(_ start: Double, hasAnswered: Bool) -> Connection.Progress {
        .init(start: Self.start + .nanoseconds(Int64(start * 1e9)), hasAnswered: hasAnswered)
      }
      let silent = progress(1, hasAnswered: false)
      var kept = Connection.Progress(start: Self.start)
      for phase in [.body, .answer, .delivery, .head] as [Connection.Phase] {
        #expect(!kept.hasAnswered)
        kept.begin(phase, at: Self.start)
      }
      #expect(kept.hasAnswered)
      #expect(silent.isDispensedBefore(progress(0, hasAnswered: true)))
      #expect(!progress(0, hasAnswered: true).isDispensedBefore(silent))
      #expect(progress(0, hasAnswered: false).isDispensedBefore(silent))
      #expect(progress(0, hasAnswered: true).isDispensedBefore(progress(1, hasAnswered: true)))
    }

    @Test(arguments: [(1, 0.1), (256, 0.128), (4096, 2.0), (100_000, 2.0)])
    func aFullServiceReplacesConnectionsAtAConstantRate(most: Int, patience: Double) {
      #expect(Admission.patience(most: most) == patience)
    }
  }
#endif
