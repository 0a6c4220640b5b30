import Foundation
import MultiplaneCLinux

/// Threads whose start may fail. `Thread` of Foundation does not report that, so that its work is
/// waited for in vain.
package enum SystemThread {
  private final class Work {
    let name: String
    let run: () -> Void
    init(_ name: String, _ run: @escaping () -> Void) { (self.name, self.run) = (name, run) }
  }

  /// Starts a thread that nothing waits for.
  ///
  /// - Parameters:
  ///   - name: at most 15 bytes, for debuggers.
  ///   - stackBytes: the size of its stack; nil for the system's.
  /// - Returns: 0, or the `errno` value; `work` does not run then.
  package static func start(_ name: String, stackBytes: Int? = nil, _ work: sending @escaping () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    let argument = Unmanaged.passRetained(Work(name, work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        multiplane_name_thread(work.name)
        work.run()
        return nil
      }, argument.toOpaque())
    if code != 0 { argument.release() }
    return code
  }

  /// The number of threads that can be started beside those that run.
  ///
  /// Some libraries end the process, or wait for ever, if one of their threads cannot be started.
  ///
  /// - Parameter most: the number to try.
  package static func free(atMost most: Int) -> Int {
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, probeStackBytes)
    defer {
      pthread_attr_destroy(&attributes)
      pthread_mutex_destroy(gate)
      gate.deallocate()
    }
    var threads: [pthread_t] = []
    while threads.count < most {
      var thread = pthread_t()
      let code = pthread_create(
        &thread, &attributes,
        { gate in
          guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
          pthread_mutex_lock(gate)
          pthread_mutex_unlock(gate)
          return nil
        }, gate)
      guard code == 0 else { break }
      threads.append(thread)
    }
    pthread_mutex_unlock(gate)
    for thread in threads { pthread_join(thread, nil) }
    return threads.count
  }

  /// Enough for a thread that only waits, and accepted by all systems.
  private static let probeStackBytes = 256 << 10
}
