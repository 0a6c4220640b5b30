import Foundation
import Logging
import MultiplaneBatch
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneRenderTree

/// A disk cache of the reference renderer's pictures.
///
/// A file is `NAME-DIGEST.reference`. The digest covers everything that the picture depends on: the
/// program, the scene file, its images, the time, size and scale. An outdated picture is therefore
/// never found.
///
/// | bytes | what (all numbers little-endian) |
/// | --- | --- |
/// | 8 | `MPREF001` |
/// | 4, 4 | width, height, in pixels: UInt32 |
/// | width · height · 16 | the pixels as in `ExpectedPicture.values`: Float32, units of 1/255 |
struct ReferenceCache {
  private let folder: String
  private let program: Digest
  private static let magic = Array("MPREF001".utf8)

  /// - Parameter folder: exists.
  init(folder: String) {
    self.folder = folder
    var digest = Digest()
    digest.add(Data(ProgramBuild.identifier.utf8))
    program = digest
  }

  /// The reference's picture of a scene: the cached one, or a new one, which is then cached.
  func picture(of tree: RenderTree, scene: String, draw: () throws -> ExpectedPicture) rethrows -> ExpectedPicture {
    let name = pictureNames(of: [scene]).joined()
    let path = "\(folder)/\(name)-\(digest(of: tree, scene: scene)).reference"
    if let picture = Self.decode(
      (try? readFile(path: path, limits: ImageLimits(maximumFileBytes: .max))).map { Data($0) }),
      picture.width == tree.pixelWidth, picture.height == tree.pixelHeight
    {
      return picture
    }
    let picture = try draw()
    do throws(ImageError) {
      try writeFileAtomically(Self.encode(picture), to: path)
    } catch {
      // The comparison continues; only the next run is slow again.
      Logger(label: "multiplane.reference-cache").warning("a reference picture is not cached: \(error)")
    }
    return picture
  }

  private func digest(of tree: RenderTree, scene: String) -> Digest {
    var digest = program
    if let file = try? readFile(path: scene, limits: .standard) { digest.add(Data(file)) }
    for number in [tree.time, tree.scale, Double(tree.size.width), Double(tree.size.height)] {
      digest.add(number.bitPattern)
    }
    if let root = tree.root { addImages(of: root, to: &digest) }
    return digest
  }

  private func addImages(of node: RenderNode, to digest: inout Digest) {
    if let image = node.contents?.image {
      let halves = image.hasHalfFloats ? image.drawnHalves() : nil
      digest.add(halves?.withUnsafeBytes { Data($0) } ?? Data(image.premultipliedRGBA8()))
    }
    for sublayer in node.sublayers { addImages(of: sublayer, to: &digest) }
  }

  static func encode(_ picture: ExpectedPicture) -> [UInt8] {
    var bytes = magic
    bytes.reserveCapacity(16 + picture.values.count * 4)
    for number in [UInt32(picture.width), UInt32(picture.height)] + picture.values.map(\.bitPattern) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// The picture in a file's bytes; nil if the file is missing or damaged.
  static func decode(_ file: Data?) -> ExpectedPicture? {
    guard let file, file.count >= 16, file.prefix(8).elementsEqual(magic) else { return nil }
    return file.withUnsafeBytes { bytes in
      func number(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      let (width, height) = (Int(number(8)), Int(number(12)))
      // Two UInt32 fit an Int as a product; times 16 they may not.
      let (size, overflow) = (width * height).multipliedReportingOverflow(by: 16)
      guard !overflow, width > 0, height > 0, bytes.count - 16 == size else { return nil }
      let values = (0..<width * height * 4).map { Float(bitPattern: number(16 + $0 * 4)) }
      guard values.allSatisfy({ (0...255).contains($0) }) else { return nil }
      return ExpectedPicture(width: width, height: height, values: values)
    }
  }
}

/// FNV-1a on words of 8 bytes, not a cryptographic hash.
struct Digest: CustomStringConvertible {
  // The offset basis and the prime of the 64-bit FNV-1a hash (Fowler, Noll, Vo).
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x0000_0100_0000_01B3

  mutating func add(_ word: UInt64) {
    state = (state ^ word) &* Self.prime
    // The prime carries bits upwards only. Words, unlike bytes, need the high bits moved down
    // again.
    state ^= state >> 32
  }

  mutating func add(_ data: Data) {
    add(UInt64(data.count))
    data.withUnsafeBytes { bytes in
      let whole = bytes.count & ~7
      for offset in stride(from: 0, to: whole, by: 8) {
        add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
      for byte in bytes[whole...] { add(UInt64(byte)) }
    }
  }

  var description: String { leading(String(state, radix: 16), 16).replacingOccurrences(of: " ", with: "0") }
}
