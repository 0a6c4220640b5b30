#if Service
  import Foundation
  import Synchronization

  /// Waits for the signals that end the service or reload its files, on a thread of its own.
  ///
  /// Files are read on another thread, so that a slow template delays no signal.
  final class SignalWatch: Sendable {
    /// What the service does on signals.
    struct Actions: Sendable {
      /// Reloads the files; called on a thread with a deep stack, one call at a time.
      let reload: @Sendable () -> Void
      /// Begins to end the service.
      let end: @Sendable () -> Void
    }

    private enum Reloading { case idle, running, runningAgain }

    private static let signals = [SIGTERM, SIGINT, SIGHUP]
    /// Nil until the service answers requests.
    private let actions = Mutex<Actions?>(nil)
    private let reloading = Mutex(Reloading.idle)

    /// Blocks the signals on this thread, and on all that it creates, and waits for them.
    init() {
      var set = Self.set
      pthread_sigmask(SIG_BLOCK, &set, nil)
      makeThread("signals") { [self] in wait() }
    }

    /// Sets the actions. Until then SIGTERM and SIGINT end the process at once, and SIGHUP has no
    /// effect, as the files are being read.
    func start(_ actions: Actions) { self.actions.withLock { $0 = actions } }

    private static var set: sigset_t {
      var set = sigset_t()
      sigemptyset(&set)
      for number in signals { sigaddset(&set, number) }
      return set
    }

    private func wait() {
      var set = Self.set
      var isEnding = false
      while true {
        var number: Int32 = 0
        guard sigwait(&set, &number) == 0 else { continue }
        let actions = actions.withLock(\.self)
        if number == SIGHUP {
          if let actions { reload(actions) }
          continue
        }
        guard let actions else { _exit(0) }
        // A second signal ends the service at once.
        if isEnding { _exit(1) }
        isEnding = true
        actions.end()
      }
    }

    private func reload(_ actions: Actions) {
      let isIdle = reloading.withLock { state in
        defer { state = state == .idle ? .running : .runningAgain }
        return state == .idle
      }
      guard isIdle else { return }
      makeThread("reload") { [self] in
        repeat { actions.reload() } while mustRepeat()
      }
    }

    /// Whether SIGHUP came during the last reload.
    private func mustRepeat() -> Bool {
      reloading.withLock { state in
        defer { state = state == .runningAgain ? .running : .idle }
        return state == .runningAgain
      }
    }

    private func makeThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
      let thread = Thread(block: body)
      // Reading a scene recurses as deep as it is nested.
      thread.stackSize = 64 << 20
      thread.name = name
      thread.start()
    }
  }
#endif
