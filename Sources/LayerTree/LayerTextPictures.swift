import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree
import Synchronization

/// The pictures of a layer's text that evaluation asks for, drawn as the layer itself draws them.
///
/// The last ones are kept: two renderers ask for the same, and so do all instances of a replicator.
final class LayerTextPictures: TextPictures {
  /// What all pictures have alike.
  struct Common: Equatable {
    let source: TextSource
    let format: CALayerContentsFormat
    /// Whether y runs up in the layer, as it is seen.
    let isFlipped: Bool
    /// Pixels a point; nil for the layer's `contentsScale`.
    let scale: CGFloat?
  }

  /// What a picture depends on beside.
  private struct Look: Equatable {
    let text: TextValues
    let animatedString: LayerValue?
    let bounds: CGRect
    let scale: CGFloat
  }

  /// Enough for a look at each of some instances that lag behind each other.
  private static let mostPictures = 8
  private static let mostPixels = 1 << 23

  let common: Common
  private let kept = Mutex<[(look: Look, picture: CGImage?)]>([])

  init(_ common: Common) { self.common = common }

  func picture(of values: LayerValues) -> CGImage? {
    var text = values.text
    text.shown = nil
    let look = Look(
      text: text, animatedString: values.animatedString, bounds: values.geometry.bounds,
      scale: common.scale ?? values.contentsScale)
    return kept.withLock { kept in
      if let known = kept.first(where: { $0.look == look }) { return known.picture }
      let picture = draw(look)
      kept.append((look, picture))
      while kept.count > Self.mostPictures || kept.count > 1 && Self.pixels(kept) > Self.mostPixels {
        kept.removeFirst()
      }
      return picture
    }
  }

  private static func pixels(_ kept: [(look: Look, picture: CGImage?)]) -> Int {
    kept.reduce(0) { $0 + ($1.picture.map { $0.width * $0.height } ?? 0) }
  }

  private func draw(_ look: Look) -> CGImage? {
    let text = common.source.text(look.text, animated: look.animatedString)
    let scale = look.scale > 0 && look.scale.isFinite ? Double(look.scale) : 1
    guard text.text.length > 0,
      let shape = BackingShape(
        bounds: look.bounds, scale: scale, format: common.format, isOpaque: false, isFlipped: common.isFlipped),
      let context = shape.makeContext()
    else { return nil }
    context.concatenate(shape.toBase)
    context.draw(text, in: look.bounds, isFlipped: !common.isFlipped)
    return context.makeImage()
  }
}
