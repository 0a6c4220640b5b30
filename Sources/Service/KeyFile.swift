import Foundation
import MultiplaneBatch
import MultiplaneDrawing

/// A file of secrets, one per line: keys that sign URLs, or bearer tokens of clients.
package struct KeyFile: Sendable, Equatable {
  /// The keys in the order of the file, at least one.
  package let keys: [[UInt8]]
  /// The same keys, prepared to sign.
  let signing: [AuthenticationKey]

  /// The minimum length of a key, in bytes.
  package static let shortest = 16

  /// The error of an unusable file; `description` is one line.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Reads a file that only its owner may read.
  ///
  /// - Parameter credentials: the service manager's folder of secrets, if it has one.
  package init(
    path: String, credentials: String? = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
  ) throws(Fault) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Fault(description: "\(path): expected a file of keys, found \(pathProblem(errno, .reading))")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Fault(description: "\(path): expected a regular file of keys")
    }
    guard status.st_mode & Self.refused(at: path, credentials: credentials) == 0 else {
      throw Fault(description: "\(path): may be read by others than its owner; chmod 600 it")
    }
    guard let data = try? file.read(upToCount: (1 << 20) + 1), data.count <= 1 << 20 else {
      throw Fault(description: "\(path): expected at most 1 MiB of keys")
    }
    try self.init(text: String(decoding: data, as: UTF8.self), name: path)
  }

  /// The rights that others may not have of a file.
  private static func refused(at path: String, credentials: String?) -> mode_t {
    // systemd gives its own to the service by a list of access (ACL), which shows as rights of a
    // group (0440) that has none.
    guard let credentials, !credentials.isEmpty, let slash = path.lastIndex(of: "/"), path[..<slash] == credentials
    else { return 0o077 }
    return 0o007
  }

  /// Parses the text of a file.
  ///
  /// - Parameter name: the name in messages.
  package init(text: String, name: String) throws(Fault) {
    var keys: [[UInt8]] = []
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let key = line.trimmingCharacters(in: .whitespaces)
      guard !key.isEmpty, !key.hasPrefix("#") else { continue }
      guard key.utf8.count >= Self.shortest else {
        throw Fault(
          description:
            "\(name): line \(number + 1): expected at least \(Self.shortest) bytes, as 'openssl rand -hex 32' makes, "
            + "found \(key.utf8.count)")
      }
      keys.append(Array(key.utf8))
    }
    guard !keys.isEmpty else {
      throw Fault(description: "\(name): expected one key per line, found none")
    }
    self.keys = keys
    signing = keys.map(AuthenticationKey.init)
  }

  package static func == (a: Self, b: Self) -> Bool { a.keys == b.keys }

  /// Hashes keys of any length to one, before they are compared.
  private static let comparison = AuthenticationKey([1])

  /// Whether a key is one of these, in constant time.
  func contains(_ key: [UInt8]) -> Bool {
    let found = Self.comparison.code(of: key)
    return keys.reduce(false) { areEqual(Self.comparison.code(of: $1), found) || $0 }
  }
}
