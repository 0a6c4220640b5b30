#if Service
  import NIOCore
  import Synchronization

  /// A connection, as far as requests want to know of it.
  final class Connection: Sendable {
    /// What a connection waits for.
    enum Phase: Sendable {
      /// The head of a request.
      case head
      /// The rest of a body.
      case body
      /// The service.
      case answer
      /// The client, to take in an answer.
      case delivery
    }

    /// How a phase goes.
    struct Progress: Sendable {
      var phase = Phase.head
      var start: NIODeadline
      /// Bytes of the body that have arrived.
      var bytes = 0
      /// Whether a request was answered before.
      var hasAnswered = false

      mutating func begin(_ phase: Phase, at now: NIODeadline) {
        hasAnswered = hasAnswered || self.phase == .delivery && phase != .delivery
        (self.phase, start, bytes) = (phase, now, 0)
      }

      /// Whether the connection may be closed for the sake of one that waits to be accepted.
      ///
      /// Clients send a request right behind the handshake, and most bodies right behind the head.
      /// Those that do not are slow, or hold connections on purpose.
      ///
      /// - Parameter patience: the time that a head may take, in seconds.
      func mayBeClosed(at now: NIODeadline, patience: Double) -> Bool {
        let waited = Double((now - start).nanoseconds) * 1e-9
        return switch phase {
        case .head: waited > patience
        case .body: waited > 0.25 && Double(bytes) < waited * Self.leastRate
        case .answer: false
        case .delivery: waited > 2
        }
      }

      /// Whether the connection is so new that its first request is probably on its way: clients
      /// send it right behind the handshake.
      func expectsFirstRequest(at now: NIODeadline) -> Bool {
        phase == .head && !hasAnswered && now - start < .seconds(1)
      }

      /// Which connections are closed for others: first those without an answer so far, of which
      /// clients that only hold connections have many, and of each kind those that have waited
      /// longest.
      ///
      /// - Parameters:
      ///   - most: how many at most.
      ///   - spared: how many are kept that have had an answer, while they are between two
      ///     requests: those that had it last. Otherwise, clients that open connections all the
      ///     time would have those closed that others keep for their next request.
      ///   - patience: see `mayBeClosed`.
      /// - Returns: their indices.
      static func dispensable(
        _ all: [Progress], at now: NIODeadline, most: Int, sparing spared: Int, patience: Double
      ) -> [Int] {
        let kept = all.indices.filter { all[$0].hasAnswered && all[$0].phase == .head }
          .sorted { all[$0].start > all[$1].start }.prefix(spared)
        let found = Set(all.indices.filter { all[$0].mayBeClosed(at: now, patience: patience) }).subtracting(kept)
        return Array(found.sorted { all[$0].isDispensedBefore(all[$1]) }.prefix(most))
      }

      private func isDispensedBefore(_ other: Progress) -> Bool {
        hasAnswered == other.hasAnswered ? start < other.start : !hasAnswered
      }

      /// Of a body, in bytes per second.
      private static let leastRate = 65_536.0
    }

    let channel: any Channel
    /// The listener that accepted it.
    let listener: ObjectIdentifier
    private let hasLeftFlag = Atomic(false)
    private let progress: Mutex<Progress>

    init(_ channel: any Channel, listener: ObjectIdentifier) {
      (self.channel, self.listener) = (channel, listener)
      progress = Mutex(Progress(start: .now()))
    }

    /// Whether the client has closed its side, and so probably waits for no answer.
    var hasLeft: Bool { hasLeftFlag.load(ordering: .relaxed) }

    func leave() { hasLeftFlag.store(true, ordering: .relaxed) }

    /// A phase begins.
    func begin(_ phase: Phase) { progress.withLock { $0.begin(phase, at: .now()) } }

    func receive(bytes: Int) { progress.withLock { $0.bytes += bytes } }

    var current: Progress { progress.withLock { $0 } }
  }

  /// The connections that are open.
  final class Connections: Sendable {
    private let all = Mutex<[ObjectIdentifier: Connection]>([:])

    var count: Int { all.withLock { $0.count } }

    func add(_ connection: Connection) {
      all.withLock { $0[ObjectIdentifier(connection.channel)] = connection }
    }

    func remove(_ channel: any Channel) {
      _ = all.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    func connection(of channel: any Channel) -> Connection? {
      all.withLock { $0[ObjectIdentifier(channel)] }
    }

    /// Closes those that are idle now, and the others behind the answers that they wait for. Those
    /// that have just been opened are left for a later call, because the client would lose a
    /// request that is on its way.
    func quiesce() {
      let now = NIODeadline.now()
      for connection in all.withLock({ Array($0.values) }) where !connection.current.expectsFirstRequest(at: now) {
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      }
    }

    /// The connections of a listener that are closed for others; see
    /// `Connection.Progress.dispensable`.
    func dispensable(of listener: ObjectIdentifier, most: Int, sparing spared: Int, patience: Double) -> [Connection] {
      let found = all.withLock { Array($0.values) }.filter { $0.listener == listener }
      return Connection.Progress.dispensable(
        found.map(\.current), at: .now(), most: most, sparing: spared, patience: patience
      ).map { found[$0] }
    }
  }
#endif
