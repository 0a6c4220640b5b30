import Foundation
import MultiplaneCCrypto

/// SHA-256 of bytes that come in pieces, by libcrypto.
package struct SHA256: ~Copyable {
  private let context: OpaquePointer
  /// Bytes of a hash.
  private static let size = 32

  package init() {
    // libcrypto fails here only without memory.
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("libcrypto has no SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds bytes behind those that came before.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let isAdded = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(isAdded == 1)
  }

  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  package mutating func add(_ text: String) { add([UInt8](text.utf8)) }

  /// The hash of all that was added, 32 bytes.
  package func digest() -> [UInt8] {
    // Finishing a context ends it; more may be added to this one.
    let last = SHA256()
    var bytes = [UInt8](repeating: 0, count: Self.size)
    let isDone = EVP_MD_CTX_copy_ex(last.context, context) == 1 && EVP_DigestFinal_ex(last.context, &bytes, nil) == 1
    precondition(isDone)
    return bytes
  }

  /// The hash of all that was added, 64 hexadecimal digits.
  package func hex() -> String {
    func digit(_ number: UInt8) -> UInt8 { number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") - 10 + number }
    return String(decoding: digest().flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
  }

  package static func hex(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.hex()
  }

  /// The hash of a file; nil where it cannot be read.
  package static func hex(ofFile path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var hash = SHA256()
    do {
      while let data = try file.read(upToCount: 1 << 18), !data.isEmpty { data.withUnsafeBytes { hash.add($0) } }
      return hash.hex()
    } catch {
      return nil
    }
  }

  /// HMAC-SHA256, 32 bytes.
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    let code = EVP_Q_mac(
      nil, "HMAC", nil, "SHA256", nil, key, key.count, message, message.count, &bytes, bytes.count, nil)
    precondition(code != nil)
    return bytes
  }
}
