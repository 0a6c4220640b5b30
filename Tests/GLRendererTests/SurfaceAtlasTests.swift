import Testing

@testable import GLRenderer

@Suite struct SurfaceAtlasTests {
  /// Groups of these sizes, and the frame that shows them.
  private func passes(_ sizes: [(Int, Int)], isSmooth: Bool = false) -> [CommandStream.Pass] {
    var passes = sizes.map { size in
      CommandStream.Pass(
        area: DeviceBox(minX: 5, minY: 7, maxX: 5 + Double(size.0), maxY: 7 + Double(size.1)), background: .clear)
    }
    var frame = CommandStream.Pass(area: DeviceBox(0, 0, 100, 100), background: .clear)
    frame.isFrame = true
    frame.shows = Array(passes.indices)
    frame.batches = passes.indices.map { number in
      CommandStream.Batch(
        key: CommandStream.BatchKey(
          program: ProgramKind(shape: .plain, features: [.textured]), source: .surface(pass: number, isSmooth: isSmooth)
        ),
        first: number, count: 1, area: 1)
    }
    passes.append(frame)
    return passes
  }

  @Test func partsLieBesideOneAnother() {
    let sizes = (0..<60).map { (40 + $0 * 37 % 300, 30 + $0 * 53 % 200) }
    let passes = passes(sizes)
    let atlas = SurfaceAtlas(passes, isCoarse: false)
    #expect(atlas.places.count == 60)
    let boxes = atlas.places.map { number, place in
      let size = sizes[number]
      return DeviceBox(
        minX: Double(place.x), minY: Double(place.y), maxX: Double(place.x + size.0), maxY: Double(place.y + size.1))
    }
    for (index, box) in boxes.enumerated() {
      #expect(box.maxX <= Double(atlas.width) && box.maxY <= Double(atlas.height))
      for other in boxes[..<index] { #expect(box.intersection(other).isEmpty) }
    }
  }

  @Test func oneGroupHasItsOwnSurface() {
    #expect(SurfaceAtlas(passes([(40, 40)]), isCoarse: false).places.isEmpty)
  }

  @Test func whatIsLargeOrSmoothOrReadByOthersHasItsOwnSurface() {
    #expect(SurfaceAtlas(passes([(600, 40), (40, 600), (20, 20)]), isCoarse: false).places.isEmpty)
    #expect(SurfaceAtlas(passes([(40, 40), (40, 40)], isSmooth: true), isCoarse: false).places.isEmpty)
    #expect(SurfaceAtlas(passes([(40, 40), (40, 40)]), isCoarse: true).places.isEmpty)
    var masked = passes([(40, 40), (40, 40), (40, 40)])
    masked[3].batches[0].key.program = ProgramKind(shape: .masked, features: [])
    #expect(SurfaceAtlas(masked, isCoarse: false).places.keys.sorted() == [1, 2])
  }

  @Test func aGroupThatShowsAnotherHasItsOwnSurface() {
    var nested = passes([(40, 40), (40, 40), (40, 40)])
    nested[2].shows = [1]
    #expect(SurfaceAtlas(nested, isCoarse: false).places.keys.sorted() == [0, 1])
  }
}
