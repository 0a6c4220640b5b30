import Foundation

/// Which program this is, and what it takes.
package enum ProgramBuild {
  /// The identifier that the linker gave this build; for a program without one, the size and date of its file.
  static let identifier: String = {
    let path = "/proc/self/exe"
    // The header of the note: a name of 4 bytes, an identifier of 20, of the kind "build identifier", of "GNU".
    let head: [UInt8] = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4E, 0x55, 0]
    if let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: 1 << 16),
      let note = start.range(of: Data(head)), note.upperBound + 20 <= start.endIndex
    {
      return start[note.upperBound..<note.upperBound + 20].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    var status = stat()
    return stat(path, &status) == 0 ? "\(status.st_size)-\(status.st_mtim.tv_sec)" : "unknown"
  }()

  /// Bytes of memory that the program has now.
  package static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * Int(getpagesize())
  }
}
