import Foundation

// Geometry as dictionaries, as property lists hold it: numbers under the keys X, Y, Width and Height.

extension CGPoint {
  /// The numbers under X and Y.
  public var dictionaryRepresentation: CFDictionary { dictionary(["X": x, "Y": y]) }

  /// The point that `dictionaryRepresentation` gave; nil where a number is missing.
  public init?(dictionaryRepresentation dictionary: CFDictionary) {
    guard let x = number("X", of: dictionary), let y = number("Y", of: dictionary) else { return nil }
    self.init(x: x, y: y)
  }
}

extension CGSize {
  /// The numbers under Width and Height.
  public var dictionaryRepresentation: CFDictionary { dictionary(["Width": width, "Height": height]) }

  /// The size that `dictionaryRepresentation` gave; nil where a number is missing.
  public init?(dictionaryRepresentation dictionary: CFDictionary) {
    guard let width = number("Width", of: dictionary), let height = number("Height", of: dictionary) else { return nil }
    self.init(width: width, height: height)
  }
}

extension CGRect {
  /// The numbers under X, Y, Width and Height.
  public var dictionaryRepresentation: CFDictionary {
    dictionary(["X": origin.x, "Y": origin.y, "Width": size.width, "Height": size.height])
  }

  /// The rectangle that `dictionaryRepresentation` gave; nil where a number is missing.
  public init?(dictionaryRepresentation dictionary: CFDictionary) {
    guard let origin = CGPoint(dictionaryRepresentation: dictionary),
      let size = CGSize(dictionaryRepresentation: dictionary)
    else { return nil }
    self.init(origin: origin, size: size)
  }
}

private func dictionary(_ numbers: [String: CGFloat]) -> CFDictionary {
  let result = NSMutableDictionary()
  for (key, number) in numbers { result[NSString(string: key)] = NSNumber(value: Double(number)) }
  return result
}

private func number(_ key: String, of dictionary: CFDictionary) -> CGFloat? {
  (dictionary[NSString(string: key)] as? NSNumber).map { CGFloat($0.doubleValue) }
}
