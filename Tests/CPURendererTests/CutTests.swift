import Foundation
import MultiplaneCPURenderer
import MultiplaneGraphics
import TestSupport
import Testing

@testable import MultiplaneFlattening

/// Hard cuts along lines (rendering rules §13): the parts of layers that other planes cross.
@Suite("Cuts") struct CPUCutTests {
  /// Lines through pixels' centres, along rows and columns, and steep ones.
  private static let lines = [
    HalfPlane(a: 1, b: 0, c: -40.5), HalfPlane(a: 0, b: 1, c: -33.5), HalfPlane(a: 1, b: -1, c: 0),
    HalfPlane(a: 1, b: 1, c: -97), HalfPlane(a: -3, b: 7, c: 11.25), HalfPlane(a: 1e-9, b: 1, c: -64),
    HalfPlane(a: 0.3, b: 0.1, c: -23.37), HalfPlane(a: 1e9, b: 3e9, c: -2e11), HalfPlane(a: 0, b: 0, c: 1),
  ]

  private func side(_ side: HalfPlane, in builder: inout ListBuilder, outer: Int32 = -1) -> Int32 {
    builder.list.clips.append(Clip(region: .side(side), outer: outer))
    return Int32(builder.list.clips.count - 1)
  }

  @Test("Both sides of a line share no pixel and leave none out", arguments: lines)
  func bothSides(line: HalfPlane) throws {
    // Half of each colour: what both drew, or neither, would be another one.
    var builder = ListBuilder(width: 150, height: 90)
    let color = PremultipliedColor(red: 0.5, green: 0, blue: 0, alpha: 0.5)
    for half in [line, line.opposite] {
      builder.add(BoxShape(0, 0, 150, 90), color, clip: side(half, in: &builder))
    }
    let frame = try Frame(builder.list)
    for y in 0..<90 {
      for x in 0..<150 where frame.pixel(x, y) != [128, 0, 0, 128] {
        Issue.record("\(line): \(frame.pixel(x, y)) at \(x), \(y)")
        return
      }
    }
  }

  @Test("Each pixel lies on the side of its centre", arguments: lines)
  func centres(line: HalfPlane) throws {
    var builder = ListBuilder(width: 150, height: 90)
    builder.add(BoxShape(0, 0, 150, 90), .red, clip: side(line, in: &builder))
    let frame = try Frame(builder.list)
    for y in 0..<90 {
      for x in 0..<150 {
        let value = line.value(Double(x) + 0.5, Double(y) + 0.5)
        guard abs(value) > 1e-9 * abs(line.c) else { continue }
        guard frame.pixel(x, y)[3] != (value > 0 ? 255 : 0) else { continue }
        Issue.record("\(line): \(frame.pixel(x, y)) at \(x), \(y)")
        return
      }
    }
  }

  /// A polygon of eight sides is more than a region holds.
  @Test("Many cuts, images and surfaces, by any threads and levels") func manyCuts() throws {
    let bytes = (0..<64).map { index -> UInt8 in index % 4 == 3 ? 255 : UInt8(index * 37 % 256) }
    let image = try #require(CGImage(premultipliedRGBA8: bytes, width: 4, height: 4))
    var builder = ListBuilder(width: 150, height: 150)
    var clip: Int32 = -1
    for index in 0..<8 {
      let angle = Double(index) * .pi / 4 + 0.1
      clip = side(
        HalfPlane(a: cos(angle), b: sin(angle), c: 50 - 75 * (cos(angle) + sin(angle))), in: &builder, outer: clip)
    }
    builder.addImage(image, BoxShape(0, 0, 150, 150))
    builder.list.images[0].columns = StretchAxis(
      target: (0, 150), source: (0, 4), size: 4, natural: 4, center: (0.25, 0.5))
    builder.list.images[0].rows = builder.list.images[0].columns
    let whole = try Frame(builder.list)
    builder.list.primitives[0].clip = clip
    let pass = builder.pass { $0.add(BoxShape(0, 0, 75, 150), .green) }
    builder.list.surfaces.append(SurfaceUse(pass: pass, mask: -1))
    builder.add(.surface, 0, plane: -1, clip: clip, opacity: 0.5)
    let frame = try Frame(builder.list)
    for y in 0..<150 {
      for x in 0..<150 {
        let isInside = builder.list.clips.allSatisfy { clip in
          guard case .side(let side) = clip.region else { return false }
          return side.value(Double(x) + 0.5, Double(y) + 0.5) >= 0
        }
        var expected = (isInside ? whole.pixel(x, y) : [0, 0, 0, 0]).map { Int($0) }
        if isInside, x < 75 { expected = zip(expected, [0, 255, 0, 255]).map { ($0 + $1) / 2 } }
        let off = zip(frame.pixel(x, y), expected).map { abs(Int($0) - $1) }.max() ?? 0
        guard off > 1 else { continue }
        Issue.record("\(frame.pixel(x, y)) for \(expected) at \(x), \(y)")
        return
      }
    }
    for threads in 1...3 {
      #expect(try Frame(builder.list, threads: threads, kernels: .baseline) == frame)
    }
  }

  @Test("A part hides only what lies on its side of the cut") func occlusion() throws {
    var builder = ListBuilder(width: 128, height: 64)
    builder.add(BoxShape(0, 0, 128, 64), .green)
    builder.add(BoxShape(0, 0, 128, 64), .red, clip: side(HalfPlane(a: -1, b: 0.25, c: 90), in: &builder))
    var frame = Frame(width: 128, height: 64)
    let statistics = try frame.draw(builder.list, by: CPURenderer(threads: 1))
    #expect(frame.pixel(10, 10) == [255, 0, 0, 255] && frame.pixel(120, 10) == [0, 255, 0, 255])
    #expect(frame.pixel(80, 2) == [255, 0, 0, 255] && frame.pixel(100, 2) == [0, 255, 0, 255])
    #expect(statistics.commands == 3 || statistics.commands == 4)
  }
}
