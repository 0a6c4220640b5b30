/// A pointwise filter: the new colour of a pixel is a function of its own colour, and perhaps of
/// its position in the layer (rendering rules §19). The functions are listed beside the table of
/// filters.
package struct ColorFilter: Sendable, Equatable {
  package let kind: Kind
  /// At most `mostRows` rows of at most four finite numbers.
  package let rows: [[Double]]

  package static let mostRows = 5

  package init(_ kind: Kind, _ rows: [[Double]]) {
    self.kind = kind
    self.rows = rows
  }

  /// The product of straight components with a matrix.
  package static func colorMatrix(_ matrix: ColorMatrix) -> ColorFilter {
    ColorFilter(
      .colorMatrix,
      [matrix.red, matrix.green, matrix.blue, matrix.alpha, matrix.bias].map { [$0.x, $0.y, $0.z, $0.w] })
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
