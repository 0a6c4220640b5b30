import Foundation
import MultiplaneCCrypto

/// SHA-256 of bytes that come in pieces, by libcrypto.
package struct SHA256: ~Copyable {
  private let context: OpaquePointer
  /// Bytes of a hash.
  fileprivate static let size = 32
  /// Looked up once: libcrypto searches its providers for as long as a short hash takes. Never
  /// changed and never freed.
  private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

  package init() {
    // libcrypto fails here only without memory.
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex2(context, Self.algorithm, nil) == 1 else {
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

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of all that was added, 32 bytes. More may be added afterwards.
  package func digest() -> [UInt8] {
    // Finishing a context ends it.
    guard let last = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(last, context) == 1 else {
      preconditionFailure("libcrypto has no memory")
    }
    defer { EVP_MD_CTX_free(last) }
    return [UInt8](unsafeUninitializedCapacity: Self.size) { bytes, count in
      let isDone = EVP_DigestFinal_ex(last, bytes.baseAddress, nil) == 1
      precondition(isDone)
      count = Self.size
    }
  }

  /// The hash of all that was added, 64 hexadecimal digits.
  package func hex() -> String {
    let bytes = digest()
    func digit(_ number: UInt8) -> UInt8 { number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") - 10 + number }
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
      for (index, byte) in bytes.enumerated() {
        digits[2 * index] = digit(byte >> 4)
        digits[2 * index + 1] = digit(byte & 15)
      }
      return 2 * bytes.count
    }
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
}

/// A key that authenticates messages by HMAC-SHA256 (RFC 2104), prepared once for all of them.
package final class AuthenticationKey: Sendable {
  /// Holds the key's two padded blocks, already hashed. Only read: each message continues a copy.
  private nonisolated(unsafe) let prepared: OpaquePointer
  private nonisolated(unsafe) static let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)

  package init(_ key: [UInt8]) {
    var digest = Array("SHA256".utf8CString)
    // A parameter holds the addresses of its name and its value: both must outlive the call that
    // makes it.
    prepared = OSSL_MAC_PARAM_DIGEST.withCString { name in
      digest.withUnsafeMutableBufferPointer { digest in
        var parameters = [
          OSSL_PARAM_construct_utf8_string(name, digest.baseAddress, 0), OSSL_PARAM_construct_end(),
        ]
        // libcrypto fails here only without memory.
        guard let context = EVP_MAC_CTX_new(Self.algorithm), EVP_MAC_init(context, key, key.count, &parameters) == 1
        else { preconditionFailure("libcrypto has no HMAC-SHA256") }
        return context
      }
    }
  }

  deinit { EVP_MAC_CTX_free(prepared) }

  /// The code of a message, 32 bytes.
  package func code(of message: [UInt8]) -> [UInt8] {
    guard let context = EVP_MAC_CTX_dup(prepared) else { preconditionFailure("libcrypto has no memory") }
    defer { EVP_MAC_CTX_free(context) }
    return [UInt8](unsafeUninitializedCapacity: SHA256.size) { bytes, count in
      let isDone =
        EVP_MAC_update(context, message, message.count) == 1
        && EVP_MAC_final(context, bytes.baseAddress, &count, bytes.count) == 1
      precondition(isDone)
    }
  }
}
