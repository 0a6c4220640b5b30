import Graphics

// Animations in archives: what differs from the defaults, by key. A delegate is not archived.

extension CAAnimation {
  private static let archiveKey = "values"

  func encodeValues(with coder: NSCoder) {
    var values: [AnyHashable: Any] = arbitraryValues
    for key in archivedKeys where shouldArchiveValue(forKey: key) {
      if let value = value(forKey: key) { values[key] = value }
    }
    coder.encode(ArchivedValue.box(values), forKey: Self.archiveKey)
  }

  func decode(from coder: NSCoder) {
    let archived = ArchivedValue.object(forKey: Self.archiveKey, in: coder).flatMap(ArchivedValue.unbox)
    for (key, value) in archived as? [AnyHashable: Any] ?? [:] {
      if let key = key.base as? String { setValue(value, forKey: key) }
    }
  }

  func hasOwnValue(forKey key: String) -> Bool {
    guard let own = value(forKey: key) else { return false }
    guard let standard = instanceOfSameClass().value(forKey: key) else { return true }
    return ArchivedValue.box(own) != ArchivedValue.box(standard)
  }

  /// The keys of all values that an archive may hold.
  private var archivedKeys: [String] {
    let common = TimingKey.allCases.map(\.rawValue) + ["timingFunction", "removedOnCompletion"]
    let property = common + ["keyPath", "additive", "cumulative", "valueFunction"]
    let basic = property + ["fromValue", "toValue", "byValue"]
    return switch self {
    case is CASpringAnimation:
      basic + ["mass", "stiffness", "damping", "initialVelocity", "allowsOverdamping"]
    case is CABasicAnimation: basic
    case is CAKeyframeAnimation:
      property + [
        "values", "path", "keyTimes", "timingFunctions", "calculationMode", "rotationMode", "tensionValues",
        "continuityValues", "biasValues",
      ]
    case is CAPropertyAnimation: property
    case is CAAnimationGroup: common + ["animations"]
    case is CATransition: common + ["type", "subtype", "startProgress", "endProgress", "filter"]
    default: common
    }
  }
}
