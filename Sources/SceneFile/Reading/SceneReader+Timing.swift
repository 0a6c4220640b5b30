import MultiplaneLayerTree
import MultiplaneRenderTree

// Values of timing, and words out of a list.

extension SceneReader {
  /// Reads a value of one of CAMediaTiming's keys.
  func timingValue(_ json: JSONValue, _ row: TimingProperty, _ place: Place) throws(SceneError) -> LayerValue {
    guard row.mayBeInfinite else { return try value(json, of: row.kind, place) }
    if json == .string("infinity") { return .number(.infinity) }
    guard case .number = json else { throw expected("a number or \"infinity\"", place, found: json) }
    return .number(try number(json, place))
  }

  /// Reads the name of a curve, or the two control points of one; their x lie in 0…1.
  func timingFunction(_ json: JSONValue, _ place: Place) throws(SceneError) -> CAMediaTimingFunction {
    let names = CAMediaTimingFunctionName.all.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let expectation = "one of \(names) or [c1x, c1y, c2x, c2y]"
    switch json {
    case .string(let text):
      guard let name = CAMediaTimingFunctionName.all.first(where: { $0.rawValue == text }) else {
        throw expected(expectation, place, found: json)
      }
      return CAMediaTimingFunction(name: name)
    case .array:
      let points = try numbers(json, count: 4, expectation, place)
      for index in [0, 2] where !(0...1).contains(points[index]) {
        throw expected("an x from 0 to 1", place.index(index), found: .number(points[index]))
      }
      return CAMediaTimingFunction(
        controlPoints: Float(points[0]), Float(points[1]), Float(points[2]), Float(points[3]))
    default:
      throw expected(expectation, place, found: json)
    }
  }

  /// One of some words.
  func word(_ json: JSONValue, of words: [String], _ place: Place) throws(SceneError) -> String {
    guard case .string(let word) = json, words.contains(word) else {
      var suggestion = ""
      if case .string(let text) = json { suggestion = Suggestion.sentence(for: text, among: words) }
      throw invalid(place, "expected \(LayerValueKind.name(words).expectation), found \(json.found)" + suggestion)
    }
    return word
  }
}
