import Foundation
import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

/// Display lists made by hand, with pixels that are easy to count.
@Suite struct CPUFrameTests {
  @Test func boxesCoverTheShareOfEachPixel() throws {
    var builder = ListBuilder(
      width: 100, height: 70, background: PremultipliedColor(red: 1, green: 1, blue: 1, alpha: 1))
    builder.add(BoxShape(10, 10, 80.5, 20.25), .red)
    let frame = try Frame(builder.list)
    #expect(frame.pixel(9, 12) == [255, 255, 255, 255])
    #expect(frame.pixel(10, 10) == [255, 0, 0, 255])
    #expect(frame.pixel(79, 19) == [255, 0, 0, 255])
    #expect(frame.pixel(80, 12) == [255, 128, 128, 255])
    #expect(frame.pixel(40, 20) == [255, 191, 191, 255])
    #expect(frame.pixel(81, 12) == [255, 255, 255, 255])
  }

  @Test func roundCornersCoverADisc() throws {
    var builder = ListBuilder(width: 64, height: 64)
    builder.add(BoxShape(12, 12, 52, 52, radius: 20), .red)
    let frame = try Frame(builder.list)
    var area = 0.0
    for pixel in 0..<64 * 64 { area += Double(frame.bytes[pixel * 4 + 3]) / 255 }
    #expect(abs(area - .pi * 400) < 1)
  }

  @Test func bordersAreHollow() throws {
    var builder = ListBuilder(width: 64, height: 64)
    builder.list.borders.append(
      BorderBox(outer: BoxShape(4, 4, 60, 60, radius: 6), inner: BoxShape(6, 6, 58, 58, radius: 4), color: .green))
    builder.add(.border, 0)
    let frame = try Frame(builder.list)
    #expect(frame.pixel(30, 5) == [0, 255, 0, 255])
    #expect(frame.pixel(59, 30) == [0, 255, 0, 255])
    #expect(frame.pixel(30, 30) == [0, 0, 0, 0])
    #expect(frame.pixel(57, 57) == [0, 255, 0, 255] || frame.pixel(57, 57)[1] > 0)
  }

  @Test func imagesMovedByWholePixelsKeepTheirBytes() throws {
    let bytes = (0..<800).map { index -> UInt8 in index % 4 == 3 ? 255 : UInt8(index * 37 % 256) }
    let image = try #require(CGImage(premultipliedRGBA8: bytes, width: 20, height: 10))
    var builder = ListBuilder(width: 100, height: 80)
    builder.addImage(image, BoxShape(55, 60, 75, 70))
    let frame = try Frame(builder.list)
    for y in 0..<10 {
      for x in 0..<20 {
        let place = (y * 20 + x) * 4
        #expect(frame.pixel(55 + x, 60 + y) == Array(bytes[place..<place + 4]))
      }
    }
  }

  @Test func passesFadeAsOne() throws {
    var builder = ListBuilder(width: 80, height: 40)
    let pass = builder.pass {
      $0.add(BoxShape(0, 0, 40, 40), .red)
      $0.add(BoxShape(20, 0, 80, 40), .green)
    }
    builder.list.surfaces.append(SurfaceUse(pass: pass, mask: -1))
    builder.add(.surface, 0, plane: -1, opacity: 0.5)
    let frame = try Frame(builder.list)
    #expect(frame.pixel(5, 5) == [128, 0, 0, 128])
    #expect(frame.pixel(30, 5) == [0, 128, 0, 128])
  }

  @Test func masksMultiplyByAlpha() throws {
    var builder = ListBuilder(width: 80, height: 40)
    let pass = builder.pass { $0.add(BoxShape(0, 0, 80, 40), .red) }
    let mask = builder.pass {
      let inner = $0.pass { $0.add(BoxShape(0, 0, 40, 40), .green) }
      $0.list.surfaces.append(SurfaceUse(pass: inner, mask: -1))
      $0.add(.surface, 0, plane: -1, opacity: 0.5)
    }
    builder.list.surfaces.append(SurfaceUse(pass: pass, mask: mask))
    builder.add(.surface, 1, plane: -1)
    let frame = try Frame(builder.list)
    #expect(frame.pixel(5, 5) == [128, 0, 0, 128])
    #expect(frame.pixel(60, 5) == [0, 0, 0, 0])
  }

  @Test func whatOpaqueBoxesHideIsLeftOut() throws {
    var builder = ListBuilder(width: 128, height: 128)
    for _ in 0..<20 { builder.add(BoxShape(3, 3, 120, 120, radius: 8), .halfBlue) }
    builder.add(BoxShape(0, 0, 128, 128), .red)
    var frame = Frame(width: 128, height: 128)
    let statistics = try frame.draw(builder.list, by: CPURenderer(threads: 1))
    #expect(statistics.commands == 4)
    #expect(frame.pixel(64, 64) == [255, 0, 0, 255])
  }

  @Test func moreClipsThanARegionHoldsAllCount() throws {
    var builder = ListBuilder(width: 64, height: 64)
    var clip: Int32 = -1
    for i in 0..<12 {
      let inset = Double(i) / 4
      clip = builder.clip(BoxShape(inset, inset, 64 - inset, 64 - inset, radius: 20), outer: clip)
    }
    clip = builder.clip(BoxShape(30.5, 0, 64, 64, radius: 0), outer: clip)
    builder.add(BoxShape(0, 0, 64, 64), .red, clip: clip)
    let frame = try Frame(builder.list)
    #expect(frame.pixel(0, 0) == [0, 0, 0, 0])
    #expect(frame.pixel(30, 32) == [128, 0, 0, 128])
    #expect(frame.pixel(40, 32) == [255, 0, 0, 255])
  }

  /// What belongs to a device is an error, not nothing; `render(in:)` leaves it out.
  @Test func whatTheProcessorCannotReadIsAnError() throws {
    let handle = try #require(UnsafeMutableRawPointer(bitPattern: 64))
    let shared = try ImportedImage(eglImage: handle, width: 8, height: 8)
    var builder = ListBuilder(width: 64, height: 64)
    builder.addImage(shared.image, BoxShape(0, 0, 64, 64))
    let list = builder.list
    var bytes = [UInt8](repeating: 7, count: 64 * 64 * 4)
    bytes.withUnsafeMutableBytes { memory in
      let target = PixelTarget(memory: memory, width: 64, height: 64, bytesPerRow: 256)
      let renderer = CPURenderer(threads: 1)
      for _ in 0..<2 {
        let error = #expect(throws: CPURendererError.self) { try renderer.render(list, into: target) }
        #expect(error?.description.contains("EGLImage") == true && error?.description.contains("\n") == false)
      }
      renderer.leavesOutUnreadableImages = true
      #expect(throws: Never.self) { try renderer.render(list, into: target) }
    }
    #expect(Set(bytes) == [0])
  }

  /// Whole lines of the cache are written past it, so that the place of a row in memory decides how
  /// its parts are written.
  @Test(arguments: CPURenderer.KernelLevel.allCases) func anyPlaceInMemory(level: CPURenderer.KernelLevel) throws {
    guard level.isAvailable else { return }
    let (width, height) = (101, 3)
    var builder = ListBuilder(width: Int32(width), height: Int32(height))
    for x in 0..<width { builder.add(BoxShape(Double(x), 0, 101, Double(1 + x % 3)), x % 2 == 0 ? .red : .halfBlue) }
    let expected = try Frame(builder.list).bytes
    let renderer = CPURenderer(threads: 1, kernels: level)
    for offset in 0..<68 {
      let bytesPerRow = width * 4 + offset % 5
      var bytes = [UInt8](repeating: 7, count: offset + bytesPerRow * height + 64)
      try bytes.withUnsafeMutableBytes { memory in
        let place = UnsafeMutableRawBufferPointer(rebasing: memory[offset..<offset + bytesPerRow * height])
        try renderer.render(
          builder.list, into: PixelTarget(memory: place, width: width, height: height, bytesPerRow: bytesPerRow))
      }
      for row in 0..<height {
        let start = offset + row * bytesPerRow
        #expect(Array(bytes[start..<start + width * 4]) == Array(expected[row * width * 4..<(row + 1) * width * 4]))
        bytes.replaceSubrange(start..<start + width * 4, with: repeatElement(7, count: width * 4))
      }
      #expect(Set(bytes) == [7], "\(offset)")
    }
  }

  @Test func targetsThatAreTooSmallAreRefused() {
    var bytes = [UInt8](repeating: 0, count: 100)
    let list = ListBuilder(width: 64, height: 64).list
    bytes.withUnsafeMutableBytes { memory in
      let target = PixelTarget(memory: memory, width: 64, height: 64, bytesPerRow: 256)
      #expect(throws: CPURendererError.self) { try CPURenderer(threads: 1).render(list, into: target) }
    }
  }
}

extension ListBuilder {
  /// An image that fills a rectangle.
  mutating func addImage(_ image: CGImage, _ shape: BoxShape, plane: Int32 = 0, opacity: Float = 1) {
    func axis(_ start: Double, _ end: Double, _ size: Int) -> StretchAxis {
      StretchAxis(
        target: (start, end - start), source: (0, Double(size)), size: Double(size), natural: Double(size), center: nil)
    }
    list.images.append(
      ImageBox(
        shape: shape, image: image, columns: axis(shape.minX, shape.maxX, image.width),
        rows: axis(shape.minY, shape.maxY, image.height), minification: .trilinear, magnification: .linear,
        minificationBias: 0, tint: StraightColor(red: 1, green: 1, blue: 1)))
    add(.image, list.images.count - 1, plane: plane, opacity: opacity)
  }
}
