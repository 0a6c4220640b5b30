import MultiplaneGraphics
import MultiplaneRenderTree

// A transform as 16 numbers, or as a list of operations that are read as nested calls of
// `CATransform3DTranslate` and the like from the identity on: the last one acts on a point first.

extension SceneReader {
  func transform(_ json: JSONValue, _ place: Place) throws(SceneError) -> CATransform3D {
    let expectation = LayerValueKind.transform.expectation
    let elements = try list(json, expectation, place)
    if case .number = elements.first {
      return try matrix(json, expectation, place)
    }
    var transform = CATransform3DIdentity
    for (index, element) in elements.enumerated() {
      transform = CATransform3DConcat(try operation(element, place.index(index)), transform)
    }
    // Each operation is within the limits; their product need not be.
    guard transform.numbers.allSatisfy({ abs($0) <= limits.maximumMagnitude }) else {
      let limit = JSONValue.number(limits.maximumMagnitude).flatText
      throw invalid(place, "expected a transform of numbers from -\(limit) to \(limit), found a larger product")
    }
    return transform
  }

  private func operation(_ json: JSONValue, _ place: Place) throws(SceneError) -> CATransform3D {
    let names = ["translate", "scale", "rotate", "rotateDegrees", "perspective", "affine", "matrix"]
    guard case .object(let members) = json, members.count == 1 else {
      throw expected("an object with one of \(names.joined(separator: ", "))", place, found: json)
    }
    let (key, value) = (members[0].key, members[0].value)
    let valuePlace = place.key(key)
    switch key {
    case "translate":
      let parts = try vector(value, "[x, y] or [x, y, z]", valuePlace)
      return CATransform3DMakeTranslation(parts[0], parts[1], parts.count > 2 ? parts[2] : 0)
    case "scale":
      return try scaling(value, valuePlace)
    case "rotate":
      return try rotation(value, unit: "radians", radiansPerUnit: 1, valuePlace)
    case "rotateDegrees":
      return try rotation(value, unit: "degrees", radiansPerUnit: .pi / 180, valuePlace)
    case "perspective":
      let distance = try number(value, valuePlace)
      guard abs(1 / distance) <= limits.maximumMagnitude else {
        throw expected("a distance that is not 0", valuePlace, found: value)
      }
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / distance
      return perspective
    case "affine":
      let parts = try numbers(value, count: 6, "[a, b, c, d, tx, ty]", valuePlace)
      return CATransform3DMakeAffineTransform(
        CGAffineTransform(a: parts[0], b: parts[1], c: parts[2], d: parts[3], tx: parts[4], ty: parts[5]))
    case "matrix":
      return try matrix(value, "16 numbers, m11, m12, … m44", valuePlace)
    default:
      throw unknownKey(key, in: place, of: "a transform's operation", known: names)
    }
  }

  /// Two or three numbers.
  private func vector(_ json: JSONValue, _ expectation: String, _ place: Place) throws(SceneError) -> [Double] {
    let count = try list(json, expectation, place).count
    return try numbers(json, count: count == 3 ? 3 : 2, expectation, place)
  }

  /// A number scales x and y, as in CSS; z stays.
  private func scaling(_ json: JSONValue, _ place: Place) throws(SceneError) -> CATransform3D {
    if case .number = json {
      let factor = try number(json, place)
      return CATransform3DMakeScale(factor, factor, 1)
    }
    let parts = try vector(json, "a number, [x, y] or [x, y, z]", place)
    return CATransform3DMakeScale(parts[0], parts[1], parts.count > 2 ? parts[2] : 1)
  }

  /// An angle alone turns about z.
  private func rotation(
    _ json: JSONValue, unit: String, radiansPerUnit: Double, _ place: Place
  ) throws(SceneError) -> CATransform3D {
    if case .number = json {
      return CATransform3DMakeRotation(try number(json, place) * radiansPerUnit, 0, 0, 1)
    }
    let parts = try numbers(json, count: 4, "\(unit) or [\(unit), x, y, z]", place)
    guard parts[1...].contains(where: { $0 != 0 }) else {
      throw invalid(place, "expected an axis of some length, found \(json.flatText)")
    }
    return CATransform3DMakeRotation(parts[0] * radiansPerUnit, parts[1], parts[2], parts[3])
  }

  private func matrix(_ json: JSONValue, _ expectation: String, _ place: Place) throws(SceneError) -> CATransform3D {
    let m = try numbers(json, count: 16, expectation, place)
    return CATransform3D(
      m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
      m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
  }
}

extension CATransform3D {
  /// The sixteen numbers, row by row.
  var numbers: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }
}
