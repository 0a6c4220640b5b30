import MultiplaneGraphics
import MultiplaneRenderTree

/// The keys of `CAMediaTiming`, as key-value access takes them. They are no rows of the table of
/// keys: no animation changes them, and no renderer sees them.
enum TimingKey: String, CaseIterable {
  case beginTime, duration, speed, timeOffset, repeatCount, repeatDuration, autoreverses, fillMode

  /// The value as key-value access hands it out: a number, or the name of the fill mode.
  func value(of object: some CAMediaTiming) -> Any {
    switch self {
    case .beginTime: NSNumber(value: object.beginTime)
    case .duration: NSNumber(value: object.duration)
    case .speed: NSNumber(value: object.speed)
    case .timeOffset: NSNumber(value: object.timeOffset)
    case .repeatCount: NSNumber(value: object.repeatCount)
    case .repeatDuration: NSNumber(value: object.repeatDuration)
    case .autoreverses: NSNumber(value: object.autoreverses)
    case .fillMode: object.fillMode.rawValue
    }
  }

  /// Sets the value; one of the wrong type changes nothing.
  func set(_ value: Any?, on object: some CAMediaTiming & KeyValueCoding) {
    if value == nil {
      object.setNilValueForKey(rawValue)
    } else if self == .fillMode {
      guard case .name(let name) = LayerValue(value, as: .name([])) else { return }
      object.fillMode = CAMediaTimingFillMode(rawValue: name)
    } else if case .number(let number) = LayerValue(value, as: .number) {
      set(number, on: object)
    }
  }

  private func set(_ number: Double, on object: some CAMediaTiming) {
    switch self {
    case .beginTime: object.beginTime = number
    case .duration: object.duration = number
    case .speed: object.speed = Float(number)
    case .timeOffset: object.timeOffset = number
    case .repeatCount: object.repeatCount = Float(number)
    case .repeatDuration: object.repeatDuration = number
    case .autoreverses: object.autoreverses = number != 0
    case .fillMode: break
    }
  }
}
