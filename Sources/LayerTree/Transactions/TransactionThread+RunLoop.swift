import MultiplaneGraphics

// A thread's run loop hands its changes over by itself: at the end of the turn in which they were
// made, and when the next animation begins or ends. Foundation has no run loop observers on Linux;
// a block that the loop performs before it sleeps does the same. A loop that does not run yet, as a
// test's or a worker's between two calls of `run(until:)`, keeps the block and the timer until it
// does, and neither lets it end before they were served.

/// A thread's request to its run loop.
struct RunLoopTurn {
  /// Whether the loop is known to be there, or could be made.
  var hasLoop = false
  /// Whether the loop will commit at the end of its turn.
  var isScheduled = false
  /// Wakes the loop when the next animation begins or ends.
  var timer: Timer?
  var timerTime = Double.infinity
}

extension TransactionThread {
  /// Whether a run loop may be asked for. The first request of a thread makes it, which takes
  /// descriptors, and Foundation ends the program where there are none; changes then wait for
  /// `flush()`, or for a transaction that ends when there are some again.
  private var mayUseLoop: Bool {
    if !turn.hasLoop { turn.hasLoop = FreeDescriptors.count(atMost: 8) == 8 }
    return turn.hasLoop
  }

  /// Asks the run loop to commit at the end of its turn; once per turn.
  func scheduleTurn() {
    guard !turn.isScheduled, mayUseLoop else { return }
    turn.isScheduled = true
    RunLoop.current.perform(inModes: [.common]) {
      // The loop performs it on the thread that asked.
      let thread = TransactionThread.current
      thread.turn.isScheduled = false
      thread.flush()
    }
  }

  /// Has the run loop wake up when the next animation begins or ends.
  func scheduleNextChange() {
    let next = nextChangeTime
    guard next != turn.timerTime || turn.timer?.isValid != true, mayUseLoop else { return }
    turn.timer?.invalidate()
    turn.timer = nil
    turn.timerTime = next
    guard next < .infinity else { return }
    // With a date, because a timer that is made with an interval fires at once on Linux.
    let date = Date(timeIntervalSinceNow: max(next - CACurrentMediaTime(), Self.leastDelay))
    let timer = Timer(fire: date, interval: 0, repeats: false) { _ in
      let thread = TransactionThread.current
      // Forgotten rather than invalidated: the loop loses the next timer when this one is
      // invalidated while it fires.
      thread.turn.timer = nil
      thread.turn.timerTime = .infinity
      thread.flush()
    }
    RunLoop.current.add(timer, forMode: .common)
    turn.timer = timer
  }

  /// In seconds: a timer that fires a little early tries again, but not at once.
  private static let leastDelay = 0.0005
}
