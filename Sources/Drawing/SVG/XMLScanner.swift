import Foundation

/// A scanner of XML: tags, texts and instructions of a document, in order.
///
/// It is for documents that a parser has accepted. The scan ends where one is not well-formed.
/// Names keep their namespace prefixes. Entities that the document declares are replaced before, in
/// bounded memory.
struct XMLScanner {
  enum Token {
    case start(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
    case end
    case text(String)
    case instruction(String)
  }

  private let bytes: [UInt8]
  private var position = 0
  /// Of a text and of an attribute's value, in bytes; the rest is left out.
  private static let (mostOfText, mostOfValue) = (1 << 18, 1 << 14)

  init(_ document: [UInt8]) {
    bytes = Self.replacingEntities(in: Self.utf8(document))
  }

  mutating func next() -> Token? {
    while skip("<!--") {
      guard take(through: "-->") != nil else { return nil }
    }
    guard position < bytes.count else { return nil }
    guard bytes[position] == Self.less else {
      return .text(Self.unescaped(take(until: Self.less).prefix(Self.mostOfText)))
    }
    if skip("<![CDATA[") {
      return take(through: "]]>").map { .text(String(decoding: $0, as: UTF8.self)) }
    }
    if skip("<?") {
      return take(through: "?>").map { .instruction(String(decoding: $0, as: UTF8.self)) }
    }
    if skip("</") { return take(through: ">").map { _ in .end } }
    position += 1
    return tag()
  }

  // MARK: Tags

  private mutating func tag() -> Token? {
    let name = takeName()
    guard !name.isEmpty else { return nil }
    var attributes: [(name: String, value: String)] = []
    while true {
      skipSpace()
      if skip("/>") { return .start(name: name, attributes: attributes, isEmpty: true) }
      if skip(">") { return .start(name: name, attributes: attributes, isEmpty: false) }
      let attribute = takeName()
      skipSpace()
      guard !attribute.isEmpty, skip("=") else { return nil }
      skipSpace()
      guard position < bytes.count, bytes[position] == Self.quote || bytes[position] == Self.apostrophe else {
        return nil
      }
      let mark = bytes[position]
      position += 1
      let value = take(until: mark)
      guard position < bytes.count else { return nil }
      position += 1
      attributes.append((attribute, Self.unescaped(value.prefix(Self.mostOfValue))))
    }
  }

  private mutating func takeName() -> String {
    let start = position
    while position < bytes.count, !Self.isSpace(bytes[position]), !Self.nameEnds.contains(bytes[position]) {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: Bytes

  private static let (less, quote, apostrophe) = (UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"))
  private static let ampersand = UInt8(ascii: "&")
  private static let nameEnds: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), less]

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let isThere = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isThere { position += text.utf8CodeUnitCount }
    return isThere
  }

  private mutating func take(until byte: UInt8) -> ArraySlice<UInt8> {
    let start = position
    position = bytes[start...].firstIndex(of: byte) ?? bytes.count
    return bytes[start..<position]
  }

  /// The bytes up to a mark, which is skipped; nil without one.
  private mutating func take(through mark: StaticString) -> ArraySlice<UInt8>? {
    let start = position
    return mark.withUTF8Buffer { mark in
      while let place = bytes[position...].firstIndex(of: mark[0]) {
        position = place
        if bytes[place...].starts(with: mark) {
          position += mark.count
          return bytes[start..<place]
        }
        position += 1
      }
      position = bytes.count
      return nil
    }
  }

  // MARK: Encodings

  /// The document in UTF-8. Other encodings than UTF-16 and those of Western Europe are taken for
  /// UTF-8 too.
  private static func utf8(_ document: [UInt8]) -> [UInt8] {
    if document.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(document.dropFirst(3)) }
    if document.starts(with: [0xFE, 0xFF]) || document.starts(with: [0xFF, 0xFE]) {
      return String(data: Data(document), encoding: .utf16).map { Array($0.utf8) } ?? document
    }
    let head = String(decoding: document.prefix(200), as: UTF8.self).lowercased()
    guard head.hasPrefix("<?xml"), let end = head.range(of: "?>")?.lowerBound,
      ["iso-8859-1", "latin1", "windows-1252"].contains(where: head[..<end].contains)
    else { return document }
    return String(data: Data(document), encoding: .windowsCP1252).map { Array($0.utf8) } ?? document
  }

  // MARK: References

  private static let characters = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  /// Text with its references to characters replaced.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(ampersand) else { return String(decoding: text, as: UTF8.self) }
    return replacingReferences(in: text) { name in
      if let character = characters[name] { return character }
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }.map { String(decoding: $0, as: UTF8.self) } ?? String(decoding: text, as: UTF8.self)
  }

  private static let mostBytes = 16 << 20

  /// The bytes with `&name;` replaced where a value is known; nil if they would become too many.
  private static func replacingReferences(
    in bytes: ArraySlice<UInt8>, by value: (String) -> String?
  ) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var start = bytes.startIndex
    while let reference = bytes[start...].firstIndex(of: ampersand) {
      result += bytes[start..<reference]
      // Names are short.
      let rest = bytes[(reference + 1)...].prefix(64)
      if let end = rest.firstIndex(of: UInt8(ascii: ";")),
        let text = value(String(decoding: rest[..<end], as: UTF8.self))
      {
        result += text.utf8
        start = end + 1
      } else {
        result.append(ampersand)
        start = reference + 1
      }
      guard result.count <= mostBytes else { return nil }
    }
    return result + bytes[start...]
  }

  /// The document without its type declaration, whose entities are replaced.
  private static func replacingEntities(in bytes: [UInt8]) -> [UInt8] {
    var scanner = XMLScanner(raw: bytes)
    guard let (start, entities) = scanner.takeDocumentType() else { return bytes }
    var document = bytes[..<start] + bytes[scanner.position...]
    // An entity may have another in its value.
    for _ in 0..<4 where !entities.isEmpty && document.contains(ampersand) {
      guard let replaced = replacingReferences(in: document[...], by: { entities[$0] }) else { break }
      document = replaced[...]
    }
    return Array(document)
  }

  private init(raw bytes: [UInt8]) { self.bytes = bytes }

  /// Where the document type declaration begins, and its entities; nil without one. The scanner is
  /// behind it then.
  private mutating func takeDocumentType() -> (start: Int, entities: [String: String])? {
    skipSpace()
    while true {
      if skip("<!--") {
        guard take(through: "-->") != nil else { return nil }
      } else if skip("<?") {
        guard take(through: "?>") != nil else { return nil }
      } else {
        break
      }
      skipSpace()
    }
    let start = position
    guard skip("<!DOCTYPE") else { return nil }
    var entities: [String: String] = [:]
    while position < bytes.count, !skip(">") {
      if skip("[") {
        entities = takeSubset()
      } else if takeQuoted() == nil {
        position += 1
      }
    }
    return (start, entities)
  }

  /// The entities of an internal subset, up to its `]`.
  private mutating func takeSubset() -> [String: String] {
    var entities: [String: String] = [:]
    while position < bytes.count, !skip("]") {
      if skip("<!ENTITY") {
        skipSpace()
        let name = takeName()
        skipSpace()
        if let value = takeQuoted(), entities[name] == nil { entities[name] = value }
      } else if skip("<!--") {
        _ = take(through: "-->")
      } else if takeQuoted() == nil {
        position += 1
      }
    }
    return entities
  }

  private mutating func takeQuoted() -> String? {
    guard position < bytes.count, bytes[position] == Self.quote || bytes[position] == Self.apostrophe else {
      return nil
    }
    let mark = bytes[position]
    position += 1
    let value = String(decoding: take(until: mark), as: UTF8.self)
    position = min(position + 1, bytes.count)
    return value
  }
}
