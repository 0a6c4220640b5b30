#if Service
  import NIOCore
  import NIOHTTP1

  /// Gives requests of HTTP/1.0 the fields that their version leaves out, so that all requests are read as HTTP/1.1: an empty `Host`, and
  /// `Connection: close`. Stands behind the parser, as nothing later knows a request's version.
  final class VersionDefaults: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private func isOld(_ version: HTTPVersion) -> Bool { version.major == 0 || version == .http1_0 }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(var head) = unwrapInboundIn(data), isOld(head.version) else {
        return context.fireChannelRead(data)
      }
      if !head.headers.contains(name: "Host") { head.headers.add(name: "Host", value: "") }
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      context.fireChannelRead(wrapInboundOut(.head(head)))
    }
  }
#endif
