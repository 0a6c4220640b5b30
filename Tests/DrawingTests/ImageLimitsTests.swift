import Foundation
import HostileFiles
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

@Suite struct ImageLimitsTests {
  /// A short file whose header claims a size: a signature, a header and a few bytes that are no
  /// chunk.
  private func claim(_ width: Int, _ height: Int) -> [UInt8] {
    PNGBuilder.signature + PNGBuilder.header(width: width, height: height) + [UInt8](repeating: 0, count: 27)
  }

  @Test(arguments: [
    (100_000, 100_000, "16384 px per side"), (16385, 1, "16384 px per side"), (1, 16385, "16384 px per side"),
    (16384, 16384, "67108864 px in all"), (8193, 8192, "67108864 px in all"),
  ])
  func claimsOverTheLimitsAreRefusedAtOnce(width: Int, height: Int, limit: String) throws {
    let before = try addressSpacePeak()
    let line = errorLine { () throws(ImageError) in try decodeImage(claim(width, height), name: "picture.png") }
    #expect(
      line
        == "picture.png: expected at most \(limit), found \(width) x \(height) px; scale the image down")
    // The largest of these claims 40 GB, the others at most 1 GB; half of that is room for what
    // runs beside this test.
    #expect(try addressSpacePeak() - before < 512 << 20)
  }

  @Test func claimsWithinTheLimitsAreReadOn() {
    let line = errorLine { () throws(ImageError) in try decodeImage(claim(8192, 8192), name: "p") }
    #expect(line?.contains("truncated") == true)
  }

  @Test func claimsOfNothingAreRefused() {
    let line = errorLine { () throws(ImageError) in try decodeImage(claim(0, 5), name: "p") }
    #expect(line?.contains("a header that claims 0 x 5 px") == true)
  }

  @Test(arguments: ImageFileFormat.allCases)
  func limitsHoldForEachFormat(format: ImageFileFormat) throws {
    let file = try TestPixels.small.encoded(as: format)
    let exact = ImageLimits(maximumSide: 13, maximumPixels: 91, maximumFileBytes: file.count)
    #expect(errorLine { () throws(ImageError) in try decodeImage(file, name: "p", limits: exact) } == nil)
    for lower in [\ImageLimits.maximumSide, \.maximumPixels, \.maximumFileBytes] {
      var limits = exact
      limits[keyPath: lower] -= 1
      let line = errorLine { () throws(ImageError) in try decodeImage(file, name: "p", limits: limits) }
      #expect(line?.hasPrefix("p: expected at most \(limits[keyPath: lower]) ") == true)
    }
  }

  /// The most address space that this process has had, in bytes.
  private func addressSpacePeak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") })
    return try #require(Int(line.filter(\.isNumber))) * 1024
  }
}
