import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@testable import MultiplaneFlattening
@testable import MultiplaneGLRenderer

@Suite struct RecordTests {
  private let box = PixelBox(minX: -3, minY: 7, maxX: 20, maxY: 300)

  /// As long as its layout says, so that ten thousand of them are 0.61 MiB.
  @Test func aRecordIs64Bytes() {
    #expect(MemoryLayout<Record>.size == 64 && MemoryLayout<Record>.stride == Record.layout.stride)
  }

  @Test func boxesAreSignedWords() {
    let record = Record(box: box, movedBy: (-100, 5), .box)
    #expect(record.low == 0x0007_fffd && record.high == 0x012c_0014)
    #expect(record.offset == 0x0005_ff9c)
    #expect(record.pixelCount == 23 * 293)
  }

  @Test func colorsAreWordsWhereTheyAreWithin0And1() {
    var record = Record(box: box, movedBy: (0, 0), .box)
    let isHeld = record.setColor(SIMD4(0, 1, 0.5, 0.25))
    #expect(isHeld)
    #expect(record.redGreen == 0xffff_0000 && record.blueAlpha == 0x4000_8000)
    let areBeyond = [SIMD4<Float>(1.5, 0, 0, 1), SIMD4(-0.1, 0, 0, 1)].allSatisfy { !record.setColor($0) }
    #expect(areBeyond)
  }

  @Test func aColorBeyondStandsInTheData() throws {
    var writer = RecordWriter()
    let plane = try #require(Plane(scale: 1))
    let shape = BoxShape(minX: 0, minY: 0, maxX: 10, maxY: 10, radii: .square, hardEdges: [])
    let bright = Box(shape: shape, color: PremultipliedColor(red: 3, green: 0, blue: 0, alpha: 1))
    let place = RecordWriter.Place(box: box, offset: (0, 0), isCut: false)
    let made = writer.box(bright, on: place.rows(plane), opacity: 0.5, in: place)
    let record = try #require(made)
    #expect(record.kind.contains(.isWide) && writer.data == [SIMD4(1.5, 0, 0, 0.5)])
    // Both edges of each direction by themselves, from the box's corner.
    #expect(record.x == SIMD4(1, 0, -3, 13) && record.y == SIMD4(0, 1, 7, 3))
  }

  /// What is far away loses nothing of what is near: neither edge is a difference of the other.
  @Test func edgesFarAwayDoNotMoveNearOnes() throws {
    var data: [SIMD4<Float>] = []
    let plane = try #require(Plane(scale: 1))
    let shape = BoxShape(minX: -1e9, minY: 0, maxX: 20.25, maxY: 10, radii: .square, hardEdges: [])
    let numbers = try #require(ShapeNumbers(shape, on: PlaneRows(plane, from: 20, 0), data: &data))
    #expect(numbers.x.w == 0.25)
  }

  @Test func whatHasNoPlaceIsNoShape() throws {
    var data: [SIMD4<Float>] = []
    let plane = try #require(Plane(scale: 1))
    let shape = BoxShape(minX: 0, minY: 0, maxX: .infinity, maxY: 10, radii: .square, hardEdges: [])
    #expect(ShapeNumbers(shape, on: PlaneRows(plane, from: 0, 0), data: &data) == nil && data.isEmpty)
  }
}

@Suite struct AtlasPackingTests {
  /// Nothing overlaps, and nothing is allocated beyond the page.
  @Test func boxesDoNotOverlap() {
    var packing = AtlasPacking(width: 100, height: 100)
    var allocated: [PixelBox] = []
    for number in 0..<200 {
      let (width, height) = (5 + number * 7 % 23, 4 + number * 5 % 17)
      guard let corner = packing.allocate(width: width, height: height) else { continue }
      let box = PixelBox(
        minX: Int32(corner.x), minY: Int32(corner.y), maxX: Int32(corner.x + width), maxY: Int32(corner.y + height))
      #expect(PixelBox(minX: 0, minY: 0, maxX: 100, maxY: 100).contains(box))
      #expect(allocated.allSatisfy { $0.intersection(box).isEmpty })
      allocated.append(box)
    }
    #expect(allocated.reduce(0) { $0 + $1.pixelCount } > 6000)
    #expect(packing.allocate(width: 101, height: 1) == nil)
  }
}
