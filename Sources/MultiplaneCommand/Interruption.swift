import Foundation
import MultiplaneCompositor
import MultiplaneDrawing

/// Signals that end long work early (Ctrl-C, `kill`, a closed terminal), turned into an error so
/// that the work unwinds and cleans up.
///
/// A second signal ends the program at once.
final class Interruption: @unchecked Sendable {
  // Proof of Sendable: both are touched only under `lock`.
  private let lock = NSLock()
  private var signal: Int32?
  private var reaction: (@Sendable (_ signal: Int32) -> Void)?

  /// Handles SIGINT, SIGTERM and SIGHUP from now on, unless the parent process had them ignored.
  ///
  /// Create it before any other thread, because threads inherit the signal mask.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal: number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watched = signals
    let code = SystemThread.start("signals") { [self] in
      var set = watched
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { return }
      // The next signal has its default action.
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      received(number)
      while true { sleep(.max) }
    }
    // Without the thread they end the program at once.
    if code != 0 { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  /// - Throws: `CommandError.interrupted` if a signal has come.
  func check() throws(CommandError) {
    if let signal = lock.withLock({ signal }) { throw .interrupted(signal: signal) }
  }

  /// Sets the reaction that runs as soon as a signal arrives; runs it now if one has arrived.
  /// Replaces the previous reaction.
  func onSignal(_ reaction: @escaping @Sendable (_ signal: Int32) -> Void) {
    let late = lock.withLock {
      self.reaction = reaction
      return signal
    }
    if let late { reaction(late) }
  }

  private func received(_ number: Int32) {
    let reaction = lock.withLock {
      signal = number
      return self.reaction
    }
    reaction?(number)
  }
}

/// Ends the process by the signal's default action, so that the parent sees the signal.
func endBySignal(_ number: Int32) -> Never {
  signal(number, SIG_DFL)
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, number)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  raise(number)
  // Only reached if another thread blocks the signal. The status is the shells' convention.
  exit(128 + number)
}
