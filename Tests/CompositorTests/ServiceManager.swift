import Foundation

/// The side of systemd: a socket that takes what a service says of itself.
final class ServiceManager {
  private let path = "\(NSTemporaryDirectory())notify-\(UUID().uuidString.prefix(8))"
  private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)

  /// - Returns: nil if there can be no such socket.
  init?() {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0 else { return nil }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// What it tells a service.
  var environment: [String: String] { ["NOTIFY_SOCKET": path] }

  /// What has come since it was last asked, each with its lines.
  func messages() -> [String] {
    var messages: [String] = []
    var bytes = [UInt8](repeating: 0, count: 1000)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return messages }
      messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
    }
  }
}
