/// Comma-separated values: where each record lies, and its fields.
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

  private static let (quote, comma, lineFeed, carriageReturn) = (
    UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(0x0A), UInt8(0x0D)
  )

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
  static func fields(of place: Place, in bytes: [UInt8]) throws(Fault) -> [String] {
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
        guard index >= end || bytes[index] == comma else {
          throw Fault(line: place.line, problem: "expected a comma after the quotation mark, found more text")
        }
      } else {
        while index < end, bytes[index] != comma {
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
