import Graphics
import Testing

@testable import GL
@testable import GLRenderer
@testable import RenderTree

/// Mosaics as rows of pixels.
@Suite struct MosaicBandsTests {
  private static let red = SIMD4<Float>(1, 0, 0, 1)
  private static let stride = 256

  /// The rows of a mosaic's bands, `stride` pixels each, and what they were before.
  private func rows(of mosaic: inout Mosaic, _ boxes: [SolidBox], opacity: Float) -> [UInt32] {
    _ = mosaic.take(boxes)
    var sheet = PixelSheet()
    guard mosaic.findEdges(),
      let place = sheet.place(width: mosaic.bandColumns.count, height: mosaic.bandCounts.rows)
    else { return [] }
    mosaic.layBands(opacity: opacity, in: &sheet, at: place)
    return sheet.rows(of: 0, stride: Self.stride)
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

  /// From the second time on the boxes of a group are known, and none of its sublayers is looked at.
  @Test(arguments: [1, 3000.0]) func groupsThatAreKnownAreDrawnAsBefore(width: Double) {
    var boxes = (0..<6).map { layer(Double($0) * 9.3 + 2.2, Double($0) * 8.1 + 3.4, 20, 20, color: .red) }
    boxes.append(layer(40.6, 3.2, 20, 20, color: .green) { $0.opacity = 0.7 })
    // What is no box for a mosaic is drawn as it would be alone.
    boxes.append(layer(1, 90, width, 500, color: .blue))
    let group = layer(0.3, 0.6, 100, 100, sublayers: boxes) { $0.opacity = 0.5 }
    let tree = tree(group)
    let streams = (0..<3).map { time in
      group?.noteInside(stays: time > 0)
      return Flattener.flatten(
        tree, width: 100, height: 100, reusing: CommandStream(), rasters: nil, traits: .llvmpipe)
    }
    for stream in streams[1...] {
      #expect(stream.layerCount == streams[0].layerCount)
      #expect(stream.description == streams[0].description)
      #expect(stream.plain.map(\.corners.3.position) == streams[0].plain.map(\.corners.3.position))
      #expect(stream.plain.map(\.corners.0.color) == streams[0].plain.map(\.corners.0.color))
      #expect(stream.sheet.pages.count == streams[0].sheet.pages.count)
      for page in stream.sheet.pages.indices {
        let width = stream.sheet.pages[page].width
        #expect(stream.sheet.rows(of: page, stride: width) == streams[0].sheet.rows(of: page, stride: width))
      }
    }
  }

  /// What changes in each frame is not noted down.
  @Test func boxesAreNotedDownWhenTheyStay() throws {
    let group = try #require(layer(0, 0, 100, 100, sublayers: [layer(3, 4, 20, 10, color: .red)]) { $0.opacity = 0.5 })
    #expect(group.coloredSublayers == nil)
    group.noteInside(stays: true)
    let box = try #require(group.coloredSublayers?.first)
    #expect(box.corners == SIMD4(3, 4, 23, 14) && box.opacity == 1 && box.color == .red)
    group.noteInside(stays: false)
    #expect(group.coloredSublayers == nil)
    let others = try #require(
      layer(0, 0, 100, 100, sublayers: [layer(3, 4, 20, 10, color: .red) { $0.cornerRadius = 2 }]))
    others.noteInside(stays: true)
    #expect(others.coloredSublayers == nil)
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

extension PixelSheet {
  /// The rows of a page, as it is written for a texture.
  fileprivate func rows(of page: Int, stride: Int) -> [UInt32] {
    let width = pages[page].width
    var rows = [UInt32](repeating: 0x1234_5678, count: stride * (pages[page].height + 1))
    var memory: [UInt32] = []
    forEachPart(of: page, in: &memory) { bytes, part in
      let pixels = bytes.bindMemory(to: UInt32.self)
      for row in part {
        for x in 0..<min(width, stride) { rows[row * stride + x] = pixels[(row - part.lowerBound) * width + x] }
      }
    }
    return rows
  }
}

@Suite struct PixelSheetTests {
  @Test func rectanglesLieSideBySideAndThenBelow() {
    var sheet = PixelSheet()
    func place(_ width: Int, _ height: Int) -> PixelSheet.Place? { sheet.place(width: width, height: height) }
    let places = [place(100, 40), place(40, 60), place(50, 10), place(200, 5)]
    // Up to three pixels more than its own, which who writes four at once may write too.
    #expect(
      places == [
        PixelSheet.Place(page: 0, x: 0, y: 0), PixelSheet.Place(page: 0, x: 0, y: 40),
        PixelSheet.Place(page: 0, x: 44, y: 40), PixelSheet.Place(page: 1, x: 0, y: 0),
      ])
    #expect(sheet.pages.map(\.width) == [112, 208])
    #expect(sheet.pages.map(\.height) == [100, 5])
    let others = [place(100, PixelSheet.longest), place(PixelSheet.widest + 1, 1), place(1, PixelSheet.longest + 1)]
    #expect(others == [PixelSheet.Place(page: 2, x: 0, y: 0), nil, nil])
    sheet.removeAll()
    #expect(sheet.pages.isEmpty)
    // As wide as the widest of the frame before.
    let first = place(8, 2)
    #expect(first == PixelSheet.Place(page: 0, x: 0, y: 0))
    #expect(sheet.pages[0].width == 208 && sheet.pages[0].height == 2)
  }

  /// In parts that are copied one after another, each of whole rectangles, and nothing is missing between them.
  @Test func pagesAreWrittenInParts() {
    var sheet = PixelSheet()
    for number in 0..<5 {
      guard let place = sheet.place(width: 30, height: 200) else { continue }
      #expect(place.y == number * 200)
      sheet.begin(at: place, columns: [2, 3, 20], from: 1)
      let first = sheet.addColors([0, 7, UInt32(number)], of: [1, 2])
      sheet.addRows(150, colors: first)
      sheet.addRows(50, colors: first)
      sheet.end()
    }
    var parts: [Range<Int>] = []
    var memory: [UInt32] = []
    sheet.forEachPart(of: 0, in: &memory) { parts.append($1) }
    #expect(parts == [0..<400, 400..<800, 800..<1000])
    let rows = sheet.rows(of: 0, stride: 19)
    for row in 0..<1000 {
      let expected: [UInt32] = [0, 7] + Array(repeating: UInt32(row / 200), count: 17)
      #expect(rows[row * 19..<(row + 1) * 19].elementsEqual(expected))
    }
  }
}
