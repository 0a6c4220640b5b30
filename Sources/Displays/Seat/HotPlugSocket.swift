import Glibc
import MultiplaneCLinux

/// The kernel's messages about devices that come, go and change.
package final class HotPlugSocket {
  /// Readable when messages wait.
  package let fileDescriptor: Int32

  /// Nil where the kernel's messages cannot be had, as in some containers: then looking now and
  /// then has to do.
  package init?() {
    let descriptor = socket(
      AF_NETLINK, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
      NETLINK_KOBJECT_UEVENT)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    // Group 1: from the kernel itself, so that no udev is needed.
    address.nl_groups = 1
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
      }
    }
    guard bound == 0 else {
      close(descriptor)
      return nil
    }
    fileDescriptor = descriptor
  }

  deinit { close(fileDescriptor) }

  /// Takes the messages that wait.
  ///
  /// - Returns: whether one of them is about graphics devices. If messages were lost, one may have
  ///   been.
  package func takeMessages() -> Bool {
    var concerns = false
    var buffer = [UInt8](repeating: 0, count: 8192)
    while true {
      var sender = sockaddr_nl()
      var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
      let count = withUnsafeMutablePointer(to: &sender) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(fileDescriptor, &buffer, buffer.count, 0, $0, &length)
        }
      }
      if count < 0 {
        if errno == EINTR { continue }
        return concerns || errno == ENOBUFS
      }
      // Any program may send such messages; only the kernel's have no sender.
      if count > 0, sender.nl_pid == 0, Self.concernsGraphics(buffer.prefix(count)) { concerns = true }
    }
  }

  /// Whether a message is about a graphics device: `KEY=value` texts, each with a zero byte at its
  /// end.
  static func concernsGraphics(_ message: some Collection<UInt8>) -> Bool {
    message.split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=drm".utf8) }
  }
}
