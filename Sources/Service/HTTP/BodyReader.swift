#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import Synchronization

  /// Reads bodies whole, counted while they come in: each by itself, and all of them together.
  final class BodyReader: Sendable {
    private let most: Int
    private let mostOfAll: Int
    private let held = Mutex(0)

    init(most: Int, mostOfAll: Int) {
      (self.most, self.mostOfAll) = (most, mostOfAll)
    }

    /// A body in memory. Its bytes count until `release`.
    struct Body: Sendable {
      var bytes: [UInt8]
      fileprivate let reader: BodyReader

      func release() { reader.held.withLock { $0 -= bytes.count } }
    }

    /// - Throws: 413 for one that is too long, 415 for a packed one, 429 where too many are held.
    func read(_ call: Call) async throws -> Body {
      try checkCoding(call)
      if let length = call.head.headerFields[.contentLength].flatMap(Int.init), length > most {
        throw tooLong
      }
      var bytes: [UInt8] = []
      do {
        for try await var part in call.body {
          let count = part.readableBytes
          guard bytes.count + count <= most else { throw tooLong }
          let hasRoom = held.withLock { held in
            guard held + count <= mostOfAll else { return false }
            held += count
            return true
          }
          guard hasRoom else {
            throw Problem(
              .tooManyRequests, "bodies.full", "too many bodies are being read; try again",
              retryAfter: 1,
              endsConnection: true)
          }
          bytes += part.readBytes(length: count) ?? []
        }
      } catch {
        held.withLock { $0 -= bytes.count }
        guard !(error is Problem) else { throw error }
        throw Problem(
          .badRequest, "body.cut", "the connection ended before the body did", endsConnection: true)
      }
      return Body(bytes: bytes, reader: self)
    }

    /// Bodies are read as they come: unpacking is for the client's proxy.
    private func checkCoding(_ call: Call) throws(Problem) {
      for field in call.head.headerFields[values: .contentEncoding] {
        for coding in field.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
        where !coding.isEmpty && coding.lowercased() != "identity" {
          throw Problem(
            .unsupportedMediaType, "coding.unknown",
            "expected a body without Content-Encoding, found \(OneLineText.cut(coding)); send it unpacked",
            endsConnection: true, acceptedCodings: "identity")
        }
      }
    }

    private var tooLong: Problem {
      Problem(
        .contentTooLarge, "body.long", "expected a body of at most \(most) bytes, found more",
        endsConnection: true)
    }
  }
#endif
