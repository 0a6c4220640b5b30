import Graphics

extension SceneReader {
  /// A path: SVG path data, or an object with a shape.
  func path(_ json: JSONValue, _ place: Place) throws(SceneError) -> CGPath {
    let path: CGPath
    switch json {
    case .string(let text):
      guard let read = PathText.path(text) else {
        throw expected("path data such as \"M 0 0 L 10 0 C 20 0 20 10 30 10 Z\"", place, found: json)
      }
      path = read
    case .object(let members):
      path = try shape(members, json, place)
    default:
      throw expected("a path: path data or an object with rect, ellipse or roundedRect", place, found: json)
    }
    let box = path.boundingBox
    for number in [box.minX, box.minY, box.maxX, box.maxY] where !box.isNull {
      _ = try self.number(.number(number), place)
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
