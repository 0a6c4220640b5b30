import MultiplaneGraphics

/// The Gaussian shadow of a device-aligned rounded rectangle (rendering rules §15).
///
/// A rectangle's coverage is separable into columns and rows, and so is its blur; from it the blur
/// of the rounded corners' complement is subtracted. Both are tables that depend only on the kernel
/// and the radii (`GaussianStep.edge`, `GaussianStep.corner`), so that nothing is drawn and
/// blurred.
package struct BoxShadow: Sendable {
  /// The shadow caster, in device pixels.
  package var minX, minY, maxX, maxY: Double
  /// The radii of the circular corners, in pixels: top left, top right, bottom left, bottom right
  /// on the device.
  package var radii: SIMD4<Double>
  /// The kernel, device-aligned, with at least `BoxShadow.leastVariance`.
  package var kernel: GaussianStep
  /// The colour of the shadow, times the caster's alpha.
  package var color: PremultipliedColor

  /// Squared pixels. Where less is blurred, where in a pixel a corner begins shows.
  static let leastVariance = 4.0

  /// The key of the tables of edges and corners. Shadows with the same kernel and radius share
  /// them.
  package struct TableKey: Hashable, Sendable {
    /// The variances of the kernel.
    package var across, down: Double
    package var radius: Double

    package init(across: Double, down: Double, radius: Double) {
      (self.across, self.down, self.radius) = (across, down, radius)
    }
  }

  /// The keys of its four corners.
  package var tables: [TableKey] {
    (0..<4).map { TableKey(across: kernel.across, down: kernel.down, radius: radii[$0]) }
  }

  /// The side of a corner, in whole pixels.
  package static func side(ofRadius radius: Double) -> Int { Int(radius.rounded(.up)) }
}

extension GaussianStep {
  /// The normalised weights of a Gaussian at 0 … `reach`.
  package static func weights(variance: Double, reach: Int32) -> [Double] {
    guard reach > 0 else { return [1] }
    let weights = (0...reach).map { bell(Double($0), variance: variance) }
    let total = weights.reduce(0) { $0 + 2 * $1 } - weights[0]
    return weights.map { $0 / total }
  }

  /// The blurred edge: for a pixel n whole pixels inside, the sum of the weights on covered pixels,
  /// from n = −reach − 1 (none) to reach (all).
  ///
  /// Between whole pixels it is linear, as coverage is: a pixel that begins t = n − f pixels
  /// inside, 0 ≤ f < 1, has (1 − f) · edge(n) + f · edge(n − 1).
  package static func edge(variance: Double, reach: Int32) -> [Float] {
    let own = weights(variance: variance, reach: reach)
    var sum = 0.0
    var edge: [Float] = [0]
    for k in -reach...reach {
      sum += own[Int(abs(k))]
      edge.append(Float(sum))
    }
    edge[edge.count - 1] = 1
    return edge
  }

  /// The blurred complement of a circular corner in its square: rows from −reachDown − 1 to side +
  /// reachDown pixels inside, columns from −reachAcross − 1 to side + reachAcross; the outermost
  /// are 0. Between whole pixels it is nearly linear.
  package func corner(radius: Double) -> [Float] {
    let side = BoxShadow.side(ofRadius: radius)
    let (across, down) = (Int(reachAcross), Int(reachDown))
    let (columns, rows) = (side + 2 * across + 2, side + 2 * down + 2)
    let wide = Self.weights(variance: self.across, reach: reachAcross)
    let high = Self.weights(variance: self.down, reach: reachDown)
    var blurred = [Double](repeating: 0, count: side * columns)
    for y in 0..<side {
      for x in 0..<side {
        let missing = Self.missing(x, y, ofRadius: radius)
        guard missing > 0 else { continue }
        for step in -across...across { blurred[y * columns + x + step + across + 1] += missing * wide[abs(step)] }
      }
    }
    var sums = [Double](repeating: 0, count: columns * rows)
    blurred.withUnsafeBufferPointer { blurred in
      sums.withUnsafeMutableBufferPointer { sums in
        for y in 0..<side {
          for step in -down...down {
            let weight = high[abs(step)]
            let row = (y + step + down + 1) * columns
            for column in 0..<columns { sums[row + column] += weight * blurred[y * columns + column] }
          }
        }
      }
    }
    return sums.map { Float($0) }
  }

  /// The share of a pixel in a corner's square that is outside the corner (rendering rules §4).
  private static func missing(_ x: Int, _ y: Int, ofRadius radius: Double) -> Double {
    let (left, top) = (radius - Double(x) - 0.5, radius - Double(y) - 0.5)
    guard left > 0, top > 0 else { return 0 }
    return 1 - min(max(radius - (left * left + top * top).squareRoot() + 0.5, 0), 1)
  }
}

extension BoxShadow.TableKey {
  /// The approximate size of the tables, and the number of sums to compute them.
  package var work: (numbers: Int, sums: Double) {
    let kernel = GaussianStep(across: across, down: down, slope: 0)
    let (across, down) = (Int(kernel.reachAcross), Int(kernel.reachDown))
    guard radius > 0 else { return (2 * (across + down) + 4, 0) }
    let side = BoxShadow.side(ofRadius: radius)
    let numbers = 2 * (across + down) + (side + 2 * across + 2) * (side + 2 * down + 2)
    return (numbers, Double(side) * Double(side + 2 * across) * Double(side + 2 * down))
  }
}
