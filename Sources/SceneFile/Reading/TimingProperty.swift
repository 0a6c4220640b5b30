import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree

/// A key of `CAMediaTiming`, which layers and animations have in common.
struct TimingProperty: Sendable {
  let key: String
  let kind: LayerValueKind
  /// Whether "infinity" is a value.
  let mayBeInfinite: Bool
  /// Whether Core Animation keeps the number as a `Float`.
  let isFloat: Bool
  let get: @Sendable (MediaTiming) -> LayerValue
  /// Stores a value of the property's kind.
  let set: @Sendable (any CAMediaTiming, LayerValue) -> Void

  /// In the order in which they are written.
  static let all: [TimingProperty] = [
    time("beginTime", \.beginTime) { $0.beginTime = $1 },
    time("timeOffset", \.timeOffset) { $0.timeOffset = $1 },
    time("speed", isFloat: true, \.speed) { $0.speed = Float($1) },
    time("duration", mayBeInfinite: true, \.duration) { $0.duration = $1 },
    time("repeatCount", mayBeInfinite: true, isFloat: true, \.repeatCount) { $0.repeatCount = Float($1) },
    time("repeatDuration", mayBeInfinite: true, \.repeatDuration) { $0.repeatDuration = $1 },
    TimingProperty(key: "autoreverses", kind: .boolean, mayBeInfinite: false, isFloat: false) {
      .boolean($0.autoreverses)
    } set: {
      if case .boolean(let value) = $1 { $0.autoreverses = value }
    },
    TimingProperty(
      key: "fillMode", kind: .name(CAMediaTimingFillMode.all.map(\.rawValue)), mayBeInfinite: false, isFloat: false
    ) {
      .name($0.fillMode.rawValue)
    } set: {
      if case .name(let name) = $1 { $0.fillMode = CAMediaTimingFillMode(rawValue: name) }
    },
  ]

  /// The row of a key; nil for a key that is none of CAMediaTiming's.
  static func row(_ key: String) -> TimingProperty? { byKey[key] }

  private static let byKey = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }

  private static func time(
    _ key: String, mayBeInfinite: Bool = false, isFloat: Bool = false,
    _ path: any KeyPath<MediaTiming, Double> & Sendable,
    store: @escaping @Sendable (any CAMediaTiming, Double) -> Void
  ) -> TimingProperty {
    TimingProperty(key: key, kind: .number, mayBeInfinite: mayBeInfinite, isFloat: isFloat) {
      .number($0[keyPath: path])
    } set: {
      if case .number(let value) = $1 { store($0, value) }
    }
  }
}
