import Foundation
import MultiplaneSceneFile

/// What a batch has drawn, a line of JSON a job, in the folder of the outputs. A line is written when its file is whole.
package final class Journal {
  /// What is known of an output.
  package struct Entry: Sendable, Equatable {
    package var key: String
    /// In bytes.
    package var size: Int
    package var sha256: String
    /// That drawing took.
    package var seconds: Double
  }

  /// The file's name.
  package static let name = ".multiplane-batch.jsonl"

  private let path: String
  private let file: FileHandle
  /// Whether the file may end in the middle of a line.
  private var isCutOff = true
  /// By output.
  package private(set) var entries: [String: Entry] = [:]

  /// Opens the journal of a folder, or begins one. Lines that are no entries, as one that was being written when the machine stopped, are
  /// left out.
  ///
  /// - Throws: also what may pass, such as a disk without room.
  package init(folder: String) throws(BatchError) {
    path = folder + Self.name
    if let data = FileManager.default.contents(atPath: path) {
      for line in data.split(separator: 0x0A) {
        guard let json = try? JSONValue.parse([UInt8](line), name: path), let (output, entry) = Self.entry(json) else {
          continue
        }
        entries[output] = entry
      }
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      guard ![ENOSPC, EDQUOT, ENOMEM, EMFILE, ENFILE, EIO].contains(errno) else {
        throw ChunkStore.failure(path, errno)
      }
      throw .output(
        path: path, problem: "expected a file that can be written, found \"\(String(cString: strerror(errno)))\"")
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // Two that write into one folder would take each other's files for their own.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw .output(path: path, problem: "another batch writes into this folder; wait for its end")
    }
  }

  private static func entry(_ json: JSONValue) -> (String, Entry)? {
    guard case .object(let members) = json else { return nil }
    let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    guard case .string(let output)? = values["output"], case .string(let key)? = values["key"],
      case .number(let size)? = values["size"], case .string(let sha256)? = values["sha256"],
      case .number(let seconds)? = values["seconds"]
    else { return nil }
    return (output, Entry(key: key, size: Int(exactly: size) ?? -1, sha256: sha256, seconds: seconds))
  }

  /// Notes an output that is in its place.
  ///
  /// - Throws: where the line cannot be written; that may pass.
  package func add(_ entry: Entry, id: String, output: String) throws(BatchError) {
    let line = JSONValue.object([
      .init(key: "id", value: .string(id)), .init(key: "output", value: .string(output)),
      .init(key: "key", value: .string(entry.key)), .init(key: "size", value: .number(Double(entry.size))),
      .init(key: "sha256", value: .string(entry.sha256)), .init(key: "seconds", value: .number(entry.seconds)),
    ]).flatText
    // What cannot be written may leave a part of itself.
    let bytes = [UInt8](((isCutOff ? "\n" : "") + line + "\n").utf8)
    isCutOff = true
    try UnnamedFile.write(bytes, to: file.fileDescriptor, path: path)
    isCutOff = false
    entries[output] = entry
  }
}
