import MultiplaneGraphics

/// What a layer is by itself, without what is in it, as one transaction handed it over. Shared with later commits in which only something
/// in the layer changes: a copy would take longer than all else that is done for such a layer.
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
