import Foundation
import MultiplaneBatch
import Testing

@testable import MultiplaneService

@Suite struct SigningTests {
  // (Source: RFC 4648, 10, without padding.)
  @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")])
  func base64(text: String, expected: String) { #expect(base64URL(Array(text.utf8)) == expected) }

  @Test func base64IsSafeInAddresses() { #expect(base64URL([0xFB, 0xFF]) == "-_8") }

  @Test(arguments: [
    ("/v1/t/card.png?name=Ada", ""), ("https://cards.example/v1/t/card.png?name=Ada", "https://cards.example"),
    ("/v1/t/OLD/card.png?name=Ada", ""), ("/v1/t/card.png?name=Ada#part", ""),
  ])
  func addressesAreSignedOverPathAndQuery(address: String, host: String) {
    let key = Array("0123456789abcdef".utf8)
    let signature = SignedPath.signature(of: "/v1/t/card.png?name=Ada", key: AuthenticationKey(key))
    #expect(SignedPath.signed(address, key: key) == "\(host)/v1/t/\(signature)/card.png?name=Ada")
  }

  // (Source: URL Standard, 1.3, the special-query percent-encode set.)
  @Test(arguments: [" ", "é", "\"", "<", ">", "'", "\n", "\u{7F}"])
  func whatBrowsersWouldSendOtherwiseIsNotSigned(character: String) {
    #expect(SignedPath.signed("/v1/t/card.png?name=Ada\(character)x", key: [1, 2, 3]) == nil)
    #expect(SignedPath.signed("/v1/t/card.png?name=Ada%20x&a=!$()*+,;:@/?~`|\\^{}[]", key: [1, 2, 3]) != nil)
  }

  @Test(arguments: ["card.png", "/v1/t/card.mp4", "/v1/t/", "ftp://x/v1/t/card.png", "/v1/t/../card", "/v1/t/.png"])
  func whatIsNoAddressIsNotSigned(address: String) {
    #expect(SignedPath.signed(address, key: [1, 2, 3]) == nil)
  }

  @Test func comparisonLooksAtAll() {
    #expect(areEqual([1, 2], [1, 2]))
    #expect(!areEqual([1, 2], [1, 3]))
    #expect(!areEqual([1], [1, 2]))
  }
}

@Suite struct KeyFileTests {
  @Test func keysAreLinesWithoutComments() throws {
    let file = try KeyFile(text: "# first\n0123456789abcdef\n\n  fedcba9876543210  \n", name: "keys")
    #expect(file.keys == [Array("0123456789abcdef".utf8), Array("fedcba9876543210".utf8)])
    #expect(file.contains(Array("fedcba9876543210".utf8)))
    #expect(!file.contains(Array("fedcba9876543211".utf8)))
  }

  @Test func linesMayEndAsOnWindows() throws {
    let file = try KeyFile(text: "# first\r\n0123456789abcdef\r\nfedcba9876543210\r\n", name: "keys")
    #expect(file.keys == [Array("0123456789abcdef".utf8), Array("fedcba9876543210".utf8)])
    let error = #expect(throws: KeyFile.Fault.self) { try KeyFile(text: "0123456789abcdef\r\nshort\r\n", name: "keys") }
    #expect(error?.description.hasPrefix("keys: line 2: ") == true)
  }

  @Test(arguments: [
    ("short\n", "keys: line 1: expected at least 16 bytes"),
    ("# none\n", "keys: expected one key per line, found none"),
  ])
  func wrongFiles(text: String, message: String) {
    let error = #expect(throws: KeyFile.Fault.self) { try KeyFile(text: text, name: "keys") }
    #expect(error?.description.hasPrefix(message) == true)
  }

  @Test(arguments: ["/nowhere/keys", "/dev/null/keys"]) func aFileThatIsNotThere(path: String) {
    let error = #expect(throws: KeyFile.Fault.self) { try KeyFile(path: path) }
    #expect(error?.description == "\(path): expected a file of keys, found nothing at this path")
  }

  @Test(arguments: [(0o600, true), (0o400, true), (0o640, false), (0o604, false)])
  func nobodyElseMayReadIt(mode: Int, isTaken: Bool) throws {
    let path = NSTemporaryDirectory() + "/keys-\(UUID().uuidString)"
    try Data("0123456789abcdef\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    chmod(path, mode_t(mode))
    #expect(((try? KeyFile(path: path)) != nil) == isTaken)
    #expect(((try? KeyFile(path: path, credentials: "/nowhere")) != nil) == isTaken)
  }

  /// With systemd 254 and later they are the service's by an ACL, whose mask shows as the group's
  /// rights.
  @Test(arguments: [(0o400, true), (0o440, true), (0o444, false), (0o604, false)])
  func credentialsOfTheServiceManagerAreTaken(mode: Int, isTaken: Bool) throws {
    let folder = NSTemporaryDirectory() + "/credentials-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/keys"
    try Data("0123456789abcdef\n".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, mode_t(mode))
    #expect(((try? KeyFile(path: path, credentials: folder)) != nil) == isTaken)
  }
}
