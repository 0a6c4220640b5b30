import Foundation

/// The wish to end a long work early (Ctrl-C, `kill`, a terminal that closes), as an error that unwinds and tidies up.
///
/// A second signal ends the program at once.
final class Interruption: @unchecked Sendable {
  // Proof of Sendable: both are touched only under `lock`.
  private let lock = NSLock()
  private var signal: Int32?
  private var reaction: (@Sendable (_ signal: Int32) -> Void)?

  /// Takes SIGINT, SIGTERM and SIGHUP from now on, unless whoever started the program had them ignored.
  ///
  /// To be made before there are other threads: they inherit that these signals do not reach them.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watched = signals
    Thread.detachNewThread { [self] in
      var set = watched
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { return }
      // The next one reaches this thread and does what it does to every program.
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      received(number)
      while true { sleep(.max) }
    }
  }

  /// - Throws: `CommandError.interrupted` if a signal has come.
  func check() throws(CommandError) {
    if let signal = lock.withLock({ signal }) { throw .interrupted(signal: signal) }
  }

  /// Says what is to be done at once when a signal comes, so that nobody goes on waiting; done now if it has come. It takes the
  /// place of what was to be done before.
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

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Ends the program as the signal would have, so that shells and scripts see why.
func endBySignal(_ number: Int32) -> Never {
  signal(number, SIG_DFL)
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, number)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  raise(number)
  // Not reached, unless somebody else has the signal blocked; what shells make of a signal.
  exit(128 + number)
}
