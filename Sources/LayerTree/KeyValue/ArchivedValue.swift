import MultiplaneDrawing
import MultiplaneGraphics

/// Values as archives hold them.
///
/// Archives take objects of Foundation; what is none becomes a list that begins with the name of
/// its kind.
enum ArchivedValue {
  private enum Kind: String {
    case point, size, rect, transform, affineTransform, color, image, path, list, dictionary, null, font, attributedText
  }

  /// The classes of what is made here, and of what a program may have stored, for secure coding.
  static let classes: [AnyClass] = [
    NSArray.self, NSString.self, NSNumber.self, NSData.self, CALayer.self, CAAnimation.self, CAMediaTimingFunction.self,
    CAValueFunction.self, CAConstraint.self, CAEmitterCell.self, CIFilter.self, NSDate.self, NSURL.self,
  ]

  /// The object under a key; nil without one. (Foundation's coder takes asking for a key that is
  /// missing for a failure.)
  static func object(forKey key: String, in coder: NSCoder) -> Any? {
    coder.containsValue(forKey: key) ? coder.decodeObject(of: classes, forKey: key) : nil
  }

  private static let valuesKey = "values"

  /// Writes the values of an object by their keys; what no archive can hold is left out.
  static func encode(_ values: [AnyHashable: Any], with coder: NSCoder) {
    coder.encode(box(values), forKey: valuesKey)
  }

  /// The values that `encode` wrote, by their keys.
  static func values(in coder: NSCoder) -> [(key: String, value: Any)] {
    let values = object(forKey: valuesKey, in: coder).flatMap(unbox) as? [AnyHashable: Any] ?? [:]
    return values.compactMap { key, value in (key.base as? String).map { ($0, value) } }
  }

  /// A value as an object; nil for one that no archive can hold.
  static func box(_ value: Any) -> NSObject? {
    switch value {
    case let value as String: return NSString(string: value)
    case is NSNull: return list(.null, [])
    case let value as CGPoint: return list(.point, [value.x, value.y])
    case let value as CGSize: return list(.size, [value.width, value.height])
    case let value as CGRect: return list(.rect, [value.minX, value.minY, value.size.width, value.size.height])
    case let value as CATransform3D: return list(.transform, value.rows)
    case let value as CGAffineTransform:
      return list(.affineTransform, [value.a, value.b, value.c, value.d, value.tx, value.ty])
    case let value as CGColor: return box(value)
    case let value as CGImage: return box(value)
    case let value as CGPath: return box(value)
    case let value as NSAttributedString: return box(value)
    case let value as CTFont: return box(value)
    case let value as [AnyHashable: Any]: return box(value)
    case let value as [Any]: return tagged(.list, value.compactMap(box))
    case let value as any RawRepresentable<String>: return NSString(string: value.rawValue)
    default:
      if let value = value as? NSValue, !(value is NSNumber) { return unwrapped(value).flatMap(box) }
      return value as? NSNumber ?? value as? NSObject & NSSecureCoding
    }
  }

  /// The value of an object that `box` made; nil for one that it did not.
  static func unbox(_ object: Any) -> Any? {
    guard let list = object as? NSArray else {
      return object is NSString ? (object as? NSString).map { String($0) as Any } : object
    }
    guard list.count > 0, let name = list[0] as? NSString, let kind = Kind(rawValue: String(name)) else { return nil }
    let elements = (1..<list.count).map { list[$0] }
    switch kind {
    case .null: return NSNull()
    case .list: return elements.compactMap(unbox)
    case .dictionary: return dictionary(elements)
    case .color: return color(elements)
    case .image: return image(elements)
    case .path: return path(elements)
    case .font: return font(elements)
    case .attributedText: return attributedText(elements)
    case .point, .size, .rect, .transform, .affineTransform: return geometry(kind, elements.compactMap(double))
    }
  }

  private static func geometry(_ kind: Kind, _ n: [CGFloat]) -> Any? {
    switch (kind, n.count) {
    case (.point, 2): CGPoint(x: n[0], y: n[1])
    case (.size, 2): CGSize(width: n[0], height: n[1])
    case (.rect, 4): CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    case (.transform, 16):
      CATransform3D(
        m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
        m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14], m44: n[15])
    case (.affineTransform, 6): CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    default: nil
    }
  }

  // MARK: Lists

  private static func tagged(_ kind: Kind, _ elements: [NSObject]) -> NSArray {
    NSArray(array: [NSString(string: kind.rawValue)] + elements)
  }

  private static func list(_ kind: Kind, _ numbers: [CGFloat]) -> NSArray {
    tagged(kind, numbers.map { NSNumber(value: Double($0)) })
  }

  private static func double(_ object: Any) -> CGFloat? { (object as? NSNumber).map { CGFloat($0.doubleValue) } }

  /// The value in a Foundation box.
  private static func unwrapped(_ value: NSValue) -> Any? {
    if let transform = value.boxedTransform3D { return transform }
    let boxes: [(NSValue, (NSValue) -> Any)] = [
      (NSValue(point: .zero), \.pointValue), (NSValue(size: .zero), \.sizeValue), (NSValue(rect: .zero), \.rectValue),
    ]
    return boxes.first { strcmp($0.0.objCType, value.objCType) == 0 }?.1(value)
  }

  // MARK: Dictionaries, colours, images, paths

  /// Keys that are no text are left out.
  private static func box(_ dictionary: [AnyHashable: Any]) -> NSArray {
    var elements: [NSObject] = []
    for (key, value) in dictionary {
      guard let key = key.base as? String, let value = box(value) else { continue }
      elements += [NSString(string: key), value]
    }
    return tagged(.dictionary, elements)
  }

  private static func dictionary(_ elements: [Any]) -> [AnyHashable: Any] {
    var dictionary: [AnyHashable: Any] = [:]
    for index in stride(from: 0, to: elements.count - 1, by: 2) {
      guard let key = elements[index] as? NSString else { continue }
      dictionary[String(key)] = unbox(elements[index + 1])
    }
    return dictionary
  }

  /// Its name and size.
  private static func box(_ font: CTFont) -> NSArray {
    tagged(.font, [CTFontCopyPostScriptName(font), NSNumber(value: Double(CTFontGetSize(font)))])
  }

  private static func font(_ elements: [Any]) -> CTFont? {
    guard elements.count == 2, let name = elements[0] as? NSString, let size = double(elements[1]) else { return nil }
    return CTFontCreateWithName(name, size, nil)
  }

  /// The text, and of each part where it begins, how long it is, and those of its attributes that
  /// an archive can hold.
  private static func box(_ text: NSAttributedString) -> NSArray {
    var elements: [NSObject] = [NSString(string: text.string)]
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      let named = attributes.map { (AnyHashable($0.key.rawValue), $0.value) }
      elements += [
        NSNumber(value: range.location), NSNumber(value: range.length),
        box(Dictionary(named) { first, _ in first }) as NSArray,
      ]
    }
    return tagged(.attributedText, elements)
  }

  private static func attributedText(_ elements: [Any]) -> NSAttributedString? {
    guard let string = elements.first as? NSString else { return nil }
    let text = NSMutableAttributedString(string: String(string))
    for index in stride(from: 1, to: elements.count - 2, by: 3) {
      guard let start = elements[index] as? NSNumber, let length = elements[index + 1] as? NSNumber,
        let values = unbox(elements[index + 2]) as? [AnyHashable: Any]
      else { continue }
      let range = start.intValue..<max(start.intValue, start.intValue &+ length.intValue)
      guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= text.length else { continue }
      for case (let key as String, let value) in values {
        text.addAttribute(
          NSAttributedString.Key(key), value: value, range: NSRange(location: range.lowerBound, length: range.count))
      }
    }
    return NSAttributedString(attributedString: text)
  }

  /// The name of the colour space and the components; a space without a name becomes sRGB.
  private static func box(_ color: CGColor) -> NSArray {
    let name = color.colorSpace?.knownName.flatMap { CGColorSpace(name: $0 as CFString) == nil ? nil : $0 }
    let straight = color.straight
    let components: [CGFloat] =
      name == nil ? [straight.red, straight.green, straight.blue, straight.alpha] : color.components ?? []
    return tagged(
      .color, [name as CFString? ?? CGColorSpace.sRGB] + components.map { NSNumber(value: Double($0)) })
  }

  private static func color(_ elements: [Any]) -> CGColor? {
    guard let name = elements.first as? NSString, let space = CGColorSpace(name: name) else { return nil }
    return CGColor(colorSpace: space, components: elements.dropFirst().compactMap(double))
  }

  /// Width, height and the pixels, alpha multiplied in: 8-bit sRGB, or half floats of extended
  /// sRGB, twice as long.
  private static func box(_ image: CGImage) -> NSArray {
    let halves = image.hasHalfFloats ? image.premultipliedHalves() : nil
    let pixels = halves?.withUnsafeBytes { Data($0) } ?? Data(image.premultipliedRGBA8())
    return tagged(.image, [NSNumber(value: image.width), NSNumber(value: image.height), NSData(data: pixels)])
  }

  private static func image(_ elements: [Any]) -> CGImage? {
    guard elements.count == 3, let width = elements[0] as? NSNumber, let height = elements[1] as? NSNumber,
      let data = elements[2] as? NSData
    else { return nil }
    let (columns, rows, pixels) = (width.intValue, height.intValue, Data(referencing: data))
    return CGImage(premultipliedHalves: pixels, width: columns, height: rows, isExtended: true)
      ?? CGImage(premultipliedRGBA8: pixels, width: columns, height: rows)
  }

  /// For each element its kind's number and its points.
  private static func box(_ path: CGPath) -> NSArray {
    list(.path, path.elements.flatMap { [CGFloat($0.kindNumber)] + $0.points.flatMap { [$0.x, $0.y] } })
  }

  private static func path(_ elements: [Any]) -> CGPath? {
    var numbers = elements.compactMap(double)[...]
    var path: [PathElement] = []
    while let kind = numbers.popFirst() {
      guard let element = PathElement(kindNumber: kind, from: &numbers) else { return nil }
      path.append(element)
    }
    return CGPath(elements: path)
  }
}

extension CATransform3D {
  /// The sixteen numbers, row by row.
  fileprivate var rows: [CGFloat] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }
}

extension PathElement {
  /// Apple's number for the kind of step, as of `CGPathElementType`.
  fileprivate var kindNumber: Int32 {
    switch self {
    case .move: CGPathElementType.moveToPoint.rawValue
    case .line: CGPathElementType.addLineToPoint.rawValue
    case .quadCurve: CGPathElementType.addQuadCurveToPoint.rawValue
    case .curve: CGPathElementType.addCurveToPoint.rawValue
    case .close: CGPathElementType.closeSubpath.rawValue
    }
  }

  /// Takes the points of a kind of step from the front of a list; nil for an unknown kind and for
  /// too short a list.
  fileprivate init?(kindNumber: CGFloat, from numbers: inout ArraySlice<CGFloat>) {
    guard let kind = Int32(exactly: Double(kindNumber)).flatMap(CGPathElementType.init(rawValue:)) else { return nil }
    func point() -> CGPoint? {
      guard let x = numbers.popFirst(), let y = numbers.popFirst() else { return nil }
      return CGPoint(x: x, y: y)
    }
    switch kind {
    case .moveToPoint:
      guard let end = point() else { return nil }
      self = .move(to: end)
    case .addLineToPoint:
      guard let end = point() else { return nil }
      self = .line(to: end)
    case .addQuadCurveToPoint:
      guard let control = point(), let end = point() else { return nil }
      self = .quadCurve(to: end, control: control)
    case .addCurveToPoint:
      guard let control1 = point(), let control2 = point(), let end = point() else { return nil }
      self = .curve(to: end, control1: control1, control2: control2)
    case .closeSubpath: self = .close
    }
  }
}
