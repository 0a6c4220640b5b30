/// Evaluates a frame after another in the memory of earlier ones.
///
/// In that of the frame before the last: the last one is held by whoever compares it with the next.
package struct TreeMemory {
  private var last: RenderTree?
  private var beforeLast: RenderTree?

  package init() {}

  /// The tree at a time, as `CommittedTree.evaluate(at:)` gives it.
  package mutating func evaluate(_ committed: CommittedTree, at time: Double) -> RenderTree {
    let tree = committed.evaluate(at: time, reusing: beforeLast.take())
    beforeLast = last.take()
    last = tree
    return tree
  }

  /// The same, of a tree that may ask for too much; nil for no limits.
  ///
  /// - Throws: what was too much. The memory of the trees before is given back then.
  package mutating func evaluate(
    _ committed: CommittedTree, at time: Double, within limits: DrawingLimits?
  ) throws(DrawingExcess) -> RenderTree {
    guard let limits else { return evaluate(committed, at: time) }
    do throws(DrawingExcess) {
      return try limits.evaluating { evaluate(committed, at: time) }
    } catch {
      (last, beforeLast) = (nil, nil)
      throw error
    }
  }
}
