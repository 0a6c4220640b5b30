import Foundation
import MultiplaneSceneFile

/// A folder of finished chunks that many processes and machines may fill concurrently:
/// `ab/KEY.mp4`, and `ab/KEY.json`, which makes it valid.
///
/// A chunk is written to an unnamed file, so that an interrupted one leaves nothing, and then
/// linked, which fails if it exists. The second writer compares hashes. There are no locks and no
/// clocks. Symbolic links in the folder are not followed: a chunk is a regular file in a real
/// folder.
package struct ChunkStore: Sendable {
  /// The record of a chunk.
  package struct Entry: Sendable, Equatable {
    package var sha256: String
    package var bytes: Int
    package var frames: Int
    /// The time of drawing, in seconds.
    package var seconds: Double
    /// The host that drew it.
    package var host: String
  }

  /// The state of a chunk.
  package enum State: Sendable, Equatable {
    case present(Entry)
    case missing
    /// It cannot be drawn, and will not another time.
    case failed(error: String)
  }

  /// The folder, ending in a slash.
  package let folder: String

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - folder: created if missing, but not its parents.
  ///   - mayBeLink: whether a link to a folder is accepted, as one that the user names.
  package init(_ folder: String, mayBeLink: Bool = true) throws(BatchError) {
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw Self.failure(folder, errno) }
    var status = stat()
    let isFound = (mayBeLink ? stat(folder, &status) : lstat(folder, &status)) == 0
    guard isFound, status.st_mode & S_IFMT == S_IFDIR else { throw Self.noFolder(folder) }
  }

  private static func noFolder(_ path: String) -> BatchError {
    .store(path: path, problem: "expected a folder, found a link or another kind of file; remove it")
  }

  static func failure(_ path: String, _ code: Int32) -> BatchError {
    let hint =
      switch code {
      case ENOSPC, EDQUOT: "; free some space, and try again"
      case EFBIG: "; raise the limit of a file's size (ulimit -f), and try again"
      default: ""
      }
    return .store(path: path, problem: "cannot be written: \(String(cString: strerror(code)))\(hint)")
  }

  /// The folder of a chunk's files.
  private func subfolder(of key: String) -> String { folder + key.prefix(2) }

  private func stem(_ key: String) -> String { "\(subfolder(of: key))/\(key)" }

  /// The size of a regular file, in bytes; nil without one.
  private static func size(_ path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The path of a chunk's file.
  package func path(of key: String, _ fileExtension: String) -> String { "\(stem(key)).\(fileExtension)" }

  // MARK: Reading

  /// The state of a chunk, from its file size, without reading it.
  package func state(of key: String, _ fileExtension: String) -> State {
    guard Self.isFolder(subfolder(of: key)) else { return .missing }
    if let entry = entry(of: key) {
      return Self.size(path(of: key, fileExtension)) == entry.bytes ? .present(entry) : .missing
    }
    guard let values = Self.members(at: stem(key) + ".failed.json"), case .string(let error)? = values["error"] else {
      return .missing
    }
    return .failed(error: error)
  }

  private func entry(of key: String) -> Entry? {
    guard let values = Self.members(at: stem(key) + ".json"), case .string(let sha256)? = values["sha256"],
      case .number(let bytes)? = values["bytes"], case .number(let frames)? = values["frames"],
      case .number(let seconds)? = values["seconds"], case .string(let host)? = values["host"]
    else { return nil }
    return Entry(
      sha256: sha256, bytes: Int(exactly: bytes) ?? -1, frames: Int(exactly: frames) ?? -1, seconds: seconds, host: host
    )
  }

  private static func members(at path: String) -> [String: JSONValue]? {
    guard size(path) != nil, let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: 1 << 16),
      case .object(let members)? = try? JSONValue.parse([UInt8](data), name: path)
    else { return nil }
    return Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Whether the bytes of a chunk match its hash.
  package func isWhole(_ key: String, _ fileExtension: String, _ entry: Entry) -> Bool {
    hash(of: key, fileExtension) == entry.sha256
  }

  /// The hash of a chunk's file; nil without a regular one.
  private func hash(of key: String, _ fileExtension: String) -> String? {
    let path = path(of: key, fileExtension)
    guard Self.isFolder(subfolder(of: key)), Self.size(path) != nil else { return nil }
    return SHA256.hex(ofFile: path)
  }

  /// Whether a chunk has a record and a file, whatever they contain.
  package func hasFiles(of key: String, _ fileExtension: String) -> Bool {
    Self.isFolder(subfolder(of: key)) && Self.size(stem(key) + ".json") != nil
      && Self.size(path(of: key, fileExtension)) != nil
  }

  /// Renames a damaged chunk, so that it is drawn again. Its bytes stay for inspection.
  package func setAside(_ key: String, _ fileExtension: String) {
    guard Self.isFolder(subfolder(of: key)) else { return }
    // The line that makes it valid goes first.
    unlink(stem(key) + ".json")
    rename(path(of: key, fileExtension), stem(key) + ".damaged")
  }

  /// Removes a chunk.
  package func remove(_ key: String, _ fileExtension: String) {
    guard Self.isFolder(subfolder(of: key)) else { return }
    unlink(stem(key) + ".json")
    unlink(path(of: key, fileExtension))
    unlink(stem(key) + ".failed.json")
    rmdir(subfolder(of: key))
  }

  /// Removes all other chunks with their records, damaged chunks and partial files. Files that are
  /// not a store's stay. No other process may draw into the store meanwhile.
  ///
  /// - Returns: the number of removed files.
  @discardableResult
  package func prune(keeping keys: Set<String>) -> Int {
    let manager = FileManager.default
    var count = 0
    for part in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] {
      guard part.wholeMatch(of: /[0-9a-f]{2}/) != nil else { continue }
      // Names are looked up in the folder that was opened, so that none is looked up through a
      // link.
      let opened = open(folder + part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard opened >= 0 else { continue }
      defer { close(opened) }
      for name in (try? manager.contentsOfDirectory(atPath: "/proc/self/fd/\(opened)")) ?? [] {
        let isBrokenOff = name.wholeMatch(of: /\.[0-9a-z]+\.partial/) != nil
        guard isBrokenOff || name.prefixMatch(of: /[0-9a-f]{64}\./) != nil else { continue }
        if keys.contains(String(name.prefix(64))), !name.hasSuffix(".damaged") { continue }
        if unlinkat(opened, name, 0) == 0 { count += 1 }
      }
      rmdir(folder + part)
    }
    return count
  }

  // MARK: Writing

  /// Creates the file of a chunk.
  package func begin(_ key: String) throws(BatchError) -> UnnamedFile {
    let folder = subfolder(of: key)
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw Self.failure(folder, errno) }
    guard Self.isFolder(folder) else { throw Self.noFolder(folder) }
    return try UnnamedFile(in: folder)
  }

  /// Publishes a complete chunk.
  ///
  /// - Returns: the record in the store, which is that of another process if it was first with the
  ///   same bytes.
  /// - Throws: `BatchError.conflict` if the store has other bytes, which `KEY.conflict.json`
  ///   records.
  package func publish(
    _ file: consuming UnnamedFile, _ key: String, _ fileExtension: String, frames: Int, seconds: Double
  ) throws(BatchError) -> Entry {
    let path = path(of: key, fileExtension)
    guard fsync(file.descriptor) == 0 else { throw Self.failure(path, errno) }
    guard let hash = SHA256.hex(ofFile: file.path) else {
      throw .store(path: path, problem: "expected the written file, found an unreadable one")
    }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { throw Self.failure(path, errno) }
    let entry = Entry(
      sha256: hash, bytes: Int(status.st_size), frames: frames, seconds: (seconds * 1000).rounded() / 1000,
      host: Self.host)
    // Twice: what is there may be damaged, and is then set aside.
    for _ in 0..<2 {
      if try link(file, to: path) { return try makeValid(entry, key) }
      let present = self.hash(of: key, fileExtension)
      if present == hash { return try makeValid(entry, key) }
      guard let present, let known = self.entry(of: key), known.sha256 == present else {
        setAside(key, fileExtension)
        continue
      }
      try writeConflict(key, first: known, second: entry)
      throw .conflict(path: path)
    }
    throw .store(path: path, problem: "expected to replace a damaged file, found another process that does; try again")
  }

  /// Gives a file its name. Its folder may be gone: `remove` takes an empty one away, and a file
  /// without a name does not count.
  ///
  /// - Returns: false if there is a file of that name.
  private func link(_ file: borrowing UnnamedFile, to path: String) throws(BatchError) -> Bool {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    // Several times: it may be removed again meanwhile.
    for _ in 0..<8 {
      do throws(BatchError) {
        return try file.link(to: path)
      } catch {
        guard access(folder, F_OK) != 0 else { throw error }
        mkdir(folder, 0o777)
      }
    }
    return try file.link(to: path)
  }

  /// Writes the line that makes a chunk valid; of two that say the same of its bytes, the first
  /// stays.
  private func makeValid(_ entry: Entry, _ key: String) throws(BatchError) -> Entry {
    let json = JSONValue.object([
      .init(key: "sha256", value: .string(entry.sha256)), .init(key: "bytes", value: .number(Double(entry.bytes))),
      .init(key: "frames", value: .number(Double(entry.frames))),
      .init(key: "seconds", value: .number(entry.seconds)),
      .init(key: "host", value: .string(entry.host)),
    ])
    if try !write(json, to: stem(key) + ".json") {
      // One that cannot be read, or speaks of other bytes, would have the chunk drawn for ever.
      let there = self.entry(of: key)
      if there?.sha256 != entry.sha256 || there?.bytes != entry.bytes {
        try write(json, to: stem(key) + ".json", replaces: true)
      }
    }
    unlink(stem(key) + ".failed.json")
    return entry
  }

  private func writeConflict(_ key: String, first: Entry, second: Entry) throws(BatchError) {
    func json(_ entry: Entry) -> JSONValue {
      .object([.init(key: "sha256", value: .string(entry.sha256)), .init(key: "host", value: .string(entry.host))])
    }
    try write(
      .object([.init(key: "first", value: json(first)), .init(key: "second", value: json(second))]),
      to: stem(key) + ".conflict.json")
  }

  /// Records that a chunk cannot be drawn, so that it is not tried again.
  package func noteFailure(of key: String, error: String) {
    let folder = subfolder(of: key)
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST, Self.isFolder(folder) else { return }
    _ = try? write(
      .object([.init(key: "error", value: .string(error)), .init(key: "host", value: .string(Self.host))]),
      to: stem(key) + ".failed.json", replaces: true)
  }

  /// - Parameter replaces: whether a file that is there goes.
  /// - Returns: false if there is one, which stays.
  @discardableResult
  private func write(_ json: JSONValue, to path: String, replaces: Bool = false) throws(BatchError) -> Bool {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let file = try UnnamedFile(in: folder)
    try file.write([UInt8]((json.flatText + "\n").utf8), name: path)
    guard fsync(file.descriptor) == 0 else { throw Self.failure(path, errno) }
    if replaces {
      try file.replace(path)
    } else {
      guard try file.link(to: path) else { return false }
    }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(folder, errno) }
    defer { close(descriptor) }
    // Not every file system has something to do then.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EBADF else { throw Self.failure(folder, errno) }
    return true
  }

  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
