import MultiplaneGraphics

/// One transaction of a thread: what was set in it, and the blocks that wait for its animations.
struct Transaction {
  /// Whether it was opened by a change rather than by `CATransaction.begin`.
  let isImplicit: Bool
  /// By key; nil was set too, and hides what an outer transaction says.
  var values: [String: Any?] = [:]
  /// Those that were asked for in it, the earlier ones first.
  var completions: [Completion] = []
}
