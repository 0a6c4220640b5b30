#if Service
  import Foundation
  import MultiplaneBatch
  import MultiplaneDrawing
  import NIOCore
  import Synchronization

  /// Pictures that were drawn, by their keys: in memory, and in a folder if one was named. Both
  /// have a budget of bytes; what was not used for longest goes first.
  final class PictureCache: Sendable {
    private let memory: Mutex<Entries<ByteBuffer>>
    private let folder: CacheFolder?

    /// - Throws: where the folder cannot be used.
    init(memory: Int, folder: String?, folderBytes: Int) throws {
      self.memory = Mutex(Entries(budget: memory))
      self.folder = try folder.map { try CacheFolder($0, budget: folderBytes) }
    }

    /// The overhead of an entry beside its bytes: its key, and its place in the order.
    private static let entryBytes = 256

    /// Bytes in memory.
    var byteCount: Int { memory.withLock { $0.byteCount } }

    /// A picture; nil where it has to be drawn.
    func picture(_ key: String) async -> ByteBuffer? {
      if let found = memory.withLock({ $0.use(key) }) { return found }
      guard let folder, let bytes = await folder.read(key) else { return nil }
      let picture = ByteBuffer(bytes: bytes)
      _ = memory.withLock { $0.add(picture, key, size: bytes.count + Self.entryBytes) }
      return picture
    }

    /// A picture that is in memory.
    func remembered(_ key: String) -> ByteBuffer? { memory.withLock { $0.use(key) } }

    /// Keeps a picture in memory.
    func remember(_ picture: ByteBuffer, _ key: String) {
      _ = memory.withLock { $0.add(picture, key, size: picture.readableBytes + Self.entryBytes) }
    }

    /// Keeps a picture in the folder.
    func store(_ picture: ByteBuffer, _ key: String) { folder?.write(Array(picture.readableBytesView), key) }
  }

  /// Values with a budget of bytes.
  struct Entries<Value> {
    private var values: [String: (value: Value, size: Int, used: UInt64)] = [:]
    private var clock: UInt64 = 0
    private(set) var byteCount = 0
    private let budget: Int

    init(budget: Int) { self.budget = budget }

    mutating func use(_ key: String) -> Value? {
      clock += 1
      values[key]?.used = clock
      return values[key]?.value
    }

    /// Whether a value of this size would be kept.
    func hasRoom(for size: Int) -> Bool { size <= budget / 8 }

    /// Adds a value; one that is larger than an eighth of the budget is left out, as it would drive
    /// out too many others.
    ///
    /// - Returns: the keys of those that had to go.
    @discardableResult
    mutating func add(_ value: Value, _ key: String, size: Int) -> [String] {
      guard hasRoom(for: size) else { return [] }
      remove(key)
      clock += 1
      values[key] = (value, size, clock)
      byteCount += size
      guard byteCount > budget else { return [] }
      // A tenth at once, so that looking for them is seldom.
      var gone: [String] = []
      for (key, _) in values.sorted(by: { $0.value.used < $1.value.used }) {
        guard byteCount > budget / 10 * 9 else { break }
        remove(key)
        gone.append(key)
      }
      return gone
    }

    mutating func remove(_ key: String) {
      guard let old = values.removeValue(forKey: key) else { return }
      byteCount -= old.size
    }
  }

  /// A folder of pictures, whose files are read and written by one thread.
  final class CacheFolder: Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "cache")
    private let entries: Mutex<Entries<Void>>
    /// Bytes that wait to be written.
    private let pending = Mutex(0)

    /// Most bytes that wait; with more the disk is too slow, and pictures are not kept.
    private static let mostPending = 64 << 20
    private static let prefix = "v1-"
    /// A file begins with the hash of what follows.
    private static let hashBytes = 32
    /// The size of a disk block, the least that a file takes.
    private static let blockBytes = 4096

    private static func room(_ fileBytes: Int) -> Int { (fileBytes + blockBytes - 1) / blockBytes * blockBytes }

    /// Opens a folder, which is made if its parent is there, and looks at what is in it.
    init(_ path: String, budget: Int) throws {
      self.path = path
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw ServiceError.file(
          path: path,
          problem:
            "expected a folder that can be created, found \(pathProblem(errno, .writing))")
      }
      guard access(path, R_OK | W_OK | X_OK) == 0 else {
        throw ServiceError.file(
          path: path, problem: "expected a writable folder; change its permissions")
      }
      var found: [(key: String, size: Int, time: Int)] = []
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        // A partial file of a killed service.
        if name.hasPrefix("."), name.hasSuffix(".partial") { unlink("\(path)/\(name)") }
        guard name.hasPrefix(Self.prefix) else { continue }
        var status = stat()
        guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
          continue
        }
        found.append(
          (String(name.dropFirst(Self.prefix.count)), Self.room(Int(status.st_size)), status.st_mtim.tv_sec))
      }
      var entries = Entries<Void>(budget: budget)
      for file in found.sorted(by: { $0.time < $1.time }) {
        let gone = entries.hasRoom(for: file.size) ? entries.add((), file.key, size: file.size) : [file.key]
        for key in gone { unlink("\(path)/\(Self.prefix)\(key)") }
      }
      self.entries = Mutex(entries)
    }

    /// The bytes of a picture; nil for none, and for a file that is damaged, which is removed.
    func read(_ key: String) async -> [UInt8]? {
      guard entries.withLock({ $0.use(key) }) != nil else { return nil }
      let file = "\(path)/\(Self.prefix)\(key)"
      return await withCheckedContinuation { continuation in
        queue.async { [self] in
          let bytes = try? readFile(path: file, limits: ImageLimits())
          guard let bytes, bytes.count > Self.hashBytes,
            Self.hash(bytes.dropFirst(Self.hashBytes)) == Array(bytes.prefix(Self.hashBytes))
          else {
            unlink(file)
            entries.withLock { $0.remove(key) }
            return continuation.resume(returning: nil)
          }
          continuation.resume(returning: Array(bytes.dropFirst(Self.hashBytes)))
        }
      }
    }

    /// Writes a picture behind its hash, whole or not at all. A disk that is full is no error.
    func write(_ bytes: [UInt8], _ key: String) {
      let room = Self.room(bytes.count + Self.hashBytes)
      guard entries.withLock({ $0.hasRoom(for: room) }) else { return }
      let hasRoom = pending.withLock { pending in
        guard pending + bytes.count <= Self.mostPending else { return false }
        pending += bytes.count
        return true
      }
      guard hasRoom else { return }
      let file = "\(path)/\(Self.prefix)\(key)"
      queue.async { [self] in
        defer { pending.withLock { $0 -= bytes.count } }
        guard (try? writeFileAtomically(Self.hash(bytes[...]) + bytes, to: file)) != nil else {
          return
        }
        for gone in entries.withLock({ $0.add((), key, size: room) }) {
          unlink("\(path)/\(Self.prefix)\(gone)")
        }
      }
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var hash = SHA256()
      bytes.withUnsafeBytes { hash.add($0) }
      return hash.digest()
    }
  }
#endif
