import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

/// Mosaics as rows of pixels.
@Suite struct MosaicBandsTests {
  private static let red = SIMD4<Float>(1, 0, 0, 1)
  private static let stride = 256

  /// The rows of a mosaic's bands, `stride` pixels each, and what they were before.
  private func rows(of mosaic: inout Mosaic, _ boxes: [SolidBox], opacity: Float) -> [UInt32] {
    _ = mosaic.take(boxes)
    guard mosaic.findEdges() else { return [] }
    var pixels = [UInt32](repeating: 0x1234_5678, count: Self.stride * (mosaic.bandCounts.rows + 1))
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      mosaic.layBands(opacity: opacity, in: first, stride: Self.stride)
    }
    return pixels
  }

  /// Blue first: half of it covers the first row, three quarters the first column.
  @Test func rowsThatAreAlikeAreOne() {
    var mosaic = Mosaic()
    let rows = rows(of: &mosaic, [SolidBox(box: DeviceBox(5.25, 0.5, 10, 10), color: Self.red)], opacity: 1)
    #expect(mosaic.bandCounts == (quads: 2, rows: 2))
    #expect(
      mosaic.bands == [
        Mosaic.Band(box: DeviceBox(4, 0, 10, 1), firstRow: 0, isStretched: false),
        Mosaic.Band(box: DeviceBox(4, 1, 10, 10), firstRow: 1, isStretched: true),
      ])
    guard rows.count >= Self.stride * 2 else { return }
    #expect(rows[..<6].elementsEqual([0, 0x6060_0000] + Array(repeating: 0x8080_0000, count: 4)))
    #expect(
      rows[Self.stride..<Self.stride + 6].elementsEqual([0, 0xbfbf_0000] + Array(repeating: 0xffff_0000, count: 4)))
  }

  @Test func fewRowsThatAreAlikeAreWrittenOut() {
    var mosaic = Mosaic()
    let boxes = [
      SolidBox(box: DeviceBox(0, 0, 8, 3), color: Self.red), .init(box: DeviceBox(4, 3, 12, 7), color: Self.red),
    ]
    let rows = rows(of: &mosaic, boxes, opacity: 0.5)
    #expect(mosaic.bands == [Mosaic.Band(box: DeviceBox(0, 0, 12, 7), firstRow: 0, isStretched: false)])
    guard rows.count >= Self.stride * 7 else { return }
    for row in 0..<7 {
      let line = rows[row * Self.stride..<row * Self.stride + 12]
      let shown: Range<Int> = row < 3 ? 0..<8 : 4..<12
      #expect(line.map { $0 == 0x8080_0000 } == (0..<12).map(shown.contains))
    }
    // Nothing between two boxes is no band.
    _ = self.rows(
      of: &mosaic, [boxes[0], .init(box: DeviceBox(0, 20, 8, 22), color: Self.red)], opacity: 0.5)
    #expect(mosaic.bands.map(\.box) == [DeviceBox(0, 0, 8, 3), DeviceBox(0, 20, 8, 22)])
  }

  /// Each pixel has the bytes of the tile that holds it, and is drawn once; one that has no tile is transparent.
  @Test(arguments: 0..<20)
  func bandsShowWhatTilesShow(seed: Int) {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func next(_ most: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) * most
    }
    let boxes = (0..<8).map { _ in
      let (x, y) = (next(80) - 20, next(80) - 20)
      let alpha = Float(next(2) < 1 ? 1 : next(1))
      return SolidBox(
        box: DeviceBox(x, y, x + 1 + next(50), y + 1 + next(50)),
        color: SIMD4(Float(next(1)), Float(next(1)), Float(next(1)), 1) * alpha)
    }
    var mosaic = Mosaic()
    let isLaid = mosaic.lay(boxes) { _ in 4096 }
    #expect(isLaid)
    var expected: [SIMD2<Int>: UInt32] = [:]
    for tile in mosaic.tiles {
      let bytes = (tile.color * (0.7 * 255)).rounded(.toNearestOrEven)
      let pixel = UInt32(bytes.z) | UInt32(bytes.y) << 8 | UInt32(bytes.x) << 16 | UInt32(bytes.w) << 24
      for y in Int(tile.box.minY)..<Int(tile.box.maxY) {
        for x in Int(tile.box.minX)..<Int(tile.box.maxX) { expected[SIMD2(x, y)] = pixel }
      }
    }
    let rows = rows(of: &mosaic, boxes, opacity: 0.7)
    for band in mosaic.bands {
      for y in Int(band.box.minY)..<Int(band.box.maxY) {
        let row = band.firstRow + (band.isStretched ? 0 : y - Int(band.box.minY))
        for x in Int(band.box.minX)..<Int(band.box.maxX) {
          let pixel = rows[row * Self.stride + x - mosaic.bandColumns.lowerBound]
          let wanted = expected.removeValue(forKey: SIMD2(x, y)) ?? 0
          #expect(pixel == wanted)
        }
      }
    }
    #expect(expected.isEmpty)
  }

  /// Bytes hold no colours that are out of range.
  @Test(arguments: [(SIMD4<Float>(1, 0, 0.5, 1), true), (SIMD4(1.5, 0, 0, 1), false), (SIMD4(0, -0.1, 0, 1), false)])
  func coloursOutOfRangeAreNoticed(color: SIMD4<Float>, isInRange: Bool) {
    var mosaic = Mosaic()
    _ = mosaic.take([SolidBox(box: DeviceBox(0, 0, 4, 4), color: color)])
    #expect(mosaic.isInRange == isInRange)
  }

  private func isInBands(_ group: RenderNode?, traits: DeviceTraits = .llvmpipe) -> Bool {
    let stream = Flattener.flatten(
      tree(group), width: 100, height: 100, reusing: CommandStream(), rasters: nil, traits: traits)
    return stream.passes.contains { $0.batches.contains { $0.key.source == .sheet(0) } }
  }

  @Test func onlySmallGroupsOnTheFrameAreInBands() {
    func boxes(_ color: StraightColor = .red, side: Double = 20) -> [RenderNode?] {
      (0..<4).map { layer(Double($0) * 9.3 + 2.2, Double($0) * 8.1 + 3.4, side, side, color: color) }
    }
    func group(_ sublayers: [RenderNode?]) -> RenderNode? {
      layer(0, 0, 100, 100, sublayers: sublayers) { $0.opacity = 0.5 }
    }
    #expect(isInBands(group(boxes())))
    #expect(!isInBands(group(boxes()), traits: .unknown))
    var plain = DeviceTraits.llvmpipe
    plain.stretchesRows = false
    #expect(!isInBands(group(boxes()), traits: plain))
    // More pixels than what few tiles they save is worth.
    #expect(!isInBands(group([layer(0.5, 0.5, 98, 98, color: .red), layer(2.5, 2.5, 80, 80, color: .green)])))
    // Surfaces may hold more than bytes.
    let round = layer(60, 60, 30, 30, color: .blue) { $0.cornerRadius = 5 }
    #expect(!isInBands(group([group(boxes()), round])))
  }
}

@Suite struct PixelSheetTests {
  @Test func rectanglesLieSideBySideAndThenBelow() {
    var sheet = PixelSheet()
    func place(_ width: Int, _ height: Int) -> PixelSheet.Place? { sheet.place(width: width, height: height) }
    let places = [place(500, 40), place(299, 60), place(300, 10)]
    // Up to three pixels more than its own, which who writes four at once may write too.
    #expect(
      places == [
        PixelSheet.Place(page: 0, x: 0, y: 0), PixelSheet.Place(page: 0, x: 504, y: 0),
        PixelSheet.Place(page: 0, x: 0, y: 60),
      ])
    #expect(sheet.pages[0].height == 70)
    #expect(sheet.pages[0].pixels.count >= 70 * PixelSheet.width)
    let others = [place(100, 1000), place(PixelSheet.width + 1, 1), place(1, PixelSheet.longest + 1)]
    #expect(others == [PixelSheet.Place(page: 1, x: 0, y: 0), nil, nil])
    sheet.removeAll()
    #expect(sheet.pages.isEmpty)
    let first = place(8, 2)
    #expect(first == PixelSheet.Place(page: 0, x: 0, y: 0))
    #expect(sheet.pages[0].height == 2)
  }
}
