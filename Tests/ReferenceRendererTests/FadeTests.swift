import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

/// Fades from picture to picture as they are drawn (docs/animation.md). Each runs over four
/// seconds.
@Suite("Fades") struct FadeTests {
  private static let times = [0, 0.004, 1, 2, 3.996, 4]
  private static let turn = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)

  private func committed(
    _ frame: CGRect, kind: LayerKind = .layer, _ effect: AnimationEffect? = nil,
    sublayers: [CommittedLayer] = [], _ change: (inout LayerValues) -> Void = { _ in }
  ) -> CommittedLayer {
    var values = LayerValues()
    values.geometry.bounds = CGRect(origin: .zero, size: frame.size)
    values.geometry.position = CGPoint(x: frame.midX, y: frame.midY)
    change(&values)
    let animations = effect.map {
      [
        CommittedAnimation(
          key: nil, timing: MediaTiming(duration: 4), curve: nil, isRemovedOnCompletion: true, effect: $0)
      ]
    }
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: kind, values: values, timing: .layer,
      animations: animations ?? [], sublayers: sublayers)
  }

  private func picture(_ root: CommittedLayer, at time: Double) -> ReferencePicture {
    ReferenceRenderer().render(
      CommittedTree(size: CGSize(width: 4, height: 4), scale: 1, background: .green, root: root).evaluate(at: time))
  }

  /// A layer in one of its own: a root filters no backdrop.
  private func inRoot(_ layer: CommittedLayer) -> CommittedLayer {
    committed(CGRect(x: 0, y: 0, width: 4, height: 4), sublayers: [layer])
  }

  /// Contents that fade from one image to another.
  private func contents(from old: CGImage?, to new: CGImage?) throws -> AnimationEffect {
    let keyPath = try #require(LayerKeyPath("contents", of: .layer))
    return .property(
      PropertyChange(
        keyPath: keyPath, from: old.map(LayerValue.image) ?? LayerValue.none,
        to: new.map(LayerValue.image) ?? LayerValue.none, by: nil, isAdditive: false, isCumulative: false))
  }

  /// A fade into a layer from one of the same place.
  private func fade(
    _ from: StraightColor, _ change: (inout LayerValues) -> Void = { _ in }
  ) -> AnimationEffect {
    let old = committed(Self.frame) {
      $0.backgroundColor = CGColor(from)
      change(&$0)
    }
    return .transition(Transition(kind: .fade, old: old))
  }

  private static let frame = CGRect(x: 0, y: 1, width: 4, height: 2)

  @Test("a layer's sublayer transform is none of its fading contents'", arguments: times)
  func sublayerTransform(time: Double) throws {
    let image = try #require(grayImage(4, 2, [0, 50, 100, 150, 200, 250, 20, 70]))
    let effect = try contents(from: image, to: image)
    let inside = committed(CGRect(x: 0, y: 0, width: 1, height: 1)) { $0.backgroundColor = CGColor(.blue) }
    func drawn(_ transform: CATransform3D, flips: Bool, fades: Bool) -> ReferencePicture {
      let layer = committed(Self.frame, fades ? effect : nil, sublayers: [inside]) {
        $0.geometry.bounds.origin = CGPoint(x: 1, y: -1)
        $0.geometry.anchorPoint = CGPoint(x: 0.25, y: 0.5)
        $0.geometry.position = CGPoint(x: 1, y: 2)
        $0.geometry.anchorPointZ = 3
        $0.geometry.isGeometryFlipped = flips
        $0.geometry.sublayerTransform = transform
        $0.contents = image
      }
      return picture(layer, at: time)
    }
    for transform in [Self.turn, CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(1, 1, 0)] {
      for flips in [false, true] {
        let fading = drawn(transform, flips: flips, fades: true)
        let still = drawn(transform, flips: flips, fades: false)
        #expect(isClose(fading.pixels, still.pixels, within: 1e-6))
      }
    }
  }

  @Test("nor of its tiles") func tiles() throws {
    let image = try #require(grayImage(4, 2, [0, 50, 100, 150, 200, 250, 20, 70]))
    func drawn(_ transform: CATransform3D) -> ReferencePicture {
      let frame = CGRect(x: 0, y: 0, width: 4, height: 2)
      let layer = committed(Self.frame, kind: .tiled) {
        $0.geometry.sublayerTransform = transform
        $0.tiled.tiles = [TileValues(image: image, frame: frame, fadeBegin: nil, fadeDuration: 0)]
      }
      return picture(layer, at: 0)
    }
    #expect(drawn(Self.turn).pixels == drawn(CATransform3DIdentity).pixels)
    #expect(abs(drawn(Self.turn).red(1, 1) - 50.0 / 255) < 1e-6)
  }

  @Test("what fades is one group for the opacity around it", arguments: times)
  func opacityAround(time: Double) throws {
    let image = try #require(grayImage(1, 1, [255]))
    let layer = committed(Self.frame, try contents(from: image, to: image)) {
      $0.contents = image
      $0.opacity = 0.5
      $0.compositing.allowsGroupOpacity = false
    }
    #expect(isClose(picture(layer, at: time).color(1, 1), [0.5, 1, 0.5, 1], within: 1e-6))
  }

  @Test("a replicator's colour fades both alike", arguments: times, [true, false])
  func replicated(time: Double, isTransition: Bool) throws {
    let image = try #require(CGImage(premultipliedRGBA8: [255, 0, 0, 255], width: 1, height: 1))
    let effect = isTransition ? fade(.red) : try contents(from: image, to: image)
    let layer = committed(Self.frame, effect) {
      if isTransition { $0.backgroundColor = CGColor(.red) } else { $0.contents = image }
    }
    let root = committed(CGRect(x: 0, y: 0, width: 4, height: 4), kind: .replicator, sublayers: [layer]) {
      $0.replicator.instanceColor = CGColor(StraightColor(red: 1, green: 1, blue: 1, alpha: 0.5))
    }
    #expect(isClose(picture(root, at: time).color(1, 1), [0.5, 0.5, 0, 1], within: 1e-6))
  }

  /// Red of alpha ½ into blue of alpha ¼, over green.
  @Test("(1 − p)·old + p·new, whatever their alphas", arguments: [0.0, 1, 2, 3, 4])
  func translucent(time: Double) {
    let p = time / 4
    let layer = committed(Self.frame, fade(StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5))) {
      $0.backgroundColor = CGColor(StraightColor(red: 0, green: 0, blue: 1, alpha: 0.25))
    }
    let (red, blue) = ((1 - p) * 0.5, p * 0.25)
    #expect(isClose(picture(layer, at: time).color(1, 1), [red, 1 - red - blue, blue, 1], within: 1e-6))
  }

  @Test("a clip's edge is one for both", arguments: times) func clipped(time: Double) throws {
    let image = try #require(grayImage(1, 1, [255]))
    let layer = committed(CGRect(x: 0, y: 0, width: 2.5, height: 4), try contents(from: image, to: image)) {
      $0.contents = image
      $0.contentsGravity = .center
      $0.contentsScale = 0.1
      $0.masksToBounds = true
    }
    #expect(isClose(picture(layer, at: time).color(2, 1), [0.5, 1, 0.5, 1], within: 1e-6))
  }

  @Test("a blend mode that both have is the whole's", arguments: times, [true, false])
  func blendMode(time: Double, hasOld: Bool) {
    let color = StraightColor(red: 0.8, green: 0.6, blue: 0.4)
    let old = fade(color) { $0.compositing.blendMode = .multiply }
    let layer = committed(Self.frame, hasOld ? old : .transition(Transition(kind: .fade, old: nil))) {
      $0.backgroundColor = CGColor(color)
      $0.compositing.blendMode = .multiply
    }
    let share = hasOld ? 1 : time / 4
    #expect(isClose(picture(layer, at: time).color(1, 1), [0, 1 - 0.4 * share, 0, 1], within: 1e-6))
  }

  @Test("and so are the filters of the backdrop, with the opacity", arguments: times, [1, 0.5] as [Float])
  func backgroundFilters(time: Double, opacity: Float) throws {
    let inverted = FilterValue(try #require(FilterDescription.named("CIColorInvert")))
    func change(_ values: inout LayerValues) {
      values.compositing.backgroundFilters = [inverted]
      values.opacity = opacity
    }
    let layer = committed(Self.frame, fade(.clear, change), change)
    let share = Double(opacity)
    #expect(isClose(picture(inRoot(layer), at: time).color(1, 1), [share, 1 - share, share, 1], within: 1e-6))
    let appearing = committed(Self.frame, .transition(Transition(kind: .fade, old: nil)), change)
    let part = share * time / 4
    #expect(isClose(picture(inRoot(appearing), at: time).color(1, 1), [part, 1 - part, part, 1], within: 1e-6))
  }
}
