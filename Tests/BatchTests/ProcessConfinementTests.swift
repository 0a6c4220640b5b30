import Foundation
import MultiplaneDrawing
import TestTiers
import Testing

@testable import MultiplaneBatch

/// What a thread may do that draws for strangers. It is one of its own, as no thread gets such
/// rights back.
@Suite struct ProcessConfinementTests {
  private struct Found: Sendable {
    var hasLandlock = false
    var inside: Int32 = 0
    var renamed: Int32 = 0
    var outside: Int32 = 0
    var removed: Int32 = 0
    var read: Int32 = 0
    var device: Int32 = 0
    var connected: Int32 = 0
  }

  /// The error of a call; 0 for none.
  private static func code(_ call: () -> Int32) -> Int32 { call() < 0 ? errno : 0 }

  private static func opened(_ path: String, _ flags: Int32) -> Int32 {
    code {
      let descriptor = open(path, flags | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
      return descriptor
    }
  }

  /// Connects to a port without a listener.
  private static func connected() -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(9).bigEndian
    return code {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  }

  /// Secrets, and what was drawn for others.
  @Test(.ownTime) func whatIsHiddenIsNotRead() async throws {
    let parent = NSTemporaryDirectory() + "/confinement-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: parent) }
    for name in ["jobs/own", "jobs/other", "secrets/new", "beside"] {
      try FileManager.default.createDirectory(atPath: "\(parent)/\(name)", withIntermediateDirectories: true)
    }
    let files = ["jobs/own/a", "jobs/other/a", "jobs/a", "secrets/new/key", "secrets/public", "beside/a"]
    for name in files { try Data("x".utf8).write(to: URL(fileURLWithPath: "\(parent)/\(name)")) }
    // Right beside a hidden folder: a rule would keep its room taken when it is removed.
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(parent)/file"))
    // As some orchestrators hand out secrets: by links, whose targets change.
    for (link, target) in [("secrets/key", "new/key"), ("beside/link", "../secrets/new")] {
      try FileManager.default.createSymbolicLink(atPath: "\(parent)/\(link)", withDestinationPath: target)
    }
    let hidden = HiddenPaths(["\(parent)/secrets/key", "\(parent)/jobs", "\(parent)/later/key", "\(parent)/none"])
    let (hasLandlock, readable, others) = await withCheckedContinuation {
      (continuation: CheckedContinuation<(Bool, [String], [Int32]), Never>) in
      Thread.detachNewThread {
        let hasLandlock = ProcessConfinement.confineFiles(
          to: ["\(parent)/jobs/own"], hiding: hidden, reading: ["\(parent)/jobs/own"])
        let paths = files + ["secrets/key", "beside/link/key", "jobs", "jobs/own", "file"]
        let readable = paths.filter { Self.opened("\(parent)/\($0)", O_RDONLY) == 0 }
        // What is in memory has no folder: fonts are read by such paths, and what encoders are
        // tried with is written.
        let file = MemoryFile([1, 2, 3])
        let others = [
          Self.opened("/proc/self/exe", O_RDONLY), Self.opened(file?.path ?? "", O_RDONLY),
          Self.opened(file?.path ?? "", O_WRONLY),
        ]
        continuation.resume(returning: (hasLandlock, readable, others))
      }
    }
    #expect(others == [0, 0, 0])
    guard hasLandlock else { return }
    #expect(readable == ["jobs/own/a", "secrets/public", "beside/a", "jobs/own"])
  }

  /// Landlock has no rights over these; the file is the user's own.
  @Test(.ownTime) func attributesOfFilesStay() async throws {
    let path = NSTemporaryDirectory() + "/attributes-\(UUID().uuidString)"
    try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let (isConfined, codes, others) = await withCheckedContinuation {
      (continuation: CheckedContinuation<(Bool, [Int32], [Int32]), Never>) in
      Thread.detachNewThread {
        ProcessConfinement.confineFiles(to: [NSTemporaryDirectory()])
        let isConfined = ProcessConfinement.keepFileAttributes(onAllThreads: false)
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        var flags: Int32 = 0
        let codes = [
          Self.code { chmod(path, 0o777) }, Self.code { fchmod(descriptor, 0o777) },
          Self.code { fchmodat(AT_FDCWD, path, 0o777, 0) }, Self.code { chown(path, getuid(), getgid()) },
          Self.code { fchown(descriptor, getuid(), getgid()) }, Self.code { lchown(path, getuid(), getgid()) },
          Self.code { utimes(path, nil) }, Self.code { utimensat(AT_FDCWD, path, nil, 0) },
          Self.code { futimens(descriptor, nil) },
          // FS_IOC_SETFLAGS.
          Self.code { ioctl(descriptor, 0x4008_6602, &flags) },
        ]
        let others = [
          Self.code { Int32(write(descriptor, "y", 1)) }, Self.code { ftruncate(descriptor, 1) },
          Self.code { fcntl(descriptor, F_GETFL) }, Self.opened(path, O_RDONLY),
        ]
        continuation.resume(returning: (isConfined, codes, others))
      }
    }
    #expect(others == [0, 0, 0, 0])
    guard isConfined else { return }
    #expect(codes.allSatisfy { $0 == EPERM }, "\(codes)")
  }

  @Test func aFolderThatIsNotThereYetIsHiddenWithASlashToo() {
    #expect(HiddenPaths(["/usr/multiplane-jobs//"]).arguments == ["--hide", "/usr/multiplane-jobs"])
    #expect(HiddenPaths(["/"]).arguments == ["--hide", "/"])
  }

  @Test(.ownTime) func filesOfOtherFoldersAreReadAndNotChanged() async throws {
    let parent = NSTemporaryDirectory() + "/confinement-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: parent) }
    for name in ["own", "other"] {
      try FileManager.default.createDirectory(atPath: "\(parent)/\(name)", withIntermediateDirectories: true)
    }
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(parent)/other/a"))
    let found = await withCheckedContinuation { (continuation: CheckedContinuation<Found, Never>) in
      Thread.detachNewThread {
        var found = Found()
        found.hasLandlock = ProcessConfinement.confineFiles(to: ["\(parent)/own"])
        found.inside = Self.opened("\(parent)/own/b", O_WRONLY | O_CREAT | O_TRUNC)
        found.renamed = Self.code { rename("\(parent)/own/b", "\(parent)/own/c") }
        found.outside = Self.opened("\(parent)/other/a", O_WRONLY)
        found.removed = Self.code { unlink("\(parent)/other/a") }
        found.read = Self.opened("\(parent)/other/a", O_RDONLY)
        found.device = Self.opened("/dev/null", O_WRONLY)
        found.connected = Self.connected()
        continuation.resume(returning: found)
      }
    }
    #expect(found.inside == 0 && found.renamed == 0 && found.device == 0)
    guard found.hasLandlock else { return }
    #expect(found.read == 0)
    #expect(found.outside == EACCES && found.removed == EACCES)
    // Linux 6.7 and later refuse it; before, there is no listener.
    #expect(found.connected == EACCES || found.connected == ECONNREFUSED)
    // This thread has its rights as before.
    #expect(Self.opened("\(parent)/other/a", O_WRONLY) == 0)
  }
}
