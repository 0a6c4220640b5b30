import MultiplaneCPURenderer

/// The CPU renderer as others see it: what it is called, and how many threads it may have.
package enum CPUDrawing {
  /// Most threads that draw at the same time.
  package static let mostThreads = CPURenderer.mostThreads

  /// What messages call it, with what it draws with.
  ///
  /// - Parameter threads: how many draw at the same time; nil for one a core.
  package static func name(threads: Int? = nil) -> String {
    let count = CPURenderer.threadCount(threads)
    let level = CPURenderer.KernelLevel.best
    return "the CPU renderer (\(count) \(count == 1 ? "thread" : "threads"), \(level.rawValue))"
  }
}
