import Foundation

/// The limit of open file descriptors of this process.
enum DescriptorLimit {
  /// Raises the limit as far as the system allows.
  ///
  /// - Parameter wanted: the number of descriptors that may be needed.
  /// - Returns: the limit, which may be lower or higher.
  @discardableResult
  static func raise(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
    limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(wanted)))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(min(limit.rlim_cur, rlim_t(Int32.max)))
  }
}
