#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOHTTP1
  import NIOHTTPTypes
  import NIOPosix

  /// A socket that connections are accepted from, each served by a task of its own.
  final class Listener: Sendable {
    typealias Handler =
      @Sendable (Request, consuming ResponseWriter, any Channel) async throws -> Void

    private let channel: NIOAsyncChannel<HTTP1Channel.Value, Never>
    private let child: HTTP1Channel
    private let logger: Logger

    /// Binds the address; clients are answered when `run` is called.
    ///
    /// - Throws: `ServiceError.address`.
    init(
      _ address: ServiceOptions.Address, _ options: ServiceOptions, _ connections: Connections,
      logger: Logger,
      handler: @escaping Handler
    ) async throws(ServiceError) {
      let idle = TimeAmount.milliseconds(Int64(options.idleSeconds * 1000))
      let child = HTTP1Channel(
        responder: handler,
        configuration: .init(
          idleTimeout: idle,
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: ServiceOptions.longestHead,
            maxHeaderListSize: ServiceOptions.longestHead,
            maxHeaderFieldCount: 100)))
      self.child = child
      self.logger = logger
      let limits = ConnectionWatch.Limits(head: options.headSeconds, body: options.bodySeconds)
      let most = options.connections
      let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: Self.backlog)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
              Admission(most: most, connections, listener: ObjectIdentifier(channel)))
          }
        }
      let setUp: @Sendable (any Channel) -> EventLoopFuture<HTTP1Channel.Value> = { channel in
        // The watch stands between the parser and what answers, and hears of bytes before the
        // parser does.
        let listener = ObjectIdentifier(channel.parent ?? channel)
        let watch = ConnectionWatch(Connection(channel, listener: listener), connections, limits)
        let bound = NIOLoopBound(watch, eventLoop: channel.eventLoop)
        do {
          try channel.pipeline.syncOperations.addHandler(HeadWatch(watch))
        } catch {
          return channel.eventLoop.makeFailedFuture(error)
        }
        return HTTP1Channel(
          responder: handler,
          configuration: .init(
            additionalChannelHandlers: [bound.value], idleTimeout: idle,
            httpDecoderConfiguration: child.configuration.httpDecoder)
        ).setup(channel: channel, logger: logger).flatMapThrowing { value in
          let pipeline = channel.pipeline.syncOperations
          let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
          try pipeline.addHandler(VersionDefaults(), position: .after(parser))
          return value
        }
      }
      do {
        switch address {
        case .host(let host, let port):
          channel = try await bootstrap.bind(host: host, port: port, childChannelInitializer: setUp)
        case .path(let path):
          channel = try await bootstrap.bind(Self.listening(path), childChannelInitializer: setUp)
        case .descriptor(let descriptor):
          channel = try await bootstrap.bind(descriptor, childChannelInitializer: setUp)
        }
      } catch let error as ServiceError {
        throw error
      } catch {
        throw .address(
          Self.name(address),
          problem: "expected an address to listen on, found \"\(Self.reason(error))\"")
      }
    }

    /// The port that clients connect to; nil for a Unix socket.
    var port: Int? { channel.channel.localAddress?.port }

    /// Serves connections until `close`, and then until the last of them has ended.
    func run() async {
      await withDiscardingTaskGroup { group in
        do {
          try await channel.executeThenClose { inbound in
            for try await connection in inbound {
              group.addTask { [child, logger] in
                await child.handle(value: connection, logger: logger)
              }
            }
          }
        } catch {
          // It was closed.
        }
      }
    }

    /// Accepts no more connections.
    func close() { channel.channel.close(promise: nil) }

    /// A socket at a path that its owner and a proxy of the same group may connect to, and no other
    /// user, at any time. The mask of the process is left alone, as its other threads make files,
    /// too.
    private static func listening(_ path: String) throws(ServiceError) -> Int32 {
      try clear(path)
      guard let address = try? SocketAddress(unixDomainSocketPath: path) else {
        throw .address(path, problem: "expected a path of at most 107 bytes; shorten it")
      }
      let descriptor = socket(
        AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      let isBound = address.withSockAddr { pointer, size in
        bind(descriptor, pointer, socklen_t(size)) == 0
      }
      // No client can connect before it listens.
      guard isBound, chmod(path, 0o660) == 0, listen(descriptor, backlog) == 0 else {
        let code = errno
        Foundation.close(descriptor)
        throw .address(
          path, problem: "expected an address to listen on, found \"\(String(cString: strerror(code)))\"")
      }
      return descriptor
    }

    /// Connections that wait to be accepted. Clients beyond these, or beyond the system's limit
    /// (`net.core.somaxconn`, 4096 unless it is set), try again after a second.
    private static let backlog: Int32 = 4096

    /// Removes a socket that an earlier process has left; one that is answered is in use.
    private static func clear(_ path: String) throws(ServiceError) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return }
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw .address(path, problem: "expected a socket or nothing, found another file; remove it")
      }
      guard let address = try? SocketAddress(unixDomainSocketPath: path) else { return }
      let descriptor = socket(
        AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      defer { Foundation.close(descriptor) }
      let isAnswered = address.withSockAddr { pointer, size in
        connect(descriptor, pointer, socklen_t(size)) == 0
      }
      guard !isAnswered else { throw .address(path, problem: "another program listens there") }
      unlink(path)
    }

    static func name(_ address: ServiceOptions.Address) -> String {
      switch address {
      case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      case .path(let path): path
      case .descriptor(let descriptor): "descriptor \(descriptor)"
      }
    }

    private static func reason(_ error: any Error) -> String {
      if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
      return "\(error)".split(whereSeparator: \.isNewline).first.map(String.init) ?? "an error"
    }
  }
#endif
