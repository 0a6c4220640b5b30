import Foundation
import Testing

@testable import MultiplaneCompositor

@Suite struct ServiceNotifierTests {
  @Test func linesReachTheManagersSocket() throws {
    let manager = try #require(ServiceManager())
    ServiceNotifier(environment: manager.environment).send("READY=1", "STATUS=showing")
    #expect(manager.messages() == ["READY=1\nSTATUS=showing"])
  }

  @Test func aManagerThatDoesNotListenIsNotWaitedForLong() throws {
    let manager = try #require(ServiceManager())
    let notifier = ServiceNotifier(environment: manager.environment)
    // More than the kernel buffers for a socket that is not read (net.unix.max_dgram_qlen).
    let most = (try? String(contentsOfFile: "/proc/sys/net/unix/max_dgram_qlen", encoding: .utf8)).flatMap {
      Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    let count = (most ?? 10) + 3
    for index in 0..<count { notifier.send("STATUS=\(index)") }
    let messages = manager.messages()
    #expect(messages.first == "STATUS=0" && messages.count < count)
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
