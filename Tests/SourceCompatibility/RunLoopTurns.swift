import QuartzCore

/// Lets the run loop turn, as an application's does by itself, until a condition holds or some
/// seconds are over.
func turnRunLoop(upTo seconds: Double = 20, until condition: () -> Bool) {
  let limit = Date(timeIntervalSinceNow: seconds)
  repeat {
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01))
  } while !condition() && limit.timeIntervalSinceNow > 0
}

/// One turn of it, which commits what was changed.
func turnRunLoop() {
  turnRunLoop(upTo: 0) { true }
}
