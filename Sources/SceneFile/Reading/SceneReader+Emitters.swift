import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

// The cells of an emitter layer: `"emitterCells": [{"name": "spark", "contents": "dot",
// "birthRate": 20, …}]`.

extension SceneReader {
  /// A list of cells, as deep as cells emit.
  func emitterCells(_ json: JSONValue, _ place: Place, level: Int = 1) throws(SceneError) -> [EmitterCellValues] {
    let most = EmitterCellValues.mostLevels
    guard level <= most else {
      throw invalid(place, "expected at most \(most) levels of emitter cells, found more")
    }
    var cells: [EmitterCellValues] = []
    for (index, element) in try list(json, "a list of emitter cells", place).enumerated() {
      cells.append(try emitterCell(element, place.index(index), level: level))
    }
    return cells
  }

  private func emitterCell(_ json: JSONValue, _ place: Place, level: Int) throws(SceneError) -> EmitterCellValues {
    guard case .object(let members) = json else { throw expected("an emitter cell", place, found: json) }
    var cell = EmitterCellValues()
    let timed = CAEmitterCell()
    for member in members {
      let valuePlace = place.key(member.key)
      if member.key == "name" {
        cell.name = try string(member.value, valuePlace)
      } else if member.key == "emitterCells" {
        cell.cells = try emitterCells(member.value, valuePlace, level: level + 1)
      } else if let row = EmitterCellProperty.row(member.key), row.key == member.key {
        row.set(&cell, try value(member.value, of: row.kind, valuePlace))
      } else if let row = TimingProperty.row(member.key) {
        row.set(timed, try timingValue(member.value, row, valuePlace))
      } else {
        throw unknownKey(
          member.key, in: place, of: "an emitter cell",
          known: SceneKeys.emitterCell + EmitterCellProperty.all.map(\.key) + TimingProperty.all.map(\.key))
      }
    }
    if let values = CAEmitterCell.values(of: [timed]).first { cell.timing = values.timing }
    return cell
  }
}

extension SceneWriter {
  func json(_ cells: [EmitterCellValues], _ place: Place) throws(SceneError) -> JSONValue {
    var list: [JSONValue] = []
    for (index, cell) in cells.enumerated() { list.append(try json(cell, place.index(index))) }
    return .array(list)
  }

  private func json(_ cell: EmitterCellValues, _ place: Place) throws(SceneError) -> JSONValue {
    let defaults = EmitterCellValues()
    var members: Members = []
    if let name = cell.name { members.add("name", .string(name)) }
    for row in EmitterCellProperty.all {
      let value = row.get(cell)
      guard value != row.get(defaults) else { continue }
      let place = place.key(row.key)
      guard case .number(let number) = value else {
        members.add(row.key, try json(value, row.kind, place))
        continue
      }
      let short = shortest(try checked(number, place)) { short in
        var copy = defaults
        row.set(&copy, .number(short))
        return row.get(copy) == value
      }
      members.add(row.key, .number(short))
    }
    members += try timing(cell.timing, default: .layer, place)
    if !cell.cells.isEmpty { members.add("emitterCells", try json(cell.cells, place.key("emitterCells"))) }
    return .object(members)
  }
}
