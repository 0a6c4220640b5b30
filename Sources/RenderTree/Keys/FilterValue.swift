/// A filter as a layer holds it: which one, and what was set of its inputs.
package struct FilterValue: Sendable, Equatable {
  /// A value of an input.
  package enum Input: Sendable, Equatable {
    case number(Double)
    case vector([Double])
  }

  /// The row of the table of filters.
  package let description: FilterDescription
  /// Its own name (`filters.<name>.inputRadius`); nil for a filter that was given none.
  package var name: String?
  package var isEnabled = true
  /// By their keys; an input that is not here has its default.
  package var inputs: [String: Input] = [:]

  /// What key paths call it: its own name, or Core Image's.
  package var keyPathName: String { name ?? description.name }

  package init(_ description: FilterDescription, name: String? = nil) {
    self.description = description
    self.name = name
  }

  /// What an input is set to, or its default; nil for a key that the filter does not have.
  package func input(_ key: String) -> Input? {
    inputs[key] ?? description.inputs.first { $0.key == key }?.defaultValue
  }

  /// Sets an input; false, and nothing set, when the filter has none of that key, or one of another kind.
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

/// One row of the table of filters: a filter that Core Image has under this name.
package struct FilterDescription: Sendable {
  package struct Input: Sendable {
    /// Core Image's key, such as `inputRadius`.
    package let key: String
    /// Its kind is the input's kind.
    package let defaultValue: FilterValue.Input
  }

  /// Core Image's name, such as `CIGaussianBlur`.
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
