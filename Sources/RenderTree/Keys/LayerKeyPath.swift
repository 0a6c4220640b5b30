import MultiplaneGraphics
import MultiplaneMotion

/// A key path of a layer property or a component: `position`, `bounds.size.width`,
/// `transform.rotation.z`, `filters.blur.inputRadius`, `emitterCells.spark.birthRate`.
package struct LayerKeyPath: Sendable {
  /// A component of a property's value.
  package enum Component: Sendable, Equatable {
    case whole
    /// Of a point.
    case x, y
    /// Of a size.
    case width, height
    /// Of a rectangle.
    case origin, originX, originY, size, sizeWidth, sizeHeight
    case transform(TransformComponent)
    /// Of the first filter of a name, see `FilterValue.keyPathName`.
    case filterInput(filter: String, key: String)
  }

  package let property: LayerProperty
  package let component: Component

  package init(property: LayerProperty, component: Component) {
    self.property = property
    self.component = component
  }

  /// Parses a key path; nil if the class has no such property, or the property no such component.
  package init?(_ path: String, of kind: LayerKind) {
    if kind == .emitter, let property = LayerProperty(emitterCellPath: path) {
      self.init(property: property, component: .whole)
      return
    }
    if kind == .text, path == LayerProperty.textString.key {
      self.init(property: .textString, component: .whole)
      return
    }
    let dot = path.firstIndex(of: ".") ?? path.endIndex
    guard let property = LayerProperties.row(String(path[..<dot]), of: kind) else { return nil }
    guard dot < path.endIndex else {
      self.init(property: property, component: .whole)
      return
    }
    let rest = String(path[path.index(after: dot)...])
    let component: Component? =
      switch (property.kind, rest) {
      case (.point, "x"): .x
      case (.point, "y"): .y
      case (.size, "width"): .width
      case (.size, "height"): .height
      case (.rect, _): Component(ofRect: rest)
      case (.transform, _): TransformComponent(rawValue: rest).map(Component.transform)
      case (.filters, _): Self.filterInput(rest)
      default: nil
      }
    guard let component else { return nil }
    self.init(property: property, component: component)
  }

  /// The part after `filters.`: a name, which may contain points, and an input that some filter
  /// has.
  private static func filterInput(_ text: String) -> Component? {
    guard let dot = text.lastIndex(of: "."), dot > text.startIndex else { return nil }
    let key = String(text[text.index(after: dot)...])
    guard FilterDescription.inputKind(of: key) != nil else { return nil }
    return .filterInput(filter: String(text[..<dot]), key: key)
  }

  /// The type of the component's value.
  package var kind: LayerValueKind { component.kind(of: property.kind) }

  /// The interpolation of the component. Filters change discretely, their inputs continuously.
  package var interpolation: LayerProperty.Interpolation {
    if case .filterInput = component { .continuous } else { property.interpolation }
  }

  /// The component's value.
  package func value(in values: LayerValues) -> LayerValue? {
    component.part(of: property.get(values))
  }

  /// Sets the component; returns false for a value of another type.
  package func set(_ value: LayerValue, in values: inout LayerValues) -> Bool {
    guard component != .whole else { return property.set(&values, value) }
    guard let whole = component.replacing(property.get(values), by: value) else { return false }
    return property.set(&values, whole)
  }
}

// MARK: - Parts of values

extension LayerKeyPath.Component {
  /// Parses the component of a rectangle after the point of a key path; nil for other text.
  package init?(ofRect text: String) {
    switch text {
    case "origin": self = .origin
    case "origin.x": self = .originX
    case "origin.y": self = .originY
    case "size": self = .size
    case "size.width": self = .sizeWidth
    case "size.height": self = .sizeHeight
    default: return nil
    }
  }

  /// The component's type, for a property of a type.
  package func kind(of whole: LayerValueKind) -> LayerValueKind {
    switch self {
    case .whole: whole
    case .x, .y, .width, .height, .originX, .originY, .sizeWidth, .sizeHeight: .number
    case .origin: .point
    case .size: .size
    case .transform(.translation): .size
    case .transform: .number
    case .filterInput(_, let key): FilterDescription.inputKind(of: key) ?? .number
    }
  }

  /// The component of a value; nil for a value of another type.
  package func part(of whole: LayerValue) -> LayerValue? {
    switch (self, whole) {
    case (.whole, _): return whole
    case (.x, .point(let point)): return .number(point.x)
    case (.y, .point(let point)): return .number(point.y)
    case (.width, .size(let size)): return .number(size.width)
    case (.height, .size(let size)): return .number(size.height)
    case (.origin, .rect(let rect)): return .point(rect.origin)
    case (.originX, .rect(let rect)): return .number(rect.origin.x)
    case (.originY, .rect(let rect)): return .number(rect.origin.y)
    case (.size, .rect(let rect)): return .size(rect.size)
    case (.sizeWidth, .rect(let rect)): return .number(rect.size.width)
    case (.sizeHeight, .rect(let rect)): return .number(rect.size.height)
    case (.transform(let component), .transform(let transform)):
      return component.value(in: transform).map { LayerValue($0) }
    case (.filterInput(let name, let key), .filters(let filters)):
      return filters.first { $0.keyPathName == name }?.input(key).map { LayerValue($0) }
    default: return nil
    }
  }

  /// A value with the component replaced; nil for values of other types.
  package func replacing(_ whole: LayerValue, by value: LayerValue) -> LayerValue? {
    switch (self, whole, value) {
    case (.x, .point(let point), .number(let x)): return .point(CGPoint(x: x, y: point.y))
    case (.y, .point(let point), .number(let y)): return .point(CGPoint(x: point.x, y: y))
    case (.width, .size(let size), .number(let width)): return .size(CGSize(width: width, height: size.height))
    case (.height, .size(let size), .number(let height)): return .size(CGSize(width: size.width, height: height))
    case (_, .rect(let rect), _): return replacing(rect, by: value).map(LayerValue.rect)
    case (.transform(let component), .transform(let transform), _):
      return value.animatable.flatMap { component.setting($0, in: transform) }.map(LayerValue.transform)
    case (.filterInput(let name, let key), .filters(var filters), _):
      guard let input = FilterValue.Input(value), let index = filters.firstIndex(where: { $0.keyPathName == name }),
        filters[index].set(input, for: key)
      else { return nil }
      return .filters(filters)
    default: return nil
    }
  }

  private func replacing(_ rect: CGRect, by value: LayerValue) -> CGRect? {
    var rect = rect
    switch (self, value) {
    case (.origin, .point(let origin)): rect.origin = origin
    case (.originX, .number(let x)): rect.origin.x = x
    case (.originY, .number(let y)): rect.origin.y = y
    case (.size, .size(let size)): rect.size = size
    case (.sizeWidth, .number(let width)): rect.size.width = width
    case (.sizeHeight, .number(let height)): rect.size.height = height
    default: return nil
    }
    return rect
  }
}

// MARK: - Inputs of filters as values

extension FilterDescription {
  /// An example value for an input key; nil if no filter has it. All filters with the key agree in
  /// its type.
  package static func exampleInput(forKey key: String) -> FilterValue.Input? {
    for case let input? in all.lazy.map({ $0.inputs.first { $0.key == key } }) { return input.defaultValue }
    return nil
  }

  static func inputKind(of key: String) -> LayerValueKind? {
    switch exampleInput(forKey: key) {
    case .number: .number
    case .vector: .numbers
    case nil: nil
    }
  }
}

extension FilterValue.Input {
  /// Creates an input from a value; nil unless it is a number or a list of numbers.
  package init?(_ value: LayerValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .numbers(let components): self = .vector(components)
    default: return nil
    }
  }
}

extension LayerValue {
  package init(_ input: FilterValue.Input) {
    switch input {
    case .number(let number): self = .number(number)
    case .vector(let components): self = .numbers(components)
    }
  }
}
