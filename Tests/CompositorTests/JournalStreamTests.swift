import Foundation
import Testing

@testable import MultiplaneCompositor

@Suite struct JournalStreamTests {
  /// systemd names the stream by device and file number; another descriptor may have been put in
  /// its place.
  @Test func aStreamIsKnownByItsNumbers() throws {
    let (file, other) = (open("/dev/null", O_WRONLY | O_CLOEXEC), open("/dev/zero", O_RDONLY | O_CLOEXEC))
    defer {
      close(file)
      close(other)
    }
    var status = stat()
    try #require(fstat(file, &status) == 0)
    let name = "\(status.st_dev):\(status.st_ino)"
    #expect(JournalStream.isStream(name, file))
    #expect(!JournalStream.isStream(name, other) && !JournalStream.isStream(name, -1))
    for wrong in [nil, "", "1", "\(name):1", "a:b"] as [String?] { #expect(!JournalStream.isStream(wrong, file)) }
  }
}
