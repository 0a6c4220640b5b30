import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// Short texts as layers of text have them, drawn once and cached.
final class OverlayTexts {
  /// A text's values, as large as it is.
  private var known: [String: LayerValues] = [:]
  private var scale = 0.0
  /// Beyond it all are forgotten: numbers make new texts with each frame.
  private static let most = 600

  /// A text of some size in pixels, white on dark.
  ///
  /// - Parameters:
  ///   - size: of the font, in points of the canvas.
  ///   - scale: pixels per point.
  func values(of text: String, size: Double, scale: Double) -> LayerValues {
    if known.count >= Self.most || scale != self.scale { known.removeAll() }
    self.scale = scale
    if let values = known[text] { return values }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    let layer = CATextLayer()
    layer.contentsScale = scale
    layer.fontSize = size
    layer.font = "DejaVu Sans Mono" as CFTypeRef
    layer.foregroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    layer.string = text
    let room = layer.preferredFrameSize()
    layer.bounds = CGRect(x: 0, y: 0, width: room.width.rounded(.up), height: room.height.rounded(.up))
    layer.backgroundColor = CGColor(red: 0.06, green: 0.07, blue: 0.09, alpha: 0.82)
    layer.anchorPoint = .zero
    let values = layer.commit(at: 0).values
    known[text] = values
    return values
  }
}
