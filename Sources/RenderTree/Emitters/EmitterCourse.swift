import MultiplaneGraphics
import MultiplaneMotion

/// An emitter's values in the course of a span.
///
/// Without animations they are the same throughout. Animated ones are looked up at multiples of
/// 1/32 s and mixed in between: a particle needs those of its birth, and there may be thousands.
final class EmitterCourse {
  /// Looked-up values a second.
  static let rate = 32.0
  /// Seconds before now for which animated values are followed; before, they count as they were
  /// then.
  static let longestLookBack = 128.0

  let span: EmissionSpan
  /// The values without animations.
  let base: EmitterValues
  /// Whether any of the values changes in the span.
  let isAnimated: Bool
  /// The greatest factor of the cells' lifetimes; infinite if an animation changes them.
  let lifetimeFactor: Double
  private var known: [Int: EmitterValues] = [:]

  init(of span: EmissionSpan) {
    self.span = span
    base = span.source.emitterValues
    let keys = Set(span.source.animatedKeys).filter(Self.isOfEmitter)
    isAnimated = !keys.isEmpty
    let animatesLifetime = keys.contains { $0.hasSuffix("lifetime") || $0.hasSuffix("lifetimeRange") }
    lifetimeFactor = animatesLifetime ? .infinity : Double(base.lifetime)
  }

  private static func isOfEmitter(_ key: String) -> Bool { keys.contains(key) || key.hasPrefix("emitterCells.") }
  private static let keys = Set(LayerProperties.emitter.map(\.key))

  /// The values at a time of the layer, in seconds.
  func values(at time: Double) -> EmitterValues {
    guard isAnimated, abs(time) < 1e9 else { return base }
    let place = time * Self.rate
    let step = Int(place.rounded(.down))
    let first = values(atStep: step)
    let fraction = place - Double(step)
    return fraction == 0 ? first : first.mixed(with: values(atStep: step + 1), fraction)
  }

  /// The values at a multiple of a step.
  func values(atStep step: Int) -> EmitterValues {
    if let values = known[step] { return values }
    let values = span.source.emitterValues(at: Double(step) / Self.rate)
    known[step] = values
    return values
  }
}

extension EmitterValues {
  /// Interpolated numbers; values that cannot be interpolated are this one's.
  fileprivate func mixed(with other: EmitterValues, _ fraction: Double) -> EmitterValues {
    func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * fraction }
    func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * Float(fraction) }
    var values = self
    values.position = CGPoint(x: mix(position.x, other.position.x), y: mix(position.y, other.position.y))
    values.zPosition = mix(zPosition, other.zPosition)
    values.size = CGSize(width: mix(size.width, other.size.width), height: mix(size.height, other.size.height))
    values.depth = mix(depth, other.depth)
    values.lifetime = mix(lifetime, other.lifetime)
    values.velocity = mix(velocity, other.velocity)
    values.scale = mix(scale, other.scale)
    values.spin = mix(spin, other.spin)
    return values
  }
}
