import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

// The text of a layer with a style per run: ["Ada ", {"text": "Lovelace", "fontSize": 20}]. The
// layer has the values that a run does not have.

extension SceneReader {
  /// More runs than a text has that is written by hand. Layout takes longer with each of them.
  static let maximumRuns = 1000

  /// The keys of a run.
  static let runKeys = ["text", "font", "fontSize", "foregroundColor", "kern", "underline", "baselineOffset"]

  /// Reads a string or a list of runs; nil for null.
  func text(_ json: JSONValue, _ place: Place) throws(SceneError) -> TextString? {
    switch json {
    case .null: return nil
    case .string(let text): return TextString(text)
    case .array(let elements): return try runs(elements, place)
    default: throw expected("a string or a list of runs", place, found: json)
    }
  }

  private func runs(_ elements: [JSONValue], _ place: Place) throws(SceneError) -> TextString {
    guard elements.count <= Self.maximumRuns else {
      throw invalid(place, "expected at most \(Self.maximumRuns) runs, found \(elements.count)")
    }
    let text = NSMutableAttributedString(string: "")
    for (index, element) in elements.enumerated() {
      text.append(try run(element, place.index(index)))
    }
    return text.length == 0 ? TextString("") : TextString(text.string, attributed: AttributedText(text))
  }

  private func run(_ json: JSONValue, _ place: Place) throws(SceneError) -> NSAttributedString {
    switch json {
    case .string(let text): return NSAttributedString(string: text, attributes: PartialTextStyle().values)
    case .object(let members): return try run(members, place)
    default: throw expected("a string or an object with \"text\"", place, found: json)
    }
  }

  private func run(_ members: [JSONValue.Member], _ place: Place) throws(SceneError) -> NSAttributedString {
    var text: String?
    var style = PartialTextStyle()
    var values: [NSAttributedString.Key: Any] = [:]
    for member in members {
      let valuePlace = place.key(member.key)
      switch member.key {
      case "text": text = try string(member.value, valuePlace)
      case "font":
        style.font = try string(member.value, valuePlace)
        guard style.font?.isEmpty == false else {
          throw expected("the name of a font", valuePlace, found: member.value)
        }
      case "fontSize":
        let size = try number(member.value, valuePlace)
        guard size > 0 else { throw expected("a number above 0", valuePlace, found: member.value) }
        style.fontSize = CGFloat(size)
      case "foregroundColor": values[.foregroundColor] = try color(member.value, valuePlace) ?? CGColor.clear
      case "kern": values[.kern] = NSNumber(value: try number(member.value, valuePlace))
      case "underline":
        if try boolean(member.value, valuePlace) {
          values[.underlineStyle] = NSNumber(value: CTUnderlineStyle.single.rawValue)
        }
      case "baselineOffset": values[.baselineOffset] = NSNumber(value: try number(member.value, valuePlace))
      default: throw unknownKey(member.key, in: place, of: "a run", known: Self.runKeys)
      }
    }
    guard let text else { throw invalid(place.key("text"), "is missing; expected a string") }
    return NSAttributedString(string: text, attributes: values.merging(style.values) { own, _ in own })
  }
}
