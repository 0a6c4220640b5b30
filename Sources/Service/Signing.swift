import MultiplaneBatch

/// Whether two byte strings are equal, in a time that does not tell where they differ.
func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for index in a.indices { difference |= a[index] ^ b[index] }
  return difference == 0
}

private let base64URLDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

/// Bytes as base64url without padding (RFC 4648, 5).
func base64URL(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
    for place in 0...group.count { text.append(base64URLDigits[Int(bits >> (18 - 6 * UInt32(place)) & 63)]) }
  }
  return String(decoding: text, as: UTF8.self)
}

/// Signed paths: `/v1/t/SIGNATURE/NAME.png?QUERY`, signed over `/v1/t/NAME.png?QUERY`.
package enum SignedPath {
  /// The prefix of all signed paths.
  package static let prefix = "/v1/t/"

  /// The signature of a path with its query. The path begins with `prefix` and has no signature.
  package static func signature(of path: String, key: AuthenticationKey) -> String {
    base64URL(key.code(of: Array(path.utf8)))
  }

  /// Whether clients send a URL unchanged. Browsers percent-encode some characters of a query,
  /// which would invalidate its signature. (Source: URL Standard, 1.3, the special-query
  /// percent-encode set.)
  package static func isEncoded(_ address: String) -> Bool {
    address.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>'".utf8.contains($0) }
  }

  /// A URL with its signature.
  ///
  /// - Parameter address: a path or a URL, with or without a signature.
  /// - Returns: nil if its path cannot be signed, or clients would change it.
  package static func signed(_ address: String, key: [UInt8]) -> String? {
    guard isEncoded(address), let start = address.range(of: prefix) else { return nil }
    let host = address[..<start.lowerBound]
    guard host.isEmpty || host.wholeMatch(of: /https?:\/\/[^\/?#]+/) != nil else { return nil }
    var rest = address[start.upperBound...]
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    let end = rest.firstIndex(of: "?") ?? rest.endIndex
    if let slash = rest[..<end].lastIndex(of: "/") { rest = rest[rest.index(after: slash)...] }
    guard
      rest.prefix(while: { $0 != "?" }).wholeMatch(
        of: /[A-Za-z0-9_-][A-Za-z0-9._-]*\.(png|jpe?g|webp)/) != nil
    else { return nil }
    return "\(host)\(prefix)\(signature(of: prefix + String(rest), key: AuthenticationKey(key)))/\(rest)"
  }
}
