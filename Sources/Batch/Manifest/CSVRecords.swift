/// Comma-separated values, or values separated by semicolons or tabs: the position of each record,
/// and its fields.
///
/// (Source: RFC 4180; lines may end in LF alone, too.)
struct CSVRecords {
  struct Fault: Error {
    let line: Int
    let problem: String
  }

  /// A record, and the line on which it begins.
  struct Place: Sendable {
    let line: Int
    let bytes: Range<Int>
  }

  /// The character between two fields.
  enum Separator: UInt8, CaseIterable, Sendable {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09

    /// The noun in messages.
    var name: String {
      switch self {
      case .comma: "comma"
      case .semicolon: "semicolon"
      case .tab: "tab"
      }
    }
  }

  private static let (quote, lineFeed, carriageReturn) = (UInt8(ascii: "\""), UInt8(0x0A), UInt8(0x0D))

  /// The separator of a header: the most frequent one outside quotation marks, the comma if there
  /// is none.
  static func separator(ofHeader bytes: ArraySlice<UInt8>) -> Separator {
    var counts = [UInt8: Int]()
    var isQuoted = false
    for byte in bytes {
      if byte == quote { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
    }
    return Separator.allCases.reduce(.comma) {
      counts[$1.rawValue, default: 0] > counts[$0.rawValue, default: 0] ? $1 : $0
    }
  }

  /// The separator of the line `sep=;` that spreadsheets write before the header; nil for another
  /// line.
  static func separator(ofLine bytes: ArraySlice<UInt8>) -> Separator? {
    bytes.dropLast().elementsEqual("sep=".utf8) ? bytes.last.flatMap(Separator.init) : nil
  }

  /// The records of a file; empty lines are none.
  static func places(in bytes: [UInt8]) throws(Fault) -> [Place] {
    var places: [Place] = []
    var (line, start, startLine) = (1, 0, 1)
    var isQuoted = false
    for (index, byte) in bytes.enumerated() {
      if byte == quote { isQuoted.toggle() }
      guard byte == lineFeed else { continue }
      line += 1
      guard !isQuoted else { continue }
      add(start..<index, startLine)
      (start, startLine) = (index + 1, line)
    }
    guard !isQuoted else {
      throw Fault(line: startLine, problem: "expected a closing quotation mark, found the end of the file")
    }
    add(start..<bytes.count, startLine)
    return places

    func add(_ range: Range<Int>, _ line: Int) {
      let end = range.upperBound > range.lowerBound && bytes[range.upperBound - 1] == carriageReturn
      let range = range.lowerBound..<(end ? range.upperBound - 1 : range.upperBound)
      if !range.isEmpty { places.append(Place(line: line, bytes: range)) }
    }
  }

  /// The fields of a record.
  static func fields(
    of place: Place, in bytes: [UInt8], separatedBy separator: Separator
  ) throws(Fault) -> [String] {
    let between = separator.rawValue
    var fields: [String] = []
    var field: [UInt8] = []
    var index = place.bytes.lowerBound
    let end = place.bytes.upperBound
    func text() throws(Fault) -> String {
      guard let text = String(validating: field, as: UTF8.self) else {
        throw Fault(line: place.line, problem: "expected UTF-8, found other bytes")
      }
      return text
    }
    while true {
      field.removeAll(keepingCapacity: true)
      if index < end, bytes[index] == quote {
        index += 1
        while index < end {
          if bytes[index] == quote {
            guard index + 1 < end, bytes[index + 1] == quote else { break }
            index += 1
          }
          field.append(bytes[index])
          index += 1
        }
        index += 1
        guard index >= end || bytes[index] == between else {
          throw Fault(
            line: place.line, problem: "expected a \(separator.name) after the quotation mark, found more text")
        }
      } else {
        while index < end, bytes[index] != between {
          guard bytes[index] != quote else {
            throw Fault(
              line: place.line, problem: "expected quotation marks around the whole field, found one inside")
          }
          guard bytes[index] != carriageReturn else {
            throw Fault(
              line: place.line, problem: "expected lines that end with LF or CR LF, found a carriage return alone")
          }
          field.append(bytes[index])
          index += 1
        }
      }
      fields.append(try text())
      guard index < end else { return fields }
      index += 1
    }
  }
}
