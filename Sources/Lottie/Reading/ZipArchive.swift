import MultiplaneCDeflate
import MultiplaneSceneFile

/// The files of a zip archive, such as a `.lottie` file. (Source: PKWARE APPNOTE.TXT 6.3.)
///
/// Stored and deflated files are read. An archive of several disks, an encrypted one and one beyond
/// 4 GiB are refused.
struct ZipArchive {
  /// The contents, by path.
  private(set) var files: [String: [UInt8]] = [:]
  private let bytes: [UInt8]
  private let name: String

  private static let mostFiles = 4096

  /// Whether bytes begin as a zip archive.
  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// Unpacks an archive.
  ///
  /// - Parameter maximumBytes: of all files, unpacked.
  init(_ bytes: [UInt8], name: String, maximumBytes: Int) throws(SceneError) {
    self.bytes = bytes
    self.name = name
    guard let end = endRecord else { throw invalid("expected a zip archive, found no directory at its end") }
    var position = Int(number(at: end + 16, 4))
    let count = Int(number(at: end + 10, 2))
    guard count <= Self.mostFiles else { throw invalid("expected at most \(Self.mostFiles) files, found \(count)") }
    var room = maximumBytes
    for _ in 0..<count {
      guard position >= 0, position + 46 <= bytes.count, number(at: position, 4) == 0x0201_4B50 else {
        throw invalid("expected an entry of the directory at byte \(position), found other data")
      }
      let lengths = (28...32).filter { $0 % 2 == 0 }.map { Int(number(at: position + $0, 2)) }
      let start = position + 46
      guard start + lengths.reduce(0, +) <= bytes.count else { throw invalid("the directory is cut off") }
      let path = String(decoding: bytes[start..<start + lengths[0]], as: UTF8.self)
      if !path.hasSuffix("/"), !path.hasPrefix("__MACOSX/") {
        let contents = try unpacked(at: position, path, room: room)
        room -= contents.count
        files[path] = contents
      }
      position = start + lengths.reduce(0, +)
    }
  }

  /// The position of the record at the end of the archive, which a comment may follow.
  private var endRecord: Int? {
    let first = max(0, bytes.count - 22 - 0xFFFF)
    guard bytes.count >= 22 else { return nil }
    return stride(from: bytes.count - 22, through: first, by: -1).first { number(at: $0, 4) == 0x0605_4B50 }
  }

  /// A number of the archive, the lowest byte first.
  private func number(at position: Int, _ length: Int) -> UInt32 {
    (0..<length).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
  }

  private func unpacked(at entry: Int, _ path: String, room: Int) throws(SceneError) -> [UInt8] {
    func problem(_ text: String) -> SceneError {
      .invalid(file: name, place: OneLine.escaped(path), problem: text)
    }
    let (flags, method) = (number(at: entry + 8, 2), number(at: entry + 10, 2))
    let (packed, size) = (Int(number(at: entry + 20, 4)), Int(number(at: entry + 24, 4)))
    let header = Int(number(at: entry + 42, 4))
    guard flags & 1 == 0 else { throw problem("expected a file that is not encrypted, found an encrypted one") }
    guard size <= room else { throw problem("expected files of at most \(room) bytes more, found \(size)") }
    guard header + 30 <= bytes.count, number(at: header, 4) == 0x0403_4B50 else {
      throw problem("expected a file at byte \(header), found other data")
    }
    let start = header + 30 + Int(number(at: header + 26, 2)) + Int(number(at: header + 28, 2))
    guard start + packed <= bytes.count else { throw problem("the file is cut off") }
    let data = bytes[start..<start + packed]
    let contents: [UInt8]
    switch method {
    case 0:
      guard packed == size else { throw problem("expected \(size) bytes, found \(packed)") }
      contents = Array(data)
    case 8:
      guard let inflated = Self.inflated(data, size: size) else {
        throw problem("expected \(size) bytes of deflated data, found other data")
      }
      contents = inflated
    default: throw problem("expected a stored or deflated file, found method \(method)")
    }
    let sum = contents.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    guard sum == number(at: entry + 16, 4) else { throw problem("the checksum does not match") }
    return contents
  }

  /// Deflated data of a known size; nil for other data.
  private static func inflated(_ data: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var isWhole = false
    let contents = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let result = data.withUnsafeBytes {
        libdeflate_deflate_decompress(decompressor, $0.baseAddress, $0.count, buffer.baseAddress, size, nil)
      }
      isWhole = result == LIBDEFLATE_SUCCESS
      count = isWhole ? size : 0
    }
    return isWhole ? contents : nil
  }

  private func invalid(_ problem: String) -> SceneError { .invalid(file: name, place: "", problem: problem) }
}
