/// Zip archives of tests.
enum Archives {
  /// An archive of stored files.
  ///
  /// - Parameters:
  ///   - isDeflated: whether the files are deflated data, in blocks that are stored.
  ///   - declaredSize: the size of each file in the directory; nil for the right one.
  static func archive(
    _ files: [(name: String, bytes: [UInt8])], isDeflated: Bool = false, declaredSize: Int? = nil
  ) -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] { (0..<length).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func sum(_ bytes: [UInt8]) -> Int {
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
      }
      return Int(~sum)
    }
    var (body, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let name = Array(file.name.utf8)
      let count = file.bytes.count
      // One last block of at most 65,535 bytes.
      let bytes = isDeflated ? [1] + number(count, 2) + number(~count, 2) + file.bytes : file.bytes
      let facts =
        number(0, 2) + number(isDeflated ? 8 : 0, 2) + number(0, 4) + number(sum(file.bytes), 4)
        + number(bytes.count, 4) + number(declaredSize ?? count, 4) + number(name.count, 2) + number(0, 2)
      directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + facts
      directory += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(body.count, 4) + name
      body += number(0x0403_4B50, 4) + number(20, 2) + facts + name + bytes
    }
    let end =
      number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
      + number(directory.count, 4) + number(body.count, 4) + number(0, 2)
    return body + directory + end
  }

  /// An archive of stored texts.
  static func archive(texts: [(name: String, text: String)]) -> [UInt8] {
    archive(texts.map { ($0.name, Array($0.text.utf8)) })
  }
}
