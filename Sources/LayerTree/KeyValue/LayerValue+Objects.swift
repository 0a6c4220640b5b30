import MultiplaneGraphics
import MultiplaneRenderTree

// Values of the table of keys as the objects that programs hand in and get.

extension LayerValue {
  /// The value as key-value access hands it out.
  var foundationValue: Any? {
    switch self {
    case .none: nil
    case .boolean(let value): NSNumber(value: value)
    case .number(let value): NSNumber(value: value)
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .transform(let value): value
    case .color(let value): value
    case .colors(let value): value
    case .numbers(let value): value.map { NSNumber(value: $0) }
    case .image(let value): value
    case .path(let value): value
    case .filters(let values): values.map(CIFilter.init)
    case .blendMode(let mode): mode.filterName
    case .name(let value): value
    case .options(let bits): NSNumber(value: bits)
    case .text(let text): text.object
    }
  }

  /// Converts a program's object, boxed or not, to a type; nil if it has another one.
  package init?(_ value: Any?, as kind: LayerValueKind) {
    guard let value, !Self.isNull(value) else {
      guard [.color, .colors, .numbers, .image, .path, .filters, .blendMode, .language, .text].contains(kind) else {
        return nil
      }
      self = .none
      return
    }
    let found: LayerValue? =
      switch kind {
      case .boolean: Self.number(value).map { .boolean($0 != 0) }
      case .number: Self.number(value).map(LayerValue.number)
      case .point: (value as? CGPoint).map(LayerValue.point)
      case .size: Self.size(value).map(LayerValue.size)
      case .rect: (value as? CGRect).map(LayerValue.rect)
      case .transform: (value as? CATransform3D).map(LayerValue.transform)
      case .color: (value as? CGColor).map(LayerValue.color)
      case .colors: Self.list(value) { $0 as? CGColor }.map(LayerValue.colors)
      case .numbers: ((value as? CIVector)?.components ?? Self.list(value, of: Self.number)).map(LayerValue.numbers)
      case .image: CGImage.shown(by: value).map(LayerValue.image)
      // A mutable one would change later.
      case .path: (value as? CGPath)?.copy().map(LayerValue.path)
      case .filters: Self.list(value) { ($0 as? CIFilter)?.filterValue }.map(LayerValue.filters)
      case .blendMode: BlendMode(compositingFilter: value).map(LayerValue.blendMode)
      case .name, .language: Self.name(value).map(LayerValue.name)
      case .options: Self.options(value).map(LayerValue.options)
      case .text: Self.text(value).map(LayerValue.text)
      }
    guard let found else { return nil }
    self = found
  }

  private static func isNull(_ value: Any) -> Bool {
    // A cast of an object that is none also looks for ways to bridge it.
    type(of: value) is AnyClass ? type(of: value) is NSNull.Type : value is NSNull
  }

  /// `transform.translation` takes a point as well.
  private static func size(_ value: Any) -> CGSize? {
    value as? CGSize ?? (value as? CGPoint).map { CGSize(width: $0.x, height: $0.y) }
  }

  /// The elements of a list, if all are of a kind.
  private static func list<Element>(_ value: Any, of kind: (Any) -> Element?) -> [Element]? {
    guard let elements = value as? [Any] else { return nil }
    let found = elements.compactMap(kind)
    return found.count == elements.count ? found : nil
  }

  /// The bits of a set of options, or a number that stands for them.
  private static func options(_ value: Any) -> UInt? {
    switch value {
    case let mask as CACornerMask: return mask.rawValue
    case let mask as CAAutoresizingMask: return UInt(mask.rawValue)
    case let mask as CAEdgeAntialiasingMask: return UInt(mask.rawValue)
    default:
      guard let number = number(value), number >= 0, number <= Double(UInt32.max) else { return nil }
      return UInt(number)
    }
  }

  /// Any of the number types, and booleans as 0 and 1.
  private static func number(_ value: Any) -> Double? {
    // Most are boxed; asked first, a box costs no cast by way of another type.
    if type(of: value) is AnyClass { return (value as? NSNumber)?.doubleValue }
    return switch value {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as Bool: value ? 1 : 0
    case let value as any BinaryInteger: Double(value)
    default: nil
    }
  }

  /// A string, or an attributed one, of which a copy is kept.
  private static func text(_ value: Any) -> TextString? {
    if let attributed = value as? NSAttributedString {
      return TextString(attributed.string, attributed: AttributedText(attributed))
    }
    return (value as? String).map { TextString($0) }
  }

  /// A string, or an enumeration with a string as its raw value.
  private static func name(_ value: Any) -> String? {
    switch value {
    case let value as String: value
    case let value as any RawRepresentable<String>: value.rawValue
    default: nil
    }
  }
}
