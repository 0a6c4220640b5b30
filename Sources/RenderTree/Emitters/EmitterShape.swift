import MultiplaneGraphics
import MultiplaneMotion

// The position of a new particle on an emitter's shape, from the emitter's middle. (Source of
// shapes and modes: CAEmitterLayer.h; what it leaves open is in docs/emitters.md.)

extension EmitterValues {
  /// - Parameter random: gives three numbers, whatever the shape, so that what is chosen after it
  ///   does not depend on it.
  func place(_ random: inout ParticleRandom) -> Vector3 {
    let (a, b, c) = (random.next(), random.next(), random.next())
    let (width, height, depth) = (Double(size.width), Double(size.height), Double(self.depth))
    switch shape {
    case .line:
      return mode == .points ? Vector3((a < 0.5 ? -0.5 : 0.5) * width, 0, 0) : Vector3((a - 0.5) * width, 0, 0)
    case .rectangle: return Self.onRectangle(mode, a, b, width, height)
    case .cuboid: return Self.onCuboid(mode, (a, b, c), (width, height, depth))
    case .circle: return Self.onCircle(mode, a, b) * width
    case .sphere: return Self.onSphere(mode, a, b, c) * width
    default: return Vector3(0, 0, 0)
    }
  }

  private static func onRectangle(
    _ mode: CAEmitterLayerEmitterMode, _ a: Double, _ b: Double, _ width: Double, _ height: Double
  ) -> Vector3 {
    switch mode {
    case .points: return Vector3((a < 0.5 ? -0.5 : 0.5) * width, (b < 0.5 ? -0.5 : 0.5) * height, 0)
    case .outline:
      // A point on the four sides, each chosen in proportion to its length.
      let isHorizontal = a * (width + height) < width
      let side = b < 0.5 ? -0.5 : 0.5
      let along = (b < 0.5 ? b : b - 0.5) * 2 - 0.5
      return isHorizontal ? Vector3(along * width, side * height, 0) : Vector3(side * width, along * height, 0)
    default: return Vector3((a - 0.5) * width, (b - 0.5) * height, 0)
    }
  }

  private static func onCuboid(
    _ mode: CAEmitterLayerEmitterMode, _ random: (Double, Double, Double), _ size: (Double, Double, Double)
  ) -> Vector3 {
    let ends = (random.0 < 0.5 ? -0.5 : 0.5, random.1 < 0.5 ? -0.5 : 0.5, random.2 < 0.5 ? -0.5 : 0.5)
    var unit = [random.0 - 0.5, random.1 - 0.5, random.2 - 0.5]
    switch mode {
    case .points: unit = [ends.0, ends.1, ends.2]
    case .outline:
      // Four edges run along each axis: which, is said by the first number, what is left of it is
      // how far.
      let (axis, along) = chosen(random.0, [size.0, size.1, size.2])
      unit[axis] = along - 0.5
      unit[(axis + 1) % 3] = ends.1
      unit[(axis + 2) % 3] = ends.2
    case .surface:
      // Two faces look along each axis.
      let (axis, along) = chosen(random.0, [size.1 * size.2, size.2 * size.0, size.0 * size.1])
      unit[axis] = along < 0.5 ? -0.5 : 0.5
      unit[(axis + 1) % 3] = random.1 - 0.5
      unit[(axis + 2) % 3] = random.2 - 0.5
    default: break
    }
    return Vector3(unit[0] * size.0, unit[1] * size.1, unit[2] * size.2)
  }

  /// One of three, as likely as it weighs, and a number that is even in 0..<1 again; the first when
  /// nothing weighs.
  private static func chosen(_ number: Double, _ weights: [Double]) -> (index: Int, rest: Double) {
    let weights = weights.map(abs)
    let total = weights.reduce(0, +)
    guard total > 0 else { return (0, number) }
    var left = number * total
    for (index, weight) in weights.enumerated() {
      if left < weight { return (index, left / weight) }
      left -= weight
    }
    return (2, number)
  }

  /// On a circle of radius 1: its ends along the axes, the line, or the disc.
  private static func onCircle(_ mode: CAEmitterLayerEmitterMode, _ a: Double, _ b: Double) -> Vector3 {
    switch mode {
    case .points:
      let ends = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, -1, 0)]
      return ends[Int(a * 4)]
    case .outline: return Vector3(cos(2 * .pi * a), sin(2 * .pi * a), 0)
    default: return Vector3(cos(2 * .pi * a), sin(2 * .pi * a), 0) * b.squareRoot()
    }
  }

  /// On a sphere of radius 1: its ends along the axes, its equator in the plane, its surface, or
  /// the ball.
  private static func onSphere(
    _ mode: CAEmitterLayerEmitterMode, _ a: Double, _ b: Double, _ c: Double
  ) -> Vector3 {
    let z = 2 * b - 1
    let across = (1 - z * z).squareRoot()
    let onSurface = Vector3(cos(2 * .pi * a) * across, sin(2 * .pi * a) * across, z)
    switch mode {
    case .points:
      let ends = [
        Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1),
      ]
      return ends[Int(a * 6)]
    case .outline: return onCircle(.outline, a, b)
    case .surface: return onSurface
    default: return onSurface * cbrt(c)
    }
  }
}
