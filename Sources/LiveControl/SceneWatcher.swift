import Foundation
import MultiplaneCLinux

/// A watcher of files: a scene and its images.
///
/// It watches the folders, because editors replace files, and every folder on the way, because
/// releases replace links and folders. It reports a change after a short pause, so that a file is
/// not read while it is being written. It belongs to one thread.
package final class SceneWatcher {
  /// Seconds without a change after which one is reported.
  private static let calm = 0.1
  /// Seconds after which a folder that cannot be watched is tried again.
  private static let patience = 1.0
  /// New names in a folder. Closing of files is added where a file is watched.
  private static let arrivals = UInt32(IN_MOVED_TO | IN_CREATE | IN_ONLYDIR | IN_DELETE_SELF | IN_MOVE_SELF)
  private static let losses = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

  /// An epoll descriptor, of the other two.
  private let poll: Int32
  private let notifier: Int32
  private let timer: Int32
  private var paths: [String] = []
  /// The files at the paths when the last change was reported.
  private var identities: [String: WatchedPath.Identity] = [:]
  /// The watched folders by inotify's number, which is the same for all paths of one folder.
  private var folders: [Int32: Folder] = [:]
  /// Whether a folder could not be watched.
  private var lacksFolders = false
  /// Whether a file was written or replaced.
  private var isDue = false

  private struct Folder {
    /// One of its paths.
    let path: String
    /// The watched names; whether a watched path ends with them.
    var names: [String: Bool] = [:]
  }

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
    if let path = paths.first {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      guard notifier >= 0, inotify_add_watch(notifier, folder, Self.arrivals) >= 0 else {
        throw .watch(path: path, found: "\"\(String(cString: strerror(errno)))\"")
      }
    }
    watch(paths)
  }

  deinit {
    for descriptor in [poll, notifier, timer] where descriptor >= 0 { close(descriptor) }
  }

  /// The file descriptor, which is readable when `dispatch` has work.
  package var fileDescriptor: Int32 { poll }

  /// Replaces the watched files.
  package func watch(_ paths: [String]) {
    let known = identities
    self.paths = paths
    watchSteps()
    identities = [:]
    for path in paths { identities[path] = known[path] ?? WatchedPath.Identity(of: path) }
  }

  /// Whether the files have changed since the last call, and are complete.
  package func dispatch() -> Bool {
    readChanges()
    var count: UInt64 = 0
    guard read(timer, &count, 8) == 8 else { return false }
    // Before the files are read, so that no later change is missed.
    watchSteps()
    var isChanged = isDue
    isDue = false
    for path in Set(paths) {
      guard let identity = WatchedPath.Identity(of: path), identity != identities[path] else { continue }
      identities[path] = identity
      isChanged = true
    }
    return isChanged
  }

  /// Watches the folders that the paths lead through now, and no others.
  private func watchSteps() {
    var steps: [String: [String: Bool]] = [:]
    for step in paths.lazy.flatMap({ WatchedPath($0).steps }) {
      let isLast = steps[step.folder]?[step.name] ?? false
      steps[step.folder, default: [:]][step.name] = isLast || step.isLast
    }
    var found: [Int32: Folder] = [:]
    lacksFolders = false
    for (path, names) in steps {
      let closing = names.values.contains(true) ? UInt32(IN_CLOSE_WRITE) : 0
      // Added, because another path of the folder may have asked for more.
      let number = inotify_add_watch(notifier, path, Self.arrivals | closing | UInt32(IN_MASK_ADD))
      guard number >= 0 else {
        lacksFolders = true
        continue
      }
      found[number, default: Folder(path: path)].names.merge(names) { $0 || $1 }
    }
    for number in folders.keys where found[number] == nil { inotify_rm_watch(notifier, number) }
    folders = found
    if lacksFolders { setTimer(Self.patience) }
  }

  /// Takes in what happened in the folders, and sets the timer.
  private func readChanges() {
    var isAny = false
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = read(notifier, &buffer, buffer.count), count > 0 {
      for event in NotifierEvent.all(in: buffer[..<count]) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          (isDue, isAny) = (true, true)
        } else if let folder = folders[event.number] {
          if event.mask & Self.losses != 0 {
            inotify_rm_watch(notifier, event.number)
            folders[event.number] = nil
            isAny = true
          } else if let isLast = folder.names[event.name] {
            isAny = takesEffect(event, isLast: isLast, in: folder) || isAny
          }
        }
      }
    }
    if isAny { setTimer(Self.calm) }
  }

  /// Whether an event of a watched name may have changed a file.
  private func takesEffect(_ event: NotifierEvent, isLast: Bool, in folder: Folder) -> Bool {
    // A folder or link on the way: the file behind it is compared with the last one.
    guard isLast, event.mask & UInt32(IN_ISDIR) == 0 else { return true }
    // A new file is still empty, and closing it reports what was written; a link is complete.
    guard event.mask & UInt32(IN_CREATE) == 0 || Self.isLink("\(folder.path)/\(event.name)") else { return false }
    isDue = true
    return true
  }

  private func setTimer(_ seconds: Double) {
    var time = itimerspec()
    time.it_value.tv_sec = Int(seconds)
    time.it_value.tv_nsec = Int((seconds - seconds.rounded(.down)) * 1e9)
    timerfd_settime(timer, 0, &time, nil)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
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
