#if Service
  import Foundation

  /// The options of `multiplane serve`.
  package struct ServiceOptions: Sendable {
    /// An address to listen on.
    package enum Address: Sendable, Equatable {
      case host(String, port: Int)
      /// The path of a Unix socket.
      case path(String)
      /// A socket that the service manager has bound.
      case descriptor(Int32)
    }

    package var addresses: [Address]
    /// The address of `/healthz`, `/readyz` and `/metrics`; nil for the other addresses.
    package var adminAddress: Address?
    /// The folder of templates; nil for none.
    package var templates: String?
    /// The file of the keys that sign URLs; nil for none.
    package var keyFile: String?
    /// The file of the clients' tokens; nil for none.
    package var tokenFile: String?
    /// The folder of jobs; nil disables jobs.
    package var jobs: String?
    /// The time after which a finished job is removed, in seconds.
    package var jobSeconds = 30 * 86_400.0
    /// The size limit of the job folder, in bytes.
    package var jobBytes = 10_240 << 20
    /// The folder of the disk cache; nil for none.
    package var cacheFolder: String?
    /// The size limits of the cache on disk and in memory, in bytes.
    package var cacheBytes = 1024 << 20
    package var cacheMemory = 64 << 20
    /// The number of worker processes.
    package var workers = 2
    /// The arguments of a worker.
    package var workerArguments: [String] = []
    /// The parent of the workers' temporary folders, for videos.
    package var temporaryFolder = "/tmp"
    /// The arguments of a batch, before the manifest's.
    package var batchArguments: [String] = []
    /// The memory of a worker, in bytes, above which it is replaced.
    package var largestWorker = 512 << 20
    /// The number of pictures after which a worker is replaced.
    package var picturesPerWorker = 1000
    /// The limit of queued work per worker, in estimated seconds.
    package var queue = 0.05
    /// The limit of waiting requests.
    package var mostWaiting = 256
    /// The deadline of an answer, in seconds from the first byte of its request.
    package var deadline = 10.0
    /// The timeout of requests in flight after SIGTERM, in seconds.
    package var drain = 20.0
    /// The limit of concurrent connections.
    package var connections = 4096
    /// The limit of outputs of jobs that are being sent at the same time.
    package var openOutputs = 256
    /// The maximum size of a request body, in bytes.
    package var bodyBytes = 32 << 20
    /// The maximum size of all request bodies in memory, in bytes.
    package var allBodyBytes = 256 << 20
    /// The timeouts of a request's head, of its body, and between requests, in seconds.
    package var headSeconds = 10.0
    package var bodySeconds = 30.0
    package var idleSeconds = 60.0
    /// The version of the program, until a worker reports more.
    package var version: String

    package init(addresses: [Address], version: String) {
      self.addresses = addresses
      self.version = version
    }

    /// Longest path with its query, in bytes.
    static let longestTarget = 8 << 10
    /// Longest head, in bytes.
    static let longestHead = 16 << 10

    /// Whether programs on other machines can reach an address.
    static func isOpen(_ address: Address) -> Bool {
      switch address {
      case .path: false
      case .host(let host, _): !Loopback.isName(host)
      case .descriptor(let descriptor): !Loopback.isLocal(socket: descriptor)
      }
    }
  }

  /// The error of a service that cannot start. Each description is one line.
  package enum ServiceError: Error, Equatable, CustomStringConvertible {
    /// A file or folder that was named cannot be used.
    case file(path: String, problem: String)
    /// It cannot listen.
    case address(String, problem: String)
    /// It would be open to strangers.
    case unprotected
    /// No worker can be started.
    case worker(problem: String)
    /// The program was replaced on disk while the service ran.
    case replaced

    package var description: String {
      switch self {
      case .file(let path, let problem): "\(path): \(problem)"
      case .address(let address, let problem): "\(address): \(problem)"
      case .unprotected:
        "--host: expected a loopback address such as 127.0.0.1, or --keys or --token-file for access control"
      case .worker(let problem): "worker: \(problem)"
      case .replaced: "the program was replaced on disk, and its workers would be of another release; start it again"
      }
    }
  }
#endif
