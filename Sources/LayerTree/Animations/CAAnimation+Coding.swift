import MultiplaneGraphics

// Animations in archives: what differs from the defaults, by key. A delegate is not archived.

extension CAAnimation {
  func encodeValues(with coder: NSCoder) {
    var values: [AnyHashable: Any] = arbitraryValues
    for key in archivedKeys where shouldArchiveValue(forKey: key) {
      if let value = value(forKey: key) { values[key] = value }
    }
    ArchivedValue.encode(values, with: coder)
  }

  func decode(from coder: NSCoder) {
    for (key, value) in ArchivedValue.values(in: coder) { setValue(value, forKey: key) }
  }

  func hasOwnValue(forKey key: String) -> Bool {
    guard let own = value(forKey: key) else { return false }
    guard let standard = instanceOfSameClass().value(forKey: key) else { return true }
    return ArchivedValue.box(own) != ArchivedValue.box(standard)
  }

  /// The keys of all values that an archive may hold.
  private var archivedKeys: [String] {
    TimingKey.allCases.map(\.rawValue) + keyedProperties.map(\.key).filter { $0 != "delegate" }
  }
}
