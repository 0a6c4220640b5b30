import Foundation
import MultiplaneCLinux

/// Work of a C library that is done in a copy of the process, so that a hostile file can take only
/// so much time and memory, and ends nothing but the copy where the library breaks off.
///
/// The copy has the calling thread alone, and all memory as it was. So the work may call functions
/// of libraries that are open (the C library frees the dynamic linker's locks in the copy) and
/// write into `SharedMemory`; it takes no lock of Swift's side and leaves files alone. The
/// library's own locks must be free: the caller holds the one that keeps other threads out
/// (`FontLock`).
struct BoundedProcess {
  /// The most memory beyond what the process has, in bytes.
  static let bytes = 256 << 20
  /// When a copy is given up that neither works nor ends, in seconds: other threads held something
  /// when it was made.
  private static let patience: UInt32 = 60

  enum Ending {
    case finished, tookTooLong
    /// The library ended the process, as it does without memory.
    case brokeOff
    /// The system made no copy.
    case notStarted
  }

  private static let fatalSignals = [
    SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGPROF, SIGXCPU, SIGALRM, SIGTERM, SIGINT, SIGHUP,
  ]

  /// Does the work, and waits until it has ended.
  ///
  /// - Parameters:
  ///   - memory: its first four bytes say afterwards whether the work was finished.
  ///   - seconds: the most time of a processor.
  ///   - work: done in the copy, on a copy of the calling thread.
  static func run(sharing memory: SharedMemory, seconds: Double, _ work: () -> Void) -> Ending {
    let limit = rlim_t(addressSpace() + bytes)
    let signals = fatalSignals
    let whole = Int(seconds)
    let time = timespec(tv_sec: whole, tv_nsec: Int((seconds - Double(whole)) * 1e9))
    var setting = itimerspec(it_interval: timespec(), it_value: time)
    var event = sigevent()
    event.sigev_notify = Int32(SIGEV_SIGNAL)
    event.sigev_signo = SIGPROF
    memory.address.storeBytes(of: 0, as: Int32.self)
    let process = multiplane_fork()
    if process == 0 {
      // The forked process must not run the program's signal handlers, such as one that prints
      // backtraces.
      for signal in signals { _ = Foundation.signal(signal, SIG_DFL) }
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      // Nor are the library's last words for its standard error.
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
      set(RLIMIT_AS, limit, limit)
      // The scheduler's clock: an interval timer's looks in ticks, between which a library's
      // threads may work unseen.
      var timer: timer_t?
      // The first timer's number is 0, which is no nil to the system.
      if timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0 { timer_settime(timer, 0, &setting, nil) }
      // In whole seconds, and late: for work that takes the timer away.
      set(RLIMIT_CPU, rlim_t(whole + 1), rlim_t(whole + 2))
      set(RLIMIT_CORE, 0, 0)
      alarm(patience)
      work()
      memory.address.storeBytes(of: 1, as: Int32.self)
      _exit(0)
    }
    guard process > 0 else { return .notStarted }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if memory.address.load(as: Int32.self) == 1 { return .finished }
    // The low seven bits are the signal that ended it.
    return [SIGPROF, SIGXCPU, SIGKILL, SIGALRM].contains(status & 0x7F) ? .tookTooLong : .brokeOff
  }

  private static func set(_ resource: __rlimit_resource, _ soft: rlim_t, _ hard: rlim_t) {
    var limit = rlimit(rlim_cur: soft, rlim_max: hard)
    _ = setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }

  /// The address space of the process in bytes: the first number of `statm`, in pages.
  private static func addressSpace() -> Int {
    guard let file = FileDescriptor(opening: "/proc/self/statm", flags: O_RDONLY),
      let text = file.read(upTo: 64), let pages = Int(String(decoding: text.prefix { $0 != 32 }, as: UTF8.self))
    else { return 1 << 40 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

// MARK: - Reading a file

extension BoundedProcess {
  /// A library's work on a file, in the words of the errors of a process that does not finish it.
  struct FileWork {
    /// The file.
    let name: String
    /// Its format, such as "an AVIF".
    let kind: String
    /// What the library does with it, such as "decode".
    let verb: String
    let library: String
    /// How the file becomes easier to read.
    let remedy: String
    /// The most time of a processor.
    let seconds: Double

    /// The error of a process that did not finish; nil of one that did.
    func error(of ending: Ending) -> ImageError? {
      let found: String
      switch ending {
      case .finished: return nil
      case .tookTooLong: found = "\(kind) that takes more than \(String(format: "%g", seconds)) s to \(verb)"
      case .brokeOff:
        let mebibytes = BoundedProcess.bytes >> 20
        found = "\(kind) that takes more than \(mebibytes) MiB to \(verb), or that \(library) breaks off at"
      case .notStarted:
        return .unsupported(
          name: name, found: "no process to \(verb) \(kind) in", remedy: "end other processes, or convert it to PNG")
      }
      return .unsupported(name: name, found: found, remedy: "\(remedy), or convert it to PNG")
    }
  }

  /// Has a library read a file in a copy of the process.
  ///
  /// - Parameters:
  ///   - pixels: how many four-byte pixels the memory has from `offset`.
  ///   - read: in the copy, writes its report into the memory; the first four bytes are not its
  ///     own.
  /// - Returns: the memory with the report.
  static func run(
    _ work: FileWork, on bytes: [UInt8], pixels: Int, from offset: Int,
    _ read: (UnsafeBufferPointer<UInt8>, UnsafeMutableRawPointer) -> Void
  ) throws(ImageError) -> SharedMemory {
    guard let memory = SharedMemory(count: offset + 4 * pixels) else {
      throw .tooLarge(name: work.name, found: "\(work.kind) of \(pixels) px", limit: "the free memory")
    }
    let ending = bytes.withUnsafeBufferPointer { bytes in
      run(sharing: memory, seconds: work.seconds) { read(bytes, memory.address) }
    }
    if let error = work.error(of: ending) { throw error }
    return memory
  }
}

/// Memory that a process and its copies share.
final class SharedMemory {
  let address: UnsafeMutableRawPointer
  let count: Int

  /// Zeros; nil without memory.
  init?(count: Int) {
    guard let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
      address != MAP_FAILED
    else { return nil }
    self.address = address
    self.count = count
  }

  deinit { munmap(address, count) }
}
