import Foundation
import MultiplaneRenderTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneDisplays

/// What a kiosk does about each kind of failure, as a table.
@Suite struct KioskRemedyTests {
  /// A failure, and when it happened.
  struct Failure: CustomTestStringConvertible {
    var error: CompositorError
    var isOnScreen = true
    var failures = 1
    var wasLit = true
    var remedy: KioskRemedy

    var testDescription: String {
      "\(error), \(isOnScreen ? "screen" : "card"), \(failures), \(wasLit ? "lit" : "never lit")"
    }
  }

  /// A call that the system refused.
  private static func refused(_ code: Int32) -> CompositorError {
    .display(.node(path: "card0", call: "commit", error: SystemError(rawValue: code), remedy: ""))
  }

  private static let lost = CompositorError.contextLost(device: "card0", cause: "reset")
  private static let tooMuch = CompositorError.render(
    device: "card0", error: .excess(.memory(needed: 2, limit: 1)))
  private static let gone = CompositorError.display(.notADevice(path: "card0"))

  private static let table: [Failure] = [
    // A busy card is waited for three times.
    Failure(error: refused(EBUSY), failures: 1, remedy: .tryAgain),
    Failure(error: refused(EBUSY), failures: 3, remedy: .tryAgain),
    Failure(error: refused(EBUSY), failures: 4, remedy: .lightAnew),
    // Another program has the card.
    Failure(error: refused(EACCES), remedy: .becomeMaster),
    Failure(error: refused(EPERM), failures: 5, remedy: .becomeMaster),
    // What a driver refuses twice is not asked for again.
    Failure(error: refused(EINVAL), failures: 1, remedy: .lightAnewAndLook),
    Failure(error: refused(EINVAL), failures: 2, remedy: .askForLess),
    Failure(error: refused(ENOSPC), failures: 7, remedy: .askForLess),
    Failure(error: refused(ENOTTY), failures: 2, remedy: .askForLess),
    Failure(error: refused(ENOENT), failures: 1, remedy: .lightAnewAndLook),
    // Whatever else the system answers.
    Failure(error: refused(ETIMEDOUT), remedy: .lightAnew),
    Failure(error: refused(EIO), failures: 7, remedy: .lightAnew),
    // A card that is gone, and one that failed eight times.
    Failure(error: refused(ENODEV), remedy: .reopenCard),
    Failure(error: refused(ENXIO), isOnScreen: false, remedy: .reopenCard),
    Failure(error: refused(EIO), failures: 8, remedy: .reopenCard),
    Failure(error: refused(EBUSY), failures: 16, remedy: .reopenCard),
    Failure(error: refused(EIO), failures: 9, remedy: .lightAnew),
    // The card itself: it is only looked for again.
    Failure(error: refused(EINVAL), isOnScreen: false, failures: 2, remedy: .tryAgain),
    Failure(error: refused(EACCES), isOnScreen: false, remedy: .tryAgain),
    Failure(error: gone, isOnScreen: false, failures: 8, remedy: .reopenCard),
    // Errors without an answer of the system.
    Failure(error: gone, remedy: .tryAgain),
    Failure(error: lost, remedy: .restoreContext(cause: "reset")),
    Failure(error: lost, failures: 8, remedy: .restoreContext(cause: "reset")),
    Failure(error: tooMuch, remedy: .keepShowing),
    Failure(error: tooMuch, failures: 8, remedy: .keepShowing),
    // Before the first screen is lit a user is present to read the reason.
    Failure(error: refused(EIO), failures: 7, wasLit: false, remedy: .lightAnew),
    Failure(error: refused(EIO), failures: 8, wasLit: false, remedy: .giveUp),
    Failure(error: refused(ENODEV), isOnScreen: false, failures: 9, wasLit: false, remedy: .giveUp),
    Failure(error: lost, failures: 8, wasLit: false, remedy: .giveUp),
    Failure(error: tooMuch, failures: 8, wasLit: false, remedy: .giveUp),
  ]

  @Test(arguments: table) func remedies(failure: Failure) {
    let remedy = KioskRemedy(
      for: failure.error, isOnScreen: failure.isOnScreen, failures: failure.failures, wasLit: failure.wasLit)
    #expect(remedy == failure.remedy)
  }
}
