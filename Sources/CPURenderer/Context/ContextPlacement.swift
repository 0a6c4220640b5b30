import MultiplaneDrawing
import MultiplaneGraphics

/// Which pixels of a context a layer is drawn on, and where its coordinates lie there.
///
/// The picture's rows run as the layer's y does in the context, or against it, so that the map from
/// the layer turns orientation round only where the layer is flipped: else back faces would show
/// (rendering rules §3).
struct ContextPlacement {
  /// Whether images in the layer lie upside down in its own coordinates.
  let isFlipped: Bool
  /// In pixels of base space, y up.
  private let columns, rows: Range<Int>
  /// Whether the picture's first row is the lowest.
  private let runsUp: Bool
  /// From user space to pixels, y up.
  private let ctm: CGAffineTransform
  /// Pixels per unit of base space.
  private let pixelScale: CGFloat

  /// Nil where nothing is to be drawn.
  init?(in context: CGContext, isFlipped: Bool) {
    pixelScale = context.pixelScale
    let toPixels = CGAffineTransform(scaleX: pixelScale, y: pixelScale)
    ctm = context.ctm.concatenating(toPixels)
    let area = ctm.a * ctm.d - ctm.b * ctm.c
    guard area.isFinite, area != 0 else { return nil }
    let bitmap = context.baseBounds.applying(toPixels)
    let clip = context.boundingBoxOfClipPath
    guard !clip.isNull else { return nil }
    // Not the pixels of which only rounding has a share.
    let touched = clip.applying(ctm).insetBy(dx: 1e-6, dy: 1e-6)
    let box = touched.isNull ? .null : touched.integral.intersection(bitmap)
    guard box.width >= 1, box.height >= 1 else { return nil }
    columns = Int(box.minX)..<Int(box.maxX)
    rows = Int(box.minY)..<Int(box.maxY)
    self.isFlipped = isFlipped
    runsUp = (area > 0) != isFlipped
  }

  /// Pixels that a point of the layer has, on the average of both directions.
  var scale: CGFloat { abs(ctm.a * ctm.d - ctm.b * ctm.c).squareRoot() }

  /// The picture's size in pixels.
  var width: Int { columns.count }
  var height: Int { rows.count }

  /// From the layer's coordinates to the picture's pixels.
  var matrix: CATransform3D {
    let toPicture =
      runsUp
      ? CGAffineTransform(translationX: -CGFloat(columns.lowerBound), y: -CGFloat(rows.lowerBound))
      : CGAffineTransform(
        a: 1, b: 0, c: 0, d: -1, tx: -CGFloat(columns.lowerBound), ty: CGFloat(rows.upperBound))
    return CATransform3DMakeAffineTransform(ctm.concatenating(toPicture))
  }

  /// The place of the picture in base space.
  var rect: CGRect {
    let pixels = CGRect(x: columns.lowerBound, y: rows.lowerBound, width: width, height: height)
    return pixels.applying(CGAffineTransform(scaleX: 1 / pixelScale, y: 1 / pixelScale))
  }

  /// A picture's premultiplied bytes as an image, the top row first.
  func image(of bytes: [UInt8]) -> CGImage? {
    guard runsUp else { return CGImage(premultipliedRGBA8: bytes, width: width, height: height) }
    let rowBytes = width * 4
    var turned: [UInt8] = []
    turned.reserveCapacity(bytes.count)
    for row in (0..<height).reversed() { turned += bytes[row * rowBytes..<(row + 1) * rowBytes] }
    return CGImage(premultipliedRGBA8: turned, width: width, height: height)
  }
}
