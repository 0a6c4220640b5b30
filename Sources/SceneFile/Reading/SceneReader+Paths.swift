import MultiplaneGraphics
import MultiplaneRenderTree

extension SceneReader {
  /// A path: SVG path data, or an object with a shape.
  func path(_ json: JSONValue, _ place: Place) throws(SceneError) -> CGPath {
    let path: CGPath
    switch json {
    case .string(let text):
      do {
        path = try PathText.path(text)
      } catch {
        throw invalid(place, "character \(error.character) of the path data: \(error.problem)")
      }
    case .object(let members):
      path = try shape(members, json, place)
    default:
      throw expected(LayerValueKind.path.expectation, place, found: json)
    }
    for element in path.elements {
      for point in element.points {
        _ = try number(.number(point.x), place)
        _ = try number(.number(point.y), place)
      }
    }
    return path
  }

  private func shape(_ members: [JSONValue.Member], _ json: JSONValue, _ place: Place) throws(SceneError) -> CGPath {
    let names = ["rect", "ellipse", "roundedRect"]
    guard members.count == 1, let member = members.first else {
      throw expected("an object with one of \(names.joined(separator: ", "))", place, found: json)
    }
    let valuePlace = place.key(member.key)
    switch member.key {
    case "rect": return CGPath(rect: try rect(member.value, valuePlace))
    case "ellipse": return CGPath(ellipseIn: try rect(member.value, valuePlace))
    case "roundedRect":
      let parts = try numbers(member.value, count: 6, "[x, y, width, height, rx, ry]", valuePlace)
      return CGPath(
        roundedRect: CGRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3]), cornerWidth: parts[4],
        cornerHeight: parts[5])
    default:
      throw unknownKey(member.key, in: place, of: "a path", known: names)
    }
  }
}
