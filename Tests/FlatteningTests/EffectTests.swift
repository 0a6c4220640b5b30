import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

/// Two layers in one, so that its picture needs a surface.
private func pair(
  _ x: Double = 20, _ y: Double = 20, kind: LayerKind = .layer, mask: RenderNode?? = nil,
  configure: (inout LayerValues) -> Void = { _ in }
) -> RenderNode? {
  layer(
    x, y, 20, 20, color: .red, kind: kind, sublayers: [layer(10, 10, 20, 20, color: .green)], mask: mask,
    configure: configure)
}

/// A mask that is no clip: it covers 20 × 20 points, and half of them once more.
private func drawnMask() -> RenderNode? {
  layer(0, 0, 10, 20, color: .red, sublayers: [layer(5, 0, 10, 20, color: .red)])
}

private func filter(_ name: String, _ inputs: [String: FilterValue.Input] = [:]) throws -> FilterValue {
  var filter = FilterValue(try #require(FilterDescription.named(name)))
  for (key, value) in inputs { filter.inputs[key] = value }
  return filter
}

private func blur(_ radius: Double) throws -> FilterValue {
  try filter("CIGaussianBlur", ["inputRadius": .number(radius)])
}

@Suite("Filters of a layer") struct FilterPassTests {
  @Test func aBlurredLayerIsAWholePassWithItsReach() throws {
    let blur = try blur(2)
    let list = flatten(pair { $0.compositing.filters = [blur] })
    let pass = try #require(list.passes.last)
    #expect(list.passes.count == 2 && list.kinds(of: 0) == [.surface])
    #expect(list.kinds(of: 1) == [.box, .box] && !pass.isLocal && !pass.isAlphaOnly)
    #expect(pass.box == PixelBox(20, 20, 50, 50) && pass.filteredBox == PixelBox(14, 14, 56, 56))
    #expect(list.primitives.last?.box == pass.filteredBox)
    guard case .gaussian(let step) = list.filters.first else {
      Issue.record("no Gaussian")
      return
    }
    #expect(step.across == 4 && step.down == 4 && step.slope == 0 && pass.filters.count == 1)
  }

  @Test func pixelsBeyondTheCanvasThatReachIntoItAreDrawn() throws {
    let blur = try blur(2)
    let list = flatten(layer(-30, 20, 40, 20, color: .red) { $0.compositing.filters = [blur] })
    #expect(list.passes.last?.box == PixelBox(-6, 20, 10, 40))
    #expect(list.primitives.last?.box == PixelBox(0, 14, 16, 46))
    let outside = flatten(layer(-47, 20, 40, 20, color: .red) { $0.compositing.filters = [blur] })
    #expect(outside.passes.count == 1 && outside.primitives.isEmpty && outside.filters.isEmpty)
  }

  @Test func nothingFartherThanTheLimitIsDrawn() throws {
    let blurs = try [blur(341), blur(341), blur(341)]
    let list = flatten(layer(-5000, 20, 10_000, 20, color: .red) { $0.compositing.filters = blurs })
    let pass = try #require(list.passes.last)
    #expect(pass.box.minX == -2048 && pass.box.maxX == 2148 && pass.filteredBox == PixelBox(0, 0, 100, 100))
    #expect(pass.canvas == PixelBox(0, 0, 100, 100))
    #expect(
      list.input(of: pass.filters, for: pass.filteredBox, canvas: pass.canvas) == PixelBox(-2048, -2048, 2148, 2148))
  }

  @Test func colourFiltersAreLocal() throws {
    let filters = try [
      filter("CIColorInvert"), filter("CIExposureAdjust", ["inputEV": .number(1)]),
      filter("CIVignette", ["inputIntensity": .number(1)]),
    ]
    let list = flatten(pair { $0.compositing.filters = filters })
    #expect(list.passes[1].isLocal && list.passes[1].filters == 0..<3)
    #expect(list.passes[1].filteredBox == list.passes[1].box)
    guard case .color(let step) = list.filters.last else {
      Issue.record("no vignette")
      return
    }
    #expect(step.filter == ColorFilter(.vignette, [[1, 1]]))
    #expect(step.middle == (30, 30) && abs(step.scale - 1 / (200.0.squareRoot())) < 1e-12)
  }

  @Test("A box blur is one mean along each direction of the plane") func boxBlur() throws {
    let filters = try [filter("CIBoxBlur", ["inputRadius": .number(3)])]
    let list = flatten(
      layer(30, 30, 20, 20, color: .red) {
        $0.compositing.filters = filters
        $0.geometry.transform = CATransform3DMakeScale(2, 0.5, 1)
      })
    let steps = list.filters.compactMap { if case .mean(let step) = $0 { step } else { nil } }
    #expect(steps.map(\.x) == [1, 0] && steps.map(\.y) == [0, 1] && steps.map(\.reach) == [6, 1.5])
    #expect(list.passes[1].filteredBox == list.passes[1].box.grown(byX: 6, y: 2))
  }

  @Test func filtersThatChangeNothingAreLeftOut() throws {
    let filters = try [filter("CIBoxBlur", ["inputRadius": .number(0.01)]), blur(0.2)]
    let list = flatten(pair { $0.compositing.filters = filters })
    #expect(list.passes.count == 2 && list.passes[1].filters.isEmpty && list.passes[1].isLocal)
  }

  @Test func squaresAreDrawnWhole() throws {
    let filters = try [filter("CIPixellate", ["inputScale": .number(10), "inputCenter": .vector([0, 0])])]
    let list = flatten(layer(3, 0, 10, 10, color: .red) { $0.compositing.filters = filters })
    guard case .pixellate(let step) = list.filters.first else {
      Issue.record("no squares")
      return
    }
    #expect(step.center == (3, 0) && step.scale == 10 && step.limit == PixelBox(-1024, -1024, 1124, 1124))
    #expect(list.passes[1].filteredBox == PixelBox(0, 0, 24, 21))
  }

  @Test func aBlurInPerspectiveReachesWhatItsSquaresDo() throws {
    let filters = try [filter("CIPixellate", ["inputScale": .number(10), "inputCenter": .vector([0, 0])])]
    let list = flatten(
      layer(20, 20, 60, 60, color: .red) {
        $0.compositing.filters = filters
        $0.geometry.transform.m34 = -1.0 / 200
        $0.geometry.transform = CATransform3DRotate($0.geometry.transform, 0.8, 0, 1, 0)
      })
    let pass = try #require(list.passes.last)
    #expect(pass.filteredBox.contains(pass.box) && pass.filteredBox != PixelBox(0, 0, 100, 100))
  }

  @Test("Nothing is drawn of a layer whose middle is behind the camera") func behindTheCamera() throws {
    let blur = try blur(2)
    func list(_ filters: [FilterValue]) -> DisplayList {
      flatten(
        layer(20, 20, 60, 60, color: .red) {
          $0.compositing.filters = filters
          $0.geometry.anchorPoint.x = -0.5
          $0.geometry.transform.m34 = -1.0 / 50
          $0.geometry.transform = CATransform3DRotate($0.geometry.transform, -1.2, 0, 1, 0)
        })
    }
    #expect(list([]).primitives.count == 1)
    #expect(list([blur]).primitives.isEmpty && list([blur]).passes.count == 1)
  }
}

@Suite("Blend modes") struct BlendPassTests {
  @Test func anyModeNeedsASurface() {
    let list = flatten(
      layer(10, 10, 20, 20, color: .red) {
        $0.compositing.blendMode = .multiply
        $0.opacity = 0.5
      })
    #expect(list.kinds(of: 0) == [.surface] && list.kinds(of: 1) == [.box])
    let surface = list.primitives[2]
    #expect(surface.blend == .multiply && surface.opacity == 0.5 && surface.box == PixelBox(10, 10, 30, 30))
    #expect(list.primitives.dropLast().allSatisfy { $0.blend == .normal })
  }

  @Test func modesThatReachBeyondTheirSourceChangeAllThatTheClipsLeave() {
    let clear = layer(-5, -5, 10, 10, color: .red) { $0.compositing.blendMode = .sourceIn }
    let list = flatten(layer(10, 10, 40, 40, sublayers: [clear]) { $0.masksToBounds = true })
    #expect(list.primitives.last?.box == PixelBox(10, 10, 50, 50) && list.passes[1].box == PixelBox(10, 10, 15, 15))
  }

  @Test func ofNothingTheyChangeItToo() throws {
    func list(_ mode: BlendMode) -> DisplayList {
      flatten(layer(500, 10, 20, 20, color: .red) { $0.compositing.blendMode = mode })
    }
    #expect(list(.multiply).primitives.isEmpty)
    let list = list(.copy)
    #expect(list.kinds(of: 0) == [.surface] && list.kinds(of: 1).isEmpty && list.passes[1].box.pixelCount == 1)
    #expect(list.primitives.last?.box == PixelBox(0, 0, 100, 100))
  }

  @Test func aMasksOwnModeIsIgnored() throws {
    let mask = layer(0, 0, 10, 20, color: .red, sublayers: [layer(5, 0, 10, 20, color: .red)]) {
      $0.compositing.blendMode = .copy
    }
    let list = flatten(pair(mask: .some(mask)))
    let use = try #require(list.surfaces.last)
    #expect(list.kinds(of: Int(use.mask)) == [.box, .box])
  }

  @Test func masksCutTheirBox() throws {
    let list = flatten(pair(mask: .some(drawnMask())) { $0.compositing.blendMode = .destIn })
    let use = try #require(list.surfaces.last)
    #expect(use.mask >= 0 && list.primitives.last?.box == PixelBox(20, 20, 35, 40))
  }
}

@Suite("Shadows") struct ShadowPassTests {
  private func shadow(_ values: inout LayerValues, radius: Double = 2) {
    values.shadow.opacity = 0.5
    values.shadow.color = CGColor(.blue)
    values.shadow.offset = CGSize(width: 4, height: 6)
    values.shadow.radius = radius
  }

  @Test func lieBeneathTheLayerInItsOwnPass() throws {
    let list = flatten(pair { shadow(&$0) })
    #expect(list.kinds(of: 0) == [.surface, .box, .box])
    let (caster, use) = (list.passes[1], try #require(list.surfaces.first))
    #expect(list.kinds(of: 1) == [.box, .box] && caster.isAlphaOnly && !caster.isLocal && use.pass == 1)
    #expect(use.shadow == PremultipliedColor(red: 0, green: 0, blue: 0.5, alpha: 0.5) && use.mask == -1)
    #expect(caster.box == PixelBox(24, 26, 54, 56) && caster.filteredBox == PixelBox(18, 20, 60, 62))
    #expect(caster.filters.count == 1 && list.planes.count == 1)
  }

  @Test func withoutABlurAreLocal() {
    let list = flatten(pair { shadow(&$0, radius: 0) })
    #expect(list.passes[1].isLocal && list.passes[1].isAlphaOnly && list.passes[1].filters.isEmpty)
  }

  @Test func fadeWithTheirLayer() {
    let list = flatten(
      pair {
        shadow(&$0)
        $0.opacity = 0.5
      })
    #expect(list.kinds(of: 0) == [.surface] && list.kinds(of: 1) == [.surface, .box, .box])
    #expect(list.passes[1].isLocal && list.passes[2].isAlphaOnly && list.primitives.last?.opacity == 0.5)
  }

  @Test func ofPathsAreOnePrimitive() {
    let list = flatten(
      pair {
        shadow(&$0)
        $0.shadow.path = CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil)
      })
    #expect(list.kinds(of: 1) == [.path] && list.paths.count == 1)
    #expect(list.paths[0].offset == (24, 26) && list.passes[1].box == PixelBox(24, 26, 29, 31))
  }

  @Test func areClippedByTheirLayersBounds() throws {
    let list = flatten(
      layer(20, 20, 20, 20, sublayers: [layer(-5, 5, 20, 20, color: .red)]) {
        shadow(&$0)
        $0.masksToBounds = true
        $0.cornerRadius = 4
      })
    let surface = try #require(list.primitives.first { $0.kind == .surface })
    #expect(surface.clip >= 0 && surface.box == PixelBox(20, 25, 40, 40))
    // What casts it is clipped by the bounds where they have moved to.
    let caster = try #require(list.primitives.first { $0.kind == .box })
    #expect(caster.clip >= 0 && caster.clip != surface.clip && caster.box == PixelBox(24, 31, 39, 46))
  }

  @Test func hiddenByAnOpaqueBackgroundAreNotDrawn() {
    func list(_ color: StraightColor, opacity: Float = 1) -> DisplayList {
      flatten(
        layer(20, 20, 20, 20, color: color, sublayers: [layer(10, 10, 20, 20, color: .green)]) {
          shadow(&$0)
          $0.masksToBounds = true
          $0.opacity = opacity
          $0.compositing.allowsGroupOpacity = false
        })
    }
    #expect(list(.red).kinds(of: 0) == [.box, .box])
    #expect(list(StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)).kinds(of: 0) == [.surface, .box, .box])
    #expect(list(.red, opacity: 0.5).kinds(of: 0) == [.surface, .box, .box])
  }

  @Test func beneathFilteredLayersAreOneGroupWithThem() throws {
    let blur = try blur(1)
    let list = flatten(
      pair {
        shadow(&$0)
        $0.compositing.filters = [blur]
      })
    #expect(list.kinds(of: 0) == [.surface] && list.kinds(of: 1) == [.surface, .surface] && list.passes[1].isLocal)
    let uses = list.surfaces.map(\.pass)
    // The layer's picture, and within what casts the shadow the same again.
    #expect(list.kinds(of: 2) == [.box, .box] && list.kinds(of: 3) == [.surface] && list.kinds(of: 4) == [.box, .box])
    #expect(uses == [4, 3, 2, 1] && list.passes.map(\.isAlphaOnly) == [false, false, false, true, false])
  }

  @Test func ofMaskedLayersAreMaskedWhereTheyFall() throws {
    let list = flatten(pair(mask: .some(drawnMask())) { shadow(&$0) })
    let caster = try #require(list.passes.firstIndex { $0.isAlphaOnly })
    #expect(list.kinds(of: caster) == [.surface] && list.passes[caster].box == PixelBox(24, 26, 39, 46))
    let use = try #require(list.surfaces.first)
    #expect(
      list.kinds(of: Int(use.mask)) == [.box, .box] && list.passes[Int(use.mask)].box == PixelBox(24, 26, 39, 46))
  }

  @Test func ofLayersUnderAMaskThatIsAClipAreClipped() throws {
    let clip = layer(0, 0, 15, 20, color: .red) { $0.cornerRadius = 5 }
    let list = flatten(pair(mask: .some(clip)) { shadow(&$0) })
    // The layer with its shadow is cut once, as a whole, and what casts the shadow is cut for
    // itself.
    #expect(list.kinds(of: 0) == [.surface] && list.primitives.last?.clip == 0)
    #expect(list.kinds(of: 1) == [.surface, .box, .box] && list.kinds(of: 2) == [.box, .box])
    #expect(list.clips.count == 2)
  }

  @Test func thatFallOutsideLeaveNothing() {
    let list = flatten(
      layer(10, 10, 20, 20, color: .red) {
        shadow(&$0)
        $0.shadow.offset.width = 200
      })
    #expect(list.passes.count == 1 && list.kinds(of: 0) == [.box] && list.filters.isEmpty && list.boxes.count == 1)
  }

  @Test("Shadows in shadows are drawn as often as the limit lets them") func repeatedDrawings() {
    var node = layer(0, 0, 10, 10, color: .red)
    for _ in 0..<20 {
      node = layer(1, 1, 10, 10, sublayers: [node]) {
        shadow(&$0, radius: 0)
        $0.shadow.offset = .zero
      }
    }
    let list = flatten(node)
    let drawn = list.surfaces.count { $0.shadow != nil }
    #expect(drawn > 10_000 && drawn <= 16_384 + 20)
  }
}

@Suite("Background filters") struct BackdropTests {
  @Test func readWhatLiesBeneathAsFarAsTheyReach() throws {
    let blur = try blur(2)
    let list = flatten(
      layer(2, 30, 20, 20, color: .red) {
        $0.compositing.backgroundFilters = [blur]
        $0.opacity = 0.5
        $0.cornerRadius = 3
        $0.borderWidth = 2
        $0.borderColor = CGColor(.blue)
      })
    #expect(list.kinds(of: 0) == [.backdrop, .surface])
    let primitive = list.primitives[0]
    let backdrop = list.backdrops[0]
    #expect(primitive.box == PixelBox(2, 30, 22, 50) && primitive.opacity == 0.5 && backdrop.mask == -1)
    #expect(backdrop.source == PixelBox(-4, 24, 28, 56) && backdrop.canvas == PixelBox(0, 0, 100, 100))
    // The whole bounds, not what an opaque border leaves to the background.
    #expect(backdrop.shape.minX == 2 && backdrop.shape.radii.minXMinY == 3 && backdrop.filters == 0..<1)
  }

  @Test func areMaskedByAMaskOfTheirOwn() throws {
    let blur = try blur(2)
    let list = flatten(pair(mask: .some(drawnMask())) { $0.compositing.backgroundFilters = [blur] })
    #expect(list.kinds(of: 0) == [.backdrop, .surface])
    let (first, second) = (list.backdrops[0].mask, list.surfaces[0].mask)
    #expect(first >= 0 && second >= 0 && first != second && list.primitives.contains { $0.kind == .backdrop })
    let box = list.primitives.first { $0.kind == .backdrop }?.box
    #expect(box == PixelBox(20, 20, 35, 40))
  }

  @Test func ofTheRootAndOfMasksAreNone() throws {
    let blur = try blur(2)
    let root = layer(0, 0, 100, 100, color: .red) { $0.compositing.backgroundFilters = [blur] }
    let tree = RenderTree(
      size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: root, time: 0)
    #expect(Flattener.flatten(tree).backdrops.isEmpty)
    let mask = layer(0, 0, 10, 20, color: .red, sublayers: [layer(5, 0, 10, 20, color: .red)]) {
      $0.compositing.backgroundFilters = [blur]
    }
    #expect(flatten(pair(mask: .some(mask))).backdrops.isEmpty)
  }

  @Test("Groups that hold one draw all of the canvas") func groupsDrawTheCanvas() throws {
    let blur = try blur(2)
    func list(_ filters: [FilterValue]) -> DisplayList {
      let reader = layer(0, 0, 10, 10) { $0.compositing.backgroundFilters = filters }
      let group = layer(0, 0, 100, 100, sublayers: [layer(0, 0, 100, 100, color: .green), reader]) {
        $0.opacity = 0.5
      }
      return flatten(
        layer(10, 10, 30, 30, sublayers: [group]) {
          $0.masksToBounds = true
          $0.cornerRadius = 5
        })
    }
    #expect(list([]).passes[1].box == PixelBox(10, 10, 40, 40))
    #expect(list([blur]).passes[1].box == PixelBox(10, 10, 100, 100))
    #expect(list([blur]).primitives.last?.box == PixelBox(10, 10, 40, 40))
  }
}
