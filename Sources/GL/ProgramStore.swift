import Foundation
import MultiplaneCGLES

/// A disk cache of linked programs, in the driver's binary format.
///
/// A file is named for the driver and the program's text, and begins with both. A file that does
/// not match, is truncated or is rejected by the driver is ignored: the program is compiled, and
/// the file is written again.
package struct ProgramStore: Sendable, Equatable {
  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }

  /// The user's cache folder: `multiplane/programs` in `XDG_CACHE_HOME`, or in `.cache` of the home
  /// folder; nil without either.
  package init?(environment: [String: String]) {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      folder = cache + "/multiplane/programs"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folder = home + "/.cache/multiplane/programs"
    } else {
      return nil
    }
  }

  /// The key of a program.
  struct Key: Equatable {
    /// All that the driver makes of a program depends on.
    let text: String

    init(_ capabilities: Capabilities, vertex: ShaderSource, fragment: ShaderSource, layout: VertexLayout) {
      let attributes = layout.attributes.map(\.name).joined(separator: " ")
      text = [
        capabilities.vendor, capabilities.renderer, capabilities.version, attributes, vertex.text, fragment.text,
      ].joined(separator: "\u{0}")
    }

    /// Name of its file.
    var fileName: String { "\(String(checksum(of: text.utf8), radix: 16)).program" }
  }

  /// A program as the driver hands it out.
  struct Binary: Equatable {
    /// The driver's own number.
    var format: UInt32
    var bytes: [UInt8]
  }

  /// Programs are some kilobytes; whatever is larger than this is none.
  private static let mostBytes = 16 << 20
  private static let magic = Array("Multiplane program 1\n".utf8)

  /// Nil if the folder has no such program.
  func load(_ key: Key) -> Binary? {
    guard let data = Self.bytes(of: folder + "/" + key.fileName) else { return nil }
    let head = Self.head(of: key)
    // The head, the format, the program, the sum of all these.
    guard data.count > head.count + 12, data.starts(with: head),
      Self.number(data.suffix(8)) == checksum(of: data.dropLast(8))
    else { return nil }
    let rest = data.dropFirst(head.count).dropLast(8)
    return Binary(format: UInt32(truncatingIfNeeded: Self.number(rest.prefix(4))), bytes: Array(rest.dropFirst(4)))
  }

  /// Writes a program. That it could not be written costs only time, the next time.
  func save(_ binary: Binary, as key: Key) {
    var data = Self.head(of: key)
    for shift in stride(from: 0, to: 32, by: 8) { data.append(UInt8(truncatingIfNeeded: binary.format >> shift)) }
    data.append(contentsOf: binary.bytes)
    let sum = checksum(of: data)
    for shift in stride(from: 0, to: 64, by: 8) { data.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    guard data.count <= Self.mostBytes else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Into a file of another name first, which then takes the place of the old one: no reader sees
    // a half.
    try? Data(data).write(to: URL(fileURLWithPath: folder + "/" + key.fileName), options: .atomic)
  }

  /// The bytes of a plain file; nil for none, and for one that is too large. (Foundation would look
  /// up the file's owner to know its size, which takes longer than all else, and the bytes of its
  /// `Data` are slow to go through.)
  private static func bytes(of path: String) -> [UInt8]? {
    // Opening a pipe would wait for a writer, and reading a terminal for a person; O_NONBLOCK
    // changes nothing for a plain file.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (1...mostBytes).contains(Int(status.st_size))
    else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { bytes, count in
      while count < bytes.count {
        let taken = read(file, bytes.baseAddress.map { $0 + count }, bytes.count - count)
        guard taken > 0 else { break }
        count += taken
      }
    }
  }

  private static func head(of key: Key) -> [UInt8] { magic + Array(key.text.utf8) + [0] }

  /// Bytes as a number, the least first.
  private static func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// FNV-1a of 64 bits (Fowler, Noll and Vo): the same in every run, as Swift's own is not.
private func checksum(of bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}

extension Device {
  /// A program out of the store, linked; nil if it is not there or the driver does not take it.
  func loadProgram(_ key: ProgramStore.Key) -> GLuint? {
    guard let binary = programStore?.load(key) else { return nil }
    let name = glCreateProgram()
    collectErrors()
    binary.bytes.withUnsafeBytes {
      glProgramBinary(name, GLenum(binary.format), $0.baseAddress, GLsizei($0.count))
    }
    var linked: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &linked)
    // A format that the driver does not know is an OpenGL error, which must not be left for a later
    // check.
    if !takeErrors().isEmpty { linked = 0 }
    guard linked == GL_TRUE else {
      glDeleteProgram(name)
      return nil
    }
    return name
  }

  /// Puts a linked program into the store, if there is one and the driver hands programs out.
  func saveProgram(_ name: GLuint, as key: ProgramStore.Key) {
    guard let programStore else { return }
    var length: GLint = 0
    glGetProgramiv(name, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
    guard length > 0 else { return }
    var format: GLenum = 0
    collectErrors()
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var written: GLsizei = 0
      glGetProgramBinary(name, length, &written, &format, buffer.baseAddress)
      count = Int(written)
    }
    guard takeErrors().isEmpty, !bytes.isEmpty else { return }
    programStore.save(ProgramStore.Binary(format: format, bytes: bytes), as: key)
  }
}
