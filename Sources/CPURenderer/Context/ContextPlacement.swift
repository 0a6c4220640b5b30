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
  /// The pixels that a page's images are wide and high, or a multiple of them; nil in a bitmap.
  ///
  /// At 300 pixels per inch that is 1/12 inch. Poppler widens images to whole pixels of its own and
  /// resamples them; these have whole pixels at 72, 96, 144, 150 and 300 per inch.
  private let step: Int?
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
    step = context.drawsPages ? 25 : nil
    columns = (Int(box.minX)..<Int(box.maxX)).grown(to: step)
    rows = (Int(box.minY)..<Int(box.maxY)).grown(to: step)
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

  /// A picture's premultiplied bytes as an image, the top row first, and its place in base space.
  ///
  /// A page stores the image, so there it is no larger than what it shows; nil if that is nothing.
  func image(of bytes: [UInt8]) -> (image: CGImage, place: CGRect)? {
    let whole = (columns: 0..<width, rows: 0..<height)
    guard let ink = step == nil ? whole : ink(in: bytes) else { return nil }
    var pixels = bytes
    if runsUp || ink != whole {
      pixels = []
      pixels.reserveCapacity(4 * ink.columns.count * ink.rows.count)
      for row in runsUp ? Array(ink.rows.reversed()) : Array(ink.rows) {
        let start = row * width
        pixels += bytes[4 * (start + ink.columns.lowerBound)..<4 * (start + ink.columns.upperBound)]
      }
    }
    let place = CGRect(
      x: columns.lowerBound + ink.columns.lowerBound,
      y: runsUp ? rows.lowerBound + ink.rows.lowerBound : rows.upperBound - ink.rows.upperBound,
      width: ink.columns.count, height: ink.rows.count)
    // On a page, so little less that its edges are not rounded beyond their whole pixels.
    let inset = step == nil ? 0 : 0.01
    guard let image = CGImage(premultipliedRGBA8: pixels, width: ink.columns.count, height: ink.rows.count) else {
      return nil
    }
    let toBase = CGAffineTransform(scaleX: 1 / pixelScale, y: 1 / pixelScale)
    return (image, place.insetBy(dx: inset, dy: inset).applying(toBase))
  }

  /// The columns and rows of a picture outside of which it is transparent; nil if all of it is.
  private func ink(in bytes: [UInt8]) -> (columns: Range<Int>, rows: Range<Int>)? {
    bytes.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      var columns: Range<Int>?
      var (top, bottom) = (0, 0)
      for y in 0..<height {
        let row = pixels[y * width..<(y + 1) * width]
        guard let first = row.firstIndex(where: { $0 != 0 }), let last = row.lastIndex(where: { $0 != 0 }) else {
          continue
        }
        if columns == nil { top = y }
        bottom = y + 1
        let (left, right) = (first - row.startIndex, last + 1 - row.startIndex)
        columns = min(columns?.lowerBound ?? left, left)..<max(columns?.upperBound ?? right, right)
      }
      return columns.map { ($0.grown(to: step), (top..<bottom).grown(to: step)) }
    }
  }
}

extension Range<Int> {
  /// The smallest range around this one whose bounds are multiples of a step; itself without one.
  fileprivate func grown(to step: Int?) -> Range {
    guard let step else { return self }
    func floor(_ number: Int) -> Int { Int((Double(number) / Double(step)).rounded(.down)) * step }
    return floor(lowerBound)..<floor(upperBound + step - 1)
  }
}
