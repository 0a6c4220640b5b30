import Foundation
import MultiplaneCLinux

/// A watcher of files: a scene and its images.
///
/// It watches the folders, because editors replace files. It reports a change after a short pause,
/// so that a file is not read while it is being written. It belongs to one thread.
package final class SceneWatcher {
  /// Seconds without a change after which one is reported.
  private static let calm = 0.1
  /// Seconds after which a folder that is gone is looked for again.
  private static let patience = 1.0
  private static let changes = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR)
  private static let losses = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)

  /// An epoll descriptor, of the other two.
  private let poll: Int32
  private let notifier: Int32
  private let timer: Int32
  /// The folders, and which of their files are meant.
  private var files: [String: Set<String>] = [:]
  /// The folders that are watched, by inotify's numbers.
  private var watched: [Int32: String] = [:]
  private var isDue = false

  /// Creates a watcher.
  ///
  /// - Parameter paths: the files, which need not exist.
  package init(_ paths: [String]) throws(LiveError) {
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    notifier = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    for descriptor in [notifier, timer] {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.fd = descriptor
      epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event)
    }
    watch(paths)
    if let path = paths.first, notifier < 0 || watched.isEmpty {
      throw .watch(path: path, found: "\"\(String(cString: strerror(errno)))\"")
    }
  }

  deinit {
    for descriptor in [poll, notifier, timer] where descriptor >= 0 { close(descriptor) }
  }

  /// The file descriptor, which is readable when `dispatch` has work.
  package var fileDescriptor: Int32 { poll }

  /// Replaces the watched files.
  package func watch(_ paths: [String]) {
    files = [:]
    for path in paths {
      // A link's file may change, and so may the link.
      for path in [path, Self.resolved(path)].compactMap(\.self) {
        let (folder, name) = Self.split(path)
        files[folder, default: []].insert(name)
      }
    }
    for (number, folder) in watched where files[folder] == nil {
      inotify_rm_watch(notifier, number)
      watched[number] = nil
    }
    addMissing()
  }

  /// Whether the files have changed since the last call, and are complete.
  package func dispatch() -> Bool {
    if readChanges() {
      isDue = true
      setTimer(Self.calm)
    }
    var count: UInt64 = 0
    guard read(timer, &count, 8) == 8 else { return false }
    let hasFolderAgain = watched.count < files.count && addMissing()
    defer { isDue = false }
    return isDue || hasFolderAgain
  }

  /// Watches the folders that are not; those that are not there are looked for later.
  ///
  /// - Returns: whether one was found.
  @discardableResult private func addMissing() -> Bool {
    let known = Set(watched.values)
    for folder in files.keys where !known.contains(folder) {
      let number = inotify_add_watch(notifier, folder, Self.changes | Self.losses)
      if number >= 0 { watched[number] = folder }
    }
    if watched.count < files.count { setTimer(Self.patience) }
    return watched.count > known.count
  }

  /// Takes in what happened in the folders.
  ///
  /// - Returns: whether it happened to one of the files.
  private func readChanges() -> Bool {
    var isChanged = false
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(notifier, &buffer, buffer.count)
      guard count > 0 else { return isChanged }
      for event in NotifierEvent.all(in: buffer[..<count]) {
        guard let folder = watched[event.number] else { continue }
        if event.mask & (Self.losses | UInt32(IN_IGNORED)) != 0 {
          inotify_rm_watch(notifier, event.number)
          watched[event.number] = nil
          setTimer(Self.patience)
        } else if files[folder]?.contains(event.name) == true {
          // A new file is still empty, and closing it reports what was written; a link is complete.
          let isMade = event.mask & UInt32(IN_CREATE) != 0
          if !isMade || Self.isLink(folder + "/" + event.name) { isChanged = true }
        }
      }
    }
  }

  private func setTimer(_ seconds: Double) {
    var time = itimerspec()
    time.it_value.tv_sec = Int(seconds)
    time.it_value.tv_nsec = Int((seconds - seconds.rounded(.down)) * 1e9)
    timerfd_settime(timer, 0, &time, nil)
  }

  /// The folder of a path, `.` if it names none, and the file's name in it.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
  }

  /// The target of a symbolic link; nil for other paths and missing files.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    let text = String(cString: resolved)
    return split(text).name == split(path).name ? nil : text
  }
}

/// `struct inotify_event`: 16 bytes, then a name that is filled up with zeros.
private struct NotifierEvent {
  let number: Int32
  let mask: UInt32
  let name: String

  static func all(in bytes: ArraySlice<UInt8>) -> [NotifierEvent] {
    var events: [NotifierEvent] = []
    var rest = bytes
    while rest.count >= 16 {
      let (number, mask, length) = rest.withUnsafeBytes { raw in
        (
          raw.loadUnaligned(as: Int32.self), raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      events.append(NotifierEvent(number: number, mask: mask, name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(16 + length)
    }
    return events
  }
}
