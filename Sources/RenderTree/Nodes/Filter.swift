import MultiplaneGraphics

/// One filter that changes a layer's picture or backdrop (rendering rules §19). What a renderer has
/// to know of a filter is here; what names and defaults it has is in `FilterDescription.all`.
package enum Filter: Sendable, Equatable {
  /// The standard deviation in points, above 0.
  case gaussianBlur(radius: Double)
  /// Half a side of the square in points, above 0.
  case boxBlur(radius: Double)
  /// The standard deviation of the glow in points, above 0, and how much of it is added, above 0.
  case bloom(radius: Double, intensity: Double)
  /// Of straight components, encoded.
  case colorMatrix(ColorMatrix)
  /// What linear light is multiplied by, not below 0.
  case exposure(factor: Double)
  /// What encoded components are raised to, not below 0.
  case gamma(power: Double)
  /// The radius is above 0, in halves of the bounds' diagonal.
  case vignette(intensity: Double, radius: Double)
  /// The side of the squares in points, above 0, and a corner of one.
  case pixellate(scale: Double, center: CGPoint)
}

extension Filter {
  /// Its name, and its numbers in groups as people read them; lengths in points.
  package var parts: (name: String, numbers: [[Double]]) {
    switch self {
    case .gaussianBlur(let radius): ("gaussianBlur", [[radius]])
    case .boxBlur(let radius): ("boxBlur", [[radius]])
    case .bloom(let radius, let intensity): ("bloom", [[radius, intensity]])
    case .colorMatrix(let matrix):
      (
        "colorMatrix",
        [matrix.red, matrix.green, matrix.blue, matrix.alpha, matrix.bias].map { [$0.x, $0.y, $0.z, $0.w] }
      )
    case .exposure(let factor): ("exposure", [[factor]])
    case .gamma(let power): ("gamma", [[power]])
    case .vignette(let intensity, let radius): ("vignette", [[intensity, radius]])
    case .pixellate(let scale, let center): ("pixellate", [[scale, Double(center.x), Double(center.y)]])
    }
  }
}

extension Extent {
  /// Makes room for what a filter draws around a picture.
  package mutating func grow(by filter: Filter) {
    guard !isEmpty else { return }
    switch filter {
    case .gaussianBlur(let radius), .bloom(let radius, _): blur(by: radius)
    case .boxBlur(let radius):
      grow(by: radius)
      pixels += 3
    case .pixellate(let scale, _):
      grow(by: scale)
      pixels += 2
    case .colorMatrix, .exposure, .gamma, .vignette: break
    }
  }
}

/// Straight colours to straight colours: each component the product with a row, plus the bias.
package struct ColorMatrix: Sendable, Equatable {
  /// Of red, green, blue and alpha, what the new red is made of; and so on.
  package var red = SIMD4<Double>(1, 0, 0, 0)
  package var green = SIMD4<Double>(0, 1, 0, 0)
  package var blue = SIMD4<Double>(0, 0, 1, 0)
  package var alpha = SIMD4<Double>(0, 0, 0, 1)
  package var bias = SIMD4<Double>(0, 0, 0, 0)

  package static let identity = ColorMatrix()

  package init() {}

  /// A matrix that leaves alpha alone.
  package init(red: SIMD4<Double>, green: SIMD4<Double>, blue: SIMD4<Double>, bias: Double = 0) {
    self.red = red
    self.green = green
    self.blue = blue
    self.bias = SIMD4(bias, bias, bias, 0)
  }
}
