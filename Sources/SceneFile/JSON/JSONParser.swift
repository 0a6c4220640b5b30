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
    /// Its entry.
    let entry: Int
    /// Its first key among those of all open objects.
    let firstKey: Int
    /// The complete values.
    var count: UInt32 = 0
    /// A bit for each key, by its bytes: a key whose bit is missing is new.
    var keyBits: UInt64 = 0
    /// Whether its keys are in `keySets`.
    var hasKeySet = false
  }

  private static let membersComparedOneByOne = 16

  let bytes: UnsafeBufferPointer<UInt8>
  private let maximumValues: Int
  private let maximumNesting: Int
  var position = 0
  private var entries: [JSONDocument.Entry] = []
  /// The strings that had escapes, one after another.
  var decoded: [UInt8] = []
  /// The number of open containers, the innermost one, and those around it.
  private var depth = 0
  private var innermost = Container(isObject: false, entry: 0, firstKey: 0)
  private var outer: [Container] = []
  /// The entries of the keys of open objects.
  private var keys: [Int] = []
  /// The keys of the open objects that have too many for comparing them one by one, or keys
  /// beyond ASCII, in which equal strings may have different bytes.
  private var keySets: [Set<String>] = []
  private var valueCount = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>, limits: SceneLimits) {
    self.bytes = bytes
    (maximumValues, maximumNesting) = (limits.maximumValues, limits.maximumNesting)
    // Numbers of a few digits in lists take about as many bytes of text.
    entries.reserveCapacity(bytes.count / 5)
  }

  /// Reads a whole text, which must hold one value.
  static func parse(_ bytes: [UInt8], limits: SceneLimits = .standard) throws(JSONSyntaxError) -> JSONValue {
    try document(bytes, limits: limits).value()
  }

  /// Reads a whole text, which must hold one value.
  static func document(_ bytes: [UInt8], limits: SceneLimits) throws(JSONSyntaxError) -> JSONDocument {
    let (entries, decoded) = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONSyntaxError) in
      var parser = JSONParser(bytes, limits: limits)
      try parser.readDocument()
      return (parser.entries, parser.decoded)
    }
    return JSONDocument(bytes: decoded.isEmpty ? bytes : bytes + decoded, entries: entries)
  }

  private mutating func readDocument() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw error(at: 0, "expected \"{\", found a byte order mark; save the file as UTF-8 without one")
    }
    skipSpace()
    while true {
      guard try beginValue() else { continue }
      // A value that is complete may complete the list that it is the last of, and so on outwards.
      while depth > 0 {
        guard try endsContainer() else { break }
      }
      guard depth == 0 else { continue }
      skipSpace()
      guard position == bytes.count else { throw unexpected("the end of the file") }
      return
    }
  }

  /// Reads a value that is complete at once; false after the beginning of a list or object that is
  /// not empty, with the position at its first value.
  private mutating func beginValue() throws(JSONSyntaxError) -> Bool {
    valueCount += 1
    guard valueCount <= maximumValues else {
      throw error(at: position, "expected at most \(maximumValues) values in a file, found more")
    }
    switch byte {
    case UInt8(ascii: "{"): return try beginContainer(isObject: true)
    case UInt8(ascii: "["): return try beginContainer(isObject: false)
    case UInt8(ascii: "\""):
      let text = try string()
      entries.append(JSONDocument.Entry(kind: .string, count: UInt32(text.count), bits: UInt64(text.start)))
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      entries.append(JSONDocument.Entry(kind: .number, bits: try number().bitPattern))
      return true
    default: break
    }
    for (word, kind) in [("true", JSONDocument.Kind.yes), ("false", .no), ("null", .null)] where self.word == word {
      position += word.utf8.count
      entries.append(JSONDocument.Entry(kind: kind))
      return true
    }
    throw unexpected("a value")
  }

  private mutating func beginContainer(isObject: Bool) throws(JSONSyntaxError) -> Bool {
    guard depth < maximumNesting else {
      throw error(at: position, "expected at most \(maximumNesting) nested brackets, found more")
    }
    position += 1
    skipSpace()
    let entry = entries.count
    entries.append(JSONDocument.Entry(kind: isObject ? .object : .array))
    if byte == UInt8(ascii: isObject ? "}" : "]") {
      position += 1
      entries[entry].bits = UInt64(entry + 1)
      return true
    }
    outer.append(innermost)
    depth += 1
    innermost = Container(isObject: isObject, entry: entry, firstKey: keys.count)
    if isObject { try key(orExpecting: "a key in quotation marks or \"}\"") }
    return false
  }

  /// Counts a complete value of the innermost container.
  ///
  /// - Returns: whether that ends the container; otherwise another value follows.
  private mutating func endsContainer() throws(JSONSyntaxError) -> Bool {
    let isObject = innermost.isObject
    innermost.count += 1
    skipSpace()
    let byte = byte
    if byte == UInt8(ascii: ",") {
      position += 1
      skipSpace()
      if isObject {
        try key(orExpecting: "a key in quotation marks after the comma")
      } else if self.byte == UInt8(ascii: "]") {
        throw unexpected("a value after the comma")
      }
      return false
    }
    guard byte == UInt8(ascii: isObject ? "}" : "]") else {
      throw unexpected(isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
    }
    position += 1
    closeContainer()
    return true
  }

  private mutating func closeContainer() {
    let container = innermost
    entries[container.entry].count = container.count
    entries[container.entry].bits = UInt64(entries.count)
    keys.removeLast(keys.count - container.firstKey)
    if container.hasKeySet { keySets.removeLast() }
    depth -= 1
    innermost = outer.removeLast()
  }

  /// Reads a key of the innermost object and the colon after it.
  private mutating func key(orExpecting expected: String) throws(JSONSyntaxError) {
    guard byte == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let start = position
    let isNew: Bool
    let entry: JSONDocument.Entry
    if let word = plainWord(at: start + 1) {
      position += word.count + 2
      entry = JSONDocument.Entry(kind: .shortKey, count: UInt32(word.count), bits: word.bits)
      isNew = self.isNew(entry, isASCII: true)
    } else {
      let text = try string()
      let isShort = text.count <= 8
      entry = JSONDocument.Entry(
        kind: isShort ? .shortKey : .longKey, count: UInt32(text.count),
        bits: isShort ? JSONDocument.bits(characters(text.start, text.count)) : UInt64(text.start))
      isNew = self.isNew(entry, isASCII: text.isASCII)
    }
    keys.append(entries.count)
    entries.append(entry)
    guard isNew else { throw error(at: start, "\(place) is given twice") }
    skipSpace()
    guard byte == UInt8(ascii: ":") else { throw unexpected("\":\" after the key") }
    position += 1
    skipSpace()
  }

  /// The bytes of a string, which may have been decoded.
  private func characters(_ start: Int, _ count: Int) -> ArraySlice<UInt8> {
    guard start < bytes.count else { return decoded[(start - bytes.count)..<(start - bytes.count + count)] }
    return ArraySlice(bytes[start..<start + count])
  }

  private func string(_ key: JSONDocument.Entry) -> String {
    if key.kind == .shortKey { return JSONDocument.text(ofShortKey: key) }
    return String(decoding: characters(Int(key.bits), Int(key.count)), as: UTF8.self)
  }

  private mutating func isNew(_ key: JSONDocument.Entry, isASCII: Bool) -> Bool {
    let container = innermost
    // The top six bits of a product depend on all bits of its factors.
    let bit = 1 << ((key.bits &* 0x9E37_79B9_7F4A_7C15) >> 58) as UInt64
    innermost.keyBits |= bit
    if isASCII, key.kind == .shortKey, !container.hasKeySet, container.keyBits & bit == 0 { return true }
    let own = keys[container.firstKey...]
    if isASCII, !container.hasKeySet, own.count < Self.membersComparedOneByOne {
      return !own.contains { other in
        let other = entries[other]
        if key.kind == .shortKey || other.kind == .shortKey { return other == key }
        return other.count == key.count
          && characters(Int(other.bits), Int(other.count)) == characters(Int(key.bits), Int(key.count))
      }
    }
    if !container.hasKeySet {
      innermost.hasKeySet = true
      keySets.append(Set(own.map { string(entries[$0]) }))
    }
    return keySets[keySets.count - 1].insert(string(key)).inserted
  }

  /// The place of the current value.
  private var place: String {
    var place = Place.scene
    let open = Array(outer.dropFirst()) + [innermost]
    for (number, container) in open.enumerated() {
      let lastKey = (number + 1 < open.count ? open[number + 1].firstKey : keys.count) - 1
      place =
        container.isObject ? place.key(string(entries[keys[lastKey]])) : place.index(Int(container.count))
    }
    return place.description
  }
}

// MARK: - Bytes and messages

extension JSONParser {
  /// The next byte; zero, which nothing begins with, at the end.
  var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
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
    guard position < bytes.count else { return bytes.isEmpty ? "an empty file" : "the end of the file" }
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
