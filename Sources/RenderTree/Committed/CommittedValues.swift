import MultiplaneGraphics

/// The values of a committed layer without its sublayers. Shared with later commits that only
/// change sublayers, because a copy would cost more than the rest of the commit.
package final class CommittedValues: Sendable {
  package let values: LayerValues
  /// Made by whoever first asks for it.
  private let storedStyle = OnceReference<RenderNode.Style>()

  package init(_ values: LayerValues) { self.values = values }

  /// The style of the layer's nodes while nothing is animated; it is always the same layer.
  func style(identifier: LayerIdentifier, name: String?, kind: LayerKind) -> RenderNode.Style {
    storedStyle.load()
      ?? storedStyle.storeIfNil(RenderNode.Style(identifier: identifier, name: name, kind: kind, values: values))
  }
}
