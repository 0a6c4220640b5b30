#if Service
  import NIOCore
  import Synchronization

  /// A connection, as far as requests want to know of it.
  final class Connection: Sendable {
    let channel: any Channel
    private let hasLeftFlag = Atomic(false)

    init(_ channel: any Channel) { self.channel = channel }

    /// Whether the client has closed its side, and so probably waits for no answer.
    var hasLeft: Bool { hasLeftFlag.load(ordering: .relaxed) }

    func leave() { hasLeftFlag.store(true, ordering: .relaxed) }
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

    /// Closes those that are idle now, and the others behind the answers that they wait for.
    func quiesce() {
      for connection in all.withLock({ Array($0.values) }) {
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      }
    }
  }
#endif
