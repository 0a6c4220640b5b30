#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import MultiplaneBatch
  import MultiplaneDrawing
  import MultiplaneSceneFile
  import NIOCore
  import Synchronization

  /// The jobs of a folder, drawn one after the other by batches, and what clients ask of them.
  final class Jobs: @unchecked Sendable {
    // Proof of Sendable: all that changes is touched under `condition` alone.
    let folder: String
    let options: ServiceOptions
    private let templates: Templates
    private let bodies: BodyReader
    let log: LogWriter?
    let condition = TimedCondition()
    var queue = JobQueue()
    /// The process of the running job; nil while it is being started.
    var process: BatchProcess?
    /// The results of jobs whose files could not be written, by the jobs' names.
    var unwritten: [String: Job.Result] = [:]
    var isStopped = false
    private var watchers = 0
    var retention: JobRetention
    /// Bytes of jobs that wait or are being drawn, when they were last measured, by the jobs'
    /// names.
    var openSizes: [String: Int] = [:]
    /// Jobs are made one after the other, as each takes a process that checks it.
    private let making = DispatchQueue(label: "jobs")
    /// Jobs that are being made, or wait for that, and the bytes of their bodies.
    private var makings = (count: 0, bytes: 0)
    /// Whether the service is stopping, so that changes are no longer reported.
    private var isEnding = false
    /// Outputs that are being sent.
    private let outputs: OpenOutputs
    /// Locked as long as these are the jobs of this service: two would draw the same ones into the
    /// same files.
    private let lock: Int32

    /// Jobs that are kept, in any state.
    private static let mostJobs = 1000
    /// Jobs that are made or wait for that at the same time.
    private static let mostMakings = 64
    /// Seconds that reading a manifest may take, for which others wait that post one.
    private static let longestCheck = 30.0
    /// Clients that watch jobs at the same time.
    private static let mostWatchers = 64

    /// Opens a folder, which is made if its parent is there. Jobs without an end wait again, in the
    /// order of their making.
    init(_ folder: String, _ options: ServiceOptions, _ templates: Templates, _ bodies: BodyReader, log: LogWriter?)
      throws
    {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST, let path = realpath(folder, nil) else {
        throw ServiceError.file(
          path: folder,
          problem:
            "expected a folder that can be created, found \(pathProblem(errno, .writing))")
      }
      defer { free(path) }
      lock = open("\(String(cString: path))/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        if lock >= 0 { close(lock) }
        throw ServiceError.file(
          path: folder,
          problem: code == EWOULDBLOCK
            ? "another service has its jobs there; end it, or name another folder"
            : "expected a writable folder, found \(pathProblem(code, .writing))")
      }
      self.folder = String(cString: path)
      (self.options, self.templates, self.log) = (options, templates, log)
      outputs = OpenOutputs(most: options.openOutputs)
      retention = JobRetention(age: .seconds(options.jobSeconds), budget: options.jobBytes)
      self.bodies = bodies
      var found: [(job: Job, time: Int)] = []
      for name in (try? FileManager.default.contentsOfDirectory(atPath: self.folder)) ?? [] {
        // Leftovers of a killed service.
        if name.hasPrefix(".new-") || name.hasPrefix(".old-") {
          try? FileManager.default.removeItem(atPath: "\(self.folder)/\(name)")
        }
        guard let job = job(name) else { continue }
        if let result = job.result, let end = job.endTime {
          // From here on its age is counted by a clock that cannot be set.
          let age = max(0, Date().timeIntervalSince1970 - end)
          retention.add(name, bytes: result.bytes ?? 0, end: .now - .seconds(min(age, 1e10)))
          continue
        }
        var status = stat()
        guard stat(job.manifest, &status) == 0 else { continue }
        found.append((job, status.st_mtim.tv_sec))
      }
      for (job, _) in found.sorted(by: { $0.time < $1.time }) { queue.add(job) }
    }

    deinit { close(lock) }

    /// A job that is there.
    func job(_ identifier: String) -> Job? {
      guard identifier.utf8.count == 64,
        identifier.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
      else { return nil }
      let job = Job(identifier: identifier, folder: "\(folder)/\(identifier)")
      return access(job.manifest, F_OK) == 0 ? job : nil
    }

    private func named(_ call: Call) throws(Problem) -> Job {
      guard let job = job(call.values["job"] ?? "") else { throw Self.unknown }
      return job
    }

    private static let unknown = Problem(.notFound, "job.unknown", "there is no job of this name")

    // MARK: Drawing

    /// Begins to draw jobs.
    func start() {
      let thread = Thread { [self] in run() }
      thread.name = "jobs"
      thread.start()
      let keeper = Thread { [self] in keep() }
      keeper.name = "job room"
      keeper.start()
    }

    private func run() {
      while true {
        guard let job = next() else { return }
        draw(job)
      }
    }

    /// Waits for a job that may begin; nil when the service ends.
    private func next() -> Job? {
      condition.withLock {
        while !isStopped {
          let now = ContinuousClock.now
          if let job = queue.begin(at: now) { return job }
          if let next = queue.nextBegin {
            _ = condition.wait(until: next)
          } else {
            condition.wait()
          }
        }
        return nil
      }
    }

    private func draw(_ job: Job) {
      let (ending, complaint) = runBatch(of: job)
      // A batch that was done before it could be stopped is done.
      if ending != .exit(0), condition.withLock({ queue.running?.isTooLarge ?? false }) {
        // The drawn files are removed to make room; the reason stays.
        try? FileManager.default.removeItem(atPath: job.outputFolder)
        mkdir(job.outputFolder, 0o700)
      }
      let bytes = job.bytes
      let consequence = condition.withLock {
        process = nil
        var consequence = queue.end(
          ending, complaint: complaint, isThere: access(job.manifest, F_OK) == 0, isStopped: isStopped,
          at: ContinuousClock.now)
        if case .result(var result) = consequence {
          result.bytes = bytes
          consequence = .result(result)
          openSizes[job.identifier] = nil
          retention.add(job.identifier, bytes: bytes, end: .now)
          do { try job.finish(result) } catch { unwritten[job.identifier] = result }
        }
        return consequence
      }
      var members: [(String, LogWriter.Value)] = [
        ("message", .string("a job ended")), ("job", .string(job.identifier)),
      ]
      switch consequence {
      case .result(let result):
        members.append(("status", .number(Double(result.status))))
        if let problem = result.problem { members.append(("problem", .string(problem))) }
        log?.write(result.status == 0 ? .info : .warning, members)
      case .again(let seconds):
        members[0].1 = .string("a job is tried again in \(Int(seconds)) s: its batch \(ending.phrase)")
        log?.write(.warning, members)
      case .later: break
      case .removed: removeLeftovers()
      }
    }

    /// Draws a job as far as it can be drawn now.
    private func runBatch(of job: Job) -> (BatchEnding, complaint: String?) {
      let workers = max(1, options.workers - 1)
      let process: BatchProcess
      do {
        process = try BatchProcess(
          options.batchArguments + ["--jobs", "\(workers)", "--progress", "frames"], in: job.folder)
      } catch {
        return (.notStarted("\(error)"), nil)
      }
      condition.withLock {
        self.process = process
        // A request that came while it was being started.
        if queue.running?.isRemoved ?? true { process.kill() } else if isStopped { process.stop() }
      }
      return process.wait { [self] event in condition.withLock { queue.count(event) } }
    }

    /// Removes folders of removed jobs into which a batch was still writing.
    private func removeLeftovers() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(".old-") {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }

    /// Ends the answers to clients that watch jobs, which would else hold the end of the service.
    func endWatching() { condition.withLock { isEnding = true } }

    /// Has the batch at hand finish its rows; the others wait for the next start.
    func stop() {
      condition.withLock {
        isStopped = true
        process?.stop()
      }
      condition.broadcast()
      for _ in 0..<100 {
        if condition.withLock({ queue.running == nil }) { return }
        usleep(20_000)
      }
      // Its current rows are drawn again; no file is left partial.
      condition.withLock { process?.kill() }
    }

    // MARK: What clients ask

    /// `POST /v1/jobs`.
    func create(_ call: Call) async throws -> Response {
      let type = MediaType.name(ofContentType: call.head.headerFields[.contentType] ?? "")
      let isForm = type == "multipart/form-data"
      guard
        isForm || ["", "application/jsonl", "application/x-ndjson", "application/json-lines"].contains(type)
      else {
        throw Problem(
          .unsupportedMediaType, "type.unknown",
          "expected application/jsonl or multipart/form-data, found \(OneLineText.cut(type))")
      }
      let body = try await bodies.read(call)
      defer { body.release() }
      let draft = try await BodyWork.run(body.bytes.count) { [self] () throws -> Job.Draft in
        let (manifest, images) = try isForm ? Self.form(body.bytes, call) : (body.bytes, [:])
        return try Job.draft(manifest, images: images, templates: templates, program: options.version)
      }
      let owner = AccessControl.owner(call)
      if let job = job(draft.identifier) {
        condition.withLock { enqueue(job) }
        return accepted(job, by: owner)
      }
      // Each holds its body meanwhile: half of the room for all bodies is left to those of
      // pictures.
      let bytes = body.bytes.count
      let isTurn = condition.withLock {
        guard makings.count < Self.mostMakings, makings.bytes + bytes <= options.allBodyBytes / 2 else { return false }
        makings = (makings.count + 1, makings.bytes + bytes)
        return true
      }
      guard isTurn else {
        throw Problem(.tooManyRequests, "jobs.busy", "many other jobs are being taken; try again", retryAfter: 2)
      }
      defer { condition.withLock { makings = (makings.count - 1, makings.bytes - bytes) } }
      return accepted(try await BodyWork.on(making) { [self] in try make(draft) }, by: owner)
    }

    /// Makes a job where there is room for it. Called on `making` alone: what was looked at stays
    /// as it was until the job is there.
    private func make(_ draft: Job.Draft) throws -> Job {
      // Posted twice at once.
      if let job = job(draft.identifier) {
        condition.withLock { enqueue(job) }
        return job
      }
      try makeRoom(for: draft)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      // Hidden ones are being made or removed.
      guard names.count(where: { !$0.hasPrefix(".") }) < Self.mostJobs else {
        throw Problem(
          .tooManyRequests, "jobs.many",
          "\(Self.mostJobs) jobs are kept; DELETE some that are done", retryAfter: 60)
      }
      let job = try Job.make(draft, in: folder) { folder in try check(folder) }
      condition.withLock {
        openSizes[job.identifier] = draft.bytes
        enqueue(job)
      }
      return job
    }

    /// A manifest and the images that its rows name, as the parts of a form.
    private static func form(_ bytes: [UInt8], _ call: Call) throws(Problem) -> ([UInt8], [String: [UInt8]]) {
      guard let parts = try Pictures.parts(of: bytes, call),
        let manifest = parts.first(where: { $0.name == "manifest" })
      else {
        throw Problem(.badRequest, "part.missing", "expected a part \"manifest\", found none", place: "manifest")
      }
      var images: [String: [UInt8]] = [:]
      for part in parts where part.name != "manifest" { images[part.name] = part.bytes }
      return (manifest.bytes, images)
    }

    /// Has a batch say what is wrong with the manifest of a folder.
    private func check(_ folder: String) throws(Problem) {
      var (ending, complaint) = (BatchEnding.notStarted(""), String?.none)
      if let process = try? BatchProcess(options.batchArguments + ["--dry-run"], in: folder) {
        (ending, complaint) = process.wait(until: .now + .seconds(Self.longestCheck)) { _ in }
        guard !process.isOverdue else {
          throw Problem(
            .unprocessableContent, "manifest.long",
            "expected rows that are read within \(Int(Self.longestCheck)) s, found more; post fewer at a time")
        }
      }
      switch ending {
      case .exit(0): return
      case .exit: throw Problem(.unprocessableContent, "row.wrong", complaint ?? "the manifest is wrong")
      case .signal, .notStarted:
        throw Problem(
          .serviceUnavailable, "batch.none", "no batch can be run to check the manifest; try again", retryAfter: 10)
      }
    }

    /// Has a job wait, unless it is being drawn or has ended for good. Called under `condition`.
    private func enqueue(_ job: Job) {
      guard !queue.isDrawing(job.identifier), access(job.manifest, F_OK) == 0 else { return }
      if let result = job.result ?? unwritten[job.identifier] {
        guard result.mayBeTriedAgain else { return }
        job.reopen()
        unwritten[job.identifier] = nil
        retention.remove(job.identifier)
      }
      queue.add(job)
      condition.broadcast()
    }

    private func result(of job: Job) -> Job.Result? {
      job.result ?? condition.withLock { unwritten[job.identifier] }
    }

    private func accepted(_ job: Job, by owner: String) -> Response {
      job.add(owner: owner)
      let place = "/v1/jobs/\(job.identifier)"
      return .json(description(of: job, withOutputs: false), status: .accepted, headers: [.location: place])
    }

    /// `GET /v1/jobs`: the jobs that a client has posted, the newest first.
    func list(_ call: Call) async throws -> Response {
      let owner = AccessControl.owner(call)
      let told = try await BodyWork.on(.global()) { [self] in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let own = names.compactMap { self.job($0) }.filter { $0.belongs(to: owner) }
          .map { (job: $0, time: $0.creationTime) }
          .sorted { ($0.time, $0.job.identifier) > ($1.time, $1.job.identifier) }
        return own.map { self.description(of: $0.job, withOutputs: false) }
      }
      return .json(
        .object([.init(key: "jobs", value: .array(told))]), headers: [.cacheControl: "no-store"])
    }

    /// `GET /v1/jobs/{job}`.
    func state(_ call: Call) async throws -> Response {
      let job = try named(call)
      guard call.head.method == .get, (call.head.headerFields[.accept] ?? "").contains("text/event-stream") else {
        let told = try await BodyWork.on(.global()) { [self] in self.description(of: job, withOutputs: true) }
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

    /// Sends each change until the job has ended, and a comment now and then, by which a client
    /// that has left is found out.
    private func tell(_ job: Job, to writer: inout any ResponseBodyWriter) async throws {
      var (last, silence) = ("", 0)
      while true {
        let isOver =
          condition.withLock { isEnding || isStopped } || result(of: job) != nil || access(job.manifest, F_OK) != 0
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
      try await BodyWork.on(.global()) { [self] in
        let code = take(job)
        // Another process has removed it meanwhile.
        if code == ENOENT { throw Self.unknown }
        guard code == 0 else {
          log?.write(
            .error,
            [
              ("message", .string("a job cannot be removed: \(String(cString: strerror(code)))")),
              ("job", .string(job.identifier)),
            ])
          throw Problem(.serviceUnavailable, "jobs.disk", "the job cannot be removed; try again", retryAfter: 60)
        }
      }
      var response = Response(status: .noContent)
      response.headers[.contentLength] = nil
      return response
    }

    /// The report on a job.
    private func description(of job: Job, withOutputs: Bool) -> JSONValue {
      let result = result(of: job)
      let (isRunning, drawn, failed, videos) = condition.withLock {
        queue.isDrawing(job.identifier)
          ? (true, queue.running?.drawn ?? 0, queue.running?.failed ?? 0, queue.running?.videos ?? [])
          : (false, result?.drawn ?? 0, result?.failed ?? 0, [])
      }
      let state = result.map { $0.status == 0 ? "done" : "failed" } ?? (isRunning ? "running" : "queued")
      var members: [JSONValue.Member] = [
        .init(key: "id", value: .string(job.identifier)), .init(key: "state", value: .string(state)),
        .init(key: "rows", value: .number(Double(job.rowCount))), .init(key: "drawn", value: .number(Double(drawn))),
        .init(key: "failed", value: .number(Double(failed))),
      ]
      if !videos.isEmpty {
        let told = videos.map { video in
          JSONValue.object([
            .init(key: "id", value: .string(video.row)), .init(key: "frames", value: .number(Double(video.drawn))),
            .init(key: "of", value: .number(Double(video.count))),
          ])
        }
        members.append(.init(key: "videos", value: .array(told)))
      }
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
      guard Job.isOutput(name) else { throw OutputFile.unknown }
      return try OutputFile("\(job.outputFolder)/\(name)", outputs).response(call, name: name)
    }
  }
#endif
