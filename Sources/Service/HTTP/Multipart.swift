import Foundation

/// The parts of a body of multipart/form-data (RFC 7578).
struct Multipart {
  struct Part: Equatable {
    var name: String
    var contentType: String?
    var bytes: [UInt8]
  }

  /// Why a body is none; a phrase.
  struct Fault: Error, Equatable {
    let problem: String
  }

  /// Most parts, and most bytes of the head of one.
  static let mostParts = 64
  static let longestHead = 4096

  /// The boundary of a multipart content type; nil for another type.
  static func boundary(ofContentType text: String) -> String? {
    guard MediaType.name(ofContentType: text) == "multipart/form-data" else { return nil }
    for part in MediaType.parts(ofContentType: text).dropFirst() where part.lowercased().hasPrefix("boundary=") {
      var value = part.dropFirst("boundary=".count)
      if value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1 {
        value = value.dropFirst().dropLast()
      }
      guard (1...70).contains(value.utf8.count) else { return nil }
      return String(value)
    }
    return nil
  }

  /// Takes a whole body apart.
  static func parts(of body: [UInt8], boundary: String) throws(Fault) -> [Part] {
    let delimiter = Array("\r\n--\(boundary)".utf8)
    var parts: [Part] = []
    // The first delimiter may stand at the very start.
    var place: Int
    if body.starts(with: delimiter.dropFirst(2)) {
      place = delimiter.count - 2
    } else if let found = find(delimiter, in: body, from: 0) {
      place = found + delimiter.count
    } else {
      throw Fault(
        problem: "expected parts between lines --\(OneLineText.cut(boundary)), found none")
    }
    while true {
      if body[place...].starts(with: [0x2D, 0x2D]) { return parts }
      while place < body.count, body[place] == 0x20 || body[place] == 0x09 { place += 1 }
      guard body[place...].starts(with: [0x0D, 0x0A]) else {
        throw Fault(problem: "expected the end of a line behind a boundary, found something else")
      }
      place += 2
      guard parts.count < mostParts else {
        throw Fault(problem: "expected at most \(mostParts) parts, found more")
      }
      let (part, start) = try head(of: body, from: place)
      // An empty part has its delimiter right behind its head, whose line's end is the delimiter's.
      guard let end = find(delimiter, in: body, from: start - 2) else {
        throw Fault(problem: "expected a boundary behind each part, found the end")
      }
      guard !parts.contains(where: { $0.name == part.name }) else {
        throw Fault(
          problem: "expected each part once, found \"\(OneLineText.cut(part.name))\" twice")
      }
      parts.append(
        Part(
          name: part.name, contentType: part.contentType, bytes: Array(body[min(start, end)..<end]))
      )
      place = end + delimiter.count
    }
  }

  private static func head(
    of body: [UInt8], from place: Int
  ) throws(Fault) -> (part: (name: String, contentType: String?), start: Int) {
    let limit = min(body.count, place + longestHead)
    guard let end = find([0x0D, 0x0A, 0x0D, 0x0A], in: Array(body[place..<limit]), from: 0) else {
      throw Fault(
        problem:
          "expected the head of a part of at most \(longestHead) bytes, found a longer one or the end"
      )
    }
    guard let text = String(validating: body[place..<place + end], as: UTF8.self) else {
      throw Fault(problem: "expected the head of a part in UTF-8, found something else")
    }
    var (name, contentType): (String?, String?)
    for line in text.split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      switch line[..<colon].lowercased() {
      case "content-disposition": name = parameter("name", of: value).map(unescaped)
      case "content-type": contentType = String(value)
      default: break
      }
    }
    guard let name, !name.isEmpty, name.utf8.count <= 255, !name.utf8.contains(0) else {
      throw Fault(
        problem: "expected a name in each part's Content-Disposition, found a part without")
    }
    return ((name, contentType), place + end + 4)
  }

  /// A name without the three escapes that browsers write into it, of all bytes only for quotation
  /// marks and line breaks (HTML, "Multipart form data").
  private static func unescaped(_ name: String) -> String {
    name.replacing("%22", with: "\"").replacing(/%0[Dd]/, with: "\r").replacing(/%0[Aa]/, with: "\n")
  }

  /// A parameter of a header's value, in quotation marks or without.
  private static func parameter(_ name: String, of value: Substring) -> String? {
    var rest = value
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let key = rest[..<equals].lowercased()
      rest = rest[rest.index(after: equals)...]
      var text = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
          if character == "\\", let next = rest.popFirst() {
            text.append(next)
          } else {
            text.append(character)
          }
        }
      } else {
        text = String(rest.prefix { $0 != ";" && $0 != " " })
        rest = rest.dropFirst(text.count)
      }
      if key == name { return text }
    }
    return nil
  }

  /// The offset of a pattern; nil if it is not found.
  private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start >= 0, let first = pattern.first else { return nil }
    return bytes.withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress else { return nil }
      var place = start
      while place + pattern.count <= bytes.count {
        guard let found = memchr(base + place, Int32(first), bytes.count - place) else { return nil }
        place = base.distance(to: UnsafeRawPointer(found))
        guard place + pattern.count <= bytes.count else { return nil }
        if pattern.withUnsafeBytes({ memcmp(base + place, $0.baseAddress ?? base, pattern.count) }) == 0 {
          return place
        }
        place += 1
      }
      return nil
    }
  }
}

/// Text of strangers, made fit for a line.
enum OneLineText {
  /// At most sixty characters, without those that break or hide a line.
  static func cut(_ text: some StringProtocol) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(60).filter { $0.properties.generalCategory != .control }))
  }
}
