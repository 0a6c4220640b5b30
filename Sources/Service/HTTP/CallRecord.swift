#if Service
  import Synchronization

  /// The record of a request for log and metrics.
  final class CallRecord: Sendable {
    /// The source of a picture.
    enum Source: String, Sendable {
      case hit, miss, joined
      /// The client's own copy.
      case notModified = "304"
    }

    struct Values: Sendable {
      /// The pattern of the route.
      var route = "none"
      var source: Source?
      /// Seconds.
      var queue: Double?
      var draw: Double?
      /// About the picture.
      var warning: String?
      /// The number of the worker.
      var worker: Int?
    }

    private let values = Mutex(Values())

    var current: Values { values.withLock { $0 } }

    func note(_ change: (inout Values) -> Void) { values.withLock { change(&$0) } }
  }
#endif
