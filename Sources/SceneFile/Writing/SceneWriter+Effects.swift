import MultiplaneGraphics
import MultiplaneRenderTree

// Paths and filters.

extension SceneWriter {
  func json(_ path: CGPath, _ place: Place) throws(SceneError) -> JSONValue {
    for element in path.elements {
      for point in element.points { _ = try list([point.x, point.y], place) }
    }
    return .string(PathText.text(path))
  }

  func json(_ filters: [FilterValue], _ place: Place) throws(SceneError) -> JSONValue {
    var list: [JSONValue] = []
    for (index, filter) in filters.enumerated() { list.append(try json(filter, place.index(index))) }
    return .array(list)
  }

  /// The inputs of a filter that were set, in their order.
  private func json(_ filter: FilterValue, _ place: Place) throws(SceneError) -> JSONValue {
    var members: Members = []
    members.add("name", .string(filter.description.name))
    if let name = filter.name { members.add("label", .string(name)) }
    if !filter.isEnabled { members.add("enabled", .boolean(false)) }
    for input in filter.description.inputs {
      guard let value = filter.inputs[input.key] else { continue }
      let place = place.key(input.key)
      switch value {
      case .number(let number): members.add(input.key, .number(try checked(number, place)))
      case .vector(let components): members.add(input.key, try self.list(components, place))
      }
    }
    return .object(members)
  }
}
