#if Service
  import Foundation
  import HTTPTypes
  import MultiplaneBatch
  import MultiplaneDrawing
  import NIOCore
  import Synchronization

  /// The worker processes, each with a thread that starts it, hands it drawings one at a time, and
  /// replaces it when it dies, hangs or grows.
  final class WorkerPool: Sendable {
    private let options: ServiceOptions
    private let queue: DrawingQueue
    private let costs: CostBook
    private let metrics: Metrics
    private let log: LogWriter?
    /// Called once when a worker of this release cannot be started any more.
    private let endService: @Sendable () -> Void
    private let state = Mutex(State())
    private let group = DispatchGroup()

    private struct State {
      /// The identity of the drawing program; nil before the first worker is ready.
      var program: String?
      /// The numbers of those that are ready or draw, or are retired and replaced.
      var ready: Set<Int> = []
      /// The hash of the system's fonts: what was read last, by a worker or, before any has, by
      /// this process.
      var fonts: String?
      /// Whether it was logged that workers are not confined.
      var hasWarned = false
      /// Why the last worker could not be started; nil where it could.
      var problem: String?
      /// Whether the program was replaced on disk.
      var isReplaced = false
    }

    /// How long a worker may take beyond the deadline of what it draws.
    private static let grace = Duration.seconds(1)

    init(
      _ options: ServiceOptions, _ queue: DrawingQueue, _ costs: CostBook, _ metrics: Metrics,
      log: LogWriter?, endService: @escaping @Sendable () -> Void = {}
    ) {
      self.endService = endService
      (self.options, self.queue, self.costs, self.metrics, self.log) = (
        options, queue, costs, metrics, log
      )
      for number in 0..<options.workers {
        group.enter()
        // A worker ends with the thread that started it.
        let code = SystemThread.start("worker \(number)") { [self] in
          run(number)
          group.leave()
        }
        guard code != 0 else { continue }
        group.leave()
        let problem = "no thread can be started for it: \(String(cString: strerror(code)))"
        state.withLock { $0.problem = problem }
        log?.write(.error, [("message", .string(problem)), ("worker", .number(Double(number)))])
      }
    }

    /// The identity of the drawing program: version, build, renderer and fonts; nil before the
    /// first worker is ready.
    var program: String? { state.withLock { state in state.program.map { $0 + " " + (state.fonts ?? "") } } }

    /// Workers that are ready or draw, and those whose place another takes at once, for their age
    /// or memory: what comes waits for that.
    var readyCount: Int { state.withLock { $0.ready.count } }

    /// Why no worker can be started; nil where they can.
    var problem: String? { state.withLock { $0.ready.isEmpty ? $0.problem : nil } }

    /// Whether the program was replaced on disk, so that no worker of its release can be started.
    var isReplaced: Bool { state.withLock { $0.isReplaced } }

    /// Ends the service, which a service manager starts again, with the other release.
    private func endAsReplaced() {
      let isFirst = state.withLock { state in
        defer { state.isReplaced = true }
        return !state.isReplaced
      }
      guard isFirst else { return }
      log?.write(.error, [("message", .string("\(ServiceError.replaced)"))])
      endService()
    }

    /// Waits until all workers have ended, after the queue was stopped; false when they take
    /// longer.
    func waitForEnd(seconds: Double) -> Bool { group.wait(timeout: .now() + seconds) == .success }

    private func run(_ number: Int) {
      var worker: Worker?
      var failures = 0
      while true {
        if worker == nil { worker = start(number) }
        failures = worker == nil ? failures + 1 : 0
        if worker == nil, doOthersDraw {
          pause(after: failures)
          continue
        }
        let turn = queue.next()
        if case .end = turn { break }
        // One that died while idle is not the fault of any request.
        if let idle = worker, idle.hasDied { worker = replace(idle, "died") ?? start(number) }
        // Fonts have changed since it read them: another one draws with those of now, which is what
        // keys and tags say.
        if let idle = worker, let fonts = idle.fonts, fonts != state.withLock({ $0.fonts }) {
          worker = retire(idle, "fonts") ?? start(number)
        }
        guard case .draw(let drawing) = turn else { continue }
        let start = ContinuousClock.now
        guard let drawn = draw(drawing, by: &worker, number) else { continue }
        if case .success = drawn.result {
          costs.learn(drawing.request, digest: drawing.digest, seconds: drawn.seconds)
        }
        metrics.drawn(reckoned: drawing.reckoned, took: (ContinuousClock.now - start) / .seconds(1))
        queue.finish(
          drawing, drawn.result, draw: (ContinuousClock.now - start) / .seconds(1), worker: number,
          warning: drawn.warning)
        guard let used = worker else { continue }
        if used.resident > options.largestWorker {
          worker = retire(used, "memory")
        } else if used.pictures >= options.picturesPerWorker, !ProgramBuild.isReplaced {
          // During an upgrade no other one can be started: it draws until the service is restarted.
          worker = retire(used, "age")
        }
      }
      if let worker { _ = retire(worker, nil) }
    }

    /// Whether a thread that has no worker leaves drawings to the others: it could only refuse
    /// them.
    private var doOthersDraw: Bool { readyCount > 0 && !queue.isEnding }

    /// Waits before the next try to start a worker, longer each time, as long as others draw.
    private func pause(after failures: Int) {
      for _ in 0..<min(failures, 16) where doOthersDraw { usleep(500_000) }
    }

    /// A worker process, as its thread sees it.
    private struct Worker {
      let number: Int
      let process: WorkerProcess
      let pipe: MessagePipe
      /// The hash of the system's fonts, once it has read them.
      var fonts: String?
      var pictures = 0
      var resident = 0

      /// Nothing comes from one that has nothing to do, but its end.
      var hasDied: Bool { pipe.waitForMessage(until: .now) }
    }

    /// The folder of a worker's own files. It is recreated for each: a killed worker has left
    /// unfinished files.
    private func folder(_ number: Int) -> String {
      let folder = "\(options.temporaryFolder)/\(number)"
      try? FileManager.default.removeItem(atPath: folder)
      mkdir(folder, 0o700)
      return folder
    }

    private func start(_ number: Int) -> Worker? {
      do {
        let process = try WorkerProcess(options.workerArguments + ["--temporary", folder(number)])
        let hello = process.hello
        guard hello.program.version == options.version else {
          process.end()
          throw BatchError.worker(
            problem: "expected one of release \(options.version), found \(hello.program.version)")
        }
        let warns = state.withLock { state in
          state.program = hello.program.text
          if state.fonts == nil { state.fonts = SceneFacts.systemFonts }
          state.ready.insert(number)
          state.problem = nil
          let isNews = !hello.isConfined && !state.hasWarned
          if isNews { state.hasWarned = true }
          return isNews
        }
        if warns {
          log?.write(
            .warning,
            [
              (
                "message",
                .string(
                  "workers are not confined: the kernel has no Landlock or no seccomp, or a filter of system calls keeps them from it"
                )
              )
            ])
        }
        return Worker(number: number, process: process, pipe: process.messages())
      } catch {
        state.withLock { state in
          state.ready.remove(number)
          state.problem = "\(error)"
        }
        log?.write(.error, [("message", .string("\(error)")), ("worker", .number(Double(number)))])
        if ProgramBuild.isReplaced { endAsReplaced() }
        // The reason may be temporary: memory, descriptors, processes.
        usleep(500_000)
        return nil
      }
    }

    /// Notes that a worker is gone.
    private func replace(_ worker: Worker, _ reason: String) -> Worker? {
      state.withLock { _ = $0.ready.remove(worker.number) }
      let ending = worker.process.ending()
      metrics.restarted(reason)
      log?.write(
        .warning,
        [("message", .string("a worker was replaced: \(ending)")), ("reason", .string(reason))])
      return nil
    }

    /// Ends a worker that has nothing to do.
    ///
    /// - Parameter reason: why another one takes its place at once; nil where none does.
    private func retire(_ worker: Worker, _ reason: String?) -> Worker? {
      if reason == nil { state.withLock { _ = $0.ready.remove(worker.number) } }
      worker.process.end()
      if let reason { metrics.restarted(reason) }
      return nil
    }

    /// What came of a drawing.
    private struct Drawn {
      var result: Result<ByteBuffer, Problem>
      /// That the worker took.
      var seconds = 0.0
      var warning: String?

      init(_ result: Result<ByteBuffer, Problem>, by answer: DrawingAnswer) {
        (self.result, seconds, warning) = (result, answer.seconds, answer.warning)
      }

      init(_ problem: Problem) { result = .failure(problem) }
    }

    /// Has a drawing drawn; once more in another worker where the first dies of it.
    ///
    /// - Returns: nil where no worker can be started here, and it was given back for others to
    ///   draw.
    private func draw(
      _ drawing: DrawingQueue.Drawing, by worker: inout Worker?, _ number: Int
    ) -> Drawn? {
      var deaths = drawing.deaths
      var withFiles = false
      while deaths < 2 {
        if worker == nil { worker = start(number) }
        guard var used = worker else {
          if doOthersDraw {
            queue.giveBack(drawing, deaths: deaths)
            return nil
          }
          return Drawn(
            Problem(
              .serviceUnavailable, "worker.none", "no worker can be started; try again", retryAfter: 1))
        }
        do throws(MessagePipe.Fault) {
          let (answer, files) = try ask(drawing, withFiles: withFiles, by: used)
          if answer.needsFiles, !withFiles {
            withFiles = true
            continue
          }
          used.pictures += 1
          used.resident = answer.resident
          note(answer.fonts, of: &used)
          worker = used
          if let failure = answer.failure {
            // A worker that a scene has taken over says what it likes.
            let status = (400...599).contains(failure.status) ? failure.status : 500
            let problem = Problem(Problem.status(status), failure.code, failure.detail, place: failure.place)
            return Drawn(.failure(problem), by: answer)
          }
          return Drawn(.success(ByteBuffer(bytes: files.first ?? [])), by: answer)
        } catch {
          deaths += 1
          worker = replace(used, error == .late ? "hung" : "died")
          // The client of the hanging request was answered; it does not get a second worker.
          if error == .late {
            return Drawn(Problem(.serviceUnavailable, "deadline", "it took longer than a request may"))
          }
        }
      }
      return Drawn(Problem(.internalServerError, "worker.died", "drawing it ended a worker, twice"))
    }

    /// Notes which fonts a worker has read, which it does once.
    private func note(_ fonts: String?, of worker: inout Worker) {
      guard worker.fonts == nil, let fonts else { return }
      worker.fonts = fonts
      state.withLock { $0.fonts = fonts }
    }

    /// Sends the order and waits for the answer, as long as a client waits for it.
    private func ask(
      _ drawing: DrawingQueue.Drawing, withFiles: Bool, by worker: Worker
    ) throws(MessagePipe.Fault) -> (DrawingAnswer, [[UInt8]]) {
      let (order, files) = drawing.request.order(digest: drawing.digest, withFiles: withFiles)
      try worker.pipe.send(order, files: files, until: queue.end(of: drawing) + Self.grace)
      // Others may join meanwhile, and have later deadlines.
      while !worker.pipe.waitForMessage(until: .now + .milliseconds(200)) {
        guard ContinuousClock.now < queue.end(of: drawing) + Self.grace else { throw .late }
      }
      return try worker.pipe.receive(DrawingAnswer.self, until: .now + .seconds(10))
    }
  }
#endif
