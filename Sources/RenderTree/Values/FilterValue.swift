/// A filter of a layer: its description and its inputs.
package struct FilterValue: Sendable, Equatable {
  /// The value of an input.
  package enum Input: Sendable, Equatable {
    case number(Double)
    case vector([Double])
  }

  /// The filter's row in the table.
  package let description: FilterDescription
  /// The filter's own name (`filters.<name>.inputRadius`); nil if it has none.
  package var name: String?
  package var isEnabled = true
  /// Inputs by key; missing ones have their defaults.
  package var inputs: [String: Input] = [:]

  /// The name in key paths: its own, or Core Image's.
  package var keyPathName: String { name ?? description.name }

  package init(_ description: FilterDescription, name: String? = nil) {
    self.description = description
    self.name = name
  }

  /// The value of an input, or its default; nil for an unknown key.
  package func input(_ key: String) -> Input? {
    inputs[key] ?? description.inputs.first { $0.key == key }?.defaultValue
  }

  /// Sets an input; returns false for an unknown key or a value of another type.
  package mutating func set(_ value: Input, for key: String) -> Bool {
    switch (description.inputs.first { $0.key == key }?.defaultValue, value) {
    case (.number, .number): break
    case (.vector(let components), .vector(let given)) where given.count == components.count: break
    default: return false
    }
    inputs[key] = value
    return true
  }

  package static func == (a: FilterValue, b: FilterValue) -> Bool {
    a.description.name == b.description.name && a.name == b.name && a.isEnabled == b.isEnabled && a.inputs == b.inputs
  }
}

/// A row of the table of filters: a filter with its Core Image name.
package struct FilterDescription: Sendable {
  package struct Input: Sendable {
    /// The key in Core Image, such as `inputRadius`.
    package let key: String
    /// The default value, which also decides the input's type.
    package let defaultValue: FilterValue.Input
  }

  /// The name in Core Image, such as `CIGaussianBlur`.
  package let name: String
  package let inputs: [Input]
  /// The filter with these inputs; nil when it changes nothing.
  let make: @Sendable (Inputs) -> Filter?

  /// The inputs of a filter, defaults included; all are finite.
  struct Inputs {
    let value: FilterValue

    func number(_ key: String) -> Double {
      if case .number(let number) = value.input(key) { number } else { 0 }
    }

    func vector(_ key: String) -> [Double] {
      if case .vector(let vector) = value.input(key) { vector } else { [] }
    }

    /// A vector of four components.
    func vector4(_ key: String) -> SIMD4<Double> {
      let components = vector(key)
      return components.count == 4 ? SIMD4(components[0], components[1], components[2], components[3]) : .zero
    }
  }
}

extension FilterValue {
  /// The filter as renderers take it; nil when it is off, or changes nothing (rendering rules §19).
  var resolved: Filter? {
    guard isEnabled, inputs.values.allSatisfy(\.isFinite) else { return nil }
    return description.make(FilterDescription.Inputs(value: self))
  }
}

extension FilterValue.Input {
  fileprivate var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .vector(let components): components.allSatisfy(\.isFinite)
    }
  }
}
