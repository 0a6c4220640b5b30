import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@testable import MultiplaneCompositor

/// What kiosks and windows share: trees that are committed once a turn of the loop.
@Suite struct StageTests {
  private final class Clock {
    var now = 1000.0
  }

  private func inItsTime(_ clock: Clock, _ body: () -> Void) {
    MediaClock.withSource({ clock.now }, body)
  }

  /// Commits at the clock's time.
  ///
  /// - Returns: which stages looked different, and when that is due again.
  private func commit(_ stages: [Stage], _ clock: Clock) -> (changed: [Int], wake: Double) {
    var changed: [Int] = []
    let wake = Stage.commit(stages, at: clock.now) { changed.append($0) }
    return (changed, wake)
  }

  @Test func changesAreTakenOnceAndOfTheirStage() {
    let clock = Clock()
    inItsTime(clock) {
      let contents = [StageContent.halves(), .halves()]
      let stages = contents.map { Stage($0, heldTime: nil) }
      #expect(commit(stages, clock).changed == [0, 1])
      let still = commit(stages, clock)
      #expect(still.changed.isEmpty && still.wake == .infinity)
      CATransaction.setDisableActions(true)
      contents[1].root.opacity = 0.5
      #expect(commit(stages, clock).changed == [1])
      #expect(commit(stages, clock).changed.isEmpty)
    }
  }

  /// A completion block is called in time without a request, and what it changes is taken in
  /// the same turn.
  @Test func whatATransactionOwesIsDueInItsTime() {
    let clock = Clock()
    inItsTime(clock) {
      let content = StageContent.halves()
      let stage = Stage(content, heldTime: nil)
      stage.start(at: clock.now)
      _ = commit([stage], clock)
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setCompletionBlock {
        CATransaction.setDisableActions(true)
        content.root.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      }
      content.root.sublayers?.first?.opacity = 0.25
      CATransaction.commit()
      let begun = commit([stage], clock)
      #expect(begun.changed.contains(0))
      var turns = 0
      // As a loop that sleeps until it is woken.
      while content.root.backgroundColor == nil, turns < 20 {
        let wake = commit([stage], clock).wake
        guard wake.isFinite else { break }
        clock.now = max(wake, clock.now)
        let turn = commit([stage], clock)
        turns += 1
        if content.root.backgroundColor != nil { #expect(turn.changed.contains(0)) }
      }
      #expect(content.root.backgroundColor != nil)
      #expect(abs(clock.now - 1002) < 0.02 && turns < 20, "after \(turns) turns at \(clock.now)")
    }
  }

  @Test(
    "a window of a size that is none is refused, before any compositor is asked",
    arguments: [(Double.nan, 100), (0, 100), (100, -3), (100, .infinity), (70_000, 100)])
  func windowSizes(width: Double, height: Double) throws {
    var options = WindowOptions()
    options.size = CGSize(width: width, height: height)
    let error = #expect(throws: CompositorError.self) { _ = try WindowSession(.halves(), options: options) }
    #expect("\(try #require(error))".hasSuffix("points: choose 1 to 65535 each way"))
  }
}
