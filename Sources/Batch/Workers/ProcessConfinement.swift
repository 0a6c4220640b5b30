import Foundation
import MultiplaneCLinux
import MultiplaneDrawing

/// The sandbox of a process that draws for untrusted clients. Its threads and child processes
/// inherit it, so it begins before there are any.
package enum ProcessConfinement {
  /// Confines this process: no new privileges, no core files, a limit of open files, writing only
  /// in some folders, no reading of hidden files, no changes of files' modes, owners, times and
  /// attributes, and no TCP.
  ///
  /// - Parameters:
  ///   - folders: the folders in which files may be changed; devices may be written, too. Without
  ///     Landlock in the kernel, only the user's permissions apply.
  ///   - hidden: the files and folders that must not be read.
  ///   - readable: readable folders inside hidden ones.
  ///   - descriptors: the limit of open files.
  /// - Returns: whether files and TCP are confined, which requires Landlock and seccomp.
  @discardableResult
  package static func begin(
    writingTo folders: [String], hiding hidden: HiddenPaths, reading readable: [String], descriptors: Int
  ) -> Bool {
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_NOFILE, descriptors)
    let isConfined = confineFiles(to: folders, hiding: hidden, reading: readable)
    return keepFileAttributes(onAllThreads: true) && isConfined
  }

  /// Has this thread, or all of this process, and all that they start, change no mode, owner, time
  /// or attribute of any file. Landlock has no rights over these. `confineFiles` comes before.
  ///
  /// - Returns: whether the kernel has seccomp.
  static func keepFileAttributes(onAllThreads: Bool) -> Bool {
    multiplane_keep_file_attributes(onAllThreads ? 1 : 0) == 0
  }

  /// Limits the address space, in bytes.
  package static func limit(addressSpace: Int) { limit(RLIMIT_AS, addressSpace) }

  /// Limits the size of written files, in bytes.
  package static func limit(fileBytes: Int) {
    // Its usual consequence is the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    limit(RLIMIT_FSIZE, fileBytes)
  }

  /// Lowers the priority of this thread, and of threads and processes that it starts.
  ///
  /// - Parameter niceness: 0 is normal, 19 the lowest priority.
  package static func stepBack(niceness: Int32) {
    let which = __priority_which_t(PRIO_PROCESS.rawValue)
    // The caller may have set a higher niceness.
    if getpriority(which, 0) < niceness { setpriority(which, 0, niceness) }
  }

  private static func limit(_ resource: __rlimit_resource, _ most: Int) {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { return }
    limits.rlim_cur = min(limits.rlim_max, rlim_t(most))
    limits.rlim_max = limits.rlim_cur
    setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
  }

  // MARK: Landlock

  /// Rights over files (linux/landlock.h).
  private enum Right {
    static let write: UInt64 = 1 << 1
    static let readFile: UInt64 = 1 << 2
    static let readFolder: UInt64 = 1 << 3
    /// Removing and making files and folders of all kinds.
    static let names: UInt64 = 0x1FF0
    /// Linking and moving from one folder to another, since version 2.
    static let refer: UInt64 = 1 << 13
    /// Since version 3.
    static let truncate: UInt64 = 1 << 14
  }

  /// Binding and connecting, since version 4.
  private static let tcp: UInt64 = 0b11
  /// Abstract sockets, and signals to processes outside, since version 6.
  private static let scopes: UInt64 = 0b11

  /// Has this thread, and all that it starts, gain no rights, change no files but those of folders,
  /// read none that are hidden, and use no TCP.
  ///
  /// - Returns: whether the kernel has Landlock, which does all but the first.
  @discardableResult
  static func confineFiles(
    to folders: [String], hiding hidden: HiddenPaths = HiddenPaths([]), reading readable: [String] = []
  ) -> Bool {
    multiplane_gain_no_rights()
    let version = multiplane_landlock_version()
    guard version >= 1 else { return false }
    var files = Right.write | Right.names
    if version >= 2 { files |= Right.refer }
    if version >= 3 { files |= Right.truncate }
    // Rules only allow. So reading is left alone where nothing is hidden: fonts, libraries and
    // `ffmpeg` lie anywhere.
    let reading = hidden.paths.isEmpty ? 0 : Right.readFile | Right.readFolder
    let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
    let rules = Int32(
      multiplane_landlock_create(
        multiplane_landlock_rules(
          files: files | reading, network: version >= 4 ? tcp : 0, scopes: version >= 6 ? scopes : 0),
        size))
    guard rules >= 0 else { return false }
    defer { close(rules) }
    let devices = files & (Right.write | Right.truncate)
    for (folder, rights) in folders.map({ ($0, files) }) + [("/dev", devices)] {
      allow(rights, at: folder, O_DIRECTORY, rules)
    }
    if reading != 0 {
      for folder in readable { allow(reading, at: folder, O_DIRECTORY, rules) }
      // Wherever it lies: a batch starts its workers of it.
      allow(reading, at: "/proc/self/exe", 0, rules)
      for path in hidden.visible { allow(reading, at: path, O_NOFOLLOW, rules) }
    }
    return multiplane_landlock_begin(rules) == 0
  }

  private static func allow(_ rights: UInt64, at path: String, _ flags: Int32, _ rules: Int32) {
    let descriptor = open(path, pathOnly | flags | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    // Of what is no folder there are rights over files alone; a link has none, and what it leads to
    // has its own rule.
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder || status.st_mode & S_IFMT != S_IFLNK else { return }
    _ = multiplane_landlock_allow(
      rules, multiplane_landlock_folder(files: isFolder ? rights : rights & Right.readFile, descriptor: descriptor))
  }
}

/// The parent of this process.
package enum ParentProcess {
  /// Ends this process when its parent ends, for any reason.
  package static func endWithIt() { multiplane_end_with_parent() }
}
