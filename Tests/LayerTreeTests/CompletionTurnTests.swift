import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// Completion blocks on a thread whose run loop turns only when the program runs it; on the main
/// thread the same is proved by a program with a main run loop of its own
/// (`Tests/SourceCompatibility/CompletionPrograms.swift`).
@Suite("§10 completion blocks and run loops") struct CompletionTurnTests {
  /// What was called, in order.
  private final class Calls {
    var names: [String] = []
    func block(_ name: String) -> () -> Void { { self.names.append(name) } }
  }

  /// What was called before the loop turned, and after it.
  private struct Answer: Sendable {
    var before: [String]
    var after: [String]
    /// What a further turn called.
    var again: [String]
  }

  private static func turn(_ seconds: Double = 0.3) {
    RunLoop.current.run(until: Date(timeIntervalSinceNow: seconds))
  }

  private func answer(_ body: @escaping @Sendable (@escaping (String) -> () -> Void) -> Void) throws -> Answer {
    try onOtherThread {
      let calls = Calls()
      body(calls.block)
      let before = calls.names
      Self.turn()
      let after = calls.names
      Self.turn()
      return Answer(before: before, after: after, again: Array(calls.names.dropFirst(after.count)))
    }
  }

  private func expect(_ names: [String], from answer: Answer) {
    #expect(answer.before.isEmpty && answer.after == names && answer.again.isEmpty, "\(answer)")
  }

  @Test("§10 one without animations is called in the next turn") func withoutAnimations() throws {
    expect(
      ["block"],
      from: try answer { block in
        CATransaction.begin()
        CATransaction.setCompletionBlock(block("block"))
        CATransaction.commit()
      })
  }

  @Test("§10 an inner one is called when the outer commits") func nested() throws {
    let answer = try onOtherThread {
      let calls = Calls()
      CATransaction.begin()
      CATransaction.begin()
      CATransaction.setCompletionBlock(calls.block("inner"))
      CATransaction.commit()
      CATransaction.commit()
      let before = calls.names
      Self.turn()
      return Answer(before: before, after: calls.names, again: [])
    }
    expect(["inner"], from: answer)
  }

  @Test("§10 a second block adds, and nil takes nothing back") func several() throws {
    expect(
      ["first", "second", "third"],
      from: try answer { block in
        CATransaction.begin()
        CATransaction.setCompletionBlock(block("first"))
        CATransaction.setCompletionBlock(block("second"))
        CATransaction.commit()
        CATransaction.begin()
        CATransaction.setCompletionBlock(block("third"))
        CATransaction.setCompletionBlock(nil)
        CATransaction.commit()
      })
  }

  @Test("§10 one with animations waits for their end, of implicit ones too") func animated() throws {
    let answer = try onOtherThread {
      let calls = Calls()
      let layer = CALayer()
      CATransaction.begin()
      CATransaction.setCompletionBlock(calls.block("move"))
      layer.add(CABasicAnimation("position.x", from: 0, to: 9, duration: 0.2), forKey: nil)
      CATransaction.commit()
      Self.turn(0.05)
      let before = calls.names
      Self.turn(0.5)
      let first = calls.names
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.1)
      CATransaction.setCompletionBlock(calls.block("fade"))
      layer.opacity = 0
      CATransaction.commit()
      Self.turn(0.5)
      return (Answer(before: before, after: first, again: []), calls.names, layer.animationKeys() == nil)
    }
    expect(["move"], from: answer.0)
    #expect(answer.1 == ["move", "fade"] && answer.2)
  }

  @Test("§10 changes outside of transactions are committed by such a loop") func implicit() throws {
    let isCommitted = try onOtherThread {
      let layer = CALayer()
      layer.opacity = 0.5
      let before = layer.presentation() == nil
      Self.turn(0.01)
      return before && layer.presentation() != nil
    }
    #expect(isCommitted)
  }
}
