import Foundation
import MultiplaneCHyphen

/// The encoding of a dictionary: UTF-8, or a byte for each letter.
struct HyphenationEncoding {
  /// The byte of each letter; nil for UTF-8.
  private let bytes: [Unicode.Scalar: UInt8]?

  /// Nil for an encoding that the system does not know.
  init?(of dictionary: HyphenDict) {
    guard dictionary.utf8 == 0 else {
      bytes = nil
      return
    }
    let name = withUnsafeBytes(of: dictionary.cset) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let known = name.lowercased().hasPrefix("microsoft-") ? String(name.dropFirst("microsoft-".count)) : name
    // An empty name would be the locale's encoding.
    guard !known.isEmpty, let converter = Converter(from: known) else { return nil }
    var bytes: [Unicode.Scalar: UInt8] = [:]
    for byte in UInt8(0x20)...0xFF {
      if let scalar = converter.scalar(of: byte) { bytes[scalar] = byte }
    }
    self.bytes = bytes
  }

  /// A word in the encoding; nil if a letter is not in it.
  func bytes(of word: [Unicode.Scalar]) -> [UInt8]? {
    guard let bytes else { return word.flatMap { Array(String($0).utf8) } }
    let found = word.compactMap { bytes[$0] }
    return found.count == word.count ? found : nil
  }

  /// The system's conversion to UTF-32.
  private final class Converter {
    private let handle: iconv_t

    init?(from name: String) {
      guard let handle = iconv_open("UTF-32LE", name), handle != iconv_t(bitPattern: -1) else { return nil }
      self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Nil for a byte that is no letter.
    func scalar(of byte: UInt8) -> Unicode.Scalar? {
      var (byte, value) = (CChar(bitPattern: byte), UInt32(0))
      let isRead = withUnsafeMutablePointer(to: &byte) { input in
        withUnsafeMutableBytes(of: &value) { output in
          var (from, to) = (Optional(input), output.baseAddress?.assumingMemoryBound(to: CChar.self))
          var (inputLeft, outputLeft) = (1, output.count)
          let result = iconv(handle, &from, &inputLeft, &to, &outputLeft)
          return result != -1 && outputLeft == 0
        }
      }
      // A failed conversion must not change the next one.
      iconv(handle, nil, nil, nil, nil)
      return isRead ? Unicode.Scalar(UInt32(littleEndian: value)) : nil
    }
  }
}
