import Foundation

/// A disk in memory that is soon full; unmounted when the last reference goes.
final class SmallVolume {
  struct NotMounted: Error {}

  let folder: TestFolder

  static var canMount: Bool { (try? SmallVolume(bytes: 4096)) != nil }

  init(bytes: Int) throws {
    folder = try TestFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw NotMounted() }
  }

  deinit { umount(folder.path) }
}
