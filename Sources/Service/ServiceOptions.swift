#if Service
  import Foundation

  /// What `multiplane serve` was told.
  package struct ServiceOptions: Sendable {
    /// Where it listens.
    package enum Address: Sendable, Equatable {
      case host(String, port: Int)
      /// The path of a Unix socket.
      case path(String)
      /// A socket that the service manager has bound.
      case descriptor(Int32)
    }

    package var addresses: [Address]
    /// Where `/healthz`, `/readyz` and `/metrics` are answered; nil for the other addresses.
    package var adminAddress: Address?
    /// The folder of templates; nil for none.
    package var templates: String?
    /// The file of the keys that sign addresses; nil for none.
    package var keyFile: String?
    /// The file of the tokens that API clients send; nil for none.
    package var tokenFile: String?
    /// Where jobs are kept; nil for no jobs.
    package var jobs: String?
    /// Seconds for which a job that has ended is kept.
    package var jobSeconds = 30 * 86_400.0
    /// Bytes of the folder of jobs.
    package var jobBytes = 10_240 << 20
    /// The folder of the cache; nil for the memory alone.
    package var cacheFolder: String?
    /// Bytes of the cache on disk, and in memory.
    package var cacheBytes = 1024 << 20
    package var cacheMemory = 64 << 20
    /// How many processes draw.
    package var workers = 2
    /// The arguments of this program for a worker.
    package var workerArguments: [String] = []
    /// A folder in which each worker gets one of its own, for videos that are being made.
    package var temporaryFolder = "/tmp"
    /// The arguments of this program for a batch, before the manifest's.
    package var batchArguments: [String] = []
    /// Bytes of memory beyond which a worker is replaced.
    package var largestWorker = 512 << 20
    /// Pictures after which a worker is replaced.
    package var picturesPerWorker = 1000
    /// Seconds of work that may wait, for each worker.
    package var queue = 0.05
    /// Requests that may wait.
    package var mostWaiting = 256
    /// Seconds from a request's first byte to its answer.
    package var deadline = 10.0
    /// Seconds that requests in flight have after SIGTERM.
    package var drain = 20.0
    /// Connections at the same time.
    package var connections = 256
    /// Most bytes of a body.
    package var bodyBytes = 32 << 20
    /// Most bytes of all bodies that are being read or drawn.
    package var allBodyBytes = 256 << 20
    /// Seconds for the head of a request, for its body, and between requests.
    package var headSeconds = 10.0
    package var bodySeconds = 30.0
    package var idleSeconds = 60.0
    /// What draws, until a worker says more.
    package var version: String

    package init(addresses: [Address], version: String) {
      self.addresses = addresses
      self.version = version
    }

    /// Longest path with its query, in bytes.
    static let longestTarget = 8 << 10
    /// Longest head, in bytes.
    static let longestHead = 16 << 10

    /// Whether anybody but this machine's own programs may reach an address.
    static func isOpen(_ address: Address) -> Bool {
      switch address {
      case .path: false
      case .host(let host, _): !Loopback.isName(host)
      case .descriptor(let descriptor): !Loopback.isLocal(socket: descriptor)
      }
    }
  }

  /// Why a service does not start. Each description is one line.
  package enum ServiceError: Error, Equatable, CustomStringConvertible {
    /// A file or folder that was named cannot be used.
    case file(path: String, problem: String)
    /// It cannot listen.
    case address(String, problem: String)
    /// It would be open to strangers.
    case unprotected
    /// No worker can be started.
    case worker(problem: String)

    package var description: String {
      switch self {
      case .file(let path, let problem): "\(path): \(problem)"
      case .address(let address, let problem): "\(address): \(problem)"
      case .unprotected:
        "--host: expected a loopback address such as 127.0.0.1, or --keys or --token-file for access control"
      case .worker(let problem): "worker: \(problem)"
      }
    }
  }
#endif
