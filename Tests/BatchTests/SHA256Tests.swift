import Foundation
import Testing

@testable import MultiplaneBatch

@Suite struct SHA256Tests {
  // (Source: NIST, Secure Hash Algorithm Validation System, SHA-256 short messages and the examples
  // of FIPS 180-4.)
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

  // (Source: RFC 4231, 4.2, 4.3, 4.4, 4.7.)
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func publishedCodes(key: [UInt8], message: [UInt8], expected: String) {
    let code = AuthenticationKey(key).code(of: message)
    #expect(code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
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
