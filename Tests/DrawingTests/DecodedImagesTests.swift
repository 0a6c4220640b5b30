import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Images that are kept by their files' bytes.
@Suite struct DecodedImagesTests {
  private let folder = NSTemporaryDirectory() + "multiplane-decoded-\(UUID().uuidString)/"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, side: Int, value: UInt8) throws {
    let pixels = [UInt8](repeating: value, count: side * side * 4)
    try writeImage(premultipliedRGBA8: pixels, width: side, height: side, to: folder + name)
  }

  @Test func whatIsReadAgainIsDecodedOnce() throws {
    defer { remove() }
    try write("a.png", side: 4, value: 255)
    let images = DecodedImages(budget: 1 << 20)
    func read() throws -> CGImage { try images.image(at: folder + "a.png", limits: .standard, root: nil) }
    let (first, second, third) = (try read(), try read(), try read())
    // What is read once is not kept, and the second time it is.
    #expect(first !== second && second === third)
    try write("a.png", side: 5, value: 255)
    let other = try read()
    #expect(other.width == 5)
    #expect(try read() === other)
    #expect(throws: ImageError.self) {
      try images.image(at: folder + "a.png", limits: ImageLimits(maximumPixels: 24), root: nil)
    }
    try FileManager.default.removeItem(atPath: folder + "a.png")
    #expect(throws: ImageError.self) { try read() }
  }

  /// Room for two: the one that was used longest ago goes.
  @Test func memoryIsBounded() throws {
    defer { remove() }
    for name in ["a", "b", "c"] { try write(name + ".png", side: 64, value: 255) }
    try write("large.png", side: 256, value: 255)
    let images = DecodedImages(budget: 2 * (64 * 64 * 4 + 2000))
    func read(_ name: String) throws -> CGImage {
      try images.image(at: folder + name + ".png", limits: .standard, root: nil)
    }
    for _ in 0..<2 { for name in ["a", "b", "large"] { _ = try read(name) } }
    #expect(try read("large") !== read("large"))
    let (a, b) = (try read("a"), try read("b"))
    #expect(try read("a") === a)
    for _ in 0..<2 { _ = try read("c") }
    #expect(try read("a") === a)
    #expect(try read("b") !== b)
  }
}
