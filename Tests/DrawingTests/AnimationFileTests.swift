import Foundation
import Testing

@testable import MultiplaneDrawing

/// Animated PNG and WebP: what is written plays as the frames that were given.
@Suite struct AnimationFileTests {
  private let folder: TemporaryFolder
  private static let (width, height) = (21, 13)

  init() throws { folder = try TemporaryFolder() }

  /// A square of a colour on a background, whose corner is at a place.
  private static func frame(_ x: Int, _ y: Int, _ color: [UInt8], on background: [UInt8]) -> [UInt8] {
    TestPixels(width: width, height: height) { column, row in
      (x..<x + 4).contains(column) && (y..<y + 4).contains(row) ? color : background
    }.bytes
  }

  private static let (gray, red, clear, shade): ([UInt8], [UInt8], [UInt8], [UInt8]) = (
    [90, 90, 90, 255], [255, 0, 0, 255], [0, 0, 0, 0], [10, 20, 0, 64]
  )

  /// Opaque and not, over what is opaque and what is not; far apart, so that what changes is mostly
  /// what did not; equal ones between.
  private static let sequences: [[[UInt8]]] = [
    [frame(0, 0, red, on: gray), frame(17, 9, red, on: gray), frame(17, 9, red, on: gray), frame(5, 3, red, on: gray)],
    [
      frame(0, 0, shade, on: clear), frame(17, 9, shade, on: clear), frame(3, 9, red, on: clear),
      frame(3, 9, clear, on: clear),
    ],
    [
      frame(1, 1, shade, on: gray), frame(2, 1, shade, on: gray), frame(2, 2, red, on: shade),
      frame(2, 2, clear, on: red),
    ],
    (0..<12).map { TestPixels.noise(seed: UInt64($0 / 2), width: width, height: height).bytes },
  ]

  private func write(
    _ format: AnimationFormat, _ frames: [[UInt8]], framesPerSecond: Double = 10, quality: Double? = nil
  ) throws -> [AnimationPlayer.Frame] {
    let path = folder.file("animation")
    let file = try AnimationFile(
      format, path: path, width: Self.width, height: Self.height, framesPerSecond: framesPerSecond, quality: quality)
    for frame in frames { try file.add(premultipliedRGBA8: frame) }
    try file.finish()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return try format == .apng ? AnimationPlayer.frames(ofPNG: bytes) : AnimationPlayer.frames(ofWebP: bytes)
  }

  @Test(arguments: [AnimationFormat.apng, .webp], sequences)
  func everyByteOfEveryFrameComesBack(format: AnimationFormat, frames: [[UInt8]]) throws {
    let played = try write(format, frames)
    var place = 0
    for (index, frame) in played.enumerated() {
      for _ in 0..<Int((frame.seconds * 10).rounded()) {
        try #require(place < frames.count)
        #expect(firstDifference(frame.pixels, frames[place]) == nil, "frame \(place), the file's \(index)")
        place += 1
      }
    }
    #expect(place == frames.count)
  }

  @Test(arguments: [AnimationFormat.apng, .webp])
  func framesThatChangeNothingLengthenTheOneBefore(format: AnimationFormat) throws {
    let still = Self.frame(3, 3, Self.red, on: Self.gray)
    let played = try write(format, [still, still, still, Self.frame(4, 3, Self.red, on: Self.gray)])
    #expect(played.map { Int(($0.seconds * 10).rounded()) } == [3, 1])
  }

  /// 16 bits of hundredths are eleven minutes.
  @Test func aDurationThatAFileCannotHoldIsCutInTwo() throws {
    let still = Self.frame(3, 3, Self.red, on: Self.gray)
    let played = try write(.apng, [still, still, still, still], framesPerSecond: 0.004)
    #expect(played.count == 2 && played.map(\.seconds) == [500, 500])
    #expect(played.allSatisfy { $0.pixels == still })
  }

  @Test(arguments: [AnimationFormat.apng, .webp], [1, 7, 12.5, 29.97, 30000.0 / 1001, 59.94, 60, 144, 1000])
  func whatRoundingLosesDoesNotAddUp(format: AnimationFormat, framesPerSecond: Double) throws {
    let frames = (0..<90).map { Self.frame($0 % 17, 2, Self.red, on: Self.gray) }
    let played = try write(format, frames, framesPerSecond: framesPerSecond)
    #expect(played.count == 90)
    #expect(abs(played.reduce(0) { $0 + $1.seconds } - 90 / framesPerSecond) <= 0.0006)
    #expect(played.allSatisfy { abs($0.seconds - 1 / framesPerSecond) <= 0.0011 })
  }

  /// With a quality colours change, alpha does not, and nothing grows from frame to frame.
  @Test func webpWithAQualityStaysNearTheFrames() throws {
    let size = (width: 64, height: 40)
    func frame(_ index: Int) -> [UInt8] {
      TestPixels(width: size.width, height: size.height) { x, y in
        let alpha = abs(x - index) < 6 ? 255 : min(255, 3 * x)
        return [UInt8(alpha / 3), UInt8(alpha * y / 40), UInt8(alpha / 2), UInt8(alpha)]
      }.bytes
    }
    let path = folder.file("animation")
    let file = try AnimationFile(
      .webp, path: path, width: size.width, height: size.height, framesPerSecond: 10, quality: 0.9)
    for index in 0..<40 { try file.add(premultipliedRGBA8: frame(index)) }
    try file.finish()
    let played = try AnimationPlayer.frames(ofWebP: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    try #require(played.count == 40)
    for (index, shown) in played.enumerated() {
      let differences = zip(shown.pixels, frame(index)).map { abs(Int($0) - Int($1)) }
      #expect(
        stride(from: 3, to: differences.count, by: 4).allSatisfy { differences[$0] == 0 }, "alpha of frame \(index)")
      // Colours are stored at half the resolution, and the edges of the bar are sharp.
      #expect(differences.max() ?? 255 <= 28, "frame \(index)")
    }
  }

  @Test(arguments: [AnimationFormat.apng, .webp])
  func aFileIsThereWhenItIsWhole(format: AnimationFormat) throws {
    let path = folder.file("old")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let file = try AnimationFile(format, path: path, width: Self.width, height: Self.height, framesPerSecond: 10)
    try file.add(premultipliedRGBA8: Self.sequences[0][0])
    #expect(
      errorLine { () throws(ImageError) in try file.add(premultipliedRGBA8: [1, 2, 3]) }?.contains("found 3 bytes")
        == true)
    file.discard()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old"])
    let empty = try AnimationFile(format, path: path, width: 1, height: 1, framesPerSecond: 10)
    #expect(errorLine { () throws(ImageError) in try empty.finish() }?.contains("at least one frame") == true)
    empty.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old"])
  }

  @Test(arguments: [(AnimationFormat.webp, 16384, 1), (.webp, 0, 1), (.apng, 1, 0)])
  func sizesThatDoNotFitAreRefused(format: AnimationFormat, width: Int, height: Int) {
    let path = folder.file("size")
    let line = errorLine { () throws(ImageError) in
      _ = try AnimationFile(format, path: path, width: width, height: height, framesPerSecond: 10)
    }
    #expect(line?.contains("px per side for an animation, found \(width) x \(height) px") == true)
  }
}
