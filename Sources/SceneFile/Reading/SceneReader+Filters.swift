import MultiplaneGraphics
import MultiplaneRenderTree

// Filters: `{"name": "CIGaussianBlur", "inputRadius": 4}`, and the names of blend modes.

extension SceneReader {
  /// The keys of a filter beside its inputs: Core Image's name, the filter's own name for key
  /// paths, and whether it is on.
  static let filterKeys = ["name", "label", "enabled"]

  /// A list of filters; nil for `null`.
  func filters(_ json: JSONValue, _ place: Place) throws(SceneError) -> [FilterValue]? {
    if json == .null { return nil }
    var filters: [FilterValue] = []
    for (index, element) in try list(json, LayerValueKind.filters.expectation, place).enumerated() {
      filters.append(try filter(element, place.index(index)))
    }
    return filters
  }

  private func filter(_ json: JSONValue, _ place: Place) throws(SceneError) -> FilterValue {
    guard case .object(let members) = json else {
      throw expected("a filter such as {\"name\": \"CIGaussianBlur\"}", place, found: json)
    }
    var filter = FilterValue(try filterDescription(members, place))
    for member in members {
      let valuePlace = place.key(member.key)
      switch member.key {
      case "name": break
      case "label":
        let label = try string(member.value, valuePlace)
        guard !label.isEmpty else { throw expected("a name for key paths", valuePlace, found: member.value) }
        filter.name = label
      case "enabled": filter.isEnabled = try boolean(member.value, valuePlace)
      default: try readInput(member, of: &filter, in: place)
      }
    }
    return filter
  }

  private func filterDescription(
    _ members: [JSONValue.Member], _ place: Place
  ) throws(SceneError) -> FilterDescription {
    let place = place.key("name")
    guard let json = members.first(where: { $0.key == "name" })?.value else {
      throw invalid(place, "is missing; expected the name of a filter such as \"CIGaussianBlur\"")
    }
    let name = try string(json, place)
    guard let description = FilterDescription.named(name) else {
      let known = FilterDescription.all.map(\.name)
      throw invalid(
        place, "expected the name of a filter, found \(json.found)" + Suggestion.sentence(for: name, among: known))
    }
    return description
  }

  private func readInput(
    _ member: JSONValue.Member, of filter: inout FilterValue, in place: Place
  ) throws(SceneError) {
    let inputs = filter.description.inputs
    guard let input = inputs.first(where: { $0.key == member.key }) else {
      throw unknownKey(
        member.key, in: place, of: filter.description.name, known: inputs.map(\.key) + Self.filterKeys)
    }
    filter.inputs[input.key] = try self.input(member.value, like: input.defaultValue, place.key(member.key))
  }

  /// A value of an input: a number, or as many as another value of it has.
  func input(
    _ json: JSONValue, like example: FilterValue.Input, _ place: Place
  ) throws(SceneError) -> FilterValue.Input {
    switch example {
    case .number: return .number(try number(json, place))
    case .vector(let components):
      return .vector(
        try numbers(json, count: components.count, "a list of \(components.count) numbers", place))
    }
  }

  /// The blend mode of a compositing filter's name; nil for `null`.
  func blendMode(_ json: JSONValue, _ place: Place) throws(SceneError) -> BlendMode? {
    if json == .null { return nil }
    guard case .string(let name) = json else {
      throw expected(LayerValueKind.blendMode.expectation, place, found: json)
    }
    guard let mode = BlendMode(filterName: name) else {
      throw invalid(
        place,
        "expected the name of a blend mode, found \(json.found)"
          + Suggestion.sentence(for: Self.nearestBlendMode(to: name)))
    }
    return mode
  }

  /// The blend mode that was meant, by its whole name, or by what drawing programs call it:
  /// `colorDodge`.
  private static func nearestBlendMode(to name: String) -> String? {
    let ending = "BlendMode"
    if let whole = Suggestion.nearest(to: name, among: BlendMode.filterNames) { return whole }
    let short = BlendMode.filterNames.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
    return Suggestion.nearest(to: name, among: short).map { $0 + ending }
  }
}
