import MultiplaneGraphics
import MultiplaneMotion

/// The value of a layer property, for key-value coding, animations and scene files.
package enum LayerValue: Sendable, Equatable {
  /// No value: nil for properties that may be nil.
  case none
  case boolean(Bool)
  case number(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  case transform(CATransform3D)
  case color(CGColor)
  case colors([CGColor])
  case numbers([Double])
  case image(CGImage)
  case path(CGPath)
  case filters([FilterValue])
  case blendMode(BlendMode)
  /// The raw value of an enumeration with string values, or a language tag.
  case name(String)
  /// The raw value of an option set.
  case options(UInt)
  case text(TextString)

  package static func == (a: LayerValue, b: LayerValue) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.point(let a), .point(let b)): a == b
    case (.size(let a), .size(let b)): a == b
    case (.rect(let a), .rect(let b)): a == b
    case (.transform(let a), .transform(let b)): CATransform3DEqualToTransform(a, b)
    case (.color(let a), .color(let b)): a == b
    case (.colors(let a), .colors(let b)): a == b
    case (.numbers(let a), .numbers(let b)): a == b
    case (.image(let a), .image(let b)): a === b
    case (.path(let a), .path(let b)): a == b
    case (.filters(let a), .filters(let b)): a == b
    case (.blendMode(let a), .blendMode(let b)): a == b
    case (.name(let a), .name(let b)): a == b
    case (.options(let a), .options(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    default: false
    }
  }
}

extension LayerValue {
  /// The value for `Motion`; nil if it can only change discretely.
  package var animatable: AnimatableValue? {
    switch self {
    case .number(let number): .number(number)
    case .point(let point): .point(point)
    case .size(let size): .size(size)
    case .rect(let rect): .rect(rect)
    case .transform(let transform): .transform(transform)
    case .color(let color): .color(color.straight)
    case .colors(let colors): .colors(colors.map(\.straight))
    case .numbers(let numbers): .numbers(numbers)
    case .path(let path): .path(path)
    case .none, .boolean, .image, .filters, .blendMode, .name, .options, .text: nil
    }
  }

  /// Creates a value from `Motion`.
  package init(_ value: AnimatableValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .point(let point): self = .point(point)
    case .size(let size): self = .size(size)
    case .rect(let rect): self = .rect(rect)
    case .transform(let transform): self = .transform(transform)
    case .color(let color): self = .color(CGColor(color))
    case .colors(let colors): self = .colors(colors.map { CGColor($0) })
    case .numbers(let numbers): self = .numbers(numbers)
    case .path(let path): self = .path(path)
    }
  }
}

/// The type of a property's value, for key-value coding and scene files.
package enum LayerValueKind: Sendable, Equatable {
  case boolean
  case number
  case point
  case size
  case rect
  case transform
  /// A colour or nil.
  case color
  /// Colours or nil.
  case colors
  /// Numbers or nil.
  case numbers
  /// An image or nil.
  case image
  /// A path or nil.
  case path
  /// Filters or nil.
  case filters
  /// The name of a blend mode or nil.
  case blendMode
  /// One of these raw values.
  case name([String])
  /// A language tag, such as `en-US`, or nil.
  case language
  /// A set of these options.
  case options([Option])
  /// A text or nil.
  case text

  /// A member of an option set, named as its case in Core Animation.
  package struct Option: Sendable, Equatable {
    package let name: String
    package let bits: UInt
    package init(name: String, bits: UInt) {
      self.name = name
      self.bits = bits
    }
  }

  /// The default value of the kind.
  var zero: LayerValue {
    switch self {
    case .boolean: .boolean(false)
    case .number: .number(0)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .rect: .rect(.zero)
    case .transform: .transform(CATransform3DIdentity)
    default: .none
    }
  }

  /// The text after "expected" in messages.
  package var expectation: String {
    switch self {
    case .boolean: "true or false"
    case .number: "a number"
    case .point: "a point [x, y]"
    case .size: "a size [width, height]"
    case .rect: "a rectangle [x, y, width, height]"
    case .transform: "a transform (16 numbers, or a list of operations)"
    case .color: "a colour (\"#rrggbb\", [r, g, b, a] or null)"
    case .colors: "a list of colours or null"
    case .numbers: "a list of numbers or null"
    case .image: "the name of an image"
    case .path: "a path (SVG path data, {\"rect\": …}, {\"ellipse\": …}, {\"roundedRect\": …} or null)"
    case .filters: "a list of filters {\"name\": \"CIGaussianBlur\", …} or null"
    case .blendMode: "the name of a blend mode, such as \"multiplyBlendMode\", or null"
    case .name(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .language: "a language such as \"en-US\", or null"
    case .options(let options): "a list out of " + options.map { "\"\($0.name)\"" }.joined(separator: ", ")
    case .text: "a string or null"
    }
  }
}
