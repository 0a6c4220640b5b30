import MultiplaneGraphics

/// Why a text is not JSON, and where: line and column in characters, from 1.
struct JSONSyntaxError: Error, Equatable {
  let line: Int
  let column: Int
  let problem: String
}

/// A strict reader of JSON as RFC 8259 has it.
///
/// Our own, because Foundation's takes a key that is given twice in silence, names no place, and
/// loses the order of keys. It does not recurse: open lists and objects stand on a stack of its
/// own, so that no input is too deep for the thread.
struct JSONParser {
  /// A list or an object whose end has not been read.
  private struct Container {
    let isObject: Bool
    /// Its first value among the elements or the members of all open containers.
    let start: Int
    /// Of an object: the key whose value is read now.
    var key = ""
    /// The keys of an object that has too many for comparing them one by one.
    var keys: Set<String> = []
  }

  private static let membersComparedOneByOne = 16

  let bytes: [UInt8]
  private let limits: SceneLimits
  var position = 0
  private var open: [Container] = []
  /// The values that open lists and objects have so far, those of the innermost ones last: a list
  /// has its own memory only once its length is known.
  private var elements: [JSONValue] = []
  private var members: [JSONValue.Member] = []
  private var valueCount = 0

  private init(_ bytes: [UInt8], limits: SceneLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Reads a whole text, which must hold one value.
  static func parse(_ bytes: [UInt8], limits: SceneLimits = .standard) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes, limits: limits)
    return try parser.document()
  }

  private mutating func document() throws(JSONSyntaxError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw error(at: 0, "expected \"{\", found a byte order mark; save the file as UTF-8 without one")
    }
    skipSpace()
    while true {
      guard var value = try beginValue() else { continue }
      // A value that is complete may complete the list that it is the last of, and so on outwards.
      while !open.isEmpty {
        guard let container = try add(value) else { break }
        value = container
      }
      if open.isEmpty {
        skipSpace()
        guard position == bytes.count else { throw unexpected("the end of the file") }
        return value
      }
    }
  }

  /// Reads a value that is complete at once; nil after the beginning of a list or object that is
  /// not empty, with the position at its first value.
  private mutating func beginValue() throws(JSONSyntaxError) -> JSONValue? {
    valueCount += 1
    guard valueCount <= limits.maximumValues else {
      throw error(at: position, "expected at most \(limits.maximumValues) values in a file, found more")
    }
    // A zero byte begins no value, and neither does the end.
    switch byte ?? 0 {
    case UInt8(ascii: "{"): return try beginContainer(isObject: true)
    case UInt8(ascii: "["): return try beginContainer(isObject: false)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: break
    }
    for (word, value) in [("true", JSONValue.boolean(true)), ("false", .boolean(false)), ("null", .null)]
    where self.word == word {
      position += word.utf8.count
      return value
    }
    throw unexpected("a value")
  }

  private mutating func beginContainer(isObject: Bool) throws(JSONSyntaxError) -> JSONValue? {
    guard open.count < limits.maximumNesting else {
      throw error(at: position, "expected at most \(limits.maximumNesting) nested brackets, found more")
    }
    position += 1
    skipSpace()
    if byte == UInt8(ascii: isObject ? "}" : "]") {
      position += 1
      return isObject ? .object([]) : .array([])
    }
    open.append(Container(isObject: isObject, start: isObject ? members.count : elements.count))
    if isObject { try key(orExpecting: "a key in quotation marks or \"}\"") }
    return nil
  }

  /// Gives a value to the innermost container; the container when that ends it, nil when another
  /// value follows.
  private mutating func add(_ value: JSONValue) throws(JSONSyntaxError) -> JSONValue? {
    let last = open.count - 1
    let isObject = open[last].isObject
    if isObject {
      members.append(JSONValue.Member(key: open[last].key, value: value))
    } else {
      elements.append(value)
    }
    skipSpace()
    switch byte {
    case UInt8(ascii: isObject ? "}" : "]"):
      position += 1
      return close()
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      if isObject {
        try key(orExpecting: "a key in quotation marks after the comma")
      } else if byte == UInt8(ascii: "]") {
        throw unexpected("a value after the comma")
      }
      return nil
    default:
      throw unexpected(isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
    }
  }

  /// Ends the innermost container.
  private mutating func close() -> JSONValue {
    let container = open.removeLast()
    if container.isObject {
      defer { members.removeSubrange(container.start...) }
      return .object(Array(members[container.start...]))
    }
    defer { elements.removeSubrange(container.start...) }
    return .array(Array(elements[container.start...]))
  }

  /// Reads a key of the innermost object and the colon after it.
  private mutating func key(orExpecting expected: String) throws(JSONSyntaxError) {
    guard byte == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let start = position
    let key = try string()
    let last = open.count - 1
    open[last].key = key
    guard isNew(key) else { throw error(at: start, "\(place) is given twice") }
    skipSpace()
    guard byte == UInt8(ascii: ":") else { throw unexpected("\":\" after the key") }
    position += 1
    skipSpace()
  }

  private mutating func isNew(_ key: String) -> Bool {
    let last = open.count - 1
    let own = members[open[last].start...]
    if own.count < Self.membersComparedOneByOne { return !own.contains { $0.key == key } }
    if open[last].keys.isEmpty { open[last].keys = Set(own.map(\.key)) }
    return open[last].keys.insert(key).inserted
  }

  /// The place of the current value.
  private var place: String {
    var place = Place.scene
    for (number, container) in open.enumerated() {
      if container.isObject {
        place = place.key(container.key)
      } else {
        let next = open[(number + 1)...].first { !$0.isObject }
        place = place.index((next?.start ?? elements.count) - container.start)
      }
    }
    return place.description
  }
}

// MARK: - Bytes and messages

extension JSONParser {
  /// The next byte; nil at the end.
  var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// The letters, digits and signs from here on, as many as a message shows.
  private var word: String {
    let signs = Array("_+-.".utf8)
    let word = bytes[position...].prefix { byte in
      (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || signs.contains(byte)
    }
    return String(decoding: word.prefix(24), as: UTF8.self)
  }

  func unexpected(_ expected: String) -> JSONSyntaxError {
    error(at: position, "expected \(expected), found \(found)")
  }

  /// The token at the position, for messages.
  private var found: String {
    guard let byte else { return bytes.isEmpty ? "an empty file" : "the end of the file" }
    if !word.isEmpty { return "\"\(word)\"" }
    switch byte {
    case UInt8(ascii: "\""): return "a quotation mark"
    case 0x0A, 0x0D: return "the end of the line"
    case 0x00..<0x20, 0x7F: return "the control character \(Self.hexadecimal(byte))"
    case 0x20..<0x7F: return "\"\(Character(Unicode.Scalar(byte)))\""
    default:
      guard let length = characterLength(at: position) else { return "the byte \(Self.hexadecimal(byte))" }
      return OneLine.quoted(String(decoding: bytes[position..<position + length], as: UTF8.self))
    }
  }

  static func hexadecimal(_ byte: UInt8) -> String {
    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// An error at a byte, its line and column counted only now.
  func error(at offset: Int, _ problem: String) -> JSONSyntaxError {
    var (line, column) = (1, 1)
    for byte in bytes[..<min(offset, bytes.count)] {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // The bytes that go on with a character begin with the bits 10.
        column += 1
      }
    }
    return JSONSyntaxError(line: line, column: column, problem: problem)
  }
}
