import Foundation

/// SHA-256 of bytes that come in pieces.
///
/// (Source: FIPS 180-4, Secure Hash Standard, 6.2.)
package struct SHA256 {
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]

  package init() {}

  /// Adds bytes behind those that came before.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    length += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let part = rest.prefix(64 - pending.count)
      pending += part
      rest = rest.dropFirst(part.count)
      guard pending.count == 64 else { return }
      pending.withUnsafeBytes { Self.take($0[...], into: &state) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~63
    Self.take(rest.prefix(whole), into: &state)
    pending += rest.dropFirst(whole)
  }

  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  package mutating func add(_ text: String) { add([UInt8](text.utf8)) }

  /// The hash of all that was added, 32 bytes.
  package func digest() -> [UInt8] {
    var last = self
    let bits = length &* 8
    // A one, zeros up to eight bytes before the end of a block, and the length in bits.
    var end = [UInt8](repeating: 0, count: (120 - (pending.count + 1) % 64) % 64 + 9)
    end[0] = 0x80
    for place in 0..<8 { end[end.count - 8 + place] = UInt8(truncatingIfNeeded: bits >> (56 - 8 * place)) }
    last.add(end)
    var bytes = [UInt8](repeating: 0, count: 32)
    for place in 0..<32 { bytes[place] = UInt8(truncatingIfNeeded: last.state[place / 4] >> (24 - 8 * (place % 4))) }
    return bytes
  }

  /// The hash of all that was added, 64 hexadecimal digits.
  package func hex() -> String {
    func digit(_ number: UInt8) -> UInt8 { number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") - 10 + number }
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in digest() {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
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

  /// Works whole blocks of 64 bytes into the state.
  private static func take(_ blocks: Slice<UnsafeRawBufferPointer>, into state: inout SIMD8<UInt32>) {
    constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
        let bytes = UnsafeRawBufferPointer(rebasing: blocks)
        for start in stride(from: 0, to: bytes.count, by: 64) {
          for i in 0..<16 {
            words[i] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * i, as: UInt32.self))
          }
          for i in 16..<64 {
            let (a, b) = (words[i - 15], words[i - 2])
            let s0 = turn(a, 7) ^ turn(a, 18) ^ (a >> 3)
            let s1 = turn(b, 17) ^ turn(b, 19) ^ (b >> 10)
            words[i] = words[i - 16] &+ s0 &+ words[i - 7] &+ s1
          }
          var (a, b, c, d) = (state[0], state[1], state[2], state[3])
          var (e, f, g, h) = (state[4], state[5], state[6], state[7])
          for i in 0..<64 {
            let s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
            let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ constants[i] &+ words[i]
            let s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
            let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
          }
          state &+= SIMD8(a, b, c, d, e, f, g, h)
        }
      }
    }
  }

  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
}
