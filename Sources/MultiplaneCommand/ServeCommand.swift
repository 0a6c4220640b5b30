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
      commandName: "serve", abstract: "Serves pictures and videos over HTTP.",
      discussion: """
        POST /v1/render renders the scene in the request, POST /v1/templates/NAME/render a template with values, \
        GET /v1/t/… a template with values in a signed URL ('multiplane sign'). GET / is a page with a form per template, \
        GET /v1/openapi.json the API description. SIGHUP reloads templates and keys; SIGTERM completes the requests in \
        flight and exits. The log on standard error has one line of JSON per request.

        Exit status: 0 ended by a signal; 1 it cannot start, or requests were abandoned; 2 wrong usage; 75 the program \
        was replaced on disk, start it again.

        An address other than loopback requires --keys or --token-file. Use a proxy for TLS and HTTP/2. Socket activation \
        by systemd is supported.
        """)

    @Option(
      help: ArgumentHelp(
        "Folder of templates: NAME.json or NAME.lottie, or NAME/NAME.json with its files.", valueName: "folder"),
      completion: .directory)
    var templates: String?

    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Port to listen on; 0 chooses a free one. (default: 8080)", valueName: "port"))
    var port: Int?

    @Option(
      help: ArgumentHelp("Unix socket to listen on, instead of address and port.", valueName: "path"),
      completion: .file())
    var socket: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Separate port on 127.0.0.1 for /healthz, /readyz and /metrics.", valueName: "port"))
    var adminPort: Int?

    @Option(
      help: ArgumentHelp(
        "File of keys for signed URLs, one per line; the first signs, all verify. Other users must not be able to read it.",
        valueName: "file"), completion: .file())
    var keys: String?

    @Option(
      help: ArgumentHelp("File of bearer tokens for unsigned requests, one per line.", valueName: "file"),
      completion: .file())
    var tokenFile: String?

    @Option(
      help: ArgumentHelp("Folder of jobs and outputs. (default: no jobs)", valueName: "folder"), completion: .directory)
    var jobFolder: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Days after which a finished job is removed with its outputs.", valueName: "days"))
    var jobDays = 30.0

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Size limit of the job folder, in MiB; the oldest finished jobs are removed first.", valueName: "MiB"))
    var jobSize = 10_240

    @Option(help: ArgumentHelp("Folder of a disk cache for pictures.", valueName: "folder"), completion: .directory)
    var cache: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Size limit of the disk cache, in MiB.", valueName: "MiB"))
    var cacheSize = 1024

    @Option(parsing: .unconditional, help: ArgumentHelp("Size limit of the memory cache, in MiB.", valueName: "MiB"))
    var cacheMemory = 64

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Number of worker processes. (default: one per core)", valueName: "count"))
    var workers: Int?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Limit of queued work per worker, in estimated seconds; beyond it requests fail with 429.", valueName: "seconds"
      ))
    var queue = 0.05

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Deadline of a picture, in seconds from the head of its request.", valueName: "seconds"))
    var deadline = 10.0

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Timeout of requests in flight after SIGTERM, in seconds.", valueName: "seconds"))
    var drain = 20.0

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Limit of concurrent connections. (default: 4096, or fewer if the system allows few open files)",
        valueName: "count"))
    var connections: Int?

    @OptionGroup var device: DeviceOption
    @OptionGroup var limits: LimitOptions
    @OptionGroup var log: LogOption

    func validate() throws {
      guard limits.root.path == nil else {
        throw ValidationError("--root: not allowed, because requests open no files")
      }
      for (name, port) in [("--port", port), ("--admin-port", adminPort)] {
        if let port, !(0...65535).contains(port) {
          throw ValidationError("\(name): expected 0 to 65535, found \(port)")
        }
      }
      if socket != nil, port != nil { throw ValidationError("expected --socket or --port, found both") }
      if let workers, !(1...256).contains(workers) {
        throw ValidationError("--workers: expected 1 to 256, found \(workers)")
      }
      for (name, size) in [("--cache-size", cacheSize), ("--cache-memory", cacheMemory), ("--job-size", jobSize)]
      where !(0...(1 << 20)).contains(size) {
        throw ValidationError("\(name): expected 0 to \(1 << 20) MiB, found \(size)")
      }
      for (name, seconds) in [("--queue", queue), ("--deadline", deadline), ("--drain", drain)]
      where !(seconds >= 0 && seconds <= 3600) || name == "--deadline" && seconds == 0 {
        throw ValidationError("\(name): expected at most 3600 seconds, found \(numberText(seconds))")
      }
      guard jobDays > 0, jobDays <= 36_500 else {
        throw ValidationError("--job-days: expected a number above 0, at most 36500, found \(numberText(jobDays))")
      }
      if let connections, !(1...100_000).contains(connections) {
        throw ValidationError("--connections: expected 1 to 100000, found \(connections)")
      }
    }

    func run() throws {
      let (connections, openOutputs) = try raiseDescriptors()
      let parent = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
      let temporary = try TemporaryFolder(in: parent)
      defer { temporary.remove() }
      var options = options(temporary.path)
      (options.connections, options.openOutputs) = (connections, openOutputs)
      let service = try ServiceRun(options)
      do {
        guard try service.run() else { throw ExitCode(1) }
      } catch ServiceError.replaced {
        // It is in the log.
        throw JobFailures.temporary
      }
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
      options.workers = workerCount
      let threads = device.renderer.threads ?? max(1, cores / options.workers)
      options.workerArguments =
        ["serve-worker", "--worker-threads", "\(threads)"] + device.arguments + limits.arguments + log.arguments
      options.temporaryFolder = temporary
      options.batchArguments = device.arguments + limits.arguments + log.arguments
      // A worker must not read secrets or other clients' pictures.
      let hidden = HiddenPaths([keys, tokenFile, cache, jobFolder, temporary].compactMap { $0 })
      options.workerArguments += hidden.arguments
      options.batchArguments += hidden.arguments
      if let memory = limits.memory { options.largestWorker = memory << 20 }
      (options.queue, options.deadline, options.drain) = (queue, deadline, drain)
      return options
    }

    /// The sockets of the service manager (sd_listen_fds(3)), else the address of the options.
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

    /// Raises the limit of file descriptors: a connection takes one, and another to send an output
    /// of a job.
    ///
    /// - Returns: how many connections may be open, and how many outputs may be sent, at the same
    ///   time.
    private func raiseDescriptors() throws -> (connections: Int, outputs: Int) {
      let own = Self.ownDescriptors + Self.descriptorsPerWorker * workerCount
      let limit = DescriptorLimit.raise(to: 2 * (connections ?? Self.usualConnections) + own)
      let connections = connections ?? min(Self.usualConnections, max(Self.leastOutputs, (limit - own) / 2))
      // Without descriptors a service can accept no connection and start no worker.
      guard limit >= connections + Self.leastOutputs + own else {
        throw ValidationError(
          "--connections: expected at most \(max(0, limit - own - Self.leastOutputs)), because the system allows "
            + "\(limit) open files (ulimit -Hn), found \(connections)")
      }
      return (connections, limit - own - connections)
    }

    private static let usualConnections = 4096

    private var workerCount: Int { workers ?? ProcessInfo.processInfo.activeProcessorCount }

    /// Descriptors for files, folders, event loops and a job.
    private static let ownDescriptors = 256
    /// Two pipes, and two more ends while a worker is started.
    private static let descriptorsPerWorker = 4
    private static let leastOutputs = 16
  }

  /// `multiplane serve-worker`: draws the requests that a service writes to its standard input.
  /// Internal.
  struct ServiceWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve-worker", abstract: "Draws for a service.", shouldDisplay: false)

    @Option var workerThreads: Int
    @Option var temporary: String
    @Option(parsing: .singleValue) var hide: [String] = []
    @OptionGroup var device: DeviceOption
    @OptionGroup var limits: LimitOptions
    @OptionGroup var log: LogOption

    /// Address space for drawing within the default limits, with stacks and libraries.
    private static let addressSpace = 2 << 30
    private static let descriptors = 1 << 16

    func run() throws {
      ParentProcess.endWithIt()
      let isConfined = ProcessConfinement.begin(
        writingTo: [temporary], hiding: HiddenPaths(hide), reading: [temporary], descriptors: Self.descriptors)
      ProcessConfinement.limit(fileBytes: PictureDrawing.largestVideo)
      // Lower priority than the process that answers requests, so that refusals are quick under
      // load.
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
  /// `multiplane serve` in a build without it.
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: "Serves pictures and videos over HTTP: not in this build.",
      discussion: """
        This program was built without the package trait Service, and so without an HTTP library. 'swift build --traits \
        Service', tools/build, tools/install and tools/package enable it.
        """)

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var rest: [String] = []

    func run() throws {
      throw ValidationError(
        "serve: not in this build; build with 'swift build --traits Service'")
    }
  }

  /// `multiplane serve-worker` in a build without the service.
  struct ServiceWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve-worker", shouldDisplay: false)

    func run() throws { throw ValidationError("serve-worker: not in this build") }
  }
#endif
