import Foundation
import MultiplaneDrawing

/// The folder of a plan until it is whole, beside the one that it becomes.
struct UnfinishedPlan {
  let path: String
  /// Its name in errors, as its own file no longer exists when they are read.
  private let name: String

  /// - Parameter folder: that it becomes, without a slash behind it.
  init(_ folder: String) {
    name = folder
    path = "\(folder).\(String(UInt64.random(in: .min ... .max), radix: 36)).partial"
  }

  func make() throws(BatchError) {
    for path in [path, path + "/assets"] {
      guard mkdir(path, 0o777) == 0 else { throw failure(errno) }
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Why it cannot be made: where there is no room now, that is temporary.
  ///
  /// - Parameter hint: what to do about anything else.
  func failure(_ code: Int32, hint: String = "") -> BatchError {
    switch code {
    case ENOSPC, EDQUOT, ENOMEM, ENFILE, EMFILE, EIO: ChunkStore.failure(name, code)
    default: .plan(path: name, problem: "cannot be made: \(pathProblem(code, .writing))\(hint)")
    }
  }

  /// Writes a file that is not there.
  func write(_ bytes: [UInt8], to file: String) throws(BatchError) {
    let descriptor = open("\(path)/\(file)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    try UnnamedFile.write(bytes, to: descriptor, path: name)
  }

  func write(lines: [String], to file: String) throws(BatchError) -> Plan.FileHash {
    let bytes = [UInt8](lines.map { $0 + "\n" }.joined().utf8)
    try write(bytes, to: file)
    return Plan.FileHash(count: lines.count, sha256: SHA256.hex(of: bytes))
  }
}

/// The assets of a plan that is being made: files that are called by their hashes.
struct PlannedAssets {
  private let plan: UnfinishedPlan
  /// Hashes by path.
  private var known: [String: String] = [:]
  private var hashes: Set<String> = []

  init(_ plan: UnfinishedPlan) { self.plan = plan }

  /// Copies a file, unless one with its bytes is there.
  ///
  /// - Returns: its hash.
  mutating func add(_ path: String, within root: FolderRoot?) throws -> String {
    if let hash = known[path] { return hash }
    let bytes = try readFile(path: path, limits: ImageLimits(maximumFileBytes: 1 << 30), root: root)
    let hash = SHA256.hex(of: bytes)
    if hashes.insert(hash).inserted { try plan.write(bytes, to: "assets/" + hash) }
    known[path] = hash
    return hash
  }
}
