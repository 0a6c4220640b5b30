#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import NIOPosix
  import Synchronization

  /// The number of files that are being sent, each of which takes a descriptor beside that of its
  /// connection.
  final class OpenOutputs: Sendable {
    private let most: Int
    private let count = Mutex(0)

    init(most: Int) { self.most = most }

    /// Counts one more; false if there are as many as may be.
    func begin() -> Bool {
      count.withLock { count in
        guard count < most else { return false }
        count += 1
        return true
      }
    }

    func end() { count.withLock { $0 -= 1 } }
  }

  /// A file that is sent, whole or in part, without being in memory as a whole.
  final class OutputFile: Sendable {
    private let descriptor: Int32
    private let size: Int
    private let tag: String
    private let outputs: OpenOutputs

    static let unknown = Problem(.notFound, "output.unknown", "there is no such output, or not yet")
    private static let busy = Problem(
      .serviceUnavailable, "outputs.many", "as many outputs are being sent as may be; try again", retryAfter: 1)

    /// Opens a file.
    ///
    /// - Throws: 404 unless it is a plain file, 503 without a descriptor for it.
    init(_ path: String, _ outputs: OpenOutputs) throws(Problem) {
      guard outputs.begin() else { throw Self.busy }
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      var status = stat()
      guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        let isBusy = descriptor < 0 && [EMFILE, ENFILE, ENOMEM].contains(errno)
        if descriptor >= 0 { close(descriptor) }
        outputs.end()
        throw isBusy ? Self.busy : Self.unknown
      }
      (self.descriptor, self.outputs) = (descriptor, outputs)
      size = Int(status.st_size)
      tag =
        "\"\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)\""
    }

    deinit {
      close(descriptor)
      outputs.end()
    }

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
