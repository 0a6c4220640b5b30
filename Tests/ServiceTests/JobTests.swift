#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import TestTiers
  import Testing

  @testable import MultiplaneService

  /// What jobs are made of, and what room they have.
  @Suite(.ownTime) struct JobTests {
    /// A folder with the template "card", and one for jobs.
    private final class Home {
      let path = NSTemporaryDirectory() + "/jobs-\(UUID().uuidString)"
      let templates: Templates

      init() throws {
        try FileManager.default.createDirectory(atPath: path + "/templates", withIntermediateDirectories: true)
        try Data(#"{"version": 1, "size": [4, 4], "root": {}}"#.utf8)
          .write(to: URL(fileURLWithPath: path + "/templates/card.json"))
        templates = try Templates(folder: path + "/templates")
      }

      deinit { try? FileManager.default.removeItem(atPath: path) }

      /// The rows of a manifest, or why it is refused.
      func draft(_ manifest: [UInt8]) -> Result<Job.Draft, Problem> {
        do throws(Problem) {
          return .success(try Job.draft(manifest, templates: templates, program: "test"))
        } catch {
          return .failure(error)
        }
      }
    }

    private static let row = #"{"scene": "card"}"#

    @Test(arguments: [
      ("\(row)\n\(row)", ["1.png", "2.png"]), ("\n \t\r\n\(row)\r\n\n\(row)\n\n", ["3.png", "5.png"]),
    ])
    func rowsAreNumberedByTheirLines(manifest: String, outputs: [String]) throws {
      let draft = try Home().draft(Array(manifest.utf8)).get()
      #expect(draft.lines.count == outputs.count)
      for (line, output) in zip(draft.lines, outputs) { #expect(line.contains("\"\(output)\""), "\(line)") }
    }

    @Test func aWrongRowIsToldByItsLine() throws {
      guard case .failure(let problem) = try Home().draft(Array("\n\n\(Self.row)\n\n{\n".utf8)) else {
        throw Problem.notFound
      }
      #expect(problem.code == "row.wrong" && problem.detail.hasPrefix("line 5: "), "\(problem)")
    }

    /// Each would else take memory, though there are no rows in it.
    @Test func emptyLinesAreCounted() throws {
      guard case .failure(let many) = try Home().draft([UInt8](repeating: 0x0A, count: 100_001)),
        case .failure(let fewer) = try Home().draft([UInt8](repeating: 0x0A, count: 100_000))
      else { throw Problem.notFound }
      #expect(many.status == .contentTooLarge && many.code == "rows.many")
      #expect(fewer.code == "rows.none")
    }

    /// A batch takes identifiers of 128 characters.
    @Test(arguments: [(128, true), (156, true), (157, false)])
    func outputsOfLongIdentifiersAreOutputs(count: Int, isOutput: Bool) throws {
      let name = String(repeating: "a", count: count) + ".png"
      #expect(Job.isOutput(name) == isOutput)
      let draft = try Home().draft(Array(#"{"scene": "card", "output": "\#(name)"}"#.utf8))
      #expect(((try? draft.get()) != nil) == isOutput)
    }

    @Test(arguments: ["..", "a/b.png", ".hidden.png", "manifest.jsonl", ""])
    func whatIsNoOutput(name: String) { #expect(!Job.isOutput(name)) }

    /// Each client sees the jobs that it has posted, the newest first; clients without a token
    /// those that no other has posted.
    @Test func clientsListTheirOwnJobs() async throws {
      let home = try Home()
      let options = ServiceOptions(addresses: [.host("127.0.0.1", port: 0)], version: "test")
      let jobs = try Jobs(
        home.path + "/jobs", options, home.templates, BodyReader(most: 1 << 20, mostOfAll: 1 << 20), log: nil)
      func call(_ token: String?) throws -> Call {
        var fields = HTTPFields()
        if let token { fields[.authorization] = "Bearer \(token)" }
        let head = HTTPRequest(
          method: .get, scheme: "http", authority: "localhost", path: "/v1/jobs", headerFields: fields)
        return try Call(
          head, body: RequestBody(buffer: ByteBuffer()), identifier: "1", connection: nil)
      }
      let owners = try [[nil], ["one"], ["one", "two"], []].map { tokens in
        try tokens.map { AccessControl.owner(try call($0)) }
      }
      for (index, owners) in owners.enumerated() {
        let name = String(repeating: "\(index)", count: 64)
        try FileManager.default.createDirectory(atPath: "\(jobs.folder)/\(name)", withIntermediateDirectories: true)
        for file in ["manifest.jsonl", "rows"] {
          try Data("\(index + 1)".utf8).write(to: URL(fileURLWithPath: "\(jobs.folder)/\(name)/\(file)"))
        }
        let job = try #require(jobs.job(name))
        for owner in owners { job.add(owner: owner) }
        usleep(20_000)
      }
      for (token, expected) in [(nil, ["3", "0"]), ("one", ["2", "1"]), ("two", ["2"]), ("three", [])]
        as [(String?, [String])]
      {
        let body = try await JobTests.text(of: jobs.list(call(token)))
        let found = body.matches(of: /"id": "(\d)\d{63}"/).map { String($0.1) }
        #expect(found == expected, "\(token ?? "none"): \(body)")
      }
    }

    private static func text(of response: Response) async throws -> String {
      let collector = Collector()
      try await response.body.write(collector)
      return String(decoding: collector.bytes, as: UTF8.self)
    }

    /// A job that has ended takes 600 KiB, and the room is for 1 MiB.
    @Test(arguments: [(0, 300, true, true), (0, 600, true, false), (0, 1100, false, true), (500, 600, false, true)])
    func whatDoesNotFitAnywayRemovesNothing(open: Int, new: Int, fits: Bool, stays: Bool) throws {
      let home = try Home()
      var options = ServiceOptions(addresses: [.host("127.0.0.1", port: 0)], version: "test")
      options.jobBytes = 1 << 20
      let jobs = try Jobs(
        home.path + "/jobs", options, home.templates, BodyReader(most: 1 << 20, mostOfAll: 1 << 20), log: nil)
      let name = String(repeating: "a", count: 64)
      try FileManager.default.createDirectory(
        atPath: "\(jobs.folder)/\(name)", withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(jobs.folder)/\(name)/manifest.jsonl"))
      jobs.condition.withLock {
        jobs.retention.add(name, bytes: 600 << 10, end: .now)
        if open > 0 { jobs.openSizes["open"] = open << 10 }
      }
      let image = [UInt8](repeating: 0, count: new << 10)
      let draft = Job.Draft(identifier: "new", lines: [], templates: [], images: ["a.png": image])
      var problem: Problem?
      do throws(Problem) {
        try jobs.makeRoom(for: draft)
      } catch {
        problem = error
      }
      #expect(problem?.code == (fits ? nil : "jobs.room"))
      #expect((jobs.job(name) != nil) == stays)
    }
  }
#endif
