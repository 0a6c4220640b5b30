#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import Logging
  import MultiplaneBatch
  import MultiplaneCompositor
  import NIOCore
  import Synchronization

  /// A service from start to end: reads its options, starts workers, listens, and completes the
  /// requests in flight.
  package final class ServiceRun: Sendable {
    private let options: ServiceOptions
    private let log: LogWriter
    private let access: AccessControl
    private let templates: Templates
    private let connections = Connections()
    private let metrics = Metrics()
    private let queue: DrawingQueue
    private let workers: WorkerPool
    private let cache: PictureCache
    private let jobs: Jobs?
    private let state: ServiceState
    private let routes: Routes
    private let encoders = VideoEncoders()
    private let notifier = ServiceNotifier()
    private let signals = SignalWatch()
    /// Finished when the service has to end.
    private let ends = AsyncStream.makeStream(of: Void.self)

    /// Reads templates and keys, and starts the workers. Call it before there are other threads.
    ///
    /// - Throws: for invalid templates or keys, before listening.
    package init(_ options: ServiceOptions) throws {
      self.options = options
      let log = LogWriter(descriptor: STDERR_FILENO)
      self.log = log
      guard
        options.keyFile != nil || options.tokenFile != nil
          || !options.addresses.contains(where: ServiceOptions.isOpen)
      else { throw ServiceError.unprotected }
      access = AccessControl(try AccessControl.Secrets(options))
      cache = try PictureCache(
        memory: options.cacheMemory, folder: options.cacheFolder, folderBytes: options.cacheBytes)
      queue = DrawingQueue(
        .init(workers: options.workers, seconds: options.queue, count: options.mostWaiting), cache: cache)
      let costs = CostBook()
      let bodies = BodyReader(most: options.bodyBytes, mostOfAll: options.allBodyBytes)
      workers = WorkerPool(options, queue, costs, metrics, log: log) { [ends] in ends.continuation.finish() }
      do {
        let templates = try Templates(folder: options.templates)
        self.templates = templates
        jobs = try options.jobs.map { try Jobs($0, options, templates, bodies, log: log) }
      } catch {
        queue.stop()
        throw error
      }
      state = ServiceState(metrics, queue, cache, connections) { [workers] in workers.readyCount }
      let pictures = Pictures(
        templates: templates, bodies: bodies, cache: cache, queue: queue, program: { [workers] in workers.program },
        costs: costs, encoders: encoders,
        deadline: options.deadline)
      routes =
        RouteTable(
          pictures: pictures, jobs: jobs, state: state, version: options.version,
          hasAdmin: options.adminAddress != nil
        ).routes
    }

    /// Serves until SIGTERM or SIGINT, then completes the requests in flight.
    ///
    /// - Returns: whether all were completed.
    /// - Throws: `ServiceError.replaced` if it ended because no worker of its release can be
    ///   started.
    package func run() throws -> Bool {
      let result = Mutex<Result<Bool, any Error>?>(nil)
      let done = DispatchSemaphore(value: 0)
      Task.detached { [self] in
        do {
          let isWhole = try await serve()
          result.withLock { $0 = .success(isWhole) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
        done.signal()
      }
      done.wait()
      log.flush()
      let isWhole = try result.withLock { $0 }?.get() ?? false
      guard !workers.isReplaced else { throw ServiceError.replaced }
      return isWhole
    }

    private func serve() async throws -> Bool {
      let responder = Responder(
        routes: routes, access: access, metrics: metrics, log: log,
        hasAdmin: options.adminAddress != nil)
      var listeners: [Listener] = []
      for address in options.addresses { listeners.append(try await listener(address, responder)) }
      if let address = options.adminAddress {
        var admin = responder
        admin.isAdmin = true
        listeners.append(try await listener(address, admin))
      }
      try await waitForWorker()
      signals.start(.init(reload: { [self] in reload() }, end: { [ends] in ends.continuation.finish() }))
      notifier.send("READY=1")
      keepWatchdog()
      jobs?.start()
      var ready: [(String, LogWriter.Value)] = [
        ("message", .string("ready")), ("templates", .number(Double(templates.list.count))),
        ("workers", .number(Double(options.workers))),
        ("addresses", .string(options.addresses.map(Listener.name).joined(separator: " "))),
      ]
      if let port = listeners.first?.port { ready.append(("port", .number(Double(port)))) }
      log.write(.info, ready)
      let serving = Task { [listeners] in
        await withDiscardingTaskGroup { group in
          for listener in listeners { group.addTask { await listener.run() } }
        }
      }
      for await _ in ends.stream {}
      return await end(listeners, serving)
    }

    private func listener(_ address: ServiceOptions.Address, _ responder: Responder) async throws
      -> Listener
    {
      try await Listener(
        address, options, connections,
        logger: Logger(label: "serve") { _ in SwiftLogNoOpLogHandler() }
      ) {
        [connections] request, writer, channel in
        // The leave to send a body is written at most once, before the answer.
        let response = await responder.respond(
          to: request.head, body: request.body, connection: connections.connection(of: channel),
          willRead: { try await writer.writeInformationalHead(HTTPResponse(status: .continue)) })
        try await writer.write(response: response.head, body: response.body)
      }
    }

    private func waitForWorker() async throws {
      while workers.readyCount == 0 {
        if let problem = workers.problem {
          queue.stop()
          throw ServiceError.worker(problem: problem.replacingOccurrences(of: "worker: ", with: ""))
        }
        try await Task.sleep(for: .milliseconds(2))
      }
    }

    // MARK: Signals

    /// Reads templates, keys and tokens again; what is wrong leaves all of them as they were.
    private func reload() {
      notifier.send(
        "RELOADING=1", "MONOTONIC_USEC=\(Int(ProcessInfo.processInfo.systemUptime * 1e6))")
      do {
        let secrets = try AccessControl.Secrets(options)
        try templates.reload()
        access.replace(secrets)
        encoders.forget()
        log.write(
          .info,
          [("message", .string("reloaded")), ("templates", .number(Double(templates.list.count)))])
      } catch {
        log.write(.error, [("message", .string("not reloaded, all stays as it was: \(error)"))])
      }
      notifier.send("READY=1")
    }

    /// Notifies the service manager, if it asks, that requests are answered.
    private func keepWatchdog() {
      guard let interval = notifier.watchdogInterval else { return }
      Task.detached { [self] in
        while true {
          // On the threads that answer requests: where they hang, no notification is sent.
          try? await Task.sleep(for: .seconds(interval / 3))
          if workers.readyCount > 0 { notifier.send("WATCHDOG=1") }
        }
      }
    }

    // MARK: The end

    private func end(_ listeners: [Listener], _ serving: Task<Void, Never>) async -> Bool {
      notifier.send("STOPPING=1")
      state.drain()
      log.write(
        .info,
        [("message", .string("ending")), ("connections", .number(Double(connections.count)))])
      // While it is answered there: another service may take its place at once, whose socket is not
      // this one's to remove.
      for address in options.addresses { if case .path(let path) = address { unlink(path) } }
      for listener in listeners { listener.close() }
      jobs?.endWatching()
      connections.quiesce()
      let deadline = ContinuousClock.now + .seconds(options.drain)
      while connections.count > 0, ContinuousClock.now < deadline {
        try? await Task.sleep(for: .milliseconds(10))
        // One that was accepted meanwhile has not heard of it.
        connections.quiesce()
      }
      let isWhole = connections.count == 0
      queue.stop()
      jobs?.stop()
      serving.cancel()
      let haveEnded = workers.waitForEnd(seconds: isWhole ? 5 : 1)
      log.write(
        isWhole ? .info : .warning,
        [
          ("message", .string(isWhole ? "ended" : "ended with requests unanswered")),
          ("connections", .number(Double(connections.count))),
          ("workers", .string(haveEnded ? "ended" : "ended by their parent")),
        ])
      return isWhole
    }
  }
#endif
