import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

@Suite("Rasters") struct RasterTests {
  private func rastered(
    _ x: Double = 10, _ y: Double = 10, scale: Double = 1, sublayers: [RenderNode?] = [], mask: RenderNode?? = nil,
    configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    layer(x, y, 40, 30, color: .red, sublayers: sublayers, mask: mask) {
      $0.compositing.shouldRasterize = true
      $0.compositing.rasterizationScale = scale
      configure(&$0)
    }
  }

  @Test func arePassesInPixelsOfTheirOwn() throws {
    let list = flatten(rastered(scale: 2, sublayers: [layer(30, 20, 20, 20, color: .green)]), scale: 1.5)
    #expect(list.faults() == [])
    #expect(list.kinds(of: 0) == [.raster] && list.kinds(of: 1) == [.box, .box] && !list.passes[1].isLocal)
    // Counted from the pixel of the middle, (20, 15) points: 2048 pixels each way.
    #expect(list.passes[1].canvas == PixelBox(-2048, -2048, 2049, 2049))
    #expect(list.passes[1].box == PixelBox(-40, -30, 60, 50))
    let raster = try #require(list.primitives.last)
    // A pixel of the raster more, and one of the device: 10 − ½ to 60 + ½ points.
    #expect(raster.box == PixelBox(14, 14, 91, 76) && raster.opacity == 1)
    let use = try #require(list.rasters.first)
    #expect(use.pass == 1 && use.scaleX == 2 && use.scaleY == 2 && use.offset == (30, 25))
    #expect(use.minification == .linear && use.magnification == .linear)
  }

  @Test("Opacity and clips apply to the raster as it is shown") func opacityAndClips() throws {
    let list = flatten(
      layer(10, 10, 50, 50, sublayers: [rastered(0, 0) { $0.opacity = 0.5 }]) {
        $0.masksToBounds = true
        $0.cornerRadius = 5
      })
    #expect(list.faults() == [] && list.passes.count == 2 && list.kinds(of: 0) == [.raster])
    let raster = try #require(list.primitives.last)
    #expect(raster.opacity == 0.5 && raster.clip == 0 && list.primitives[1].clip == -1)
    #expect(list.primitives[1].opacity == 1)
  }

  @Test("Of a raster that reads its backdrop only that is drawn") func backdropsInside() {
    let glass = layer(0, 0, 20, 20, color: .red) {
      $0.compositing.backgroundFilters = [FilterValue(FilterDescription.all[0])]
    }
    let cut = layer(10, 10, 20, 20, color: .green) { $0.compositing.blendMode = .destIn }
    let list = flatten(rastered(sublayers: [glass, cut]))
    #expect(list.faults() == [] && list.kinds(of: 0) == [.raster] && !list.backdrops.isEmpty)
    #expect(list.passes.allSatisfy { $0.box.width <= 160 && $0.box.height <= 160 })
  }

  @Test("A blend mode takes what the raster shows as a whole") func blendModes() throws {
    let list = flatten(rastered { $0.compositing.blendMode = .multiply })
    #expect(list.faults() == [] && list.kinds(of: 0) == [.surface] && list.kinds(of: 1) == [.raster])
    #expect(list.primitives.last?.blend == .multiply)
    // One that changes what lies beneath everything.
    let copy = flatten(rastered(sublayers: []) { $0.compositing.blendMode = .copy })
    #expect(copy.faults() == [] && copy.primitives.last?.box == PixelBox(0, 0, 100, 100))
  }

  @Test("Filters, shadow and drawn masks lie on the raster") func effects() throws {
    let mask = layer(5, 5, 10, 10, color: .red, sublayers: [layer(8, 8, 10, 10, color: .red)])
    let list = flatten(
      rastered(scale: 2, mask: .some(mask)) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 2
      })
    #expect(list.faults() == [] && list.kinds(of: 0) == [.raster])
    let raster = Int(list.rasters[0].pass)
    #expect(list.kinds(of: raster) == [.surface] && list.surfaces.contains { $0.mask >= 0 })
    #expect(list.passes.dropFirst().allSatisfy { $0.canvas.minX == -2048 })
    guard case .gaussian(let blur) = list.filters.first else { throw TestError() }
    // 2 points are 4 pixels of the raster.
    #expect(abs(blur.down - 16) < 1e-9)
    let filtered = flatten(rastered { $0.compositing.filters = [FilterValue(FilterDescription.all[0])] })
    #expect(filtered.faults() == [] && filtered.kinds(of: 0) == [.raster])
  }

  private struct TestError: Error {}

  @Test("A mask that is a clip cuts the raster on the device") func maskClips() {
    let list = flatten(rastered(mask: .some(layer(5, 5, 10, 10, color: .red) { $0.cornerRadius = 3 })))
    #expect(list.faults() == [] && list.kinds(of: 0) == [.raster])
    #expect(list.primitives.map(\.clip) == [-1, -1, 0] && list.primitives.last?.box == PixelBox(15, 15, 25, 25))
  }

  @Test("Flipped layers have their raster turned round") func flipped() {
    let list = flatten(layer(0, 0, 100, 100, sublayers: [rastered()]) { $0.geometry.isGeometryFlipped = true })
    #expect(list.faults() == [] && list.rasters.map(\.scaleY) == [-1] && list.rasters.map(\.scaleX) == [1])
    // The middle, 15 points, is pixel −15.
    #expect(list.passes[1].box == PixelBox(-20, -15, 20, 15))
  }

  @Test("Only what the device shows is drawn, but where it shows a horizon") func neededPixels() {
    let far = layer(-1_000, 0, 30, 30, color: .green)
    let list = flatten(rastered(sublayers: [far, layer(80, 0, 1_000, 10, color: .blue)]))
    #expect(list.boxes.count == 2 && list.passes[1].box.maxX < 75)
    func turned(_ m34: Double, angle: Double) -> DisplayList {
      var perspective = CATransform3DIdentity
      perspective.m34 = m34
      return flatten(
        layer(
          0, 0, 100, 100,
          sublayers: [rastered(sublayers: [far]) { $0.geometry.transform = CATransform3DMakeRotation(angle, 0, 1, 0) }]
        ) { $0.geometry.sublayerTransform = perspective })
    }
    let before = turned(-0.001, angle: 0.5)
    #expect(before.faults() == [] && before.boxes.count == 1)
    let across = turned(-0.05, angle: 1.2)
    #expect(across.faults() == [] && across.boxes.count == 2)
  }

  @Test("Numbers without sense stop nothing", arguments: [0, 1e-300, 1e300, 1e30, -1e9, 1e15, .infinity, .nan])
  func hostileNumbers(_ number: Double) {
    for place in 0..<6 {
      let list = flatten(
        rastered(sublayers: [layer(0, 0, 10, 10, color: .green)]) {
          switch place {
          case 0: $0.geometry.position.x = number
          case 1: $0.compositing.rasterizationScale = number
          case 2: $0.geometry.transform.m34 = number
          case 3: $0.geometry.bounds.origin.y = number
          case 4: $0.geometry.bounds.size.width = number
          default: $0.geometry.sublayerTransform.m41 = number
          }
        })
      #expect(list.faults() == [])
    }
  }
}
