import MultiplaneCompositor
import Testing

@Suite struct BlankScheduleTests {
  @Test(arguments: [
    (60, 120, 59, false), (60, 120, 60, true), (60, 120, 119, true), (60, 120, 120, false),
    // Over midnight.
    (1320, 390, 1319, false), (1320, 390, 1320, true), (1320, 390, 0, true), (1320, 390, 389, true),
    (1320, 390, 390, false),
    // Never.
    (600, 600, 600, false),
  ])
  func itIsDarkFromTheOneToTheOther(blankAt: Int, unblankAt: Int, minute: Int, isBlank: Bool) {
    #expect(BlankSchedule(blankAt: blankAt, unblankAt: unblankAt).isBlank(at: minute) == isBlank)
  }
}
