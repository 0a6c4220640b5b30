#if Service
  import Foundation
  import Testing

  @testable import MultiplaneService

  /// The statuses that docs/service.md lists, against those in the code.
  @Suite struct StatusTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    /// Of the table whose head is "| status | when |".
    private static func documented() throws -> Set<Int> {
      let text = try String(contentsOf: root.appendingPathComponent("docs/service.md"), encoding: .utf8)
      let table = try #require(text.split(separator: "| status | when |", maxSplits: 1).last)
      let rows = table.split(separator: "\n").drop { !$0.hasPrefix("| ") && !$0.hasPrefix("|---") }
        .prefix { $0.hasPrefix("|") }
      return Set(
        rows.compactMap { $0.split(separator: "|").first }.flatMap { $0.split { !$0.isNumber }.compactMap { Int($0) } })
    }

    /// Of `Problem(.name, …)` and `status: .name` anywhere in the module, and what workers answer
    /// by number.
    private static func used() throws -> Set<Int> {
      let names: [String: Int] = [
        "ok": 200, "accepted": 202, "noContent": 204, "partialContent": 206, "notModified": 304, "badRequest": 400,
        "unauthorized": 401, "forbidden": 403, "notFound": 404, "methodNotAllowed": 405, "gone": 410,
        "preconditionFailed": 412,
        "contentTooLarge": 413, "uriTooLong": 414, "unsupportedMediaType": 415, "rangeNotSatisfiable": 416,
        "unprocessableContent": 422, "tooManyRequests": 429, "internalServerError": 500, "notImplemented": 501,
        "serviceUnavailable": 503, "insufficientStorage": 507,
      ]
      let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources/Service").path)
      var found: Set<Int> = []
      while let name = files?.nextObject() as? String {
        guard name.hasSuffix(".swift") else { continue }
        let text = try String(contentsOf: root.appendingPathComponent("Sources/Service/\(name)"), encoding: .utf8)
        for match in text.matches(of: /(?:Problem\(\s*|status: )\.([a-z][A-Za-z]+)/) {
          let status = String(match.1)
          // What workers answer, by number, and the leave to send a body.
          if status == "init" || status == "continue" { continue }
          found.insert(try #require(names[status], "\(name): \(status) has no number here"))
        }
        for match in text.matches(of: /status: ([1-5][0-9][0-9])\b/) {
          if let number = Int(match.1) { found.insert(number) }
        }
      }
      return found
    }

    @Test func allStatusesAreDocumented() throws {
      let (documented, used) = (try Self.documented(), try Self.used())
      #expect(used.count > 15)
      #expect(
        documented.subtracting(used).isEmpty, "in docs/service.md alone: \(documented.subtracting(used).sorted())")
      #expect(used.subtracting(documented).isEmpty, "not in docs/service.md: \(used.subtracting(documented).sorted())")
    }
  }
#endif
