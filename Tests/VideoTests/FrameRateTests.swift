import Testing

@testable import MultiplaneVideo

/// Rates are exact, and times with them.
@Suite struct FrameRateTests {
  @Test(arguments: [
    ("60", "60/1"), ("25.0", "25/1"), ("29.97", "2997/100"), ("30000/1001", "30000/1001"), ("60000/2002", "30000/1001"),
    ("0.01", "1/100"), ("23.976", "2997/125"), ("0.3333333333333333", "1/3"), ("59.94005994005994", "60000/1001"),
    ("2147483647", "2147483647/1"),
  ])
  func textsAreFractions(text: String, expected: String) {
    #expect(FrameRate(text: text)?.description == expected)
  }

  @Test(arguments: [
    "", "x", "0", "-5", "nan", "inf", "1/0", "0/1", "-1/1", "1/2/3", "30000/", "1e300", "1e-300", "3000000000",
    "1/3000000000", "1.5/2",
  ])
  func othersAreNone(text: String) {
    #expect(FrameRate(text: text) == nil)
  }

  @Test func timesDoNotDrift() throws {
    let rate = try #require(FrameRate(30000, 1001))
    let times = try FrameTimes(from: 0, to: 1001, rate: rate)
    #expect(times.count == 30000)
    #expect(times.time(of: 30000) == 1001 && times.time(of: 15) == 15 * 1001.0 / 30000)
    #expect(times.framesPerSecond == 30000.0 / 1001)
    // Whole rates give what a division gives.
    let whole = try FrameTimes(from: 0.5, to: 2.5, fps: 60)
    #expect((0..<120).allSatisfy { whole.time(of: $0) == 0.5 + Double($0) / 60 })
  }

  @Test func partsBeginWhereTheyBelong() throws {
    let list = VideoFormat.list(
      of: [("/a'b.mp4", 7), ("/c.mp4", 7), ("/d.mp4", 7)], rate: try #require(FrameRate(60)))
    #expect(
      list == """
        ffconcat version 1.0
        file 'file:/a'\\''b.mp4'
        duration 116667us
        file 'file:/c.mp4'
        duration 116666us
        file 'file:/d.mp4'
        duration 116667us

        """)
  }
}
