import Glibc
import MultiplaneDisplays

/// The failure policy of a kiosk: what it does about a failure before it tries again.
enum KioskRemedy: Equatable {
  /// Ends the kiosk with the error.
  case giveUp
  /// Leaves everything as it is: no other card would draw the frame, and the screen goes on showing
  /// the last one.
  case keepShowing
  /// Recreates the OpenGL context.
  case restoreContext(cause: String)
  /// Closes the card, which is then looked for again.
  case reopenCard
  /// Draws the frame again with the next flip.
  case tryAgain
  /// Takes the card from its current master, then sets the output's mode again.
  case becomeMaster
  /// Asks less of the driver, such as the old calls in place of atomic requests; if there is
  /// nothing less, as `lightAnewAndLook`.
  case askForLess
  /// Sets the output's mode again.
  case lightAnew
  /// Sets the output's mode again, and probes the monitors.
  case lightAnewAndLook

  /// Failures in a row after which a kiosk that never lit a screen gives up: about ten seconds.
  static let mostFailuresAtStart = 8
  /// Failures in a row after which the card is reopened.
  static let failuresUntilReopening = 8
  /// Failures in a row for which a card that is busy is waited for.
  private static let mostWaits = 3

  /// - Parameters:
  ///   - isOnScreen: whether the frame of one screen failed, not the card.
  ///   - failures: in a row, this one included.
  ///   - wasLit: whether the kiosk ever lit a screen.
  init(for error: CompositorError, isOnScreen: Bool, failures: Int, wasLit: Bool) {
    let system: SystemError? = if case .display(let display) = error { display.systemError } else { nil }
    if !wasLit, failures >= Self.mostFailuresAtStart {
      self = .giveUp
    } else if case .render(_, .excess) = error {
      self = .keepShowing
    } else if case .contextLost(_, let cause) = error {
      self = .restoreContext(cause: cause)
    } else if system?.isLoss == true || failures.isMultiple(of: Self.failuresUntilReopening) {
      self = .reopenCard
    } else if isOnScreen, let system {
      self.init(for: system, failures: failures)
    } else {
      self = .tryAgain
    }
  }

  /// What a screen does about an answer of the system.
  private init(for error: SystemError, failures: Int) {
    switch error.rawValue {
    // The last flip is not over: the next one will do.
    case EBUSY where failures <= Self.mostWaits: self = .tryAgain
    case EACCES, EPERM: self = .becomeMaster
    case EINVAL, ENOSPC, ERANGE, E2BIG, EOPNOTSUPP, ENOSYS, ENOTTY, ENOENT:
      // Once may be an accident; twice is a refusal.
      self = failures >= 2 ? .askForLess : .lightAnewAndLook
    default: self = .lightAnew
    }
  }
}
