import Foundation
import Testing

@testable import MultiplaneBatch

@Suite struct SHA256Tests {
  // (Source: NIST, Secure Hash Algorithm Validation System, SHA-256 short messages and the examples of FIPS 180-4.)
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func publishedVectors(text: String, expected: String) {
    #expect(SHA256.hex(of: [UInt8](text.utf8)) == expected)
  }

  @Test func anyCutGivesTheSame() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = SHA256.hex(of: bytes)
    for cut in [1, 55, 56, 63, 64, 65, 119, 120, 128, 200] {
      var hash = SHA256()
      hash.add(Array(bytes[..<cut]))
      _ = hash.hex()
      hash.add(Array(bytes[cut...]))
      #expect(hash.hex() == whole, "cut at \(cut)")
    }
  }

  @Test func lengthsAroundABlock() throws {
    for count in [54, 55, 56, 57, 63, 64, 65, 119, 120, 121] {
      let bytes = [UInt8](repeating: 0x61, count: count)
      let folder = NSTemporaryDirectory() + "/sha-\(UUID().uuidString)"
      try Data(bytes).write(to: URL(fileURLWithPath: folder))
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
      process.arguments = [folder]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let expected = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).prefix(64)
      #expect(SHA256.hex(of: bytes) == expected)
      #expect(SHA256.hex(ofFile: folder) == String(expected))
    }
  }
}
