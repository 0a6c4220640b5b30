import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion

/// The parameters of a scene with a value each, while it is read.
struct ParameterBinding {
  let declarations: [String: ParameterDeclaration]
  /// The value of each reference, in the scene format.
  let values: [String: JSONValue]
  /// The references that were met.
  private(set) var references: [(place: Place, name: String, isPlain: Bool)] = []
  /// The bytes of text that templates may still produce.
  private var bytesLeft: Int

  init(_ declarations: [ParameterDeclaration], values: [String: JSONValue], maximumBytes: Int) {
    self.declarations = Dictionary(declarations.map { ($0.name, $0) }) { first, _ in first }
    self.values = values
    bytesLeft = maximumBytes
  }

  fileprivate mutating func note(_ name: String, at place: Place, isPlain: Bool) {
    references.append((place, name, isPlain))
  }

  /// Whether a text of that length may still be made.
  fileprivate mutating func spend(bytes: Int) -> Bool {
    bytesLeft -= bytes
    return bytesLeft >= 0
  }

  /// The declarations that nothing refers to.
  var unused: [String] { Set(declarations.keys).subtracting(references.map(\.name)).sorted() }

  /// The reference at a place of the scene, or around it.
  func reference(at description: String) -> (name: String, isPlain: Bool)? {
    for reference in references {
      let place = reference.place.description
      guard description.hasPrefix(place) else { continue }
      let rest = description.dropFirst(place.count)
      if rest.isEmpty || rest.hasPrefix("[") { return (reference.name, reference.isPlain) }
    }
    return nil
  }
}

// References to parameters: {"parameter": "accent"}, {"template": "Hello {name}"}, and the two ways
// to choose beside a parameter.

extension SceneReader {
  /// Keys whose values decide what is read and how, and so do not depend on parameters.
  static let plainKeys = ["class", "name", "keyPath", "tiles", "animation"]
  /// Keys whose values are layers: parameters decide what lies within one, not which there are.
  static let layerKeys = ["sublayers", "mask", "from"]
  /// Deeper values hold layers, which are read by themselves.
  private static let deepestValue = 24

  /// The members of a layer with the values of parameters in place of the references; sublayers and
  /// masks as they are.
  ///
  /// - Parameter uses: gets the members that have references.
  mutating func resolved(
    _ members: [JSONValue.Member], _ place: Place, noting uses: ((JSONValue.Member, Set<String>) -> Void)? = nil
  ) throws(SceneError) -> [JSONValue.Member] {
    guard parameters != nil else { return members }
    var members = members
    for (index, member) in members.enumerated()
    where member.value.isNested && !Self.layerKeys.contains(member.key) {
      let count = parameters?.references.count ?? 0
      guard let value = try resolved(member, place) else { continue }
      members[index] = JSONValue.Member(key: member.key, value: value)
      let references = parameters?.references[count...] ?? []
      guard member.key == "animations" else {
        uses?(member, Set(references.map(\.name)))
        continue
      }
      // A transition's old contents were shown before the scene: later values do not change them,
      // and start no transition.
      let old = place.key(member.key).key(kCATransition).key("from").description
      let names = Set(references.filter { !$0.place.description.hasPrefix(old) }.map(\.name))
      if !names.isEmpty { uses?(Self.withoutOldLayer(member), names) }
    }
    return members
  }

  private mutating func resolved(_ member: JSONValue.Member, _ place: Place, depth: Int = 0) throws(SceneError)
    -> JSONValue?
  {
    let place = place.key(member.key)
    let value = try resolved(member.value, place, depth: depth, isLayers: Self.layerKeys.contains(member.key))
    guard value == nil || !Self.plainKeys.contains(member.key) else {
      throw invalid(place, "cannot be a parameter, because files are read before parameters have values")
    }
    return value
  }

  /// A value without references; nil where there are none.
  ///
  /// - Parameter isLayers: whether it is a layer, or a list of layers.
  mutating func resolved(
    _ json: JSONValue, _ place: Place, depth: Int = 0, isLayers: Bool = false
  ) throws(SceneError) -> JSONValue? {
    guard parameters != nil, depth < Self.deepestValue else { return nil }
    switch json {
    case .object(let members):
      if !isLayers, let value = try reference(members, place) { return value }
      var changed: [JSONValue.Member]?
      for (index, member) in members.enumerated() where member.value.isNested {
        guard let value = try resolved(member, place, depth: depth + 1) else { continue }
        changed = changed ?? members
        changed?[index] = JSONValue.Member(key: member.key, value: value)
      }
      return changed.map(JSONValue.object)
    case .array(let elements):
      var changed: [JSONValue]?
      for (index, element) in elements.enumerated() where element.isNested {
        guard let value = try resolved(element, place.index(index), depth: depth + 1, isLayers: isLayers) else {
          continue
        }
        changed = changed ?? elements
        changed?[index] = value
      }
      return changed.map(JSONValue.array)
    default: return nil
    }
  }

  /// The value of a reference; nil for another object.
  private mutating func reference(_ members: [JSONValue.Member], _ place: Place) throws(SceneError) -> JSONValue? {
    if let template = members.first(where: { $0.key == "template" })?.value, case .string(let text) = template {
      try checkKeys(members, ["template"], place)
      return .string(try filled(text, place))
    }
    guard let member = members.first(where: { $0.key == "parameter" }), case .string(let name) = member.value else {
      return nil
    }
    try checkKeys(members, ["parameter", "map", "case", "else"], place)
    let (declaration, value) = try parameter(name, place)
    let map = members.first { $0.key == "map" }?.value
    let cases = members.first { $0.key == "case" }?.value
    let other = members.first { $0.key == "else" }?.value
    parameters?.note(name, at: place, isPlain: map == nil && cases == nil)
    if let map {
      guard cases == nil, other == nil else {
        throw invalid(place.key("map"), "expected either map or case, found both")
      }
      return try mapped(value, of: declaration, map, place)
    }
    if let cases { return try chosen(value, of: declaration, cases, other, place) }
    if other != nil { throw invalid(place.key("else"), "expected \"case\" next to it, found none") }
    return value
  }

  private func checkKeys(_ members: [JSONValue.Member], _ known: [String], _ place: Place) throws(SceneError) {
    for member in members where !known.contains(member.key) {
      throw unknownKey(member.key, in: place, of: "a parameter's value", known: known)
    }
  }

  private func parameter(
    _ name: String, _ place: Place
  ) throws(SceneError) -> (declaration: ParameterDeclaration, value: JSONValue) {
    guard let declaration = parameters?.declarations[name], let value = parameters?.values[name] else {
      let names = parameters?.declarations.keys.sorted() ?? []
      throw invalid(
        place, "is not a parameter: \(OneLine.quoted(name))" + Suggestion.sentence(for: name, among: names))
    }
    return (declaration, value)
  }

  // MARK: Templates

  private mutating func filled(_ text: String, _ place: Place) throws(SceneError) -> String {
    let place = place.key("template")
    let template: TextTemplate
    do {
      template = try TextTemplate(text)
    } catch {
      throw invalid(place, error.problem)
    }
    var result = ""
    for piece in template.pieces {
      let length = result.utf8.count
      switch piece {
      case .text(let text): result += text
      case .parameter(let name, let format):
        let (declaration, value) = try parameter(name, place)
        parameters?.note(name, at: place, isPlain: false)
        switch value {
        case .number(let number): result += TextTemplate.text(number, format)
        case .boolean(let isTrue) where format == nil: result += isTrue ? "true" : "false"
        case .string(let text) where format == nil && declaration.kind == .text: result += text
        default:
          let expected =
            format == nil ? "a string, a number or a boolean" : "a number, because only numbers have digits"
          throw invalid(place, "expected \(expected), found the parameter \"\(name)\", \(declaration.expectation)")
        }
      }
      guard parameters?.spend(bytes: result.utf8.count - length) == true else {
        throw invalid(place, "expected at most \(limits.maximumFileBytes) bytes in all templates together, found more")
      }
    }
    return result
  }

  // MARK: Maps and cases

  /// Piecewise linear, held beyond the ends.
  private func mapped(
    _ value: JSONValue, of declaration: ParameterDeclaration, _ map: JSONValue, _ place: Place
  ) throws(SceneError) -> JSONValue {
    let place = place.key("map")
    guard case .number(let x) = value else {
      throw invalid(
        place, "expected a number to map, found the parameter \"\(declaration.name)\", \(declaration.expectation)")
    }
    let shape = "two lists of as many values, [[x0, x1, …], [y0, y1, …]], of two at least"
    let lists = try list(map, shape, place)
    guard lists.count == 2, case .array(let xs) = lists[0], case .array(let ys) = lists[1], xs.count == ys.count,
      xs.count > 1
    else { throw expected(shape, place, found: map) }
    var stops: [Double] = []
    for (index, element) in xs.enumerated() {
      let stop = try number(element, place.index(0).index(index))
      guard stop > stops.last ?? -.infinity else {
        throw expected("a number above the one before", place.index(0).index(index), found: element)
      }
      stops.append(stop)
    }
    var values: [[Double]] = []
    for (index, element) in ys.enumerated() {
      let value = try mixable(element, place.index(1).index(index))
      guard value.count == values.first?.count ?? value.count else {
        throw invalid(place.index(1).index(index), "expected as many numbers as the value before, found \(value.count)")
      }
      values.append(value)
    }
    let next = stops.firstIndex { $0 > x } ?? stops.count
    guard next > 0, next < stops.count else { return ys[next == 0 ? 0 : stops.count - 1] }
    let fraction = (x - stops[next - 1]) / (stops[next] - stops[next - 1])
    guard
      case .numbers(let mixed)? = AnimatableValue.numbers(values[next - 1])
        .interpolated(to: .numbers(values[next]), fraction: fraction)
    else { return ys[next] }
    if case .number = ys[next], let number = mixed.first { return .number(number) }
    return .list(mixed)
  }

  /// The numbers of a value that lies between others: of a number, of a list of numbers, of a
  /// colour.
  private func mixable(_ json: JSONValue, _ place: Place) throws(SceneError) -> [Double] {
    switch json {
    case .number: return [try number(json, place)]
    case .string(let text):
      guard let color = ColorText.color(text)?.straight else { break }
      return [color.red, color.green, color.blue, color.alpha]
    case .array(let elements):
      var numbers: [Double] = []
      for (index, element) in elements.enumerated() { numbers.append(try number(element, place.index(index))) }
      return numbers
    default: break
    }
    throw expected("a number, a list of numbers or a colour", place, found: json)
  }

  private func chosen(
    _ value: JSONValue, of declaration: ParameterDeclaration, _ cases: JSONValue, _ other: JSONValue?, _ place: Place
  ) throws(SceneError) -> JSONValue {
    let place = place.key("case")
    guard case .object(let members) = cases else { throw expected("an object of {value: …}", place, found: cases) }
    let names: [String]
    if declaration.kind == .boolean {
      names = ["true", "false"]
    } else if let allowed = declaration.allowedValues {
      names = allowed.compactMap { value in value.json.map(Self.caseName) }
    } else {
      throw invalid(
        place,
        "expected a parameter with an enum, or a boolean, found the parameter \"\(declaration.name)\", "
          + declaration.expectation)
    }
    for member in members where !names.contains(member.key) {
      throw invalid(
        place.key(member.key),
        "is no value of the parameter \"\(declaration.name)\"" + Suggestion.sentence(for: member.key, among: names))
    }
    if other == nil, let missing = names.first(where: { name in !members.contains { $0.key == name } }) {
      throw invalid(place, "expected a value for \(OneLine.quoted(missing)), or \"else\"")
    }
    let name = Self.caseName(value)
    return members.first { $0.key == name }?.value ?? other ?? .null
  }

  /// The key of a value.
  private static func caseName(_ json: JSONValue) -> String {
    if case .string(let text) = json { text } else { json.flatText }
  }
}
