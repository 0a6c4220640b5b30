#if Service
  import NIOCore
  import NIOHTTP1

  /// Gives requests of HTTP/1.0 the fields that their version leaves out, so that all requests are
  /// read as HTTP/1.1: an empty `Host`, and `Connection: close`. Stands behind the parser, as
  /// nothing later knows a request's version.
  ///
  /// A request of HTTP/1.1 that is the last one may say so in any case and in a list (RFC 9110,
  /// 7.6.1); later on nothing but `close` is looked for.
  final class VersionDefaults: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private func isOld(_ version: HTTPVersion) -> Bool { version.major == 0 || version == .http1_0 }

    private func isLast(_ headers: HTTPHeaders) -> Bool {
      headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(var head) = unwrapInboundIn(data), isOld(head.version) || isLast(head.headers) else {
        return context.fireChannelRead(data)
      }
      if isOld(head.version), !head.headers.contains(name: "Host") { head.headers.add(name: "Host", value: "") }
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      context.fireChannelRead(wrapInboundOut(.head(head)))
    }
  }
#endif
