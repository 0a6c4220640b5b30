import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

// Values, by the kind that the table of keys asks for.

extension SceneReader {
  func value(_ json: JSONValue, of kind: LayerValueKind, _ place: Place) throws(SceneError) -> LayerValue {
    switch kind {
    case .boolean: return .boolean(try boolean(json, place))
    case .number: return .number(try number(json, place))
    case .point:
      let parts = try numbers(json, count: 2, kind.expectation, place)
      return .point(CGPoint(x: parts[0], y: parts[1]))
    case .size: return .size(try size(json, place))
    case .rect: return .rect(try rect(json, place))
    case .transform: return .transform(try transform(json, place))
    case .color: return try color(json, place).map(LayerValue.color) ?? .none
    case .colors:
      return try optionalList(json, kind, place) { (element, place) throws(SceneError) in
        guard let color = try color(element, place) else {
          throw expected(ColorText.expectation, place, found: element)
        }
        return color
      }.map(LayerValue.colors) ?? .none
    case .numbers: return try optionalList(json, kind, place, number).map(LayerValue.numbers) ?? .none
    case .image: return try image(json, place)
    case .path: return json == .null ? .none : .path(try path(json, place))
    case .filters: return try filters(json, place).map(LayerValue.filters) ?? .none
    case .blendMode: return try blendMode(json, place).map(LayerValue.blendMode) ?? .none
    case .name(let names): return .name(try rawName(json, of: names, place))
    case .language: return try language(json, place)
    case .options(let options):
      var bits: UInt = 0
      for (index, element) in try list(json, kind.expectation, place).enumerated() {
        guard case .string(let name) = element, let option = options.first(where: { $0.name == name }) else {
          // Says which there are, and which may be meant.
          _ = try word(element, of: options.map(\.name), place.index(index))
          continue
        }
        bits |= option.bits
      }
      return .options(bits)
    case .text: return try text(json, place).map(LayerValue.text) ?? .none
    }
  }

  func boolean(_ json: JSONValue, _ place: Place) throws(SceneError) -> Bool {
    guard case .boolean(let value) = json else {
      throw expected(LayerValueKind.boolean.expectation, place, found: json)
    }
    return value
  }

  /// A finite number within the limits.
  func number(_ json: JSONValue, _ place: Place) throws(SceneError) -> Double {
    guard case .number(let number) = json else {
      throw expected(LayerValueKind.number.expectation, place, found: json)
    }
    try checkMagnitude(number, place)
    return number
  }

  private func checkMagnitude(_ number: Double, _ place: Place) throws(SceneError) {
    // A comparison that NaN fails too.
    guard abs(number) <= limits.maximumMagnitude else {
      let limit = JSONValue.number(limits.maximumMagnitude).flatText
      throw expected("a number from -\(limit) to \(limit)", place, found: .number(number))
    }
  }

  func string(_ json: JSONValue, _ place: Place) throws(SceneError) -> String {
    guard case .string(let text) = json else { throw expected("a string", place, found: json) }
    return text
  }

  private func language(_ json: JSONValue, _ place: Place) throws(SceneError) -> LayerValue {
    if json == .null { return .none }
    guard case .string(let tag) = json, Hyphenator.isTag(tag) else {
      throw expected(LayerValueKind.language.expectation, place, found: json)
    }
    return .name(tag)
  }

  func list(_ json: JSONValue, _ expectation: String, _ place: Place) throws(SceneError) -> [JSONValue] {
    guard case .array(let elements) = json else { throw expected(expectation, place, found: json) }
    return elements
  }

  /// A list whose elements are all read in the same way; nil for `null`.
  private func optionalList<Element>(
    _ json: JSONValue, _ kind: LayerValueKind, _ place: Place,
    _ read: (JSONValue, Place) throws(SceneError) -> Element
  ) throws(SceneError) -> [Element]? {
    if json == .null { return nil }
    var elements: [Element] = []
    for (index, element) in try list(json, kind.expectation, place).enumerated() {
      elements.append(try read(element, place.index(index)))
    }
    return elements
  }

  /// A list of the given number of numbers.
  func numbers(
    _ json: JSONValue, count: Int, _ expectation: String, _ place: Place
  ) throws(SceneError) -> [Double] {
    let elements = try list(json, expectation, place)
    guard elements.count == count else { throw expected(expectation, place, found: json) }
    var numbers: [Double] = []
    for (index, element) in elements.enumerated() { numbers.append(try number(element, place.index(index))) }
    return numbers
  }

  func size(_ json: JSONValue, _ place: Place) throws(SceneError) -> CGSize {
    let parts = try numbers(json, count: 2, LayerValueKind.size.expectation, place)
    return CGSize(width: parts[0], height: parts[1])
  }

  func rect(_ json: JSONValue, _ place: Place) throws(SceneError) -> CGRect {
    let parts = try numbers(json, count: 4, LayerValueKind.rect.expectation, place)
    return CGRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
  }

  /// A colour in any of its spellings; nil for `null`.
  func color(_ json: JSONValue, _ place: Place) throws(SceneError) -> CGColor? {
    switch json {
    case .null:
      return nil
    case .string(let text):
      guard let color = ColorText.color(text) else {
        let suggestion = Suggestion.sentence(for: text.lowercased(), among: ColorNames.all)
        throw invalid(place, "expected \(ColorText.expectation), found \(json.found)" + suggestion)
      }
      return color
    case .array(let elements):
      let parts = try numbers(json, count: elements.count == 3 ? 3 : 4, ColorText.expectation, place)
      for (index, part) in parts.enumerated() where !(0...1).contains(part) {
        throw expected("a number from 0 to 1", place.index(index), found: .number(part))
      }
      return CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
    default:
      throw expected(ColorText.expectation, place, found: json)
    }
  }

  /// A hint for an unknown image name: a similar name, and where images are declared.
  private func imageHint(_ name: String) -> String {
    if let known = imageDefinitions.first(where: { $0.path == name }) {
      return "; that file is the image \(OneLine.quoted(known.name))"
    }
    let suggestion = Suggestion.sentence(for: name, among: images.keys.sorted())
    guard suggestion.isEmpty else { return suggestion }
    let file = name.split(separator: "/").last ?? ""
    let bare = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? String(file)
    guard !bare.isEmpty else { return "; images are declared by the scene: \"images\": {\"photo\": \"photo.jpg\"}" }
    let path = bare == file ? "\(name).png" : name
    return "; the scene declares its images: \"images\": {\(OneLine.quoted(bare)): \(OneLine.quoted(path))}"
  }

  private func image(_ json: JSONValue, _ place: Place) throws(SceneError) -> LayerValue {
    switch json {
    case .null:
      return .none
    case .string(let name):
      if let image = images[name] { return .image(image) }
      throw invalid(place, "expected \(LayerValueKind.image.expectation), found \(json.found)" + imageHint(name))
    default:
      throw expected(LayerValueKind.image.expectation, place, found: json)
    }
  }
}
