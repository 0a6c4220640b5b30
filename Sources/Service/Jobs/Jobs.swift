#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import MultiplaneBatch
  import MultiplaneSceneFile
  import NIOCore
  import Synchronization

  /// The jobs of a folder, drawn one after the other by batches, and what clients ask of them.
  final class Jobs: @unchecked Sendable {
    // Proof of Sendable: all that changes is touched under `condition` alone.
    private let folder: String
    private let options: ServiceOptions
    private let templates: Templates
    private let bodies: BodyReader
    private let log: LogWriter?
    private let condition = NSCondition()
    /// Those that wait, the first at the front.
    private var waiting: [Job] = []
    private var running: (job: Job, process: BatchProcess?, drawn: Int, failed: Int)?
    private var isStopped = false
    private var watchers = 0

    /// Jobs that are kept, whatever their state.
    private static let mostJobs = 1000
    /// Clients that watch jobs at the same time.
    private static let mostWatchers = 64

    /// Opens a folder, which is made if its parent is there. Jobs without an end wait again, in the order of their making.
    init(_ folder: String, _ options: ServiceOptions, _ templates: Templates, log: LogWriter?)
      throws
    {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST, let path = realpath(folder, nil) else {
        throw ServiceError.file(
          path: folder,
          problem:
            "expected a folder that can be made, found \"\(String(cString: strerror(errno)))\"")
      }
      defer { free(path) }
      self.folder = String(cString: path)
      (self.options, self.templates, self.log) = (options, templates, log)
      bodies = BodyReader(most: options.bodyBytes, mostOfAll: options.allBodyBytes)
      var found: [(job: Job, time: Int)] = []
      for name in (try? FileManager.default.contentsOfDirectory(atPath: self.folder)) ?? [] {
        // What was being made or removed when the service was killed.
        if name.hasPrefix(".new-") || name.hasPrefix(".old-") {
          try? FileManager.default.removeItem(atPath: "\(self.folder)/\(name)")
        }
        guard let job = job(name) else { continue }
        var status = stat()
        guard job.result == nil, stat(job.manifest, &status) == 0 else { continue }
        found.append((job, status.st_mtim.tv_sec))
      }
      waiting = found.sorted { $0.time < $1.time }.map(\.job)
    }

    /// A job that is there.
    private func job(_ identifier: String) -> Job? {
      guard identifier.utf8.count == 64,
        identifier.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
      else { return nil }
      let job = Job(identifier: identifier, folder: "\(folder)/\(identifier)")
      return access(job.manifest, F_OK) == 0 ? job : nil
    }

    private func named(_ call: Call) throws(Problem) -> Job {
      guard let job = job(call.values["job"] ?? "") else {
        throw Problem(.notFound, "job.unknown", "there is no job of this name")
      }
      return job
    }

    // MARK: Drawing

    /// Begins to draw jobs.
    func start() {
      let thread = Thread { [self] in run() }
      thread.name = "jobs"
      thread.start()
    }

    private func run() {
      while true {
        condition.lock()
        while waiting.isEmpty, !isStopped { condition.wait() }
        guard !isStopped else { return condition.unlock() }
        let job = waiting.removeFirst()
        running = (job, nil, 0, 0)
        condition.unlock()
        draw(job)
      }
    }

    private func draw(_ job: Job) {
      let workers = max(1, options.workers - 1)
      var outcome: (status: Int, complaint: String?) = (2, nil)
      do {
        let process = try BatchProcess(
          options.batchArguments + ["--jobs", "\(workers)", "--progress", "json"], in: job.folder)
        let isWanted = condition.withLock {
          running?.process = process
          return !isStopped
        }
        if !isWanted { process.stop() }
        outcome = process.wait { [self] status in
          condition.withLock {
            if status == "failed" { running?.failed += 1 } else { running?.drawn += 1 }
          }
        }
      } catch {
        outcome.complaint = "no batch can be started"
      }
      condition.withLock {
        let end = running
        running = nil
        // One that was stopped goes on at the next start; one that was removed is gone.
        guard let end, [0, 1, 2, 75].contains(outcome.status), !isStopped || outcome.status == 0
        else { return }
        guard access(job.manifest, F_OK) == 0 else { return }
        try? job.finish(
          Job.Result(
            status: outcome.status, drawn: end.drawn, failed: end.failed,
            problem: outcome.status == 2 ? outcome.complaint : nil))
      }
      log?.write(
        outcome.status == 0 ? .info : .warning,
        [
          ("message", .string("a job ended")), ("job", .string(job.identifier)),
          ("status", .number(Double(outcome.status))),
        ])
    }

    /// Has the batch at hand finish its rows; the others wait for the next start.
    func stop() {
      condition.withLock {
        isStopped = true
        running?.process?.stop()
      }
      condition.broadcast()
      for _ in 0..<100 {
        if condition.withLock({ running == nil }) { return }
        usleep(20_000)
      }
      // What it has in hand is drawn again; nothing is left half.
      condition.withLock { running?.process?.kill() }
    }

    // MARK: What clients ask

    /// `POST /v1/jobs`.
    func create(_ call: Call) async throws -> Response {
      let type =
        call.head.headerFields[.contentType]?.split(separator: ";").first?.lowercased() ?? ""
      guard
        ["", "application/jsonl", "application/x-ndjson", "application/json-lines"].contains(type)
      else {
        throw Problem(
          .unsupportedMediaType, "type.unknown",
          "expected application/jsonl, found \(OneLineText.cut(type))")
      }
      let body = try await bodies.read(call)
      defer { body.release() }
      let draft = try Job.draft(body.bytes, templates: templates, program: options.version)
      if let job = job(draft.identifier) {
        // What may succeed another time is tried another time.
        if job.result?.status == 75 { condition.withLock { enqueue(job, again: true) } }
        return accepted(job)
      }
      let count = (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
      guard count < Self.mostJobs else {
        throw Problem(
          .tooManyRequests, "jobs.many",
          "\(Self.mostJobs) jobs are kept; DELETE some that are done", retryAfter: 60)
      }
      let job = try await Self.blocking { [self] in
        try Job.make(draft, in: folder) { folder in
          let process = try BatchProcess(options.batchArguments + ["--dry-run"], in: folder)
          let (status, complaint) = process.wait { _ in }
          guard status != 0 else { return }
          throw Problem(
            .unprocessableContent, "row.wrong",
            (complaint ?? "the manifest is wrong").replacing("multiplane: ", with: ""))
        }
      }
      condition.withLock { enqueue(job, again: false) }
      return accepted(job)
    }

    private func enqueue(_ job: Job, again: Bool) {
      if again { job.reopen() }
      guard running?.job.identifier != job.identifier,
        !waiting.contains(where: { $0.identifier == job.identifier })
      else {
        return
      }
      waiting.append(job)
      condition.broadcast()
    }

    /// Work that waits for files and processes, on a thread of its own.
    private static func blocking<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result)
      async throws -> Result
    {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result { try work() }) }
      }
    }

    private func accepted(_ job: Job) -> Response {
      let place = "/v1/jobs/\(job.identifier)"
      return .json(description(of: job, withOutputs: false), status: .accepted, headers: [.location: place])
    }

    /// `GET /v1/jobs/{job}`.
    func state(_ call: Call) async throws -> Response {
      let job = try named(call)
      guard call.head.method == .get, (call.head.headerFields[.accept] ?? "").contains("text/event-stream") else {
        let told = try await Self.blocking { [self] in self.description(of: job, withOutputs: true) }
        return .json(told, headers: [.cacheControl: "no-store"])
      }
      guard let watcher = Watcher(of: self) else {
        throw Problem(.tooManyRequests, "watchers.many", "too many jobs are being watched", retryAfter: 10)
      }
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: ResponseBody { [self, watcher] writer in
          try await tell(job, to: &writer)
          try await writer.finish(nil)
          withExtendedLifetime(watcher) {}
        })
    }

    /// A client that watches a job counts as long as there is an answer for it, written or not.
    private final class Watcher: Sendable {
      private let jobs: Jobs

      /// - Returns: nil where there are as many as may be.
      init?(of jobs: Jobs) {
        let isRoom = jobs.condition.withLock {
          guard jobs.watchers < Jobs.mostWatchers else { return false }
          jobs.watchers += 1
          return true
        }
        guard isRoom else { return nil }
        self.jobs = jobs
      }

      deinit { jobs.condition.withLock { jobs.watchers -= 1 } }
    }

    /// Sends each change until the job has ended, and a comment now and then, by which a client that has left is found out.
    private func tell(_ job: Job, to writer: inout any ResponseBodyWriter) async throws {
      var (last, silence) = ("", 0)
      while true {
        let isOver = condition.withLock { isStopped } || job.result != nil || access(job.manifest, F_OK) != 0
        let text = description(of: job, withOutputs: false).flatText
        silence += 1
        if text != last {
          (last, silence) = (text, 0)
          try await writer.write(ByteBuffer(string: "event: state\ndata: \(text)\n\n"))
        } else if silence >= 30 {
          silence = 0
          try await writer.write(ByteBuffer(string: ": still here\n\n"))
        }
        if isOver { return }
        try await Task.sleep(for: .milliseconds(500))
      }
    }

    /// `DELETE /v1/jobs/{job}`.
    func remove(_ call: Call) async throws -> Response {
      let job = try named(call)
      try await Self.blocking { [self] in
        // Under another name first, so that it is gone at once.
        let doomed = "\(folder)/.old-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        condition.withLock {
          waiting.removeAll { $0.identifier == job.identifier }
          if running?.job.identifier == job.identifier { running?.process?.kill() }
          rename(job.folder, doomed)
        }
        try? FileManager.default.removeItem(atPath: doomed)
      }
      var response = Response(status: .noContent)
      response.headers[.contentLength] = nil
      return response
    }

    /// What is told of a job.
    private func description(of job: Job, withOutputs: Bool) -> JSONValue {
      let result = job.result
      let (isRunning, drawn, failed) = condition.withLock {
        running?.job.identifier == job.identifier
          ? (true, running?.drawn ?? 0, running?.failed ?? 0) : (false, result?.drawn ?? 0, result?.failed ?? 0)
      }
      let state = result.map { $0.status == 0 ? "done" : "failed" } ?? (isRunning ? "running" : "queued")
      var members: [JSONValue.Member] = [
        .init(key: "id", value: .string(job.identifier)), .init(key: "state", value: .string(state)),
        .init(key: "rows", value: .number(Double(job.rowCount))), .init(key: "drawn", value: .number(Double(drawn))),
        .init(key: "failed", value: .number(Double(failed))),
      ]
      if let problem = result?.problem { members.append(.init(key: "problem", value: .string(problem))) }
      guard withOutputs else { return .object(members) }
      let outputs = job.outputs.map { output in
        JSONValue.object([
          .init(key: "name", value: .string(output.name)), .init(key: "bytes", value: .number(Double(output.bytes))),
        ])
      }
      members.append(.init(key: "outputs", value: .array(outputs)))
      return .object(members)
    }

    /// `GET /v1/jobs/{job}/outputs/{output}`.
    func output(_ call: Call) async throws -> Response {
      let job = try named(call)
      let name = call.values["output"] ?? ""
      guard Job.isOutput(name), let file = OutputFile("\(job.outputFolder)/\(name)") else {
        throw Problem(.notFound, "output.unknown", "there is no such output, or not yet")
      }
      return file.response(call, name: name)
    }
  }
#endif
