import Foundation
import MultiplaneCLinux

/// Which program this is, and what it takes.
package enum ProgramBuild {
  /// The identifier that the linker gave the program, or the library, that has this code; without one, the size and date of
  /// the program's file.
  package static let identifier: String = {
    var start: UnsafePointer<UInt8>?
    let count = multiplane_build_identifier(&start)
    if count > 0, let start {
      return UnsafeBufferPointer(start: start, count: count).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        .joined()
    }
    var status = stat()
    return stat("/proc/self/exe", &status) == 0 ? "\(status.st_size)-\(status.st_mtim.tv_sec)" : "unknown"
  }()

  /// Bytes of memory that the program has now.
  package static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * Int(getpagesize())
  }
}
