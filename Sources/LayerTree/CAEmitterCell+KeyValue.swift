import Graphics
import RenderTree

// Key-value access to emitter cells, and their archives, which are made of it.

/// A property of a cell: how it is read and set by its key.
private struct EmitterCellKey: Sendable {
  let key: String
  let get: @Sendable (CAEmitterCell) -> Any?
  /// Leaves the property alone when the value is of another type.
  let set: @Sendable (CAEmitterCell, Any?) -> Void

  private static func number<Value: BinaryFloatingPoint & Sendable>(
    _ key: String, _ path: any ReferenceWritableKeyPath<CAEmitterCell, Value> & Sendable
  ) -> EmitterCellKey {
    EmitterCellKey(key: key) {
      NSNumber(value: Double($0[keyPath: path]))
    } set: { cell, value in
      if case .number(let number) = LayerValue(value, as: .number) { cell[keyPath: path] = Value(number) }
    }
  }

  private static func object<Value>(
    _ key: String, _ path: any ReferenceWritableKeyPath<CAEmitterCell, Value?> & Sendable
  ) -> EmitterCellKey {
    EmitterCellKey(key: key) {
      $0[keyPath: path]
    } set: { cell, value in
      if value == nil || value is NSNull {
        cell[keyPath: path] = nil
      } else if let value = value as? Value {
        cell[keyPath: path] = value
      }
    }
  }

  private static func name(
    _ key: String, _ path: any ReferenceWritableKeyPath<CAEmitterCell, String> & Sendable
  ) -> EmitterCellKey {
    EmitterCellKey(key: key) {
      $0[keyPath: path]
    } set: { cell, value in
      if case .name(let name) = LayerValue(value, as: .name([])) { cell[keyPath: path] = name }
    }
  }

  static let all: [EmitterCellKey] = [
    object("name", \.name),
    EmitterCellKey(key: "enabled") {
      NSNumber(value: $0.isEnabled)
    } set: { cell, value in
      if case .boolean(let flag) = LayerValue(value, as: .boolean) { cell.isEnabled = flag }
    },
    number("birthRate", \.birthRate), number("lifetime", \.lifetime), number("lifetimeRange", \.lifetimeRange),
    number("emissionLatitude", \.emissionLatitude), number("emissionLongitude", \.emissionLongitude),
    number("emissionRange", \.emissionRange), number("velocity", \.velocity), number("velocityRange", \.velocityRange),
    number("xAcceleration", \.xAcceleration), number("yAcceleration", \.yAcceleration),
    number("zAcceleration", \.zAcceleration), number("scale", \.scale), number("scaleRange", \.scaleRange),
    number("scaleSpeed", \.scaleSpeed), number("spin", \.spin), number("spinRange", \.spinRange),
    object("color", \.color), number("redRange", \.redRange), number("greenRange", \.greenRange),
    number("blueRange", \.blueRange), number("alphaRange", \.alphaRange), number("redSpeed", \.redSpeed),
    number("greenSpeed", \.greenSpeed), number("blueSpeed", \.blueSpeed), number("alphaSpeed", \.alphaSpeed),
    object("contents", \.contents),
    EmitterCellKey(key: "contentsRect") {
      $0.contentsRect
    } set: { cell, value in
      if case .rect(let rect) = LayerValue(value, as: .rect) { cell.contentsRect = rect }
    },
    number("contentsScale", \.contentsScale), name("minificationFilter", \.minificationFilter),
    name("magnificationFilter", \.magnificationFilter), number("minificationFilterBias", \.minificationFilterBias),
    object("emitterCells", \.emitterCells), object("style", \.style),
  ]

  private static let byKey = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }

  static func row(_ key: String) -> EmitterCellKey? { byKey[key == "isEnabled" ? "enabled" : key] }
}

extension CAEmitterCell {
  func keyedValue(_ key: String) -> Any? {
    if let row = EmitterCellKey.row(key) { return row.get(self) }
    if let timing = TimingKey(rawValue: key) { return timing.value(of: self) }
    return arbitraryValues[key]
  }

  func setKeyedValue(_ value: Any?, _ key: String) {
    if let row = EmitterCellKey.row(key) {
      row.set(self, value)
    } else if let timing = TimingKey(rawValue: key) {
      timing.set(value, on: self)
    } else {
      arbitraryValues[key] = value
    }
  }

  func keyPathValue(_ path: String) -> Any? {
    if let (cell, rest) = Self.cell(on: path, of: emitterCells) {
      return rest.map { cell.value(forKeyPath: $0) } ?? cell
    }
    return value(forKey: path)
  }

  func setKeyPathValue(_ value: Any?, _ path: String) {
    guard let (cell, rest) = Self.cell(on: path, of: emitterCells) else { return setValue(value, forKey: path) }
    // Which cells there are, only `emitterCells` itself changes.
    if let rest { cell.setValue(value, forKeyPath: rest) }
  }

  /// The cell that a key path `emitterCells.<name>.…` begins with, and what is left of it; nil for another path, and
  /// where there is no such cell.
  static func cell(on path: String, of cells: [CAEmitterCell]?) -> (cell: CAEmitterCell, rest: String?)? {
    let parts = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts[0] == "emitterCells", let cell = cells?.first(where: { $0.name == parts[1] }) else {
      return nil
    }
    return (cell, parts.count > 2 ? parts[2] : nil)
  }

  static func typedDefault(forKey key: String) -> Any? {
    let value = CAEmitterCell().keyedValue(key)
    if let number = value as? NSNumber, number == 0 { return nil }
    return value
  }

  // MARK: Values

  /// The cells as a commit hands them over.
  ///
  /// - Parameter level: cells within cells are looked at down to `EmitterCellValues.mostLevels`, as one may lie in
  ///   itself.
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

  /// A cell with these values, and cells with those within it.
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

  private static let archiveKey = "values"

  func encodeValues(with coder: NSCoder) {
    var values: [AnyHashable: Any] = arbitraryValues
    for key in EmitterCellKey.all.map(\.key) + TimingKey.allCases.map(\.rawValue) where shouldArchiveValue(forKey: key)
    {
      values[key] = value(forKey: key) ?? NSNull()
    }
    coder.encode(ArchivedValue.box(values), forKey: Self.archiveKey)
  }

  func decode(from coder: NSCoder) {
    let archived = ArchivedValue.object(forKey: Self.archiveKey, in: coder).flatMap(ArchivedValue.unbox)
    for (key, value) in archived as? [AnyHashable: Any] ?? [:] {
      if let key = key.base as? String { setValue(value is NSNull ? nil : value, forKey: key) }
    }
  }
}
