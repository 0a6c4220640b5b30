import MultiplaneGraphics

/// A parsed JSON text: its values one after another, as in the text.
///
/// An entry takes 16 bytes and no memory of its own, and members are found without strings: reading
/// a large file costs a fraction of its `JSONValue`. A value is named by the index of its entry;
/// that of the whole text is 0.
package struct JSONDocument: Sendable {
  enum Kind: UInt8 {
    case null, no, yes, number, string, array, object
    /// A key of at most 8 bytes, which are in the entry.
    case shortKey
    /// A longer key, which is where strings are.
    case longKey
  }

  struct Entry: Equatable {
    var kind: Kind
    /// The elements of a list, the members of an object, the bytes of a string or key.
    var count: UInt32 = 0
    /// The bits of a number, the first byte of a string, the bytes of a short key, the entry after
    /// the end of a list or object.
    var bits: UInt64 = 0
  }

  /// The text, and behind it the strings that had escapes.
  let bytes: [UInt8]
  let entries: [Entry]

  /// Parses a text with one value; see `JSONParser`.
  ///
  /// - Parameter name: the name of the text in messages.
  package static func parse(
    _ bytes: [UInt8], name: String, limits: SceneLimits = .standard
  ) throws(SceneError) -> JSONDocument {
    do {
      return try JSONParser.document(bytes, limits: limits)
    } catch {
      throw .malformed(file: name, line: error.line, column: error.column, problem: error.problem)
    }
  }

  /// The place of a value.
  package func place(of index: Int) -> Place {
    var (place, container) = (Place.scene, 0)
    while container < index, index < after(container) {
      let isObject = entries[container].kind == .object
      var (child, number) = (container + 1, 0)
      while after(isObject ? child + 1 : child) <= index {
        child = after(isObject ? child + 1 : child)
        number += 1
      }
      place = isObject ? place.key(text(of: child)) : place.index(number)
      container = isObject ? child + 1 : child
    }
    return place
  }

  /// The entry after a value.
  private func after(_ index: Int) -> Int {
    switch entries[index].kind {
    case .array, .object: Int(entries[index].bits)
    default: index + 1
    }
  }

  static func text(ofShortKey entry: Entry) -> String {
    withUnsafeBytes(of: entry.bits.littleEndian) { String(decoding: $0.prefix(Int(entry.count)), as: UTF8.self) }
  }

  /// A string or key.
  private func text(of index: Int) -> String {
    let entry = entries[index]
    if entry.kind == .shortKey { return Self.text(ofShortKey: entry) }
    let start = Int(entry.bits)
    return bytes.withUnsafeBufferPointer { bytes in
      String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<start + Int(entry.count)]), as: UTF8.self)
    }
  }
}

// MARK: - Values

extension JSONDocument {
  package func isObject(_ index: Int) -> Bool { entries[index].kind == .object }

  package func isNull(_ index: Int) -> Bool { entries[index].kind == .null }

  /// A number; infinite if it is beyond what a `Double` holds; nil for other values.
  package func number(_ index: Int) -> Double? {
    entries[index].kind == .number ? Double(bitPattern: entries[index].bits) : nil
  }

  /// A truth value; nil for other values.
  package func flag(_ index: Int) -> Bool? {
    switch entries[index].kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// A string; nil for other values.
  package func string(_ index: Int) -> String? {
    entries[index].kind == .string ? text(of: index) : nil
  }

  /// The elements of a list; nil for other values.
  package func elements(_ index: Int) -> Elements? {
    guard entries[index].kind == .array else { return nil }
    return Elements(document: self, position: index + 1, count: Int(entries[index].count))
  }

  /// The members of an object; none of other values.
  package func members(_ index: Int) -> [(key: String, value: Int)] {
    guard isObject(index) else { return [] }
    var members: [(key: String, value: Int)] = []
    var child = index + 1
    while child < Int(entries[index].bits) {
      members.append((text(of: child), child + 1))
      child = after(child + 1)
    }
    return members
  }

  /// The value of a member; nil without one, and for other values than objects.
  package func member(_ key: Key, of index: Int) -> Int? {
    entries.withUnsafeBufferPointer { entries in
      guard entries[index].kind == .object else { return nil }
      let end = Int(entries[index].bits)
      var child = index + 1
      while child < end {
        if entries[child].count == key.count, isKey(entries[child], key) { return child + 1 }
        let value = entries[child + 1]
        child = value.kind == .array || value.kind == .object ? Int(value.bits) : child + 2
      }
      return nil
    }
  }

  /// Whether an entry with as many bytes as a key is it.
  private func isKey(_ entry: Entry, _ key: Key) -> Bool {
    guard entry.kind == .longKey else { return entry.bits == key.bits }
    return bytes[Int(entry.bits)...].starts(with: UnsafeBufferPointer(start: key.text.utf8Start, count: Int(key.count)))
  }

  /// A key of ASCII characters to look for.
  package struct Key: ExpressibleByStringLiteral, CustomStringConvertible {
    let text: StaticString
    let count: UInt32
    /// The first 8 bytes, the first one lowest.
    let bits: UInt64

    package init(stringLiteral text: StaticString) {
      self.text = text
      count = UInt32(text.utf8CodeUnitCount)
      bits = JSONDocument.bits(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package var description: String { "\(text)" }
  }

  /// The first 8 bytes of a text, the first one lowest.
  static func bits(_ text: some Sequence<UInt8>) -> UInt64 {
    var (bits, shift): (UInt64, UInt64) = (0, 0)
    for byte in text where shift < 64 {
      bits |= UInt64(byte) << shift
      shift += 8
    }
    return bits
  }

  /// The elements of a list.
  package struct Elements: Sequence, IteratorProtocol {
    let document: JSONDocument
    fileprivate var position: Int
    /// The elements that are left.
    package fileprivate(set) var count: Int

    package mutating func next() -> Int? {
      guard count > 0 else { return nil }
      count -= 1
      defer { position = document.after(position) }
      return position
    }
  }
}

// MARK: - Trees

extension JSONDocument {
  /// A list or object whose values are being read.
  private struct Container {
    let isObject: Bool
    /// The number of values.
    let count: Int
    var elements: [JSONValue] = []
    var members: [JSONValue.Member] = []
    var key = ""

    init(_ entry: Entry) {
      isObject = entry.kind == .object
      count = Int(entry.count)
      if isObject { members.reserveCapacity(count) } else { elements.reserveCapacity(count) }
    }

    /// The value, if it is complete.
    var value: JSONValue? {
      if isObject { return members.count == count ? .object(members) : nil }
      return elements.count == count ? .array(elements) : nil
    }

    mutating func add(_ value: JSONValue) {
      if isObject { members.append(JSONValue.Member(key: key, value: value)) } else { elements.append(value) }
    }
  }

  /// A value with all that it contains.
  package func value(_ index: Int = 0) -> JSONValue {
    // No recursion, so that no input is too deep for the thread.
    var open: [Container] = []
    var position = index
    while true {
      let entry = entries[position]
      var value: JSONValue?
      switch entry.kind {
      case .null: value = .null
      case .no: value = .boolean(false)
      case .yes: value = .boolean(true)
      case .number: value = .number(Double(bitPattern: entry.bits))
      case .string: value = .string(text(of: position))
      case .array: value = entry.count == 0 ? .array([]) : nil
      case .object: value = entry.count == 0 ? .object([]) : nil
      case .shortKey, .longKey:
        open[open.count - 1].key = text(of: position)
        position += 1
        continue
      }
      position += 1
      guard var complete = value else {
        open.append(Container(entry))
        continue
      }
      while !open.isEmpty {
        open[open.count - 1].add(complete)
        guard let container = open[open.count - 1].value else { break }
        open.removeLast()
        complete = container
      }
      if open.isEmpty { return complete }
    }
  }
}
