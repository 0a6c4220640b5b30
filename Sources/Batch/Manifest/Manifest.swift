import MultiplaneSceneFile
import MultiplaneVideo

/// The jobs of a batch in a file: JSON Lines, or a table (CSV) with a header row. Only the
/// positions of rows are stored, and a row is parsed when needed, so that a hundred thousand rows
/// need no more memory than the file.
package struct Manifest: Sendable {
  /// A parsed row.
  package struct Row: Sendable {
    /// The line in the file, from 1.
    package let line: Int
    package var id: String?
    package var scene: String?
    package var output: String?
    /// The scene time, in seconds.
    package var time: Double?
    package var from: Double?
    package var to: Double?
    package var framesPerSecond: FrameRate?
    package var scale: Double?
    package var parameters: [String: Value] = [:]
  }

  /// A parameter value: JSON, or text that is converted to the parameter's type.
  package enum Value: Sendable {
    case json(ParameterValue)
    case text(String)
  }

  /// The maximum size of a manifest, in bytes.
  package static let largest = 1 << 30

  /// The format of a file, by its extension.
  package enum Format: Sendable, Equatable {
    /// JSON Lines.
    case lines
    /// A table whose separator is recognised by its header, or is a tab (`.tsv`).
    case csv, tsv

    /// - Parameter path: of the file.
    package init(path: String) {
      let path = path.lowercased()
      self = path.hasSuffix(".csv") ? .csv : path.hasSuffix(".tsv") ? .tsv : .lines
    }
  }

  /// The columns of a table, or the names among a job's parameters, that are skipped.
  package enum IgnoredColumns: Sendable, Equatable {
    /// Those that are no parameters.
    case unknown
    case named(Set<String>)

    package static let none = IgnoredColumns.named([])
  }

  /// The name in messages.
  package let name: String
  /// The skipped columns.
  package let ignored: IgnoredColumns
  /// The columns of a table; nil for JSON Lines.
  package let columns: [String]?
  private let bytes: [UInt8]
  private let places: [CSVRecords.Place]
  private let separator: CSVRecords.Separator

  /// The number of jobs.
  package var count: Int { places.count }

  /// Creates a manifest.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - name: the name in messages.
  package init(
    _ bytes: [UInt8], name: String, format: Format, ignoring ignored: IgnoredColumns = .none
  ) throws(BatchError) {
    (self.name, self.ignored) = (name, ignored)
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    self.bytes = bytes
    guard format != .lines else {
      (columns, separator) = (nil, .comma)
      places = Self.lines(of: bytes)
      return
    }
    do throws(CSVRecords.Fault) {
      var places = try CSVRecords.places(in: bytes)
      let named = places.first.flatMap { CSVRecords.separator(ofLine: bytes[$0.bytes]) }
      if named != nil { places.removeFirst() }
      guard !places.isEmpty else {
        throw CSVRecords.Fault(line: 1, problem: "expected a header row with the columns' names")
      }
      let header = places.removeFirst()
      separator =
        format == .tsv ? .tab : named ?? CSVRecords.separator(ofHeader: bytes[header.bytes])
      let columns = try CSVRecords.fields(of: header, in: bytes, separatedBy: separator)
      try Self.check(columns, ignoring: ignored)
      self.columns = columns
      self.places = places
    } catch {
      throw .row(name: name, line: error.line, problem: error.problem)
    }
  }

  private static func check(_ columns: [String], ignoring ignored: IgnoredColumns) throws(CSVRecords.Fault) {
    var names = Set<String>(minimumCapacity: columns.count)
    // Unnamed columns, which spreadsheets write beside a table, are equal only by name.
    for column in columns where !names.insert(column).inserted && !column.isEmpty {
      throw CSVRecords.Fault(
        line: 1, problem: "expected each column once, found \(JSONValue.string(column).found) twice")
    }
    guard case .named(let ignored) = ignored, let name = ignored.subtracting(names).min() else { return }
    throw CSVRecords.Fault(
      line: 1,
      problem: "expected a column to ignore, found none called \(JSONValue.string(name).found)"
        + Suggestion.sentence(for: name, among: columns))
  }

  /// The separator of a table's fields in the plural; nil for commas, and for JSON Lines.
  package var unusualSeparator: String? { separator == .comma ? nil : separator.name + "s" }

  private static func lines(of bytes: [UInt8]) -> [CSVRecords.Place] {
    var places: [CSVRecords.Place] = []
    var (line, start) = (1, 0)
    func add(_ end: Int) {
      if bytes[start..<end].contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) {
        places.append(CSVRecords.Place(line: line, bytes: start..<end))
      }
      (line, start) = (line + 1, end + 1)
    }
    for (index, byte) in bytes.enumerated() where byte == 0x0A { add(index) }
    if start < bytes.count { add(bytes.count) }
    return places
  }

  /// Parses a row.
  package func row(at index: Int) throws(BatchError) -> Row {
    let place = places[index]
    guard let columns else { return try jsonRow(at: place) }
    return try row(of: columns, at: place)
  }

  private func wrong(_ place: CSVRecords.Place, _ problem: String) -> BatchError {
    .row(name: name, line: place.line, problem: problem)
  }

  /// Frames per second: a number, or a fraction as `"30000/1001"` or `[30000, 1001]`.
  private func rate(_ json: JSONValue, _ place: CSVRecords.Place) throws(BatchError) -> FrameRate {
    let rate: FrameRate? =
      switch json {
      case .number(let number): FrameRate(number)
      case .string(let text): FrameRate(text: text)
      case .array(let parts):
        if parts.count == 2, case .number(let a) = parts[0], case .number(let b) = parts[1], let a = Int(exactly: a),
          let b = Int(exactly: b)
        {
          FrameRate(a, b)
        } else {
          nil
        }
      default: nil
      }
    guard let rate else {
      throw wrong(
        place, "fps: expected frames per second above 0, such as 60, 29.97 or \"30000/1001\", found \(json.found)")
    }
    return rate
  }

  // MARK: Tables

  /// The columns that belong to the job.
  static let jobColumns = ["id", "scene", "time", "from", "to", "fps", "scale", "output", "error"]

  /// Whether a column is ignored by its name.
  private func isIgnored(_ column: String) -> Bool {
    if case .named(let names) = ignored { names.contains(column) } else { false }
  }

  private func row(of columns: [String], at place: CSVRecords.Place) throws(BatchError) -> Row {
    let fields: [String]
    do throws(CSVRecords.Fault) {
      fields = try CSVRecords.fields(of: place, in: bytes, separatedBy: separator)
    } catch {
      throw .row(name: name, line: error.line, problem: error.problem)
    }
    guard fields.count == columns.count else {
      throw wrong(
        place,
        "expected \(columns.count) fields as in the header, separated by \(separator.name)s, found \(fields.count)")
    }
    var row = Row(line: place.line)
    func number(_ column: String, _ text: String) throws(BatchError) -> Double {
      guard let json = try? JSONValue.parse([UInt8](text.utf8), name: name), case .number(let number) = json else {
        throw wrong(place, "\(column): expected a number, found \(JSONValue.string(text).found)")
      }
      return number
    }
    // An empty cell is as if the column were missing: defaults apply.
    for (column, text) in zip(columns, fields) where !text.isEmpty && !isIgnored(column) {
      switch column {
      case "id": row.id = text
      case "scene": row.scene = text
      case "output": row.output = text
      case "time": row.time = try number(column, text)
      case "from": row.from = try number(column, text)
      case "to": row.to = try number(column, text)
      case "fps": row.framesPerSecond = try rate(.string(text), place)
      case "scale": row.scale = try number(column, text)
      // The error of an earlier run of the job.
      case "error": break
      default: row.parameters[column] = .text(text)
      }
    }
    return row
  }

  // MARK: JSON Lines

  private static let keys = ["id", "scene", "parameters", "time", "from", "to", "fps", "scale", "output", "error"]

  private func jsonRow(at place: CSVRecords.Place) throws(BatchError) -> Row {
    let json: JSONValue
    do {
      json = try JSONValue.parse(Array(bytes[place.bytes]), name: name)
    } catch {
      guard case .malformed(_, _, let column, let problem) = error else { throw wrong(place, "\(error)") }
      throw wrong(place, "column \(column): \(problem)")
    }
    guard case .object(let members) = json else { throw wrong(place, "expected an object, found \(json.found)") }
    var row = Row(line: place.line)
    func number(_ member: JSONValue.Member) throws(BatchError) -> Double {
      guard case .number(let number) = member.value else {
        throw wrong(place, "\(member.key): expected a number, found \(member.value.found)")
      }
      return number
    }
    func text(_ member: JSONValue.Member) throws(BatchError) -> String {
      guard case .string(let text) = member.value else {
        throw wrong(place, "\(member.key): expected a string, found \(member.value.found)")
      }
      return text
    }
    for member in members {
      switch member.key {
      case "id": row.id = try text(member)
      case "scene": row.scene = try text(member)
      case "output": row.output = try text(member)
      case "time": row.time = try number(member)
      case "from": row.from = try number(member)
      case "to": row.to = try number(member)
      case "fps": row.framesPerSecond = try rate(member.value, place)
      case "scale": row.scale = try number(member)
      case "error": break
      case "parameters":
        guard case .object(let values) = member.value else {
          throw wrong(place, "parameters: expected an object {name: value}, found \(member.value.found)")
        }
        for value in values where !isIgnored(value.key) {
          guard let given = ParameterValue(value.value) else {
            throw wrong(
              place,
              "parameters.\(value.key): expected a string, a number, true, false or a colour, found \(value.value.found)"
            )
          }
          row.parameters[value.key] = .json(given)
        }
      default:
        throw wrong(
          place,
          "\(JSONValue.string(member.key).found) is not a key of a job"
            + Suggestion.sentence(for: member.key, among: Self.keys))
      }
    }
    return row
  }

  /// A row as in the file, with its error, for a manifest of failed jobs: a line of JSON.
  package func line(ofJob job: BatchJob, error: String) -> String {
    var members: [JSONValue.Member] = [
      .init(key: "id", value: .string(job.id)), .init(key: "scene", value: .string(job.scene)),
    ]
    if !job.parameters.isEmpty {
      let values = job.parameters.sorted { $0.key < $1.key }
      members.append(
        .init(
          key: "parameters",
          value: .object(values.compactMap { name, value in value.json.map { .init(key: name, value: $0) } })))
    }
    switch job.moment {
    case .picture(let time): members.append(.init(key: "time", value: .number(time)))
    case .frames(let times, let to):
      members += [
        .init(key: "from", value: .number(times.from)), .init(key: "to", value: .number(to)),
        .init(key: "fps", value: .list([Double(times.rate.numerator), Double(times.rate.denominator)])),
      ]
    }
    if let scale = job.scale { members.append(.init(key: "scale", value: .number(scale))) }
    members += [.init(key: "output", value: .string(job.output)), .init(key: "error", value: .string(error))]
    return JSONValue.object(members).flatText
  }
}
