import Foundation
import MultiplaneDrawing
import MultiplaneSceneFile

/// The record of drawn outputs, one line of JSON per job, in the folder of the outputs. A line is
/// written after its file is complete.
///
/// Only the positions of earlier lines are in memory, a few bytes each, so that memory does not
/// grow during a batch.
package final class Journal {
  /// The record of an output.
  package struct Entry: Sendable, Equatable {
    package var key: String
    /// The size, in bytes.
    package var size: Int
    package var sha256: String
    /// The time of drawing, in seconds.
    package var seconds: Double
    /// The warnings of the scene with which it was drawn.
    package var warnings: [String] = []
  }

  /// The name of the file.
  package static let name = ".multiplane-batch.jsonl"
  /// Of temporary names (`UnnamedFile`).
  private static let mark = "journal"
  /// Longest line, in bytes; a longer one is no entry.
  private static let longest = 1 << 16
  /// The most superseded lines before a journal is rewritten.
  private static let mostStale = 1000

  private let path: String
  private let folder: String
  private var file: FileHandle
  /// Whether the file may end in the middle of a line.
  private var isCutOff = true
  /// The offset of each output's last line, by the hash of its name. Outputs of one hash hide each
  /// other, and those that are hidden are drawn again.
  private var places: [Int: Int] = [:]

  /// Opens or creates the journal of a folder. Invalid lines, such as one that a crash has cut, are
  /// skipped. If most lines are superseded, the file is compacted.
  ///
  /// - Throws: also temporary errors, such as a full disk.
  package init(folder: String) throws(BatchError) {
    self.folder = folder
    path = folder + Self.name
    file = try Self.opened(path)
    for mark in [Self.mark, FailedJobs.mark] { UnnamedFile.removeLeftover(in: folder, mark: mark) }
    var lines = 0
    Self.read(file.fileDescriptor) { offset, line in
      lines += 1
      if let (output, _) = Self.entry(line) { places[output.hashValue] = offset }
    }
    guard lines > 2 * places.count + Self.mostStale else { return }
    try rewrite { _, _ in true }
  }

  // At once: a process that another thread is just starting has the file open until it runs its
  // program.
  deinit { flock(file.fileDescriptor, LOCK_UN) }

  /// Opens the file, and keeps others from it.
  private static func opened(_ path: String) throws(BatchError) -> FileHandle {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        guard ![ENOSPC, EDQUOT, ENOMEM, EMFILE, ENFILE, EIO].contains(errno) else {
          throw ChunkStore.failure(path, errno)
        }
        throw .output(
          path: path, problem: "expected a writable file, found \(pathProblem(errno, .writing))")
      }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      // A pipe would be full after a few lines.
      var kind = stat()
      guard fstat(descriptor, &kind) == 0, kind.st_mode & S_IFMT == S_IFREG else {
        throw .output(path: path, problem: "expected a file, found a device or a pipe; remove it")
      }
      // Two that write into one folder would take each other's files for their own.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw .output(path: path, problem: "another batch writes into this folder; wait for its end")
      }
      // Another process may have rewritten it meanwhile: the lock is then one of a file without a
      // name.
      var (ours, there) = (stat(), stat())
      if fstat(descriptor, &ours) == 0, stat(path, &there) == 0, ours.st_ino == there.st_ino { return file }
    }
  }

  // MARK: Reading

  /// The record of an output from an earlier run.
  package func entry(of output: String) -> Entry? {
    guard let place = places[output.hashValue] else { return nil }
    var line = [UInt8](repeating: 0, count: Self.longest)
    let count = pread(file.fileDescriptor, &line, line.count, off_t(place))
    guard count > 0, let (found, entry) = Self.entry(line[..<count].prefix { $0 != 0x0A }), found == output else {
      return nil
    }
    return entry
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> (String, Entry)? {
    guard case .object(let members)? = try? JSONValue.parse([UInt8](line), name: name) else { return nil }
    let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    guard case .string(let output)? = values["output"], case .string(let key)? = values["key"],
      case .number(let size)? = values["size"], case .string(let sha256)? = values["sha256"],
      case .number(let seconds)? = values["seconds"]
    else { return nil }
    var entry = Entry(key: key, size: Int(exactly: size) ?? -1, sha256: sha256, seconds: seconds)
    if case .array(let warnings)? = values["warnings"] {
      entry.warnings = warnings.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    return (output, entry)
  }

  /// Reads a file's lines, a block at a time.
  ///
  /// - Parameter take: gets where each line begins, and its bytes.
  private static func read(_ descriptor: Int32, _ take: (Int, ArraySlice<UInt8>) -> Void) {
    var block = [UInt8](repeating: 0, count: longest)
    // The bytes that were read and not yet parsed, and their offset.
    var (rest, begin) = ([UInt8](), 0)
    var isTooLong = false
    while true {
      let count = pread(descriptor, &block, block.count, off_t(begin + rest.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += block[..<count]
      var start = 0
      while let end = rest[start...].firstIndex(of: 0x0A) {
        if end > start, !isTooLong { take(begin + start, rest[start..<end]) }
        isTooLong = false
        start = end + 1
      }
      if rest.count - start > longest { (start, isTooLong) = (rest.count, true) }
      rest.removeFirst(start)
      begin += start
    }
    if !rest.isEmpty, !isTooLong { take(begin, rest[...]) }
  }

  // MARK: Writing

  /// Adds the record of a finished output.
  ///
  /// - Throws: if the line cannot be written, which may be temporary.
  package func add(_ entry: Entry, id: String, output: String) throws(BatchError) {
    var members: [JSONValue.Member] = [
      .init(key: "id", value: .string(id)), .init(key: "output", value: .string(output)),
      .init(key: "key", value: .string(entry.key)), .init(key: "size", value: .number(Double(entry.size))),
      .init(key: "sha256", value: .string(entry.sha256)), .init(key: "seconds", value: .number(entry.seconds)),
    ]
    if !entry.warnings.isEmpty {
      members.append(.init(key: "warnings", value: .array(entry.warnings.map(JSONValue.string))))
    }
    let line = JSONValue.object(members).flatText
    // A failed write may leave a partial line.
    let bytes = [UInt8](((isCutOff ? "\n" : "") + line + "\n").utf8)
    isCutOff = true
    try UnnamedFile.write(bytes, to: file.fileDescriptor, path: path)
    isCutOff = false
    // The line that was there counts no more.
    places[output.hashValue] = nil
  }

  /// Compacts the file to the last line of each output.
  ///
  /// - Parameter isKept: whether the line of an output stays.
  package func rewrite(_ isKept: (_ output: String, Entry) -> Bool) throws(BatchError) {
    var last: [Int: Int] = [:]
    Self.read(file.fileDescriptor) { offset, line in
      if let (output, _) = Self.entry(line) { last[output.hashValue] = offset }
    }
    let new = try UnnamedFile(in: folder.isEmpty ? "." : folder, mark: Self.mark)
    // Kept by the descriptor that stays, and taken before others can see the file.
    let descriptor = fcntl(new.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw ChunkStore.failure(path, errno) }
    let replacement = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fcntl(descriptor, F_SETFL, O_APPEND) == 0 else {
      throw ChunkStore.failure(path, errno)
    }
    places = [:]
    var (bytes, size) = ([UInt8](), 0)
    var failure: BatchError?
    func write() {
      guard failure == nil else { return }
      do throws(BatchError) { try UnnamedFile.write(bytes, to: descriptor, path: path) } catch { failure = error }
      bytes.removeAll(keepingCapacity: true)
    }
    Self.read(file.fileDescriptor) { offset, line in
      guard let (output, entry) = Self.entry(line), last[output.hashValue] == offset, isKept(output, entry) else {
        return
      }
      places[output.hashValue] = size
      bytes += line
      bytes.append(0x0A)
      size += line.count + 1
      if bytes.count > Self.longest { write() }
    }
    write()
    if let failure { throw failure }
    guard fsync(descriptor) == 0 else { throw ChunkStore.failure(path, errno) }
    try new.replace(path)
    (file, isCutOff) = (replacement, false)
  }
}
