#if Service
  import Foundation
  import MultiplaneBatch
  import Synchronization

  /// The state that the service reports: whether it is ready, and its counters.
  final class ServiceState: Sendable {
    private let metrics: Metrics
    private let queue: DrawingQueue
    /// Workers that are ready or draw.
    private let readyCount: @Sendable () -> Int
    private let cache: PictureCache
    private let connections: Connections
    private let isDrainingFlag = Atomic(false)

    init(
      _ metrics: Metrics, _ queue: DrawingQueue, _ cache: PictureCache, _ connections: Connections,
      readyCount: @escaping @Sendable () -> Int
    ) {
      (self.metrics, self.queue, self.cache, self.readyCount) = (metrics, queue, cache, readyCount)
      self.connections = connections
    }

    func drain() { isDrainingFlag.store(true, ordering: .relaxed) }

    /// Why requests are not taken; nil where they are.
    var notReady: Problem? {
      if isDrainingFlag.load(ordering: .relaxed) {
        return Problem(.serviceUnavailable, "stopping", "the service is ending")
      }
      return readyCount() > 0
        ? nil : Problem(.serviceUnavailable, "worker.none", "no worker is ready yet", retryAfter: 1)
    }

    var metricsText: String {
      let state = queue.state
      let ready = readyCount()
      return metrics.text(
        Metrics.Gauges(
          waiting: state.waiting, waitingSeconds: state.seconds,
          workers: [("busy", state.busy), ("idle", max(0, ready - state.busy))],
          connections: connections.count,
          cacheBytes: cache.byteCount, residentBytes: ProgramBuild.residentBytes,
          descriptors: (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
            ?? 0,
          isReady: notReady == nil))
    }
  }
#endif
