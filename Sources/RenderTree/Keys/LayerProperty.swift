import MultiplaneGraphics

/// A row of the table of keys: everything that all users of a property share.
///
/// Key-value coding, key paths, animations, scene files, archives and the inspector read these
/// rows.
package struct LayerProperty: Sendable {
  /// The interpolation of a property.
  package enum Interpolation: Sendable {
    /// By intermediate values.
    case continuous
    /// From one value to the next at once.
    case discrete
    /// Not at all: animations of it have no effect.
    case none
  }

  /// The key of `value(forKey:)`: the Objective-C name, such as `hidden`.
  package let key: String
  /// The Swift name if it differs, such as `isHidden`; also valid in key paths.
  package let swiftName: String
  package let kind: LayerValueKind
  package let interpolation: Interpolation
  /// Whether a change looks up an action, and so may animate implicitly.
  package let isImplicit: Bool
  /// How animations of it reach a node by a plan; nil where they go through `LayerValues`.
  private(set) var channel: AnimationChannel?
  /// Whether a missing value is interpolated, as no colour counts as a clear one; otherwise the
  /// property changes half-way.
  package private(set) var mixesNone = true
  /// The range of an integer in scene files; nil for other types.
  package private(set) var wholeRange: ClosedRange<Int>?
  /// Its key path in `LayerValues`; nil for a custom key.
  let path: (any PartialKeyPath<LayerValues> & Sendable)?
  package let get: @Sendable (LayerValues) -> LayerValue
  /// Stores a value; returns false for a value of another type.
  package let set: @Sendable (inout LayerValues, LayerValue) -> Bool

  /// The default value on a plain layer.
  package var defaultValue: LayerValue { self.get(LayerValues()) }

  /// The default value on a layer of a class.
  package func defaultValue(of kind: LayerKind) -> LayerValue { self.get(LayerValues(of: kind)) }
}

extension LayerProperty {
  /// Whether the key is not in the table: it belongs to a custom layer class.
  package var isCustom: Bool { path == nil }

  /// The row of `CATextLayer.string`, for animations. The value is an object, so it is not in the
  /// table.
  package static let textString = LayerProperty(custom: "string", .text)

  /// Creates the row of a custom layer class's key. While it is animated, its value is in
  /// `LayerValues.custom`.
  package init(custom key: String, _ kind: LayerValueKind) {
    self.key = key
    swiftName = key
    self.kind = kind
    interpolation = kind == .text ? .discrete : .continuous
    isImplicit = false
    path = nil
    get = { $0.custom[key] ?? kind.zero }
    set = { values, value in
      values.custom[key] = value
      return true
    }
  }

  /// The row of a property of an emitter cell that is found by names.
  init(emitterCell names: ArraySlice<String>, path: String, _ row: EmitterCellProperty) {
    key = path
    swiftName = path
    kind = row.kind
    interpolation =
      switch row.kind {
      case .number, .color, .rect: .continuous
      case .name: .none
      default: .discrete
      }
    isImplicit = false
    self.path = \LayerValues.emitter
    get = { $0.emitter.cells.value(of: row, at: names) ?? row.kind.zero }
    set = { values, value in
      values.emitter.cells.set(value, of: row, at: names)
      return true
    }
  }

  package typealias Path<Value> = any WritableKeyPath<LayerValues, Value> & Sendable

  private init<Value>(
    _ key: String, _ kind: LayerValueKind, _ path: Path<Value>, swiftName: String? = nil,
    _ interpolation: Interpolation, implicit: Bool, channel: AnimationChannel? = nil,
    wrap: @escaping @Sendable (Value) -> LayerValue, unwrap: @escaping @Sendable (LayerValue) -> Value?
  ) {
    self.key = key
    self.swiftName = swiftName ?? key
    self.kind = kind
    self.interpolation = interpolation
    self.isImplicit = implicit
    self.channel = channel
    self.path = path
    get = { wrap($0[keyPath: path]) }
    set = { values, value in
      guard let unwrapped = unwrap(value) else { return false }
      values[keyPath: path] = unwrapped
      return true
    }
  }

  /// A row for a property of each kind. Colours and images may be nil; `.none` sets them so.
  static func boolean(
    _ key: String, swiftName: String, _ path: Path<Bool>, implicit: Bool = true
  ) -> LayerProperty {
    LayerProperty(key, .boolean, path, swiftName: swiftName, .discrete, implicit: implicit) {
      .boolean($0)
    } unwrap: {
      if case .boolean(let value) = $0 { value } else { nil }
    }
  }

  static func number<Value: BinaryFloatingPoint & Sendable>(
    _ key: String, _ path: Path<Value>, implicit: Bool = true, _ channel: AnimationChannel? = nil
  ) -> LayerProperty {
    LayerProperty(key, .number, path, .continuous, implicit: implicit, channel: channel) {
      .number(Double($0))
    } unwrap: {
      if case .number(let value) = $0 { Value(value) } else { nil }
    }
  }

  static func point(_ key: String, _ path: Path<CGPoint>, _ channel: AnimationChannel? = nil) -> LayerProperty {
    LayerProperty(key, .point, path, .continuous, implicit: true, channel: channel) {
      .point($0)
    } unwrap: {
      if case .point(let value) = $0 { value } else { nil }
    }
  }

  static func size(
    _ key: String, _ path: Path<CGSize>, implicit: Bool = true, _ channel: AnimationChannel? = nil
  ) -> LayerProperty {
    LayerProperty(key, .size, path, .continuous, implicit: implicit, channel: channel) {
      .size($0)
    } unwrap: {
      if case .size(let value) = $0 { value } else { nil }
    }
  }

  /// A whole number; animated, it changes by whole steps.
  ///
  /// - Parameter range: what a scene file may give. Programs may give other numbers, which whoever
  ///   uses them clamps.
  static func count(
    _ key: String, _ path: Path<Int>, in range: ClosedRange<Int>, implicit: Bool = true
  ) -> LayerProperty {
    var row = LayerProperty(key, .number, path, .continuous, implicit: implicit) {
      .number(Double($0))
    } unwrap: {
      // Beyond this a count is one of no use, and no Int.
      if case .number(let value) = $0, abs(value) <= Double(UInt32.max) { Int(value.rounded()) } else { nil }
    }
    row.wholeRange = range
    return row
  }

  static func colors(_ key: String, _ path: Path<[CGColor]?>) -> LayerProperty {
    LayerProperty(key, .colors, path, .continuous, implicit: true) {
      $0.map(LayerValue.colors) ?? .none
    } unwrap: {
      switch $0 {
      case .colors(let value): .some(value)
      case .none: .some(nil)
      default: nil
      }
    }
  }

  static func numbers(
    _ key: String, _ path: Path<[Double]?>, implicit: Bool = true, mixesNone: Bool = true
  ) -> LayerProperty {
    var row = LayerProperty(key, .numbers, path, .continuous, implicit: implicit) {
      $0.map(LayerValue.numbers) ?? .none
    } unwrap: {
      switch $0 {
      case .numbers(let value): .some(value)
      case .none: .some(nil)
      default: nil
      }
    }
    row.mixesNone = mixesNone
    return row
  }

  static func rect(_ key: String, _ path: Path<CGRect>, _ channel: AnimationChannel? = nil) -> LayerProperty {
    LayerProperty(key, .rect, path, .continuous, implicit: true, channel: channel) {
      .rect($0)
    } unwrap: {
      if case .rect(let value) = $0 { value } else { nil }
    }
  }

  static func transform(_ key: String, _ path: Path<CATransform3D>, _ channel: AnimationChannel? = nil) -> LayerProperty
  {
    LayerProperty(key, .transform, path, .continuous, implicit: true, channel: channel) {
      .transform($0)
    } unwrap: {
      if case .transform(let value) = $0 { value } else { nil }
    }
  }

  static func color(_ key: String, _ path: Path<CGColor?>, _ channel: AnimationChannel? = nil) -> LayerProperty {
    LayerProperty(key, .color, path, .continuous, implicit: true, channel: channel) {
      $0.map(LayerValue.color) ?? .none
    } unwrap: {
      switch $0 {
      case .color(let value): .some(value)
      case .none: .some(nil)
      default: nil
      }
    }
  }

  static func image(_ key: String, _ path: Path<CGImage?>) -> LayerProperty {
    LayerProperty(key, .image, path, .discrete, implicit: true) {
      $0.map(LayerValue.image) ?? .none
    } unwrap: {
      switch $0 {
      case .image(let value): .some(value)
      case .none: .some(nil)
      default: nil
      }
    }
  }

  static func name<Value: RawRepresentable<String> & Sendable>(
    _ key: String, _ path: Path<Value>, of cases: [Value]
  ) -> LayerProperty {
    LayerProperty(key, .name(cases.map(\.rawValue)), path, .none, implicit: false) {
      .name($0.rawValue)
    } unwrap: {
      if case .name(let value) = $0 { Value(rawValue: value) } else { nil }
    }
  }

  /// A language tag. It is not animated.
  static func language(_ key: String, _ path: Path<String?>) -> LayerProperty {
    LayerProperty(key, .language, path, .none, implicit: false) {
      $0.map(LayerValue.name) ?? .none
    } unwrap: {
      switch $0 {
      case .name(let value): .some(value)
      case .none: .some(nil)
      default: nil
      }
    }
  }

  static func options<Value: OptionSet & Sendable>(
    _ key: String, _ path: Path<Value>, of options: [LayerValueKind.Option], _ interpolation: Interpolation,
    implicit: Bool = true
  ) -> LayerProperty where Value.RawValue: FixedWidthInteger {
    LayerProperty(key, .options(options), path, interpolation, implicit: implicit) {
      .options(UInt($0.rawValue))
    } unwrap: {
      if case .options(let bits) = $0 { Value(rawValue: Value.RawValue(truncatingIfNeeded: bits)) } else { nil }
    }
  }

  /// Paths change under animations of their own only.
  static func path(_ key: String, _ path: Path<CGPath?>) -> LayerProperty {
    var row = LayerProperty(key, .path, path, .continuous, implicit: false) {
      $0.map(LayerValue.path) ?? .none
    } unwrap: {
      switch $0 {
      case .path(let value): .some(value)
      case .none: .some(nil)
      default: nil
      }
    }
    row.mixesNone = false
    return row
  }

  static func filters(_ key: String, _ path: Path<[FilterValue]?>) -> LayerProperty {
    LayerProperty(key, .filters, path, .discrete, implicit: true) {
      $0.map(LayerValue.filters) ?? .none
    } unwrap: {
      switch $0 {
      // None is none, however it is said. (Source: CALayer.h.)
      case .filters(let value): .some(value.isEmpty ? nil : value)
      case .none: .some(nil)
      default: nil
      }
    }
  }

  static func blendMode(_ key: String, _ path: Path<BlendMode?>) -> LayerProperty {
    LayerProperty(key, .blendMode, path, .discrete, implicit: true) {
      $0.map(LayerValue.blendMode) ?? .none
    } unwrap: {
      switch $0 {
      case .blendMode(let value): .some(value)
      case .none: .some(nil)
      default: nil
      }
    }
  }
}

extension LayerValues {
  /// The string that an animation shows instead of the layer's own, `none` for no text; nil while
  /// none does.
  package var animatedString: LayerValue? { custom[LayerProperty.textString.key] }
}
