import MultiplaneGraphics
import MultiplaneRenderTree

// Key-value access to emitter cells, and their archives, which are made of it.

/// The properties of a cell beside its timing.
private enum EmitterCellKey {
  static let all: [KeyedProperty] = [
    .object("name", \CAEmitterCell.name), .flag("enabled", \CAEmitterCell.isEnabled),
    .number("birthRate", \CAEmitterCell.birthRate), .number("lifetime", \CAEmitterCell.lifetime),
    .number("lifetimeRange", \CAEmitterCell.lifetimeRange),
    .number("emissionLatitude", \CAEmitterCell.emissionLatitude),
    .number("emissionLongitude", \CAEmitterCell.emissionLongitude),
    .number("emissionRange", \CAEmitterCell.emissionRange), .number("velocity", \CAEmitterCell.velocity),
    .number("velocityRange", \CAEmitterCell.velocityRange), .number("xAcceleration", \CAEmitterCell.xAcceleration),
    .number("yAcceleration", \CAEmitterCell.yAcceleration), .number("zAcceleration", \CAEmitterCell.zAcceleration),
    .number("scale", \CAEmitterCell.scale), .number("scaleRange", \CAEmitterCell.scaleRange),
    .number("scaleSpeed", \CAEmitterCell.scaleSpeed), .number("spin", \CAEmitterCell.spin),
    .number("spinRange", \CAEmitterCell.spinRange), .object("color", \CAEmitterCell.color),
    .number("redRange", \CAEmitterCell.redRange), .number("greenRange", \CAEmitterCell.greenRange),
    .number("blueRange", \CAEmitterCell.blueRange), .number("alphaRange", \CAEmitterCell.alphaRange),
    .number("redSpeed", \CAEmitterCell.redSpeed), .number("greenSpeed", \CAEmitterCell.greenSpeed),
    .number("blueSpeed", \CAEmitterCell.blueSpeed), .number("alphaSpeed", \CAEmitterCell.alphaSpeed),
    .object("contents", \CAEmitterCell.contents), .rect("contentsRect", \CAEmitterCell.contentsRect),
    .number("contentsScale", \CAEmitterCell.contentsScale),
    .text("minificationFilter", \CAEmitterCell.minificationFilter),
    .text("magnificationFilter", \CAEmitterCell.magnificationFilter),
    .number("minificationFilterBias", \CAEmitterCell.minificationFilterBias),
    .object("emitterCells", \CAEmitterCell.emitterCells), .object("style", \CAEmitterCell.style),
  ]

  private static let byKey = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }

  /// The Swift name of `enabled`; key-value access accepts it too.
  static let swiftNameOfEnabled = "isEnabled"

  static func row(_ key: String) -> KeyedProperty? { byKey[key == swiftNameOfEnabled ? "enabled" : key] }
}

extension CAEmitterCell {
  func keyedValue(_ key: String) -> Any? {
    if let row = EmitterCellKey.row(key) { return row.get(self) }
    if let timing = TimingKey(rawValue: key) { return timing.value(of: self) }
    return value(forUndefinedKey: key)
  }

  func setKeyedValue(_ value: Any?, _ key: String) {
    if let row = EmitterCellKey.row(key) {
      row.set(self, value)
    } else if let timing = TimingKey(rawValue: key) {
      timing.set(value, on: self)
    } else {
      setValue(value, forUndefinedKey: key)
    }
  }

  func keyPathValue(_ path: String) -> Any? {
    if let (cell, rest) = Self.cell(on: path, of: emitterCells) {
      return rest.map { cell.value(forKeyPath: $0) } ?? cell
    }
    return followedValue(path)
  }

  func setKeyPathValue(_ value: Any?, _ path: String) {
    guard let (cell, rest) = Self.cell(on: path, of: emitterCells) else { return setFollowedValue(value, path) }
    // Only `emitterCells` itself adds and removes cells.
    if let rest { cell.setValue(value, forKeyPath: rest) }
  }

  /// The cell that a key path `emitterCells.<name>.…` begins with, and what is left of it; nil for
  /// another path, and where there is no such cell.
  static func cell(on path: String, of cells: [CAEmitterCell]?) -> (cell: CAEmitterCell, rest: String?)? {
    let parts = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts[0] == "emitterCells", let cell = cells?.first(where: { $0.name == parts[1] }) else {
      return nil
    }
    return (cell, parts.count > 2 ? parts[2] : nil)
  }

  static func typedDefault(forKey key: String) -> Any? {
    guard key != EmitterCellKey.swiftNameOfEnabled else { return nil }
    let value = CAEmitterCell().keyedValue(key)
    if let number = value as? NSNumber, number == 0 { return nil }
    return value
  }

  // MARK: Values

  /// The values of cells for a commit.
  ///
  /// - Parameter level: the depth of nested cells, limited to `EmitterCellValues.mostLevels`
  ///   because a cell may contain itself.
  package static func values(of cells: [CAEmitterCell]?, level: Int = 1) -> [EmitterCellValues] {
    guard level <= EmitterCellValues.mostLevels else { return [] }
    return (cells ?? []).map { cell in
      var values = EmitterCellValues()
      for row in EmitterCellProperty.all {
        // Another object than an image shows nothing.
        if let value = LayerValue(cell.value(forKey: row.key), as: row.kind) { row.set(&values, value) }
      }
      values.name = cell.name
      values.timing = cell.timing
      values.cells = Self.values(of: cell.emitterCells, level: level + 1)
      return values
    }
  }

  /// Creates a cell with these values and nested cells.
  package convenience init(_ values: EmitterCellValues) {
    self.init()
    for row in EmitterCellProperty.all { setKeyedValue(row.get(values).foundationValue, row.key) }
    name = values.name
    timing = values.timing
    emitterCells = values.cells.isEmpty ? nil : values.cells.map(CAEmitterCell.init)
  }

  // MARK: Archives

  func hasOwnValue(forKey key: String) -> Bool {
    let (own, standard) = (keyedValue(key), CAEmitterCell().keyedValue(key))
    guard let own, let standard else { return own != nil || standard != nil }
    return ArchivedValue.box(own) != ArchivedValue.box(standard)
  }

  func encodeValues(with coder: NSCoder) {
    var values: [AnyHashable: Any] = arbitraryValues
    for key in EmitterCellKey.all.map(\.key) + TimingKey.allCases.map(\.rawValue) where shouldArchiveValue(forKey: key)
    {
      values[key] = value(forKey: key) ?? NSNull()
    }
    ArchivedValue.encode(values, with: coder)
  }

  func decode(from coder: NSCoder) {
    for (key, value) in ArchivedValue.values(in: coder) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }
}
