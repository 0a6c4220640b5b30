import Foundation
import HostileFiles
import MultiplaneDrawing
import MultiplaneGraphics
import TestTiers
import Testing

/// Image files made to take all the time and memory that there is: a picture or an error line,
/// within the limits of `HostileFiles`. What each must be refused with is said where it must be.
/// The quick tier reads every ninth.
@Suite struct HostileImageTests {
  /// What a program must survive, and the piece of the error line; nil where the file is a picture
  /// like others.
  private static func images() -> [(name: String, file: () -> [UInt8], error: String?)] {
    [
      ("two billion pixels per side", { png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, packed: []) }, "at most 16384 px"),
      (
        "the most pixels that are decoded, of one value", { png(width: 8192, height: 8192, packed: zeros(8192, 8192)) },
        nil
      ),
      (
        "16 bits a sample", { png(width: 2896, height: 2896, depth: 16, packed: zeros(2 * 2896, 2896)) }, nil
      ),
      ("one pixel and 200 megabytes", { png(width: 1, height: 1, packed: PNGBuilder.packedZeros(200 << 20)) }, nil),
      (
        "one pixel and two gigabytes", { png(width: 1, height: 1, packed: PNGBuilder.packedZeros(1 << 31)) },
        "much more packed data than its pixels"
      ),
      (
        "a thousand profiles of a hundred megabytes",
        {
          let profile = PNGBuilder.chunk("iCCP", [120, 0, 0] + PNGBuilder.packedZeros(100 << 20))
          let profiles = PNGBuilder.repeated(profile, count: 100)
          return png(width: 1, height: 1, before: profiles, packed: zeros(1, 1))
        }, nil
      ),
      (
        "packed texts",
        {
          let texts = ["zTXt", "iTXt"].flatMap { kind in
            let head: [UInt8] = kind == "zTXt" ? [120, 0, 0] : [120, 0, 1, 0, 0, 0]
            let text = PNGBuilder.chunk(kind, head + PNGBuilder.packedZeros(100 << 20))
            return PNGBuilder.repeated(text, count: 20)
          }
          return png(width: 1, height: 1, before: texts, packed: zeros(1, 1))
        }, nil
      ),
      ("some scans", { jpeg(side: 8184, components: 3, scans: 9) }, "that take 639 MiB to decode"),
      ("the most scans", { jpeg(side: 1600, scans: 499) }, nil),
      ("scans without end", { jpeg(side: 64, scans: 882) }, "more than 500 scans"),
      (
        "scans behind a comment with a fill byte",
        {
          var bytes = jpeg(side: 6400, scans: 499)
          bytes.insert(contentsOf: [0xFF, 0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 0xFFFD), at: 2)
          return bytes
        }, "a JPEG of 6400 x 6400 px in 500 scans"
      ),
      ("scans of a large image", { jpeg(side: 6400, scans: 499) }, "a JPEG of 6400 x 6400 px in 500 scans"),
      ("an animation of the largest canvas", { webP(flags: 0x02) }, "found a damaged WebP"),
    ]
  }

  @Test func imagesThatUnfold() async {
    await TestProcesses.run("images that unfold") {
      await #expect(processExitsWith: .success) {
        for (name, file, error) in Self.images().drawn() {
          let bytes = file()
          var line: String?
          let complaint = HostileFiles.complaint(about: name) {
            line = errorLine { () throws(ImageError) in try decodeImage(bytes, name: "hostile") }
          }
          #expect(complaint == nil, "\(complaint ?? "")")
          if let error {
            #expect(line?.contains(error) == true, "\(name): \(line ?? "no error")")
          } else {
            #expect(line == nil, "\(name)")
          }
        }
      }
    }
  }

  /// Proves that the limits are held: what takes too long or too much is told of.
  @Test(.enabled(if: !HostileFiles.isSanitized, "a sanitizer's program has no limits"))
  func theLimitsAreMeasured() async {
    await TestProcesses.run("limits") {
      await #expect(processExitsWith: .success) {
        let memory = HostileFiles.complaint(about: "memory") {
          let bytes = [UInt8](repeating: 1, count: 600 << 20)
          #expect(bytes.last == 1)
        }
        #expect(memory?.contains("memory took") == true)
        let little = HostileFiles.complaint(about: "little") {}
        #expect(little == nil, "the peak is forgotten")
        let time = HostileFiles.complaint(about: "time", within: 0.5) {
          let start = HostileFiles.processorSeconds()
          while HostileFiles.processorSeconds() < start + 0.6 {}
        }
        #expect(time?.contains("time took") == true)
      }
      await #expect(processExitsWith: .signal(SIGPROF)) {
        _ = HostileFiles.complaint(about: "work without end", within: 0.5) {
          while HostileFiles.processorSeconds() >= 0 {}
        }
      }
    }
  }

  private static func zeros(_ width: Int, _ height: Int) -> [UInt8] {
    PNGBuilder.packedZeros((4 * width + 1) * height)
  }

  private static func png(
    width: Int, height: Int, depth: UInt8 = 8, before: [UInt8] = [], packed: [UInt8]
  ) -> [UInt8] {
    PNGBuilder.signature + PNGBuilder.header(width: width, height: height, depth: depth) + before
      + PNGBuilder.chunk("IDAT", packed) + PNGBuilder.chunk("IEND", [])
  }

  /// A progressive JPEG of zeros (ITU-T T.81, G): the means of the blocks, then a scan for each bit
  /// of each coefficient.
  ///
  /// Its two Huffman tables have one code each, a zero bit: "no difference" of means, and "the next
  /// 16384 blocks end here", whose count goes on in 14 zero bits. So all the packed data are zeros.
  ///
  /// - Parameters:
  ///   - components: 1 for grey, 3 for colours at the whole resolution.
  ///   - scans: of bits of the first component, after the means of each.
  static func jpeg(side: Int, components: Int = 1, scans: Int) -> [UInt8] {
    let sides: [UInt8] = [UInt8(side >> 8), UInt8(side & 255), UInt8(side >> 8), UInt8(side & 255)]
    func table(_ kind: UInt8, _ symbol: UInt8) -> [UInt8] {
      [0xFF, 0xC4, 0, 20, kind, 1] + [UInt8](repeating: 0, count: 15) + [symbol]
    }
    let blocks = (side + 7) / 8 * ((side + 7) / 8)
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    file += [0xFF, 0xC2, 0, UInt8(8 + 3 * components), 8] + sides + [UInt8(components)]
    for component in 1...components { file += [UInt8(component), 0x11, 0] }
    file += table(0x00, 0) + table(0x10, 0xE0)
    for component in 1...components {
      file += [0xFF, 0xDA, 0, 8, 1, UInt8(component), 0, 0, 0, 0] + [UInt8](repeating: 0, count: (blocks + 7) / 8)
    }
    let run = [UInt8](repeating: 0, count: ((blocks + 16383) / 16384 * 15 + 7) / 8)
    let all = (UInt8(1)...63).flatMap { coefficient in (UInt8(0)...13).reversed().map { (coefficient, $0) } }
    for (coefficient, bit) in all.prefix(scans) {
      let before: UInt8 = bit == 13 ? 0 : bit + 1
      file += [0xFF, 0xDA, 0, 8, 1, 1, 0, coefficient, coefficient, before << 4 | bit] + run
    }
    return file + [0xFF, 0xD9]
  }

  /// The head of an extended WebP file whose canvas is as large as numbers go.
  private static func webP(flags: UInt8) -> [UInt8] {
    let canvas: [UInt8] = Array("VP8X".utf8) + [10, 0, 0, 0, flags, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 6)
    return Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBP".utf8) + canvas
  }
}
