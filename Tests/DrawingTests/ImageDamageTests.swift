import MultiplaneDrawing
import MultiplaneGraphics
import TestTiers
import Testing

/// Truncated or changed files: an error or an image, never a crash.
@Suite struct ImageDamageTests {
  @Test(arguments: ImageFileFormat.allCases)
  func everyTruncationIsRefused(format: ImageFileFormat) throws {
    let file = try TestPixels.small.encoded(as: format)
    // Each AVIF is decoded in a process of its own: the quick tier cuts it at every ninth length.
    let lengths = Array(0..<file.count)
    for length in format == .avif ? lengths.drawn() : lengths {
      let line = errorLine { () throws(ImageError) in try decodeImage(Array(file[..<length]), name: "cut") }
      #expect(line?.hasPrefix("cut: expected ") == true, "\(length) of \(file.count) bytes were taken")
      #expect(line?.contains("\n") != true)
    }
  }

  @Test(arguments: ImageFileFormat.allCases)
  func changedBytesNeverCrash(format: ImageFileFormat) throws {
    let file = try TestPixels.small.encoded(as: format)
    // Each AVIF is decoded in a process of its own, twice.
    for seed in format == .avif ? Array(0..<UInt64(200)).drawn() : Array(0..<2000) {
      var generator = SplitMix64(seed: seed)
      var changed = file
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<file.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      }
      do throws(ImageError) {
        // A changed size may still be within the limits; keep those small.
        let image = try decodeImage(changed, name: "changed", limits: ImageLimits(maximumPixels: 1 << 20))
        #expect(image.width > 0)
      } catch {
        #expect(error.description.hasPrefix("changed: expected "))
      }
    }
  }

  @Test(arguments: [
    ("", "an empty file"), ("GIF89a", "a GIF"), ("BM1234", "a BMP"), ("<svg/>", "an SVG"),
    ("    ftypheic", "a HEIF or video file"), ("hi", "2 bytes of another kind"),
  ])
  func otherFilesAreNamed(text: String, found: String) {
    let line = errorLine { () throws(ImageError) in try decodeImage(Array(text.utf8), name: "picture.png") }
    #expect(
      line == "picture.png: expected a PNG, JPEG, WebP or AVIF image, found \(found); convert it to one of these")
  }

  /// RIFF, then VP8X with the animation flag (0x02) and a canvas of 4 x 4.
  @Test(arguments: [[], Array("ANMF".utf8) + [4, 0, 0, 0, 1, 2, 3, 4], Array("ANMF".utf8) + [255, 0, 0, 0, 0, 0]])
  func animationsWithoutAFrame(chunks: [UInt8]) {
    let extended: [UInt8] = Array("VP8X".utf8) + [10, 0, 0, 0, 0x02, 0, 0, 0, 3, 0, 0, 3, 0, 0]
    let file = Array("RIFF".utf8) + [UInt8(22 + chunks.count), 0, 0, 0] + Array("WEBP".utf8) + extended + chunks
    let line = errorLine { () throws(ImageError) in try decodeImage(file, name: "moving.webp") }
    #expect(line?.contains("found an animated WebP without a frame") == true, "\(line ?? "no error")")
  }

  /// A first frame that claims another place or size than it has.
  @Test(arguments: [(0, 200), (3, 200), (6, 2), (9, 200)])
  func animationsWhoseFrameIsElsewhere(byte: Int, value: UInt8) throws {
    var file = try Corpus.bytes("moving.webp")
    let frame = try #require(file.indices.dropLast(4).first { file[$0..<$0 + 4].elementsEqual("ANMF".utf8) })
    file[frame + 8 + byte] = value
    let line = errorLine { () throws(ImageError) in try decodeImage(file, name: "moving.webp") }
    #expect(line?.contains("whose first frame is not of the size and place it claims") == true, "\(line ?? "none")")
  }
}
