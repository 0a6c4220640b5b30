import MultiplaneGraphics

/// The source of colours in a bitmap of half floats: a function of the place, in the context's
/// pixels (y down).
///
/// Colours are premultiplied components of the context's space, red, green, blue and alpha.
struct WideColors {
  let color: (CGPoint) -> SIMD4<Float>

  /// One colour everywhere; straight components.
  init(red: Double, green: Double, blue: Double, alpha: Double) {
    let color = SIMD4(Float(red * alpha), Float(green * alpha), Float(blue * alpha), Float(alpha))
    self.init { _ in color }
  }

  init(_ color: @escaping (CGPoint) -> SIMD4<Float>) {
    self.color = color
  }
}

/// A grid of colours that is sampled anywhere: an image, a transparency layer, the cell of a
/// pattern.
struct WideGrid {
  /// The colour beyond the grid's edges.
  enum Beyond {
    /// The edge's colours.
    case edge
    /// The grid again.
    case again
  }

  let width: Int
  let height: Int
  let beyond: Beyond
  /// The pixel at a column and a row, the top row 0.
  let pixel: (Int, Int) -> SIMD4<Float>

  /// The colours of the grid laid out by a map from its own space (pixels, y down) to the context's
  /// pixels.
  ///
  /// Smoothly, a place has the mean of a box around it, one pixel of the grid or of the context
  /// wide, whichever is larger: that is linear interpolation where the grid is magnified, and an
  /// average where it is reduced.
  func colors(placedBy map: CGAffineTransform, isSmooth: Bool) -> WideColors {
    let back = map.inverted()
    // Twice the grid is as good as all of it, whatever it is reduced to.
    let box = CGSize(
      width: max(1, min(abs(back.a) + abs(back.c), CGFloat(2 * width))),
      height: max(1, min(abs(back.b) + abs(back.d), CGFloat(2 * height))))
    return WideColors { place in
      let own = place.applying(back)
      return isSmooth
        ? mean(around: own, box) : inside(Int(own.x.rounded(.down)), Int(own.y.rounded(.down)))
    }
  }

  private func mean(around place: CGPoint, _ box: CGSize) -> SIMD4<Float> {
    let columns = Span(place.x - box.width / 2, place.x + box.width / 2)
    let rows = Span(place.y - box.height / 2, place.y + box.height / 2)
    var sum = SIMD4<Float>.zero
    for y in rows.pixels {
      for x in columns.pixels { sum += inside(x, y) * Float(columns.share(of: x) * rows.share(of: y)) }
    }
    return sum
  }

  private func inside(_ x: Int, _ y: Int) -> SIMD4<Float> {
    switch beyond {
    case .edge: pixel(min(max(x, 0), width - 1), min(max(y, 0), height - 1))
    case .again: pixel(x - Self.floor(x, width) * width, y - Self.floor(y, height) * height)
    }
  }

  private static func floor(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }

  /// A stretch of a line, and how much of it lies on each pixel.
  private struct Span {
    let low: CGFloat
    let high: CGFloat

    init(_ low: CGFloat, _ high: CGFloat) {
      (self.low, self.high) = (low, high)
    }

    var pixels: Range<Int> {
      let first = Int(low.rounded(.down))
      return first..<max(first + 1, Int(high.rounded(.up)))
    }

    func share(of pixel: Int) -> CGFloat {
      (min(high, CGFloat(pixel + 1)) - max(low, CGFloat(pixel))) / (high - low)
    }
  }
}
