import Foundation
import Testing

@testable import Compositor

@Suite struct ServiceNotifierTests {
  @Test func linesReachTheManagersSocket() throws {
    let path = "\(NSTemporaryDirectory())notify-\(UUID().uuidString.prefix(8))"
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer {
      close(descriptor)
      unlink(path)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    ServiceNotifier(environment: ["NOTIFY_SOCKET": path]).send("READY=1", "STATUS=showing")
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "READY=1\nSTATUS=showing")
  }

  @Test func withoutAManagerNothingHappens() {
    let notifier = ServiceNotifier(environment: [:])
    notifier.send("READY=1")
    #expect(notifier.watchdogInterval == nil)
  }

  @Test func theWatchdogIsForTheProcessThatItNames() {
    #expect(ServiceNotifier(environment: ["WATCHDOG_USEC": "3000000"]).watchdogInterval == 3)
    let ours = ["WATCHDOG_USEC": "500000", "WATCHDOG_PID": "\(getpid())"]
    #expect(ServiceNotifier(environment: ours).watchdogInterval == 0.5)
    #expect(ServiceNotifier(environment: ["WATCHDOG_USEC": "500000", "WATCHDOG_PID": "1"]).watchdogInterval == nil)
    #expect(ServiceNotifier(environment: ["WATCHDOG_USEC": "0"]).watchdogInterval == nil)
  }
}
