import Glibc
import MultiplaneCLinux

/// Signals as events of a loop: they no longer interrupt anything.
final class SignalSource: EventSource {
  let fileDescriptor: Int32
  private var previous = sigset_t()
  private let receive: (Int32) -> Void
  private var hasEnded = false

  /// Receives signals from now on, except those that the program was started with as ignored:
  /// `nohup` ignores SIGHUP, and shells ignore SIGINT for background jobs. Create it before other
  /// threads, which inherit the signal mask.
  ///
  /// - Parameter receive: called with each signal's number.
  init(_ numbers: [Int32], receive: @escaping (Int32) -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    // A blocked signal would be delivered to the descriptor although it is ignored.
    for number in numbers where !isIgnored(signal: number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
    self.receive = receive
    fileDescriptor = signalfd(-1, &signals, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
  }

  // The owner may have failed after creating it.
  deinit { if !hasEnded { giveBack() } }

  /// Lets signals do again what they did before.
  func end() {
    handle(.readable)
    giveBack()
    hasEnded = true
  }

  private func giveBack() {
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  func handle(_ readiness: Readiness) {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while read(fileDescriptor, &information, size) == size { receive(Int32(information.ssi_signo)) }
  }
}

/// Whether a signal is ignored, as a program inherits it from its parent.
package func isIgnored(signal number: Int32) -> Bool {
  var action = sigaction()
  guard sigaction(number, nil, &action) == 0 else { return false }
  return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
