import Graphics
import RenderTree

/// The keys of `CAMediaTiming`, as key-value access takes them. They are no rows of the table of keys: no animation
/// changes them, and no renderer sees them.
enum TimingKey: String, CaseIterable {
  case beginTime, duration, speed, timeOffset, repeatCount, repeatDuration, autoreverses, fillMode

  /// The value as key-value access hands it out: a number, or the name of the fill mode.
  func value(of layer: CALayer) -> Any {
    switch self {
    case .beginTime: NSNumber(value: layer.beginTime)
    case .duration: NSNumber(value: layer.duration)
    case .speed: NSNumber(value: layer.speed)
    case .timeOffset: NSNumber(value: layer.timeOffset)
    case .repeatCount: NSNumber(value: layer.repeatCount)
    case .repeatDuration: NSNumber(value: layer.repeatDuration)
    case .autoreverses: NSNumber(value: layer.autoreverses)
    case .fillMode: layer.fillMode.rawValue
    }
  }

  /// Sets the value; one of the wrong type changes nothing.
  func set(_ value: Any?, on layer: CALayer) {
    if self == .fillMode {
      guard case .name(let name) = LayerValue(value, as: .name([])) else { return }
      layer.fillMode = CAMediaTimingFillMode(rawValue: name)
    } else if case .number(let number) = LayerValue(value, as: .number) {
      set(number, on: layer)
    }
  }

  private func set(_ number: Double, on layer: CALayer) {
    switch self {
    case .beginTime: layer.beginTime = number
    case .duration: layer.duration = number
    case .speed: layer.speed = Float(number)
    case .timeOffset: layer.timeOffset = number
    case .repeatCount: layer.repeatCount = Float(number)
    case .repeatDuration: layer.repeatDuration = number
    case .autoreverses: layer.autoreverses = number != 0
    case .fillMode: break
    }
  }
}
