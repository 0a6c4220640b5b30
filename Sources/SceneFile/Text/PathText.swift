import MultiplaneGraphics

/// Path data as SVG writes it: `M` move, `L` `H` `V` lines, `C` `S` cubic and `Q` `T` quadratic
/// curves, `A` arcs, `Z` close; small letters count from the current point. An empty text is the
/// empty path. (Source: SVG 1.1, 8.3.)
enum PathText {
  /// The path of a text.
  static func path(_ text: String) throws(PathTextError) -> CGPath {
    var reader = PathReader(text)
    return try reader.path()
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
  private var scanner: PathScanner
  private let result = CGMutablePath()
  /// The last control point of the command before, if that was a curve; what `S` and `T` mirror.
  private var cubicControl: CGPoint?
  private var quadControl: CGPoint?

  init(_ text: String) { scanner = PathScanner(text) }

  mutating func path() throws(PathTextError) -> CGPath {
    while var command = try scanner.command(isFirst: result.isEmpty) {
      try run(command)
      // More points after a move are lines.
      if command == "M" { command = "L" } else if command == "m" { command = "l" }
      let takesNumbers = command != "Z" && command != "z"
      while takesNumbers, try scanner.hasMoreArguments() { try run(command) }
    }
    return CGPath(outline: result.outline)
  }

  private mutating func run(_ command: Character) throws(PathTextError) {
    let pen = result.currentPoint
    let origin = command.isLowercase ? pen : .zero
    let (cubic, quad) = (cubicControl, quadControl)
    (cubicControl, quadControl) = (nil, nil)
    switch command.uppercased() {
    case "M": result.move(to: try points(1, from: origin)[0])
    case "L": result.addLine(to: try points(1, from: origin)[0])
    case "H":
      let x = try scanner.number(isFirst: true)
      result.addLine(to: CGPoint(x: origin.x + x, y: pen.y))
    case "V":
      let y = try scanner.number(isFirst: true)
      result.addLine(to: CGPoint(x: pen.x, y: origin.y + y))
    case "C":
      let points = try points(3, from: origin)
      addCurve(points[0], points[1], points[2])
    case "S":
      let points = try points(2, from: origin)
      addCurve(Self.mirrored(cubic ?? pen, at: pen), points[0], points[1])
    case "Q":
      let points = try points(2, from: origin)
      addQuadCurve(points[0], points[1])
    case "T":
      let points = try points(1, from: origin)
      addQuadCurve(Self.mirrored(quad ?? pen, at: pen), points[0])
    case "A": try addArc(from: pen, origin: origin)
    default: result.closeSubpath()
    }
  }

  private static func mirrored(_ point: CGPoint, at center: CGPoint) -> CGPoint {
    CGPoint(x: 2 * center.x - point.x, y: 2 * center.y - point.y)
  }

  private mutating func addCurve(_ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint) {
    result.addCurve(to: end, control1: control1, control2: control2)
    cubicControl = control2
  }

  private mutating func addQuadCurve(_ control: CGPoint, _ end: CGPoint) {
    result.addQuadCurve(to: end, control: control)
    quadControl = control
  }

  private mutating func addArc(from pen: CGPoint, origin: CGPoint) throws(PathTextError) {
    let radii = CGSize(width: try scanner.number(isFirst: true), height: try scanner.number())
    let rotation = try scanner.number()
    let (isLarge, sweeps) = (try scanner.flag(), try scanner.flag())
    let (x, y) = (try scanner.number(), try scanner.number())
    let end = CGPoint(x: origin.x + x, y: origin.y + y)
    let arc = EllipticArc(radii: radii, rotation: rotation * .pi / 180, isLarge: isLarge, sweeps: sweeps)
    for element in arc.elements(from: pen, to: end) { result.append(element) }
  }

  private mutating func points(_ count: Int, from origin: CGPoint) throws(PathTextError) -> [CGPoint] {
    var points: [CGPoint] = []
    for index in 0..<count {
      let (x, y) = (try scanner.number(isFirst: index == 0), try scanner.number())
      points.append(CGPoint(x: origin.x + x, y: origin.y + y))
    }
    return points
  }
}

extension CGMutablePath {
  fileprivate func append(_ element: PathElement) {
    switch element {
    case .line(let end): addLine(to: end)
    case .curve(let end, let control1, let control2): addCurve(to: end, control1: control1, control2: control2)
    // An arc has no others.
    case .move, .quadCurve, .close: break
    }
  }
}
