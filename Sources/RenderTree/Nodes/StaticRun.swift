/// The range of nodes, among those of all sublayers in array order, of a block of sublayers without
/// animations. The next evaluation of the same block reuses them without looking at each.
struct StaticRun {
  /// The block (`CommittedSublayers.Block`), compared by identity.
  let block: any AnyObject & Sendable
  /// Where the nodes begin.
  let start: Int
  let count: Int
  let inside: RenderNode.Inside
}
