import MultiplaneGraphics
import MultiplaneSceneFile

/// What reading an animation needs everywhere: its text, its limits, and what was found so far.
final class LottieReading {
  /// The name of the file in messages.
  let file: String
  let document: JSONDocument
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
  /// The values of parts by key paths: of colours, texts and layers with an image, by their index
  /// in the document.
  let replacements: [Int: ParameterValue]
  /// The parts of the file that values may replace.
  private(set) var parameters: [ParameterDeclaration] = []
  /// The texts of a theme, by slot.
  var themeTexts: [String: String] = [:]
  /// The values of the file's slots.
  private var slots: [String: LottieNode] = [:]

  init(
    file: String, _ document: JSONDocument, limits: SceneLimits, values: [String: ParameterValue] = [:]
  ) {
    self.file = file
    self.document = document
    self.limits = limits
    self.values = values
    replacements = LottieKeyPaths.replacements(values, in: document, limits: limits)
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

  func invalid(_ place: LottiePlace, _ problem: String) -> SceneError {
    .invalid(file: file, place: description(of: place), problem: problem)
  }

  /// Notes a part that is not supported.
  func warn(_ place: LottiePlace, _ problem: String) {
    guard warnings.count < Scene.mostWarnings else { return }
    let warning = SceneWarning(file: file, place: description(of: place), problem: problem)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  private func description(of place: LottiePlace) -> String {
    place.keys.reduce(document.place(of: place.index)) { $0.key($1) }.description
  }

  /// Counts key frames.
  func addKeys(_ count: Int, _ place: LottiePlace) throws(SceneError) {
    keyCount += count
    guard keyCount <= limits.maximumKeyframes else {
      throw invalid(place, "expected at most \(limits.maximumKeyframes) key frames in all, found more")
    }
  }

  /// Counts the vertices of paths that are made of others.
  func addVertices(of track: Track<Outlines>?, copies: Int, _ place: LottiePlace) throws(SceneError) {
    guard let track else { return }
    try addVertices(track.keys.count * track.first.weight * copies, place)
  }

  /// Counts vertices of paths.
  func addVertices(_ count: Int, _ place: LottiePlace) throws(SceneError) {
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

/// The place of a value in a file, which is spelled out only for messages.
struct LottiePlace: Sendable {
  /// The value's index in the document.
  let index: Int
  /// The keys of a part of it.
  private(set) var keys: [String] = []

  /// The whole file.
  static let scene = LottiePlace(index: 0)

  func key(_ key: String) -> LottiePlace {
    var place = self
    place.keys.append(key)
    return place
  }
}

/// A JSON value in a file.
struct LottieNode {
  let reading: LottieReading
  /// The value's index in the document.
  let index: Int
  /// Whether it is a rule of a theme, which has keys of its own for a property.
  var isRule = false

  var place: LottiePlace { LottiePlace(index: index) }

  /// The value as a tree, for messages and values of any kind.
  var json: JSONValue { document.value(index) }

  private var document: JSONDocument { reading.document }

  func invalid(_ expected: String) -> SceneError {
    reading.invalid(place, "expected \(expected), found \(json.found)")
  }

  /// Notes that this part is not supported.
  func warn(_ problem: String) { reading.warn(place, problem) }

  /// The member of an object; nil if it is missing or null.
  subscript(key: JSONDocument.Key) -> LottieNode? {
    guard let value = document.member(key, of: index), !document.isNull(value) else { return nil }
    return LottieNode(reading: reading, index: value)
  }

  /// The member of an object that must be there.
  func required(_ key: JSONDocument.Key, _ expected: String) throws(SceneError) -> LottieNode {
    guard isObject else { throw invalid("an object with \"\(key)\"") }
    guard let node = self[key] else {
      throw reading.invalid(place.key("\(key)"), "expected \(expected), found nothing")
    }
    return node
  }

  var isObject: Bool { document.isObject(index) }

  /// The members of an object that are not null; none of other values.
  var members: [(key: String, value: LottieNode)] {
    document.members(index).compactMap { key, value in
      document.isNull(value) ? nil : (key, LottieNode(reading: reading, index: value))
    }
  }

  /// The elements of a list.
  func elements(_ expected: String) throws(SceneError) -> LottieList {
    guard let elements = document.elements(index) else { throw invalid("a list of \(expected)") }
    return LottieList(elements, reading)
  }

  /// The first element of a list; nil for an empty one, and for other values.
  var firstElement: LottieNode? {
    guard var elements = document.elements(index) else { return nil }
    return elements.next().map { LottieNode(reading: reading, index: $0) }
  }

  var isEmptyList: Bool { document.elements(index)?.count == 0 }

  /// A number. Exporters also write truth values, and lists of one number.
  func number() throws(SceneError) -> Double {
    if let number = document.number(index) { return try checked(number) }
    if let flag = document.flag(index) { return flag ? 1 : 0 }
    guard let first = firstElement, let number = document.number(first.index) else { throw invalid("a number") }
    return try checked(number)
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
    guard let elements = document.elements(index) else { return [try number()] }
    var numbers: [Double] = []
    numbers.reserveCapacity(elements.count)
    for element in elements { numbers.append(try checkedNumber(element)) }
    return numbers
  }

  /// The first four of a list of numbers, or zeros, and how many it has; a single number is a list
  /// of one.
  private func components() throws(SceneError) -> (values: SIMD4<Double>, count: Int) {
    guard let elements = document.elements(index) else { return (SIMD4(try number(), 0, 0, 0), 1) }
    var (values, count) = (SIMD4<Double>.zero, 0)
    for element in elements {
      let number = try checkedNumber(element)
      if count < 4 { values[count] = number }
      count += 1
    }
    return (values, count)
  }

  private func checkedNumber(_ element: Int) throws(SceneError) -> Double {
    guard let number = document.number(element) else { throw invalid("a list of numbers") }
    return try checked(number)
  }

  /// x, y and z. A missing y is the default, and so is a missing z.
  func vector(missing: Double = 0) throws(SceneError) -> Vector {
    let (values, count) = try components()
    guard count > 0 else { throw invalid("a list of two or three numbers") }
    return Vector(values.x, count > 1 ? values.y : missing, count > 2 ? values.z : missing)
  }

  func point() throws(SceneError) -> CGPoint {
    let (values, count) = try components()
    guard count >= 2 else { throw invalid("a list of two numbers") }
    return CGPoint(x: values.x, y: values.y)
  }

  /// The colour of a key path for this part; nil for none.
  var replacedColor: Color? {
    guard !reading.replacements.isEmpty, case .color(let color)? = reading.replacements[index] else { return nil }
    let straight = color.straight
    return Color(straight.red, straight.green, straight.blue, straight.alpha)
  }

  /// A colour of three numbers, 0…1, or 0…255 of early exporters. A fourth number, which exporters
  /// fill with anything, is ignored: the opacity of a paint is a property of its own.
  func color() throws(SceneError) -> Color {
    if let replacedColor { return replacedColor }
    if let text {
      guard let color = Color(hexadecimal: text) else { throw invalid("a colour such as \"#ff8000\"") }
      return color
    }
    let (values, count) = try components()
    guard count >= 3 else { throw invalid("a colour of three or four numbers") }
    let most = max(values.x, values.y, values.z) > 1 ? 255.0 : 1
    return Color(values.x / most, values.y / most, values.z / most, 1).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The string that this is; nil for other values.
  var text: String? { document.string(index) }

  func string() throws(SceneError) -> String {
    guard let text else { throw invalid("a text") }
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

/// The elements of a list.
struct LottieList: Sequence, IteratorProtocol {
  private var elements: (indices: JSONDocument.Elements, reading: LottieReading)?

  static var empty: LottieList { LottieList() }

  private init() {}

  init(_ indices: JSONDocument.Elements, _ reading: LottieReading) { elements = (indices, reading) }

  /// The elements that are left.
  var count: Int { elements?.indices.count ?? 0 }

  mutating func next() -> LottieNode? {
    guard let index = elements?.indices.next(), let reading = elements?.reading else { return nil }
    return LottieNode(reading: reading, index: index)
  }

  /// An element; nil beyond the end.
  func element(_ number: Int) -> LottieNode? { dropFirst(number).first { _ in true } }
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
