import Foundation
import MultiplaneCLinux

/// The address of a Unix socket: a path.
struct UnixAddress {
  private let path: String
  private let address: sockaddr_un

  init(path: String) throws(LiveError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // One byte is for the zero at the end.
    let longest = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard !path.isEmpty, path.utf8.count <= longest, !path.utf8.contains(0) else {
      throw .socket(
        path: path, found: "a path of \(path.utf8.count) bytes; choose one of 1 to \(longest), without zero bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    self.path = path
    self.address = address
  }

  /// Removes the socket of a program that is gone.
  ///
  /// - Throws: when something else is at the path, or a program listens there.
  func removeIfStale() throws(LiveError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .socket(path: path, found: "a file that is no socket; choose another path or remove the file")
    }
    let probe = makeSocket()
    guard probe >= 0 else { throw failure(errno) }
    defer { close(probe) }
    let isHeard = call(probe, connect) == 0 || errno != ECONNREFUSED
    guard !isHeard else {
      throw .socket(path: path, found: "one that another program listens at; choose another path or end that program")
    }
    unlink(path)
  }

  /// Makes the socket, for its user only.
  func listen() throws(LiveError) -> Int32 {
    let descriptor = makeSocket()
    guard descriptor >= 0 else { throw failure(errno) }
    // Before it has a name, so that others cannot connect at any time.
    guard fchmod(descriptor, 0o600) == 0, call(descriptor, bind) == 0,
      Foundation.listen(descriptor, Int32(ControlSocket.mostClients)) == 0
    else {
      let code = errno
      close(descriptor)
      throw failure(code)
    }
    return descriptor
  }

  private func makeSocket() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private func call(
    _ descriptor: Int32, _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func failure(_ code: Int32) -> LiveError {
    let found =
      switch code {
      case ENOENT, ENOTDIR: "no folder for it; make the folder first"
      case EACCES, EPERM, EROFS: "no permission to make it there; choose a folder of your own, such as /run/user/1000"
      default: "\"\(String(cString: strerror(code)))\""
      }
    return .socket(path: path, found: found)
  }
}
