import MultiplaneGraphics

/// A row of the table of emitter cell keys, for key paths (`emitterCells.spark.birthRate`),
/// animations and scene files. (Source of names: CAEmitterCell.h.)
package struct EmitterCellProperty: Sendable {
  /// The Objective-C name, such as `enabled`.
  package let key: String
  package let kind: LayerValueKind
  package let get: @Sendable (EmitterCellValues) -> LayerValue
  /// Stores a value. A value of another type changes nothing.
  package let set: @Sendable (inout EmitterCellValues, LayerValue) -> Void

  /// All rows, in the order of scene files, without name, timing and cells.
  package static let all: [EmitterCellProperty] = [
    EmitterCellProperty(key: "enabled", kind: .boolean) {
      .boolean($0.isEnabled)
    } set: {
      if case .boolean(let flag) = $1 { $0.isEnabled = flag }
    },
    number("birthRate", \.birthRate), number("lifetime", \.lifetime), number("lifetimeRange", \.lifetimeRange),
    number("emissionLatitude", \.emissionLatitude), number("emissionLongitude", \.emissionLongitude),
    number("emissionRange", \.emissionRange), number("velocity", \.velocity),
    number("velocityRange", \.velocityRange), number("xAcceleration", \.xAcceleration),
    number("yAcceleration", \.yAcceleration), number("zAcceleration", \.zAcceleration), number("scale", \.scale),
    number("scaleRange", \.scaleRange), number("scaleSpeed", \.scaleSpeed), number("spin", \.spin),
    number("spinRange", \.spinRange),
    EmitterCellProperty(key: "color", kind: .color) {
      $0.color.map(LayerValue.color) ?? .none
    } set: {
      if case .color(let color) = $1 { $0.color = color } else if case .none = $1 { $0.color = nil }
    },
    number("redRange", \.redRange), number("greenRange", \.greenRange), number("blueRange", \.blueRange),
    number("alphaRange", \.alphaRange), number("redSpeed", \.redSpeed), number("greenSpeed", \.greenSpeed),
    number("blueSpeed", \.blueSpeed), number("alphaSpeed", \.alphaSpeed),
    EmitterCellProperty(key: "contents", kind: .image) {
      $0.contents.map { .image($0.image) } ?? .none
    } set: {
      if case .image(let image) = $1 {
        $0.contents = ImageReference(image)
      } else if case .none = $1 {
        $0.contents = nil
      }
    },
    EmitterCellProperty(key: "contentsRect", kind: .rect) {
      .rect($0.contentsRect)
    } set: {
      if case .rect(let rect) = $1 { $0.contentsRect = rect }
    },
    number("contentsScale", \.contentsScale), filter("minificationFilter", \.minificationFilter),
    filter("magnificationFilter", \.magnificationFilter),
    number("minificationFilterBias", \.minificationFilterBias),
  ]

  /// The row of a key, in either spelling (`enabled`, `isEnabled`); nil for an unknown key.
  package static func row(_ key: String) -> EmitterCellProperty? { byKey[key == "isEnabled" ? "enabled" : key] }

  private static let byKey = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }

  private static func number<Value: BinaryFloatingPoint & Sendable>(
    _ key: String, _ path: any WritableKeyPath<EmitterCellValues, Value> & Sendable
  ) -> EmitterCellProperty {
    EmitterCellProperty(key: key, kind: .number) {
      .number(Double($0[keyPath: path]))
    } set: {
      if case .number(let number) = $1 { $0[keyPath: path] = Value(number) }
    }
  }

  private static func filter(
    _ key: String, _ path: any WritableKeyPath<EmitterCellValues, CALayerContentsFilter> & Sendable
  ) -> EmitterCellProperty {
    EmitterCellProperty(key: key, kind: .name(CALayerContentsFilter.all.map(\.rawValue))) {
      .name($0[keyPath: path].rawValue)
    } set: {
      if case .name(let name) = $1 { $0[keyPath: path] = CALayerContentsFilter(rawValue: name) }
    }
  }
}

// MARK: - Key paths

extension LayerProperty {
  /// The row that a key path `emitterCells.<name>.<key>` stands for, with cells within cells as
  /// `emitterCells.<name>.emitterCells.<name>.<key>`; nil for another path.
  init?(emitterCellPath path: String) {
    guard path.hasPrefix("emitterCells.") else { return nil }
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, !parts.count.isMultiple(of: 2), let row = parts.last.flatMap(EmitterCellProperty.row) else {
      return nil
    }
    var names: [String] = []
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      guard parts[index] == "emitterCells" else { return nil }
      names.append(parts[index + 1])
    }
    self.init(emitterCell: names[...], path: path, row)
  }
}

extension [EmitterCellValues] {
  /// The value of the first cell of a name in the first cell of a name, and so on.
  func value(of row: EmitterCellProperty, at names: ArraySlice<String>) -> LayerValue? {
    guard let name = names.first, let cell = first(where: { $0.name == name }) else { return nil }
    return names.count == 1 ? row.get(cell) : cell.cells.value(of: row, at: names.dropFirst())
  }

  mutating func set(_ value: LayerValue, of row: EmitterCellProperty, at names: ArraySlice<String>) {
    guard let name = names.first, let index = firstIndex(where: { $0.name == name }) else { return }
    if names.count == 1 {
      row.set(&self[index], value)
    } else {
      self[index].cells.set(value, of: row, at: names.dropFirst())
    }
  }
}
