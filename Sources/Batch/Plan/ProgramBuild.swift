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

  /// Whether the file of the program, or of a library with its code, was replaced or removed since
  /// it was started. Processes that it starts then are of another release, or cannot be started.
  package static var isReplaced: Bool {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return false }
    return maps.split(separator: "\n").contains { line in
      // Address, permissions, offset, device, number, path; files of memory have no folder.
      let parts = line.split(separator: " ", maxSplits: 5)
      guard parts.count == 6, parts[1].contains("x"), line.hasSuffix(" (deleted)") else { return false }
      let name = parts[5].drop { $0 == " " }.dropLast(" (deleted)".count).split(separator: "/").last ?? ""
      return !parts[5].contains("/memfd:") && name.lowercased().contains("multiplane")
    }
  }

  /// The resident memory of the process, in bytes.
  package static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * Int(getpagesize())
  }
}
