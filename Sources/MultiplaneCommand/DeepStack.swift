import Foundation

/// A thread with a stack for the deepest tree, in case the main thread's stack cannot grow that
/// far.
enum DeepStack {
  private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Runs a closure on such a thread, and waits for it.
  ///
  /// - Parameter bytes: the size of the stack: address space, which becomes memory as it is used.
  /// - Throws: `CommandError.stack` if the thread cannot be created; `work` has not run then.
  static func run(bytes: Int, _ work: @escaping () -> Void) throws(CommandError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, bytes)
    let argument = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw .stack(bytes: bytes, found: String(cString: strerror(code)))
    }
    pthread_join(thread, nil)
  }
}
