import Foundation
import Glibc

/// A client of systemd's notification protocol: datagrams to the socket in `NOTIFY_SOCKET`. Does
/// nothing without it. (Source: sd_notify(3), "Standalone Implementations".)
package struct ServiceNotifier {
  private let path: String?
  /// The watchdog interval in seconds; nil for none.
  package let watchdogInterval: Double?

  /// Microseconds to wait for a manager whose queue is full.
  private static let patience = 100_000

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let isForUs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap(Double.init) ?? 0
    watchdogInterval = isForUs && microseconds > 0 ? microseconds * 1e-6 : nil
  }

  /// Sends lines such as `READY=1`. Errors are ignored: the kiosk works without a service manager.
  package func send(_ lines: String...) {
    guard let path else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 0, tv_usec: Self.patience)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    // An at sign stands for the abstract name space, whose names begin with a zero byte.
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = MemoryLayout<sa_family_t>.size + bytes.count + (bytes.first == 0 ? 0 : 1)
    let text = Array(lines.joined(separator: "\n").utf8)
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
      }
    }
  }
}
