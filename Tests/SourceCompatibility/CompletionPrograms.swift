import QuartzCore

/// What was called, in order.
private final class Calls {
  var names: [String] = []
}

private func turnLoop(for seconds: Double = 0.3) {
  RunLoop.current.run(until: Date(timeIntervalSinceNow: seconds))
}

/// Completion blocks of explicit transactions on a thread whose run loop only turns here, without
/// any source of the program's.
private func completionBlocks(on thread: String) {
  let calls = Calls()
  func block(_ name: String) -> () -> Void { { calls.names.append(name) } }
  func expect(_ names: [String], _ what: String) {
    require(calls.names == names, "\(what), on the \(thread) thread: \(calls.names)")
    calls.names = []
  }

  CATransaction.begin()
  CATransaction.setCompletionBlock(block("alone"))
  CATransaction.commit()
  expect([], "no block is called by commit()")
  turnLoop()
  expect(["alone"], "a block without animations")

  CATransaction.begin()
  CATransaction.begin()
  CATransaction.setCompletionBlock(block("inner"))
  CATransaction.commit()
  CATransaction.setCompletionBlock(block("outer"))
  CATransaction.commit()
  turnLoop()
  expect(["inner", "outer"], "blocks of nested transactions")

  CATransaction.begin()
  CATransaction.setCompletionBlock(block("first"))
  CATransaction.setCompletionBlock(block("second"))
  CATransaction.setCompletionBlock(nil)
  require(CATransaction.completionBlock() == nil, "nil hides the block")
  CATransaction.commit()
  turnLoop()
  expect(["first", "second"], "blocks that were replaced")

  let layer = CALayer()
  CATransaction.begin()
  CATransaction.setCompletionBlock(block("moved"))
  let move = CABasicAnimation(keyPath: "position.x")
  move.toValue = 100
  move.duration = 0.3
  layer.add(move, forKey: "move")
  CATransaction.commit()
  turnLoop(for: 0.05)
  expect([], "a block whose animation still runs")
  turnLoop(for: 1)
  expect(["moved"], "a block whose animation is over")
  turnLoop(for: 0.05)
  expect([], "a block is called once")
}

/// The main thread's loop and another's are proved alike: neither runs by itself here.
func completionsWithoutAnApplication() {
  completionBlocks(on: "main")
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    completionBlocks(on: "other")
    done.signal()
  }
  thread.start()
  require(done.wait(timeout: .now() + 30) == .success, "completion blocks of another thread")
}
