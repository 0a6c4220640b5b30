import MultiplaneDisplays
import Testing

@Suite struct ModeChoiceTests {
  private static let modes = [
    DisplayMode(width: 1280, height: 720, refresh: 60),
    DisplayMode(width: 1920, height: 1080, refresh: 59.94),
    DisplayMode(width: 1920, height: 1080, refresh: 50, isPreferred: true),
    DisplayMode(width: 3840, height: 2160, refresh: 30),
    DisplayMode(width: 3840, height: 2160, refresh: 60, isInterlaced: true),
  ]

  @Test(arguments: [
    (nil, 2, true), ("1920x1080", 1, true), ("1920x1080@60", 1, true), ("1920x1080@50", 2, true),
    ("1280x720@60", 0, true), ("3840x2160", 3, true),
    // What there is not becomes the nearest thing that there is.
    ("1920x1080@24", 1, false), ("640x480", 2, false),
  ])
  func takesWhatIsWantedOrPreferred(text: String?, index: Int, isAsWanted: Bool) throws {
    let wanted = text.flatMap { ModeRequest($0) }
    #expect((wanted == nil) == (text == nil))
    let choice = try #require(ModeChoice.choose(from: Self.modes, wanted: wanted))
    #expect(choice.mode == Self.modes[index])
    #expect(choice.isAsWanted == isAsWanted)
  }

  @Test func withoutAPreferenceTheLargestFastestProgressiveModeIsTaken() {
    let modes = [
      DisplayMode(width: 640, height: 480, refresh: 100), DisplayMode(width: 1024, height: 768, refresh: 60),
      DisplayMode(width: 1024, height: 768, refresh: 75), DisplayMode(width: 1920, height: 1080, isInterlaced: true),
    ]
    #expect(ModeChoice.choose(from: modes)?.mode == modes[2])
    #expect(ModeChoice.choose(from: []) == nil)
  }

  @Test(arguments: ["1920", "1920x", "x1080", "0x480", "640x480@", "640x480@0", "640x480@60@60", "640x480 ", "-1x5"])
  func whatIsNoModeIsRefused(text: String) {
    #expect(ModeRequest(text) == nil)
  }

  @Test(arguments: ["640x480", "1920x1080@60", "1920x1080@59.94"])
  func requestsReadAndWriteTheSame(text: String) {
    #expect(ModeRequest(text)?.description == text)
  }

  @Test func aModeSaysItsSizeAndRefresh() {
    #expect("\(DisplayMode(width: 1920, height: 1080, refresh: 59.94))" == "1920x1080@59.94")
    #expect("\(DisplayMode(width: 800, height: 600, refresh: 60))" == "800x600@60")
    #expect(abs(DisplayMode(width: 1000, height: 500, refresh: 50).period - 0.02) < 1e-9)
  }
}
