#if Service
  import Foundation

  /// Work over bodies, on a thread of its own: a body of 32 MiB takes a tenth of a second to be cut
  /// and hashed, for which no other request is to wait.
  enum BodyWork {
    /// One body after the other: who sends many large ones takes one core at most.
    private static let queue = DispatchQueue(label: "bodies")
    /// Bytes up to which the way there and back takes longer than the work.
    private static let least = 64 << 10

    /// - Parameter bytes: that are looked at.
    static func run<Result: Sendable>(_ bytes: Int, _ work: @escaping @Sendable () throws -> Result) async throws
      -> Result
    {
      guard bytes > least else { return try work() }
      return try await on(queue, work)
    }

    /// Runs work that waits, for files or processes, on a queue.
    static func on<Result: Sendable>(
      _ queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Swift.Result { try work() }) }
      }
    }
  }
#endif
