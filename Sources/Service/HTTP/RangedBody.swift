#if Service
  import HTTPTypes
  import HummingbirdCore
  import NIOCore

  /// Parts of answers (RFC 9110, 14): one range of bytes at a time.
  enum RangedBody {
    enum Choice: Equatable {
      case whole
      case part(Range<Int>)
      /// None of the existing bytes.
      case none
    }

    /// The choice of a Range header. Ranges of other units, and several ranges, select everything.
    static func choice(_ header: String?, count: Int) -> Choice {
      guard let header, header.hasPrefix("bytes=") else { return .whole }
      let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
      else { return .whole }
      let (first, last) = (
        ends[0].isEmpty ? nil : Int(ends[0]) ?? .max, ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
      )
      switch (first, last) {
      case (nil, nil): return .whole
      case (nil, let length?):
        return length == 0 || count == 0 ? .none : .part(max(0, count - length)..<count)
      case (let first?, let last):
        if let last, last < first { return .whole }
        return first >= count
          ? .none : .part(first..<min(count, last.map { $0 == .max ? .max : $0 + 1 } ?? count))
      }
    }

    /// The choice of a request; If-Range has to name the tag.
    static func choice(_ call: Call, tag: String?, count: Int) -> Choice {
      guard call.head.method == .get else { return .whole }
      if let condition = call.head.headerFields[.ifRange], condition != tag { return .whole }
      return choice(call.head.headerFields[.range], count: count)
    }

    /// An answer of bytes in memory.
    static func response(_ bytes: ByteBuffer, _ call: Call, _ headers: HTTPFields) -> Response {
      var headers = headers
      headers[.acceptRanges] = "bytes"
      let count = bytes.readableBytes
      switch choice(call, tag: headers[.eTag], count: count) {
      case .whole:
        return Response(status: .ok, headers: headers, body: body(bytes))
      case .part(let range):
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
        let part =
          bytes.getSlice(at: bytes.readerIndex + range.lowerBound, length: range.count)
          ?? ByteBuffer()
        return Response(status: .partialContent, headers: headers, body: body(part))
      case .none: return unsatisfiable(count, call)
      }
    }

    /// In pieces, each of which the client has to take in time.
    private static func body(_ bytes: ByteBuffer) -> ResponseBody {
      ResponseBody(contentLength: bytes.readableBytes) { writer in
        var rest = bytes
        while let piece = rest.readSlice(length: min(OutputFile.piece, rest.readableBytes)), piece.readableBytes > 0 {
          try await writer.write(piece)
        }
        try await writer.finish(nil)
      }
    }

    static func unsatisfiable(_ count: Int, _ call: Call) -> Response {
      var response = Problem(
        .rangeNotSatisfiable, "range.none", "expected a range within \(count) bytes"
      )
      .response(request: call.identifier)
      response.headers[.contentRange] = "bytes */\(count)"
      return response
    }
  }
#endif
