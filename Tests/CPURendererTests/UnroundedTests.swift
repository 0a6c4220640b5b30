import MultiplaneCPixels
import MultiplaneFlattening
import MultiplanePathImages
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneCPURenderer

/// The CPU renderer's numbers before they are rounded to bytes, beside the reference renderer's.
///
/// Parity compares bytes, of which one step is allowed. Here a fault of the display list that moves
/// an edge by a hundredth of a pixel is seen.
@Suite struct UnroundedTests {
  @Test(arguments: SceneLibrary.all.filter { $0.magnification == nil })
  func scenes(scene: SceneName) throws {
    try expectSame(scene.committed().evaluate(at: 0))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func randomTrees(seed: UInt64) throws {
    try expectSame(RandomTree.make(seed: seed).evaluate(at: 0.3))
  }

  private func expectSame(_ tree: RenderTree) throws {
    let list = Flattener.flatten(tree)
    let reference = ReferenceRenderer().render(tree)
    let numbers = try UnroundedCanvas(list).numbers
    try #require(numbers.count == reference.pixels.count)
    var (worst, count) = (0, 0)
    let limit = list.unroundedLimit
    for index in numbers.indices {
      let difference = abs(Double(numbers[index]) - reference.pixels[index])
      if difference > limit { count += 1 }
      if difference > abs(Double(numbers[worst]) - reference.pixels[worst]) { worst = index }
    }
    let place = (x: worst / 4 % reference.width, y: worst / 4 / reference.width)
    let most = abs(Double(numbers[worst]) - reference.pixels[worst])
    #expect(count == 0, "\(count) beyond, worst: \(most * 4096) / 4096 at \(place)")
  }
}

extension DisplayList {
  /// How far the CPU renderer's numbers may be from the reference's, by what it approximates. A
  /// path that is off by a hundredth of a pixel is beyond each limit.
  fileprivate var unroundedLimit: Double {
    // Coverage is a sum of 64 parts per pixel, each in 255 steps.
    let hasPaths = !paths.isEmpty || clips.contains { if case .path = $0.region { true } else { false } }
    // Each layer over another rounds once more.
    let roundings = Double(mostOverlapping) / (2 * Double(CP_ONE))
    if hasPaths { return 24.0 / 4096 + roundings }
    // Blurs run on fewer pixels, shadows come from tables, and mip levels, of rasters too, are half
    // floats.
    let isExact =
      backdrops.isEmpty && shadows.isEmpty && images.isEmpty && passes.dropFirst().allSatisfy(\.isLocal)
    return (isExact ? 1.0 / 4096 : 1.0 / 256) + roundings
  }

  /// The primitives whose boxes hold the pixel that most of them hold.
  private var mostOverlapping: Int {
    guard let canvas = passes.first?.box else { return 0 }
    var counts = [Int](repeating: 0, count: canvas.pixelCount)
    for primitive in primitives where !primitive.box.intersection(canvas).isEmpty {
      let box = primitive.box.intersection(canvas)
      for y in box.rows {
        let row = Int(y - canvas.minY) * canvas.width
        for x in box.columns { counts[row + Int(x - canvas.minX)] += 1 }
      }
    }
    return counts.max() ?? 0
  }
}

/// A list's canvas as `CPURenderer.render` draws it, but not rounded to bytes.
private struct UnroundedCanvas {
  /// Premultiplied red, green, blue and alpha, row after row.
  private(set) var numbers: [Float] = []

  init(_ list: DisplayList) throws {
    let canvas = try #require(list.passes.first?.box)
    let kernels = try #require(CPURenderer.KernelLevel.best.kernels)
    let (frame, plan, bins, pool, painter) = (
      PreparedFrame(), TilePlan(), TileBins(), SurfacePool(), TilePainter()
    )
    // The frame points into what these cache.
    let (images, paths, shadows) = (ImageCache(), BinnedPathCache(), BoxShadowCache())
    defer { withExtendedLifetime((images, paths, shadows, frame)) {} }
    plan.prepare(list, wanted: canvas)
    frame.prepare(list, plan, images: images, paths: paths, shadows: shadows, threads: 1)
    painter.begin(frame, kernels)
    let work = FilterWork(kernels: kernels, pool: pool, threads: 1, gaussians: GaussianCache())
    let passes = WholePasses(list: list, frame: frame, plan: plan, painters: [painter], work: work)
    try passes.draw()
    bins.sort(frame, 0..<list.primitives.count, of: 0, wanted: canvas)
    let sweep = PassSweep(pass: 0, try TileSurface(canvas, channels: 4, from: pool), bins: bins)
    try passes.drawToLastBackdrop(sweep)
    sweep.advance(to: list.primitives.count, in: canvas, [painter])
    let surface = sweep.surface.view
    for y in canvas.minY..<canvas.maxY {
      for x in canvas.minX..<canvas.maxX {
        let tile = surface.tile(column: TileSize.column(of: x), row: TileSize.row(of: y))
        for channel in 0..<4 {
          let place = sweep.surface.place(x, y) + channel * TileSize.width
          numbers.append(Float(tile?[place] ?? 0) / Float(CP_ONE))
        }
      }
    }
  }
}
