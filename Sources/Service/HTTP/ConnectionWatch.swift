#if Service
  import HTTPTypes
  import NIOCore
  import NIOHTTPTypes

  /// Bounds how long a client may take: for the head of a request, for its body, and to take in an
  /// answer. It also closes a connection behind an answer that says so, and notes when the client
  /// has left.
  ///
  /// Used on the event loop of its channel only, like all handlers.
  final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long what takes, in seconds.
    struct Limits: Sendable {
      var head: Double
      var body: Double
      /// Without any of an answer being taken.
      var answer = 60.0
    }

    private let limits: Limits
    private let connection: Connection
    private let connections: Connections
    /// When each of what is going on has to be over; nil for what is not going on.
    private var headDeadline: NIODeadline?
    private var bodyDeadline: NIODeadline?
    private var answerDeadline: NIODeadline?
    private var timer: Scheduled<Void>?
    private var isReadingBody = false
    /// Requests whose answers have not ended.
    private var openRequests = 0
    private var closesBehindAnswer = false
    /// The rest of a body that is not needed.
    private var discards = false

    init(_ connection: Connection, _ connections: Connections, _ limits: Limits) {
      self.connection = connection
      self.connections = connections
      self.limits = limits
    }

    /// The first bytes of a head have arrived: reported by `HeadWatch`, which precedes the parser.
    func headBegins(_ context: ChannelHandlerContext) {
      guard headDeadline == nil, !isReadingBody else { return }
      headDeadline = NIODeadline.now() + .milliseconds(Int64(limits.head * 1000))
      // The head of the first request begins with the connection.
      if openRequests == 0 { connection.begin(.head) }
      schedule(context)
    }

    func handlerAdded(context: ChannelHandlerContext) {
      connections.add(connection)
      // A client that says nothing at all holds a connection too.
      headDeadline = NIODeadline.now() + .milliseconds(Int64(limits.head * 1000))
      schedule(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      timer?.cancel()
      timer = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
      connection.leave()
      connections.remove(context.channel)
      timer?.cancel()
      timer = nil
      context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if let event = event as? ChannelEvent, event == .inputClosed { connection.leave() }
      context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head:
        headDeadline = nil
        isReadingBody = true
        openRequests += 1
        connection.begin(.body)
        bodyDeadline = NIODeadline.now() + .milliseconds(Int64(limits.body * 1000))
        schedule(context)
      case .body(let bytes):
        connection.receive(bytes: bytes.readableBytes)
        if discards { return }
      case .end:
        isReadingBody = false
        connection.begin(.answer)
        bodyDeadline = nil
      }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      // Behind an answer that ends the connection comes no other.
      guard !discards else { return promise?.succeed() ?? () }
      let part = unwrapOutboundIn(data)
      if case .head(let head) = part, head.status.kind != .informational {
        closesBehindAnswer = head.headerFields[.connection] == "close"
      }
      answerDeadline = NIODeadline.now() + .milliseconds(Int64(limits.answer * 1000))
      if !isReadingBody { connection.begin(.delivery) }
      schedule(context)
      let isEnd = if case .end = part { true } else { false }
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      written.futureResult.whenComplete { _ in
        let (watch, context) = loopBound.value
        watch.answerDeadline =
          isEnd ? nil : NIODeadline.now() + .milliseconds(Int64(watch.limits.answer * 1000))
        watch.noteProgress(isEnd: isEnd)
        if isEnd, watch.closesBehindAnswer { watch.closeGently(context) }
      }
      context.write(data, promise: written)
    }

    /// A part of an answer was taken. A body that is still arriving stays what is waited for.
    private func noteProgress(isEnd: Bool) {
      if isEnd { openRequests -= 1 }
      guard !isReadingBody else { return }
      connection.begin(!isEnd ? .delivery : openRequests > 0 ? .answer : .head)
    }

    /// Closes the connection, but not before the client can have read the answer: closing at once,
    /// with bytes of a body on their way, would reset it.
    private func closeGently(_ context: ChannelHandlerContext) {
      guard isReadingBody else { return context.close(promise: nil) }
      discards = true
      let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.eventLoop.scheduleTask(in: .milliseconds(500)) { loopBound.value.close(promise: nil) }
    }

    /// Looks again when the first deadline has come; one timer serves all of a connection.
    private func schedule(_ context: ChannelHandlerContext) {
      guard timer == nil,
        let next = [headDeadline, bodyDeadline, answerDeadline].compactMap({ $0 }).min()
      else { return }
      let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      timer = context.eventLoop.scheduleTask(deadline: next) {
        let (watch, context) = loopBound.value
        watch.timer = nil
        let now = NIODeadline.now()
        let isLate = [watch.headDeadline, watch.bodyDeadline, watch.answerDeadline].contains {
          $0.map { $0 <= now } ?? false
        }
        if isLate { context.close(promise: nil) } else { watch.schedule(context) }
      }
    }
  }

  /// Precedes the parser, and notifies the watch when bytes arrive.
  final class HeadWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let watch: ConnectionWatch

    init(_ watch: ConnectionWatch) { self.watch = watch }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      watch.headBegins(context)
      context.fireChannelRead(data)
    }
  }
#endif
