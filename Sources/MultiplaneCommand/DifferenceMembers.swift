import MultiplaneCompositor
import MultiplaneSceneFile

extension PictureDifference {
  /// The JSON members of `parity`, `diff` and `test`: differences in 255ths, shares of pixels in
  /// 0…1.
  ///
  /// - Parameter worst: the number of worst pixels to list with both values.
  func members(judgedBy tolerance: PictureTolerance, worst: Int) -> [JSONValue.Member] {
    let shares = DifferenceColumns.limits.map { JSONValue.Member(key: "\($0)", value: .number(share(beyond: $0))) }
    return [
      .init(key: "tolerance", value: .string("\(tolerance)")),
      .init(key: "breaches", value: .array(tolerance.breaches(by: self).map(JSONValue.string))),
      .init(key: "size", value: .list([Double(width), Double(height)])),
      .init(key: "largest", value: .number(Double(largest))),
      .init(key: "largestInside", value: .number(Double(largestInside))),
      .init(key: "mean", value: .number(mean)),
      .init(key: "beyond", value: .object(shares)),
      .init(key: "worst", value: .array(worstPixels(worst).map(\.json))),
    ]
  }
}

extension PictureDifference.Pixel {
  fileprivate var json: JSONValue {
    .object([
      .init(key: "x", value: .number(Double(x))), .init(key: "y", value: .number(Double(y))),
      .init(key: "difference", value: .number(Double(difference))), .init(key: "isInside", value: .boolean(isInside)),
      .init(key: "actual", value: .list(actual.map(Double.init))),
      .init(key: "expected", value: .list(expected.map(Double.init))),
    ])
  }
}
