import Testing

@testable import MultiplaneLayerTree

@Suite struct WarningBudgetTests {
  @Test func aLineIsLoggedOnceAMinute() {
    var budget = WarningBudget()
    #expect(budget.admit("a", at: 0) == ["a"])
    #expect(budget.admit("a", at: 1) == [])
    #expect(budget.admit("b", at: 2) == ["b"])
    #expect(budget.admit("a", at: 60) == ["1 warnings were left out", "a"])
    #expect(budget.admit("a", at: 61) == [])
  }

  @Test func aFloodIsBounded() {
    var budget = WarningBudget()
    var lines: [String] = []
    for number in 0..<100_000 where budget.hasRoom(at: 10) { lines += budget.admit("line \(number)", at: 10) }
    #expect(lines.count == WarningBudget.most + 1)
    #expect(lines.last?.hasPrefix("further warnings") == true)
    let next = budget.admit("next", at: 10 + WarningBudget.period)
    #expect(next == ["\(100_000 - WarningBudget.most) warnings were left out", "next"])
  }

  @Test func longLinesAreCut() {
    var budget = WarningBudget()
    let line = budget.admit(String(repeating: "x", count: 100_000), at: 0).first ?? ""
    #expect(line.count == WarningBudget.longestLine + 1 && line.hasSuffix("…"))
  }
}
