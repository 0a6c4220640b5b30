import Graphics

// Where a run loop runs, it hands the thread's changes over by itself: at the end of the turn in which they were made, and
// when the next animation begins or ends. Foundation has no run loop observers on Linux; a block that the loop performs
// before it sleeps does the same.

/// What a thread has asked of its run loop.
struct RunLoopTurn {
  /// Whether the loop will hand over at the end of its turn.
  var isScheduled = false
  /// Wakes the loop when the next animation begins or ends.
  var timer: Timer?
  var timerTime = Double.infinity
}

extension TransactionThread {
  /// Asks the run loop, where there is one, to hand over at the end of its turn.
  func scheduleTurn() {
    guard !turn.isScheduled, Self.hasRunLoop else { return }
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
    guard Self.hasRunLoop else { return }
    let next = nextChangeTime
    guard next != turn.timerTime || turn.timer?.isValid != true else { return }
    turn.timer?.invalidate()
    turn.timer = nil
    turn.timerTime = next
    guard next < .infinity else { return }
    // With a date, because a timer that is made with an interval fires at once on Linux.
    let date = Date(timeIntervalSinceNow: max(next - CACurrentMediaTime(), Self.leastDelay))
    let timer = Timer(fire: date, interval: 0, repeats: false) { _ in
      let thread = TransactionThread.current
      // Forgotten rather than invalidated: the loop loses the next timer when this one is invalidated while it fires.
      thread.turn.timer = nil
      thread.turn.timerTime = .infinity
      thread.flush()
    }
    RunLoop.current.add(timer, forMode: .common)
    turn.timer = timer
  }

  /// In seconds: a timer that fires a little early tries again, but not at once.
  private static let leastDelay = 0.0005

  /// Whether a run loop runs on this thread, or will: on the main thread that is taken for granted.
  private static var hasRunLoop: Bool { Thread.isMainThread || RunLoop.current.currentMode != nil }
}
