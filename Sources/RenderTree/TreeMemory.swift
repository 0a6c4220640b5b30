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
}
