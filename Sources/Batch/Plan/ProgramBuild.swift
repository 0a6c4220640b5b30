import Foundation
import MultiplaneCLinux

/// The identity and memory of this program.
package enum ProgramBuild {
  /// The build identifier from the linker, of the program or library with this code; without one,
  /// the size and date of its file.
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

  /// The resident memory of the process, in bytes.
  package static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * Int(getpagesize())
  }
}
