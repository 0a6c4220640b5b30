/// The invalid rows of a manifest, of which nothing is drawn.
package struct WrongRows: Error {
  private let name: String
  /// In the manifest, from 0.
  private(set) var indices: Set<Int> = []
  /// In the order of the manifest, as they are found.
  private var errors: [(index: Int, line: String)] = []

  /// The most lines that are listed: with more, these are to be fixed first.
  private static let most = 20

  /// - Parameter name: of the manifest.
  init(_ name: String) { self.name = name }

  /// A line per row; of many, the first 20 after a line with their number.
  package var lines: [String] {
    let lines = errors.sorted { $0.index < $1.index }.map(\.line)
    guard indices.count > Self.most else { return lines }
    return ["\(name): \(indices.count) rows are invalid; the first \(Self.most) are listed"] + lines.prefix(Self.most)
  }

  /// Does something with a row, and notes what is wrong with that; other errors are thrown.
  mutating func noting(_ index: Int, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as BatchError {
      guard case .row = error else { throw error }
      indices.insert(index)
      // Those behind them go, so that memory stays flat. Rows come in their order, twice.
      errors.append((index, error.description))
      if errors.count > 2 * Self.most { errors = Array(errors.sorted { $0.index < $1.index }.prefix(Self.most)) }
    }
  }
}
