import MultiplaneGraphics

/// What animation channels change of a layer's style, before it is resolved. Each effect says which
/// numbers it is made of.
struct StyleNumbers: Sendable {
  var cornerRadius: CGFloat
  var border: Border.Numbers
  var shadow: Shadow.Numbers
  var contentsRect: CGRect
  var gradient: Gradient.Ends
  var shape: Shape.Numbers

  init(_ values: LayerValues) {
    cornerRadius = values.cornerRadius
    border = Border.Numbers(values)
    shadow = Shadow.Numbers(values.shadow)
    contentsRect = values.contentsRect
    gradient = Gradient.Ends(values.gradient)
    shape = Shape.Numbers(values.shape)
  }

  /// Whether those are finite without which the layer shows nothing (§12).
  var isFinite: Bool { cornerRadius.isFinite && border.isFinite && contentsRect.isFinite }
}
