import Foundation
import Synchronization

/// `O_PATH` of the kernel (asm-generic/fcntl.h), whose macro Swift does not import: a descriptor
/// for lookups, not for reading.
package let pathOnly: Int32 = 0o10000000

/// A folder that confines paths: `..`, absolute paths and symbolic links cannot leave it.
///
/// Paths are resolved component by component, each opened without following links, so that
/// concurrent moves cannot redirect the lookup. Links inside the folder are followed as long as
/// they stay inside; one with an absolute target leaves it.
package final class FolderRoot: Sendable, Equatable {
  /// The absolute path of the folder, without links.
  package let path: String
  /// Its name in errors.
  let name: String
  private let descriptor: Int32
  /// Of a folder in memory, by name; nil for one of the file system.
  private let files: [String: MemoryFile]?

  /// Creates a folder in memory with some files and a unique path.
  ///
  /// - Parameter files: their bytes, by name. A name may have slashes.
  package init(files: [String: some Sequence<UInt8>]) throws(ImageError) {
    var kept: [String: MemoryFile] = [:]
    // In order, as two names may be one path.
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      guard let file = MemoryFile(bytes) else {
        throw .unreadable(path: name, found: systemMessage(errno), remedy: "close files or free memory")
      }
      kept[Self.names(in: name).joined(separator: "/")] = file
    }
    self.files = kept
    name = Self.usualName
    descriptor = -1
    // A null device's folder is none, so that nothing of the file system has this path.
    path = "/dev/null/\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
  }

  private static let count = Atomic<Int>(0)

  /// Whether it is a folder in memory.
  var isInMemory: Bool { files != nil }

  private static let usualName = "the scene's root"

  /// Opens a folder.
  ///
  /// - Parameter name: the name in errors.
  package init(_ path: String, called name: String? = nil) throws(ImageError) {
    self.name = name ?? Self.usualName
    guard !path.utf8.contains(0) else { throw .noFolder(path: path, found: "a zero byte in the path") }
    guard let resolved = realpath(path, nil) else { throw .noFolder(path: path, found: pathProblem(errno, .reading)) }
    defer { free(resolved) }
    self.path = String(cString: resolved)
    files = nil
    descriptor = open(resolved, pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // The path resolves, so it is its last name that is none.
      throw .noFolder(path: path, found: errno == ENOTDIR ? "a file" : pathProblem(errno, .reading))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package static func == (a: FolderRoot, b: FolderRoot) -> Bool { a.path == b.path }

  /// The most links that Linux follows in one path.
  private static let mostLinks = 40

  /// Opens what a path names; nil with the reason in `errno`, which is `EXDEV` for a path that
  /// leads out of the folder.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the working directory.
  ///   - flags: of open(2); `O_NOFOLLOW` and `O_CLOEXEC` are added.
  fileprivate func descriptor(of path: String, flags: Int32) -> Int32? {
    guard let names = names(of: path) else {
      errno = EXDEV
      return nil
    }
    if let files {
      guard let file = files[names.joined(separator: "/")] else {
        errno = ENOENT
        return nil
      }
      // Reopened, because the file offset belongs to the opener.
      let opened = open("/proc/self/fd/\(file.descriptor)", flags | O_CLOEXEC)
      return opened >= 0 ? opened : nil
    }
    return walk(names) { folder, name in openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC) }
  }

  /// Writes a file whole or not at all, in a folder that is there; a link in its place is replaced
  /// and not followed.
  func write(_ bytes: [UInt8], to path: String) throws(ImageError) {
    guard !isInMemory else { throw unwritable(path, EROFS) }
    guard var names = names(of: path), let name = names.popLast(), ![".", ".."].contains(name) else {
      throw unwritable(path, EXDEV)
    }
    let flags = pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let folder = walk(names + ["."]) { folder, name in openat(folder, name, flags) }
    guard let folder else { throw unwritable(path, errno) }
    defer { close(folder) }
    let temporary = ".\(String(UInt64.random(in: .min ... .max), radix: 36)).partial"
    let descriptor = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unwritable(path, errno) }
    var code = FileDescriptor(adopting: descriptor).writeAndClose(bytes)
    if code == 0, renameat(folder, temporary, folder, name) != 0 { code = errno }
    guard code == 0 else {
      unlinkat(folder, temporary, 0)
      throw unwritable(path, code, size: bytes.count)
    }
  }

  /// The components of a path after the folder; nil if the path does not begin with it.
  private func names(of path: String) -> [String]? {
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let (names, root) = (Self.names(in: absolute), Self.names(in: self.path))
    return names.starts(with: root) ? Array(names.dropFirst(root.count)) : nil
  }

  private static func names(in path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }
  }

  /// Goes down to the last name and opens it there; nil with the reason in `errno`.
  private func walk(_ names: [String], opening last: (Int32, String) -> Int32) -> Int32? {
    var folders: [Int32] = []
    defer { for folder in folders { close(folder) } }
    func fail(_ code: Int32) -> Int32? {
      errno = code
      return nil
    }
    var (rest, links) = (Array(names.reversed()), 0)
    while let name = rest.popLast() {
      let folder = folders.last ?? descriptor
      if name == ".." {
        guard let left = folders.popLast() else { return fail(EXDEV) }
        close(left)
        if rest.isEmpty { rest.append(".") }
        continue
      }
      let next = openat(folder, name, pathOnly | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { return nil }
      var status = stat()
      guard fstat(next, &status) == 0 else {
        close(next)
        return nil
      }
      if status.st_mode & S_IFMT == S_IFLNK {
        let target = Self.target(of: next)
        close(next)
        links += 1
        guard links <= Self.mostLinks, let target else { return fail(ELOOP) }
        guard !target.hasPrefix("/") else { return fail(EXDEV) }
        rest += Self.names(in: target).reversed()
        continue
      }
      guard rest.isEmpty else {
        folders.append(next)
        continue
      }
      close(next)
      let opened = last(folder, name)
      return opened >= 0 ? opened : nil
    }
    return fail(ENOENT)
  }

  private static func target(of link: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlinkat(link, "", $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? -1
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

/// The place of a scene's files: the base of relative paths, and the folder that confines them.
package struct FilePlace: Sendable, Equatable {
  /// The base of relative paths: empty, or ending in a slash.
  package let folder: String
  /// The confining folder; nil for none.
  package let root: FolderRoot?
  /// The files of a plan by the scene's paths, named by their hashes; other paths are unknown. Nil
  /// if paths are used directly.
  package let names: [String: String]?

  package init(folder: String = "", root: FolderRoot? = nil, names: [String: String]? = nil) {
    self.root = root
    self.names = names
    // The program's user named the folder, links included; what is in it, the scene names.
    if let root, !root.isInMemory, let resolved = realpath(folder.isEmpty ? "." : folder, nil) {
      self.folder = String(cString: resolved) + "/"
      free(resolved)
    } else {
      self.folder = folder
    }
  }

  /// The path of a scene's file in the file system.
  package func path(of path: String) -> String {
    if let names { return folder + (names[path] ?? "none") }
    return path.hasPrefix("/") ? path : folder + path
  }

  /// The size of a regular file, in bytes; nil if there is none, or it is outside the confining
  /// folder.
  package func byteCount(at path: String) -> Int? {
    guard !path.utf8.contains(0) else { return nil }
    guard let file = FileDescriptor(reading: path, within: root), let status = file.status(),
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int(status.st_size)
  }
}

extension FileDescriptor {
  /// Opens a path for reading and waits for no pipe and no terminal; nil with the reason in
  /// `errno`.
  ///
  /// - Parameter root: what the path may not lead out of; nil for no folder.
  init?(reading path: String, within root: FolderRoot?) {
    // Opening a pipe would wait for a writer; O_NONBLOCK does not, and changes nothing for a plain
    // file.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
    if let root {
      guard let descriptor = root.descriptor(of: path, flags: flags) else { return nil }
      self.init(adopting: descriptor)
    } else {
      self.init(opening: path, flags: flags)
    }
  }
}
