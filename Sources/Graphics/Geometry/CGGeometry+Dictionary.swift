import Foundation

// Geometry as dictionaries, as property lists hold it: numbers under the keys X, Y, Width and
// Height.

extension CGPoint {
  /// A dictionary with the keys X and Y.
  public var dictionaryRepresentation: CFDictionary { dictionary(["X": x, "Y": y]) }

  /// Creates a point from its `dictionaryRepresentation`; nil if a number is missing.
  public init?(dictionaryRepresentation dictionary: CFDictionary) {
    guard let x = number("X", of: dictionary), let y = number("Y", of: dictionary) else { return nil }
    self.init(x: x, y: y)
  }
}

extension CGSize {
  /// A dictionary with the keys Width and Height.
  public var dictionaryRepresentation: CFDictionary { dictionary(["Width": width, "Height": height]) }

  /// Creates a size from its `dictionaryRepresentation`; nil if a number is missing.
  public init?(dictionaryRepresentation dictionary: CFDictionary) {
    guard let width = number("Width", of: dictionary), let height = number("Height", of: dictionary) else { return nil }
    self.init(width: width, height: height)
  }
}

extension CGRect {
  /// A dictionary with the keys X, Y, Width and Height.
  public var dictionaryRepresentation: CFDictionary {
    dictionary(["X": origin.x, "Y": origin.y, "Width": size.width, "Height": size.height])
  }

  /// Creates a rectangle from its `dictionaryRepresentation`; nil if a number is missing.
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
