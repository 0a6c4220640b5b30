import Testing

@testable import MultiplaneBatch

@Suite struct RowIndexTests {
  @Test(arguments: [1, 3, 4, 5000]) func textsThatAreThereAlreadyAreFound(count: Int) {
    var index = RowIndex(rows: count)
    func text(_ row: Int) -> String { "row \(row)" }
    for row in 0..<count { #expect(index.add(row, text(row), text: text) == nil) }
    for row in 0..<count { #expect(index.add(row, text(row), text: text) == row) }
  }

  /// Where hashes are the same, texts decide: these say of themselves that they are others.
  @Test func textsAreCompared() {
    var index = RowIndex(rows: 8)
    #expect(index.add(0, "a", text: { _ in "a" }) == nil)
    #expect(index.add(1, "a", text: { _ in "another of the same hash" }) == nil)
    #expect(index.add(2, "a", text: { $0 == 1 ? "a" : "" }) == 1)
  }
}
