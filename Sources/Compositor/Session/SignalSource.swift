import Glibc
import MultiplaneCLinux

/// Signals as events of a loop: they no longer interrupt anything.
final class SignalSource: EventSource {
  let fileDescriptor: Int32
  private var previous = sigset_t()
  private let receive: (Int32) -> Void
  private var hasEnded = false

  /// Takes signals from now on. To be made before there are other threads: they inherit that these
  /// do not reach them.
  ///
  /// - Parameter receive: called with each signal's number.
  init(_ numbers: [Int32], receive: @escaping (Int32) -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
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
