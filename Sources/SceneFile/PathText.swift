import Graphics

/// Path data as SVG writes it: `M` move, `L` `H` `V` lines, `Q` and `C` curves, `Z` close; small letters count from the
/// current point. (Source: SVG 1.1, 8.3, without `S`, `T` and `A`.)
enum PathText {
  /// The path of a text; nil for what is none.
  static func path(_ text: String) -> CGPath? {
    var reader = PathReader(text)
    return reader.path()
  }

  /// The text of a path, in absolute coordinates.
  static func text(_ path: CGPath) -> String {
    func point(_ point: CGPoint) -> String { number(point.x) + " " + number(point.y) }
    func number(_ number: Double) -> String { JSONValue.number(number).flatText }
    let steps = path.elements.map { element in
      switch element {
      case .move(let end): "M " + point(end)
      case .line(let end): "L " + point(end)
      case .quadCurve(let end, let control): "Q " + point(control) + " " + point(end)
      case .curve(let end, let control1, let control2):
        "C " + point(control1) + " " + point(control2) + " " + point(end)
      case .close: "Z"
      }
    }
    return steps.joined(separator: " ")
  }
}

/// Reads path data from its beginning to its end.
private struct PathReader {
  private var rest: Substring
  private let result = CGMutablePath()

  init(_ text: String) { rest = text[...] }

  mutating func path() -> CGPath? {
    skipSpace()
    guard rest.first == "M" || rest.first == "m" else { return nil }
    var command: Character?
    while let next = rest.first {
      if next.isLetter {
        command = next
        rest.removeFirst()
      } else if command == "M" {
        // More points after a move are lines.
        command = "L"
      } else if command == "m" {
        command = "l"
      } else if command == "Z" || command == "z" {
        return nil
      }
      guard let command, run(command) else { return nil }
      skipSpace()
    }
    return result.copy()
  }

  private mutating func run(_ command: Character) -> Bool {
    let pen = result.currentPoint
    let origin = command.isLowercase ? pen : .zero
    switch command.uppercased() {
    case "M": return points(1, from: origin) { $0.move(to: $1[0]) }
    case "L": return points(1, from: origin) { $0.addLine(to: $1[0]) }
    case "Q": return points(2, from: origin) { $0.addQuadCurve(to: $1[1], control: $1[0]) }
    case "C": return points(3, from: origin) { $0.addCurve(to: $1[2], control1: $1[0], control2: $1[1]) }
    case "H":
      guard let x = number() else { return false }
      result.addLine(to: CGPoint(x: origin.x + x, y: pen.y))
      return true
    case "V":
      guard let y = number() else { return false }
      result.addLine(to: CGPoint(x: pen.x, y: origin.y + y))
      return true
    case "Z":
      result.closeSubpath()
      return true
    default: return false
    }
  }

  private mutating func points(_ count: Int, from origin: CGPoint, add: (CGMutablePath, [CGPoint]) -> Void) -> Bool {
    var points: [CGPoint] = []
    for _ in 0..<count {
      guard let x = number(), let y = number() else { return false }
      points.append(CGPoint(x: origin.x + x, y: origin.y + y))
    }
    add(result, points)
    return true
  }

  private mutating func number() -> Double? {
    skipSpace()
    var text = ""
    var hasPoint = false
    while let next = rest.first {
      let isExponentSign = text.last == "e" || text.last == "E"
      guard next.isASCII, next.isNumber || ".eE+-".contains(next) else { break }
      // A sign or a second point begins the next number: `1-2`, `.5.5`.
      if "+-".contains(next), !text.isEmpty, !isExponentSign { break }
      if next == "." {
        if hasPoint { break }
        hasPoint = true
      }
      text.append(next)
      rest.removeFirst()
    }
    return Double(text)
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0.isWhitespace || $0 == "," }
  }
}
