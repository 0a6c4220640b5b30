import ArgumentParser
import Foundation
import MultiplaneBatch
import MultiplaneRenderTree
import MultiplaneSceneFile
import MultiplaneService

#if Service
  /// `multiplane serve`: pictures and videos over HTTP.
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: "Draws pictures and videos for HTTP clients.",
      discussion: """
        POST /v1/render draws a scene that comes with the request, POST /v1/templates/NAME/render a template of the folder with values, \
        GET /v1/t/… a template with values in a signed address ('multiplane sign'). GET / is a page with a form for each template, \
        GET /v1/openapi.json describes all. Templates and keys are read again on SIGHUP; SIGTERM ends with what is in flight answered. \
        Standard error has a line of JSON a request.

        Off this machine's own addresses it starts with --keys or --token-file only. TLS and HTTP/2 are a proxy's business. \
        With a socket of the service manager's (systemd) it listens there.
        """)

    @Option(
      help: ArgumentHelp("The folder of templates: NAME.json, or NAME/NAME.json with its files.", valueName: "folder"))
    var templates: String?

    @Option(help: ArgumentHelp("The address to listen at.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(parsing: .unconditional, help: ArgumentHelp("The port to listen at; 0 for any.", valueName: "port"))
    var port: Int?

    @Option(help: ArgumentHelp("A Unix socket to listen at, in place of address and port.", valueName: "path"))
    var socket: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("A port of its own for /healthz, /readyz and /metrics, at 127.0.0.1.", valueName: "port"))
    var adminPort: Int?

    @Option(
      help: ArgumentHelp(
        "Keys that sign addresses, one a line; the first signs, all verify. Nobody else may read the file.",
        valueName: "file"))
    var keys: String?

    @Option(help: ArgumentHelp("Tokens of clients, one a line, for all that is not signed.", valueName: "file"))
    var tokenFile: String?

    @Option(help: ArgumentHelp("The folder of jobs; without one there are none.", valueName: "folder"))
    var jobFolder: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Days after which a job that has ended is removed, with its outputs.", valueName: "days"))
    var jobDays = 30.0

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "What jobs may take in their folder, in MiB; those that ended first go first.", valueName: "MiB"))
    var jobSize = 10_240

    @Option(help: ArgumentHelp("A folder that pictures are kept in, beside the memory.", valueName: "folder"))
    var cache: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("What they may take in the folder, in MiB.", valueName: "MiB"))
    var cacheSize = 1024

    @Option(parsing: .unconditional, help: ArgumentHelp("What they may take in memory, in MiB.", valueName: "MiB"))
    var cacheMemory = 64

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("How many processes draw at the same time. (default: one a core)", valueName: "count"))
    var workers: Int?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Seconds of work that may wait for each worker; more is refused with 429.", valueName: "seconds"))
    var queue = 0.05

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Seconds that a picture has from the head of its request, waiting included.", valueName: "seconds"))
    var deadline = 10.0

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Seconds that requests in flight have after SIGTERM.", valueName: "seconds"))
    var drain = 20.0

    @Option(parsing: .unconditional, help: ArgumentHelp("Connections at the same time.", valueName: "count"))
    var connections = 256

    @OptionGroup var device: DeviceOption
    @OptionGroup var limits: LimitOptions
    @OptionGroup var log: LogOption

    func validate() throws {
      guard limits.root.path == nil else {
        throw ValidationError("--root: expected none, as requests open no files, found one")
      }
      for (name, port) in [("--port", port), ("--admin-port", adminPort)] {
        if let port, !(0...65535).contains(port) {
          throw ValidationError("\(name): expected 0 to 65535, found \(port)")
        }
      }
      if let socket, port != nil { throw ValidationError("--socket: expected no --port beside it, found \(socket)") }
      if let workers, !(1...256).contains(workers) {
        throw ValidationError("--workers: expected 1 to 256, found \(workers)")
      }
      for (name, size) in [("--cache-size", cacheSize), ("--cache-memory", cacheMemory), ("--job-size", jobSize)]
      where !(0...(1 << 20)).contains(size) {
        throw ValidationError("\(name): expected 0 to \(1 << 20) MiB, found \(size)")
      }
      for (name, seconds) in [("--queue", queue), ("--deadline", deadline), ("--drain", drain)]
      where !(seconds >= 0 && seconds <= 3600) || name == "--deadline" && seconds == 0 {
        throw ValidationError("\(name): expected seconds up to 3600, found \(numberText(seconds))")
      }
      guard jobDays > 0, jobDays <= 36_500 else {
        throw ValidationError("--job-days: expected a number above 0, at most 36500, found \(numberText(jobDays))")
      }
      guard (1...100_000).contains(connections) else {
        throw ValidationError("--connections: expected 1 to 100000, found \(connections)")
      }
    }

    func run() throws {
      try raiseDescriptors()
      let parent = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
      let temporary = try TemporaryFolder(in: parent)
      defer { temporary.remove() }
      let service = try ServiceRun(options(temporary.path))
      guard try service.run() else { throw ExitCode(1) }
    }

    private func options(_ temporary: String) -> ServiceOptions {
      var options = ServiceOptions(addresses: addresses(), version: Multiplane.version)
      if let adminPort { options.adminAddress = .host("127.0.0.1", port: adminPort) }
      options.templates = templates
      (options.keyFile, options.tokenFile, options.jobs) = (keys, tokenFile, jobFolder)
      (options.jobSeconds, options.jobBytes) = (jobDays * 86_400, jobSize << 20)
      options.cacheFolder = cache
      (options.cacheBytes, options.cacheMemory) = (cacheSize << 20, cacheMemory << 20)
      let cores = ProcessInfo.processInfo.activeProcessorCount
      options.workers = workers ?? cores
      let threads = device.renderer.threads ?? max(1, cores / options.workers)
      options.workerArguments =
        ["serve-worker", "--worker-threads", "\(threads)"] + device.arguments + limits.arguments + log.arguments
      options.temporaryFolder = temporary
      options.batchArguments = device.arguments + limits.arguments + log.arguments
      // What draws for one client reads neither secrets nor what was drawn for others.
      let hidden = HiddenPaths([keys, tokenFile, cache, jobFolder, temporary].compactMap { $0 })
      options.workerArguments += hidden.arguments
      options.batchArguments += hidden.arguments
      if let memory = limits.memory { options.largestWorker = memory << 20 }
      (options.queue, options.deadline, options.drain) = (queue, deadline, drain)
      options.connections = connections
      return options
    }

    /// Sockets that the service manager has bound (sd_listen_fds(3)), or what the options say.
    private func addresses() -> [ServiceOptions.Address] {
      let environment = ProcessInfo.processInfo.environment
      if port == nil, socket == nil, environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
        let count = environment["LISTEN_FDS"].flatMap(Int.init), (1...16).contains(count)
      {
        // They are for this process alone.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        return (3..<3 + Int32(count)).map { descriptor in
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
          return .descriptor(descriptor)
        }
      }
      return [socket.map { .path($0) } ?? .host(host, port: port ?? 8080)]
    }

    /// As many descriptors as the system allows: each connection takes one, and another where it is sent a file.
    private func raiseDescriptors() throws {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
      limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(2 * connections + Self.ownDescriptors)))
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      // A service that has none left accepts nobody, and starts no worker.
      guard limit.rlim_cur >= rlim_t(connections + Self.ownDescriptors) else {
        throw ValidationError(
          "--connections: expected at most \(max(0, Int(limit.rlim_cur) - Self.ownDescriptors)), as the system allows "
            + "\(limit.rlim_cur) open files (ulimit -Hn), found \(connections)")
      }
    }

    /// Of files, of workers and of a job.
    private static let ownDescriptors = 256
  }

  /// `multiplane serve-worker`: draws what a service hands it on standard input. Nobody calls it by hand.
  struct ServiceWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve-worker", abstract: "Draws for a service.", shouldDisplay: false)

    @Option var workerThreads: Int
    @Option var temporary: String
    @Option(parsing: .singleValue) var hide: [String] = []
    @OptionGroup var device: DeviceOption
    @OptionGroup var limits: LimitOptions
    @OptionGroup var log: LogOption

    /// What drawing within the usual limits takes of address space, with threads' stacks and libraries.
    private static let addressSpace = 2 << 30
    private static let descriptors = 1 << 16

    func run() throws {
      // Ctrl-C goes to all processes of a terminal; the service says what is to be done then.
      signal(SIGINT, SIG_IGN)
      ParentProcess.endWithIt()
      let isConfined = ProcessConfinement.begin(
        writingTo: [temporary], hiding: HiddenPaths(hide), reading: [temporary], descriptors: Self.descriptors)
      ProcessConfinement.limit(fileBytes: PictureDrawing.largestVideo)
      // Who answers comes before who draws, so that a refusal is quick however much is drawn.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
      setenv("LP_NUM_THREADS", workerThreads > 1 ? "\(workerThreads)" : "0", 0)
      let compositor = try device.openCompositor(limits: limits, threads: workerThreads)
      let memory = limits.memory.map { $0 << 20 } ?? 0
      // A driver maps more than it uses.
      if compositor.display == nil { ProcessConfinement.limit(addressSpace: max(Self.addressSpace, 4 * memory)) }
      let drawing = PictureDrawing(
        compositor, sceneLimits: try limits.scene(), limits: limits.drawing(onProcessor: true), temporary: temporary,
        version: Multiplane.version)
      try compositor.warmUp()
      let hello = WorkerMessage.Hello(program: drawing.program, isConfined: isConfined)
      guard WorkerMessage.write(hello, to: STDOUT_FILENO) else { return }
      drawing.serve(MessagePipe(reading: STDIN_FILENO, writing: STDOUT_FILENO))
    }
  }
#else
  /// `multiplane serve`, in a program that was built without it.
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: "Draws pictures and videos for HTTP clients: not in this build.",
      discussion: """
        This program was built without the package trait Service, by which it stands on no HTTP library. 'swift build --traits Service' builds \
        it with it, and so do tools/build, tools/install and tools/package.
        """)

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var rest: [String] = []

    func run() throws {
      throw ValidationError(
        "serve: this program was built without it; 'swift build --traits Service' builds it with it")
    }
  }

  /// There is none without a service.
  struct ServiceWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve-worker", shouldDisplay: false)

    func run() throws { throw ValidationError("serve-worker: this program was built without it") }
  }
#endif
