import Synchronization

/// The counters, as text for Prometheus (exposition format 0.0.4).
final class Metrics: Sendable {
  /// A distribution of seconds.
  struct Histogram: Sendable {
    static let bounds: [Double] = [
      0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    private var counts = [Int](repeating: 0, count: Histogram.bounds.count)
    private var count = 0
    private var sum = 0.0

    mutating func add(_ seconds: Double) {
      // Cumulative counts are computed when they are reported.
      if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) { counts[index] += 1 }
      count += 1
      sum += seconds
    }

    func lines(_ name: String) -> String {
      var (text, below) = ("", 0)
      for (bound, count) in zip(Self.bounds, counts) {
        below += count
        text += "\(name)_bucket{le=\"\(bound)\"} \(below)\n"
      }
      return text
        + "\(name)_bucket{le=\"+Inf\"} \(count)\n\(name)_sum \(sum)\n\(name)_count \(count)\n"
    }
  }

  private struct Counts: Sendable {
    var requests: [String: [Int: Int]] = [:]
    var requestSeconds = Histogram()
    var queueSeconds = Histogram()
    var reckoned = 0.0
    var drawn = 0.0
    var cache: [String: Int] = [:]
    var restarts: [String: Int] = [:]
  }

  /// The gauges, measured on each request.
  struct Gauges: Sendable {
    var waiting = 0
    var waitingSeconds = 0.0
    var workers: [(state: String, count: Int)] = []
    var connections = 0
    var cacheBytes = 0
    var residentBytes = 0
    var descriptors = 0
    var isReady = false
  }

  private let counts = Mutex(Counts())

  #if Service
    func answered(route: String, status: Int, seconds: Double, _ record: CallRecord.Values) {
      counts.withLock { counts in
        counts.requests[route, default: [:]][status, default: 0] += 1
        counts.requestSeconds.add(seconds)
        if let queue = record.queue { counts.queueSeconds.add(queue) }
        if let source = record.source { counts.cache[source.rawValue, default: 0] += 1 }
      }
    }
  #endif

  func drawn(reckoned: Double, took: Double) {
    counts.withLock { counts in
      counts.reckoned += reckoned
      counts.drawn += took
    }
  }

  func restarted(_ reason: String) { counts.withLock { $0.restarts[reason, default: 0] += 1 } }

  func text(_ gauges: Gauges) -> String {
    let counts = counts.withLock { $0 }
    var text = ""
    func head(_ name: String, _ type: String, _ help: String) {
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
    func one(_ name: String, _ type: String, _ help: String, _ value: Double) {
      head(name, type, help)
      text +=
        "\(name) \(value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)")\n"
    }
    head(
      "multiplane_requests_total", "counter", "Answered requests, by route and status.")
    for (route, statuses) in counts.requests.sorted(by: { $0.key < $1.key }) {
      for (status, count) in statuses.sorted(by: { $0.key < $1.key }) {
        text += "multiplane_requests_total{route=\"\(route)\",status=\"\(status)\"} \(count)\n"
      }
    }
    head("multiplane_request_seconds", "histogram", "Seconds from the head of a request to its answer.")
    text += counts.requestSeconds.lines("multiplane_request_seconds")
    head("multiplane_queue_seconds", "histogram", "Seconds that drawings waited for a worker.")
    text += counts.queueSeconds.lines("multiplane_queue_seconds")
    one("multiplane_queue_depth", "gauge", "Waiting drawings.", Double(gauges.waiting))
    one(
      "multiplane_queue_reckoned_seconds", "gauge", "Estimated seconds of waiting work.",
      gauges.waitingSeconds)
    one(
      "multiplane_reckoned_seconds_total", "counter", "Estimated seconds of finished work.",
      counts.reckoned)
    one("multiplane_drawn_seconds_total", "counter", "Measured seconds of finished work.", counts.drawn)
    head("multiplane_cache_total", "counter", "Pictures, by cache result.")
    for (result, count) in counts.cache.sorted(by: { $0.key < $1.key }) {
      text += "multiplane_cache_total{result=\"\(result)\"} \(count)\n"
    }
    one("multiplane_cache_bytes", "gauge", "Bytes in the memory cache.", Double(gauges.cacheBytes))
    head("multiplane_workers", "gauge", "Worker processes, by state.")
    for (state, count) in gauges.workers {
      text += "multiplane_workers{state=\"\(state)\"} \(count)\n"
    }
    head("multiplane_worker_restarts_total", "counter", "Replaced workers, by reason.")
    for (reason, count) in counts.restarts.sorted(by: { $0.key < $1.key }) {
      text += "multiplane_worker_restarts_total{reason=\"\(reason)\"} \(count)\n"
    }
    one("multiplane_connections", "gauge", "Open connections.", Double(gauges.connections))
    one("multiplane_ready", "gauge", "Whether requests are accepted.", gauges.isReady ? 1 : 0)
    one(
      "process_resident_memory_bytes", "gauge", "Resident memory of the service, without its workers.",
      Double(gauges.residentBytes))
    one("process_open_fds", "gauge", "File descriptors of the service.", Double(gauges.descriptors))
    return text
  }
}
