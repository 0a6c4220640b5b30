import Foundation
import Testing

@testable import MultiplaneBatch

/// Which build a program is.
@Suite struct ProgramBuildTests {
  @Test func theIdentifierIsTheLinkers() throws {
    // In a file the note is an identifier of 20 bytes after a head: lengths of the name and the
    // identifier, the kind, "GNU".
    let head: [UInt8] = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4E, 0x55, 0]
    let start = try #require(
      try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/exe")).read(upToCount: 1 << 16))
    let note = try #require(start.range(of: Data(head)))
    let expected = start[note.upperBound..<note.upperBound + 20].map { String(format: "%02x", $0) }.joined()
    #expect(ProgramBuild.identifier == expected)
  }
}
