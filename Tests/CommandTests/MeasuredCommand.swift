import Foundation
import Testing

/// A run of the command with what it took.
struct MeasuredCommand {
  let status: Int32
  let error: String
  /// Bytes of memory that it had at most.
  let peakBytes: Int
  /// Of the processor, all threads together.
  let seconds: Double

  /// Runs the command and waits for it. Standard output is let go.
  init(_ arguments: [String]) throws {
    let errors = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, errors.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    let words = ([Command.executable.path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, Command.executable.path, &actions, nil, words, environ)
    try #require(code == 0, "posix_spawn: \(String(cString: strerror(code)))")
    try errors.fileHandleForWriting.close()
    var (ending, usage, peak): (Int32, rusage, Int) = (0, rusage(), 0)
    // Looked at all the while: the peak of `rusage` is that of this process, where it is higher.
    while wait4(process, &ending, WNOHANG, &usage) == 0 {
      peak = max(peak, Self.peakBytes(of: process))
      usleep(2000)
    }
    // A line or two, which the pipe held.
    error = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    peakBytes = peak
    try #require(peak > 0)
    try #require(ending & 0x7F == 0, "\(arguments) ended by signal \(ending & 0x7F)")
    status = ending >> 8 & 0xFF
    let wholeSeconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    seconds = wholeSeconds + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
  }

  private static func peakBytes(of process: pid_t) -> Int {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}
