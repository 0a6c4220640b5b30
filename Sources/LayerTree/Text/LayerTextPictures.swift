import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree
import Synchronization

/// The pictures of a layer's text that evaluation asks for, drawn as the layer itself draws them.
///
/// The last ones are cached: two renderers ask for the same, and so do all instances of a
/// replicator.
final class LayerTextPictures: TextPictures {
  /// The parameters that all pictures share.
  struct Common: Equatable {
    let source: TextSource
    let format: CALayerContentsFormat
    /// Whether y runs up in the layer, as it is seen.
    let isFlipped: Bool
    /// Pixels per point; nil for the layer's `contentsScale`.
    let scale: CGFloat?
  }

  /// The other parameters of a picture.
  private struct Key: Equatable {
    let text: TextValues
    let animatedString: LayerValue?
    let bounds: CGRect
    let scale: CGFloat
  }

  /// Enough for a picture of each of some instances that lag behind each other.
  private static let mostPictures = 8
  private static let mostPixels = 1 << 23

  let common: Common
  private let cached = Mutex<[(key: Key, picture: CGImage?)]>([])

  init(_ common: Common) { self.common = common }

  func picture(of values: LayerValues) -> CGImage? {
    var text = values.text
    text.shown = nil
    let key = Key(
      text: text, animatedString: values.animatedString, bounds: values.geometry.bounds,
      scale: common.scale ?? values.contentsScale)
    return cached.withLock { cached in
      if let known = cached.first(where: { $0.key == key }) { return known.picture }
      let watch = ContentsWatch { EvaluationLimits.areExceeded }
      let picture = ContentsWatch.$current.withValue(watch) { draw(key) }
      if let bytes = watch.missingBytes { EvaluationLimits.reportMissing(bytes: bytes) }
      guard watch.isComplete else { return nil }
      cached.append((key, picture))
      while cached.count > Self.mostPictures || cached.count > 1 && Self.pixels(cached) > Self.mostPixels {
        cached.removeFirst()
      }
      return picture
    }
  }

  private static func pixels(_ cached: [(key: Key, picture: CGImage?)]) -> Int {
    cached.reduce(0) { $0 + ($1.picture.map { $0.width * $0.height } ?? 0) }
  }

  private func draw(_ key: Key) -> CGImage? {
    let text = common.source.text(key.text, animated: key.animatedString)
    let scale = key.scale > 0 && key.scale.isFinite ? Double(key.scale) : 1
    guard text.text.length > 0,
      let inner = BackingShape(
        bounds: key.bounds, scale: scale, format: common.format, isOpaque: false, isFlipped: common.isFlipped)
    else { return nil }
    let layout = text.layout(in: key.bounds.size)
    let shape = inner.enlarged(to: text.inkBounds(of: layout, in: key.bounds, isFlipped: !common.isFlipped))
    guard let context = shape.makeContext() else { return nil }
    context.concatenate(shape.toBase)
    context.draw(text, layout, in: key.bounds, isFlipped: !common.isFlipped)
    return context.makeImage()?.withOverhang(shape.overhang)
  }
}
