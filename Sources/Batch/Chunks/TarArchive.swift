import Foundation

// Archives of pictures: POSIX ustar, plain files whose names are numbers, without dates or owners,
// so that the same pictures are the same bytes.

enum TarArchive {
  static let block = 512
  /// The name of the entry in place of a failed job's frames: one line with the reason.
  static let errorName = "error"

  /// The header of a file. (Source: POSIX.1-2017, pax, "ustar Interchange Format".)
  static func header(name: String, size: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: block)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { bytes[offset + index] = byte }
    }
    func octal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    // Eleven octal digits: 8 GiB.
    put(octal(size, 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = bytes.reduce(0) { $0 + Int($1) }
    put(octal(sum, 6) + "\0 ", at: 148)
    return bytes
  }

  static func padding(after size: Int) -> Int { (block - size % block) % block }

  static let end = [UInt8](repeating: 0, count: 2 * block)

  /// Reads an archive file after file. What is not as `header` writes it ends the reading.
  ///
  /// - Parameter hand: gets each file's name and bytes.
  static func read(
    _ path: String, _ hand: (_ name: String, _ bytes: [UInt8]) throws -> Void
  ) throws {
    func wrong(_ problem: String) -> BatchError {
      .store(path: path, problem: "expected an archive of pictures, found \(problem)")
    }
    guard let file = FileHandle(forReadingAtPath: path) else { throw wrong("nothing that can be read") }
    defer { try? file.close() }
    let length = try file.seekToEnd()
    try file.seek(toOffset: 0)
    func bytes(_ count: Int) throws -> [UInt8] {
      guard UInt64(count) <= length, let data = try file.read(upToCount: count), data.count == count else {
        throw wrong("its end in the middle of a file")
      }
      return [UInt8](data)
    }
    while true {
      let head = try bytes(block)
      if head.allSatisfy({ $0 == 0 }) { return }
      let name = String(decoding: head[..<100].prefix { $0 != 0 }, as: UTF8.self)
      guard let size = Int(String(decoding: head[124..<135], as: UTF8.self), radix: 8), size >= 0,
        head == header(name: name, size: size)
      else { throw wrong("a file that is none") }
      let contents = size > 0 ? try bytes(size) : []
      if padding(after: size) > 0 { _ = try bytes(padding(after: size)) }
      try hand(name, contents)
    }
  }
}
