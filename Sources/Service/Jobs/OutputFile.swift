#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import NIOPosix

  /// A file that is sent, whole or in part, without being in memory as a whole.
  final class OutputFile: Sendable {
    private let descriptor: Int32
    private let size: Int
    private let tag: String

    /// - Returns: nil for what is no plain file.
    init?(_ path: String) {
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        return nil
      }
      self.descriptor = descriptor
      size = Int(status.st_size)
      tag =
        "\"\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)\""
    }

    deinit { close(descriptor) }

    /// Bytes that are read at a time.
    static let piece = 256 << 10

    /// - Throws: 412 where the client wants another one.
    func response(_ call: Call, name: String) throws(Problem) -> Response {
      try Pictures.requireMatch(call, tag)
      let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
      var headers: HTTPFields = [.eTag: tag, .acceptRanges: "bytes", .cacheControl: "no-cache"]
      headers[.contentType] =
        PictureRequest.Format(ending)?.contentType
        ?? (ending == "gif" ? "image/gif" : "application/octet-stream")
      if Pictures.matches(call.head.headerFields[values: .ifNoneMatch], tag) {
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentLength] = nil
        return response
      }
      switch RangedBody.choice(call, tag: tag, count: size) {
      case .whole: return Response(status: .ok, headers: headers, body: body(0..<size))
      case .part(let range):
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
        return Response(status: .partialContent, headers: headers, body: body(range))
      case .none: return RangedBody.unsatisfiable(size, call)
      }
    }

    private func body(_ range: Range<Int>) -> ResponseBody {
      ResponseBody(contentLength: range.count) { [self] writer in
        var place = range.lowerBound
        while place < range.upperBound {
          let bytes = try await read(place, min(Self.piece, range.upperBound - place))
          // A file that became shorter ends the connection: its length was already sent.
          guard bytes.readableBytes > 0 else { throw ChannelError.eof }
          place += bytes.readableBytes
          try await writer.write(bytes)
        }
        try await writer.finish(nil)
      }
    }

    private func read(_ place: Int, _ count: Int) async throws -> ByteBuffer {
      try await NIOThreadPool.singleton.runIfActive { [self] in
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(place)))
        }
        return ByteBuffer(bytes: bytes)
      }
    }
  }
#endif
