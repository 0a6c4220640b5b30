import MultiplaneGraphics
import MultiplaneSceneFile

/// What reading an animation needs everywhere: its name, its limits, and what was found so far.
final class LottieReading {
  /// The name of the file in messages.
  let file: String
  let limits: SceneLimits
  private(set) var warnings: [SceneWarning] = []
  var itemCount = 0
  fileprivate var regionVertices = 0
  private var keyCount = 0
  private var vertexCount = 0

  /// The most vertices of paths in all key frames and samples: 200 MiB.
  private static let mostVertices = 1 << 22

  /// The values of parameters.
  let values: [String: ParameterValue]
  /// The parts of the file that values may replace.
  private(set) var parameters: [ParameterDeclaration] = []
  /// The texts of a theme, by slot.
  var themeTexts: [String: String] = [:]
  /// The values of the file's slots.
  private var slots: [String: LottieNode] = [:]

  init(file: String, limits: SceneLimits, values: [String: ParameterValue] = [:]) {
    self.file = file
    self.limits = limits
    self.values = values
  }

  func addSlot(_ name: String, _ value: LottieNode) { slots[name] = value }

  func slot(_ name: String) -> LottieNode? { slots[name] }

  /// Notes a part of the file that a parameter replaces.
  ///
  /// - Returns: the value, if it was given one; nil also for a name that another kind of part has.
  func value(
    ofParameter name: String, _ kind: ParameterDeclaration.Kind, default usual: ParameterValue?
  ) -> ParameterValue? {
    if let known = parameters.first(where: { $0.name == name }) {
      return known.kind == kind ? values[name] : nil
    }
    guard !name.isEmpty, parameters.count < Self.mostParameters else { return nil }
    var declaration = ParameterDeclaration(name: name, kind: kind)
    declaration.defaultValue = usual
    declaration.isOptional = true
    if case .string(let text)? = usual {
      declaration.lengths = 0...max(declaration.lengths.upperBound, text.unicodeScalars.count)
    }
    parameters.append(declaration)
    return values[name]
  }

  /// Looking a name up takes as long as there are parameters.
  private static let mostParameters = 1000

  func invalid(_ place: Place, _ problem: String) -> SceneError {
    .invalid(file: file, place: place.description, problem: problem)
  }

  /// Notes a part that is not supported.
  func warn(_ place: Place, _ problem: String) {
    let warning = SceneWarning(file: file, place: place.description, problem: problem)
    guard warnings.count < Scene.mostWarnings, !warnings.contains(warning) else { return }
    warnings.append(warning)
  }

  /// Counts key frames.
  func addKeys(_ count: Int, _ place: Place) throws(SceneError) {
    keyCount += count
    guard keyCount <= limits.maximumKeyframes else {
      throw invalid(place, "expected at most \(limits.maximumKeyframes) key frames in all, found more")
    }
  }

  /// Counts the vertices of paths that are made of others.
  func addVertices(of track: Track<Outlines>?, copies: Int, _ place: Place) throws(SceneError) {
    guard let track else { return }
    try addVertices(track.keys.count * track.first.weight * copies, place)
  }

  /// Counts vertices of paths.
  func addVertices(_ count: Int, _ place: Place) throws(SceneError) {
    vertexCount += count
    guard vertexCount <= Self.mostVertices else {
      throw invalid(place, "expected at most \(Self.mostVertices) vertices of animated paths in all, found more")
    }
  }
}

extension LottieReading {
  /// The most vertices in all key frames and samples of merged and offset outlines. Their regions
  /// take about 0.1 ms per vertex.
  private static let mostRegionVertices = 1 << 13

  /// Whether the regions of outlines may be computed, which is then counted.
  ///
  /// - Parameter factor: the vertices per vertex of the outlines.
  func canMakeRegions<Value>(of track: Track<Value>, factor: Int) -> Bool {
    let count = track.keys.count * track.first.weight * factor
    guard regionVertices + count <= Self.mostRegionVertices else { return false }
    regionVertices += count
    return true
  }
}

/// A JSON value with its place.
struct LottieNode {
  let json: JSONValue
  let place: Place
  let reading: LottieReading

  func invalid(_ expected: String) -> SceneError {
    reading.invalid(place, "expected \(expected), found \(json.found)")
  }

  /// Notes that this part is not supported.
  func warn(_ problem: String) { reading.warn(place, problem) }

  /// The member of an object; nil if it is missing or null.
  subscript(key: String) -> LottieNode? {
    guard case .object(let members) = json, let value = members.first(where: { $0.key == key })?.value, value != .null
    else { return nil }
    return LottieNode(json: value, place: place.key(key), reading: reading)
  }

  /// The member of an object that must be there.
  func required(_ key: String, _ expected: String) throws(SceneError) -> LottieNode {
    guard case .object = json else { throw invalid("an object with \"\(key)\"") }
    guard let node = self[key] else { throw reading.invalid(place.key(key), "expected \(expected), found nothing") }
    return node
  }

  var isObject: Bool { if case .object = json { true } else { false } }

  /// The elements of a list.
  func elements(_ expected: String) throws(SceneError) -> [LottieNode] {
    guard case .array(let elements) = json else { throw invalid("a list of \(expected)") }
    return elements.enumerated().map { LottieNode(json: $1, place: place.index($0), reading: reading) }
  }

  /// A number. Exporters also write truth values, and lists of one number.
  func number() throws(SceneError) -> Double {
    switch json {
    case .number(let number): return try checked(number)
    case .boolean(let flag): return flag ? 1 : 0
    case .array(let elements):
      guard case .number(let number)? = elements.first else { break }
      return try checked(number)
    default: break
    }
    throw invalid("a number")
  }

  func integer(in range: ClosedRange<Int>) throws(SceneError) -> Int {
    let number = try number()
    guard number >= Double(range.lowerBound), number <= Double(range.upperBound) else {
      throw invalid("a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return Int(number)
  }

  /// A list of numbers; a single number is a list of one.
  func numbers() throws(SceneError) -> [Double] {
    guard case .array(let elements) = json else { return [try number()] }
    var numbers: [Double] = []
    numbers.reserveCapacity(elements.count)
    for element in elements {
      guard case .number(let number) = element else { throw invalid("a list of numbers") }
      numbers.append(try checked(number))
    }
    return numbers
  }

  /// x, y and z. A missing y is the default, and so is a missing z.
  func vector(missing: Double = 0) throws(SceneError) -> Vector {
    let numbers = try numbers()
    guard let x = numbers.first else { throw invalid("a list of two or three numbers") }
    return Vector(x, numbers.count > 1 ? numbers[1] : missing, numbers.count > 2 ? numbers[2] : missing)
  }

  func point() throws(SceneError) -> CGPoint {
    let numbers = try numbers()
    guard numbers.count >= 2 else { throw invalid("a list of two numbers") }
    return CGPoint(x: numbers[0], y: numbers[1])
  }

  /// A colour of three numbers, 0…1, or 0…255 of early exporters. A fourth number, which exporters
  /// fill with anything, is ignored: the opacity of a paint is a property of its own.
  func color() throws(SceneError) -> Color {
    if case .string(let text) = json {
      guard let color = Color(hexadecimal: text) else { throw invalid("a colour such as \"#ff8000\"") }
      return color
    }
    let numbers = try numbers()
    guard numbers.count >= 3 else { throw invalid("a colour of three or four numbers") }
    let most = max(numbers[0], numbers[1], numbers[2]) > 1 ? 255.0 : 1
    return Color(numbers[0] / most, numbers[1] / most, numbers[2] / most, 1)
      .clamped(lowerBound: .zero, upperBound: .one)
  }

  func string() throws(SceneError) -> String {
    guard case .string(let text) = json else { throw invalid("a text") }
    return text
  }

  /// A truth value; a number is true unless it is 0.
  func flag() throws(SceneError) -> Bool { try number() != 0 }

  private func checked(_ number: Double) throws(SceneError) -> Double {
    guard abs(number) <= reading.limits.maximumMagnitude else {
      throw invalid("a number within ±\(Int(reading.limits.maximumMagnitude))")
    }
    return number
  }
}

extension Color {
  /// A colour as `#rgb`, `#rrggbb` or `#rrggbbaa`; nil for other texts.
  init?(hexadecimal text: String) {
    var digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    if digits.utf8.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
    guard [6, 8].contains(digits.utf8.count), let bits = UInt32(digits, radix: 16) else { return nil }
    let number = digits.utf8.count == 6 ? bits << 8 | 0xFF : bits
    func part(_ shift: UInt32) -> Double { Double(number >> shift & 0xFF) / 255 }
    self.init(part(24), part(16), part(8), part(0))
  }

  var cgColor: CGColor { CGColor(red: x, green: y, blue: z, alpha: w) }
}
