#if Service
  import NIOCore

  /// Accepts connections up to a limit. With as many open, it closes those whose clients keep
  /// others waiting: idle ones, and requests that arrive slowly.
  ///
  /// Used on the event loop of the listening channel only.
  final class Admission: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private let most: Int
    private let connections: Connections
    private let listener: ObjectIdentifier
    /// Those that are open, and how many of these are being closed for others.
    private var count = 0
    private var closing = 0
    /// Whether connections would be accepted if there were room.
    private var isWaiting = false
    private var timer: Scheduled<Void>?

    /// The time from one look for connections that may be closed to the next.
    private static let pause = TimeAmount.milliseconds(10)

    /// Seconds that a head may take when there is no room. With it about 2,000 connections can be
    /// replaced per second: with 1,000 others before it a client waits half a second, and clients
    /// that reconnect without end take little time of the processor.
    private let patience: Double

    init(most: Int, _ connections: Connections, listener: ObjectIdentifier) {
      (self.most, self.connections, self.listener) = (most, connections, listener)
      patience = Self.patience(most: most)
    }

    static func patience(most: Int) -> Double { min(max(Double(most) / 2000, 0.1), 2) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let channel = unwrapInboundIn(data)
      count += 1
      let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in
        let (admission, context) = loopBound.value
        admission.count -= 1
        admission.acceptIfThereIsRoom(context)
      }
      context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
      isWaiting = true
      acceptIfThereIsRoom(context)
      if isWaiting { makeRoom(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      timer?.cancel()
      timer = nil
    }

    private func acceptIfThereIsRoom(_ context: ChannelHandlerContext) {
      guard isWaiting, count < most else { return }
      isWaiting = false
      context.read()
    }

    /// Has an eighth of the connections closed, as far as that many may be, and looks again later
    /// as long as there is no room.
    private func makeRoom(_ context: ChannelHandlerContext) {
      let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let wanted = max(1, most / 8)
      // Not for one at a time: all connections are looked at.
      let patience = patience
      let doomed =
        closing > wanted / 2
        ? []
        : connections.dispensable(of: listener, most: wanted - closing, sparing: most / 4, patience: patience)
      for connection in doomed {
        closing += 1
        let channel = connection.channel
        // On the loop of the connection, a request that has just arrived is known.
        channel.eventLoop.submit {
          if connection.current.mayBeClosed(at: .now(), patience: patience) { channel.close(promise: nil) }
        }.hop(to: context.eventLoop).whenComplete { _ in loopBound.value.0.closing -= 1 }
      }
      guard timer == nil else { return }
      timer = context.eventLoop.scheduleTask(in: Self.pause) {
        let (admission, context) = loopBound.value
        admission.timer = nil
        if admission.isWaiting { admission.makeRoom(context) }
      }
    }
  }
#endif
