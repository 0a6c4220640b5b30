import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

/// Which masks act as clips: those that show one opaque region and nothing else.
@Suite struct MaskClipTests {
  private static let square = CGRect(x: 0, y: 0, width: 10, height: 10)
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let half = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)
  private static let path = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4))

  /// A change of a mask, by name.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout LayerValues) -> Void

    init(_ name: String, _ make: @escaping @Sendable (inout LayerValues) -> Void) {
      testDescription = name
      self.make = make
    }
  }

  /// How a layer takes a mask of an opaque background, changed.
  private func clip(
    kind: LayerKind = .layer, sublayers: [RenderNode] = [], mask: RenderNode?? = nil,
    _ change: (inout LayerValues) -> Void = { _ in }
  ) -> MaskClip? {
    let mask = node(kind: kind, sublayers: sublayers, mask: mask) {
      $0.geometry.bounds = Self.square
      $0.backgroundColor = Self.red
      change(&$0)
    }
    return node(mask: .some(mask))?.maskClip
  }

  /// How a layer takes a mask of a path, changed.
  private func shapeClip(_ change: (inout LayerValues) -> Void) -> MaskClip? {
    clip(kind: .shape) {
      $0.backgroundColor = nil
      $0.shape.path = Self.path
      change(&$0)
    }
  }

  @Test(arguments: [
    Change("plain") { _ in },
    Change("round") { $0.cornerRadius = 4 },
    Change("one corner") { ($0.cornerRadius, $0.maskedCorners) = (4, .layerMinXMinYCorner) },
    Change("continuous") { ($0.cornerRadius, $0.compositing.cornerCurve) = (4, .continuous) },
    Change("clipping") { $0.masksToBounds = true },
    Change("opaque border") { $0.borderWidth = 2 },
    Change("translucent border") { ($0.borderWidth, $0.borderColor) = (2, half) },
    Change("hard edges") { $0.compositing.allowsEdgeAntialiasing = false },
    Change("turned") { $0.geometry.transform = CATransform3DMakeRotation(1, 1, 1, 0) },
    Change("blend mode") { $0.compositing.blendMode = .xor },
    Change("path of a layer that is no shape layer") { $0.shape.path = path },
  ])
  func anOpaqueBackgroundIsItsBounds(change: Change) {
    #expect(clip(change.make) == .bounds)
  }

  @Test(arguments: [
    Change("no background") { $0.backgroundColor = nil },
    Change("translucent background") { $0.backgroundColor = half },
    Change("opacity") { $0.opacity = 0.999 },
    Change("contents") { $0.contents = pixel() },
    Change("shadow") { $0.shadow.opacity = 0.5 },
    Change("raster") { $0.compositing.shouldRasterize = true },
    Change("no size") { $0.geometry.bounds = .zero },
  ])
  func anythingElseNeedsASurface(change: Change) {
    #expect(clip(change.make) == nil)
  }

  @Test func whatLiesInAMaskNeedsASurface() throws {
    let inside = try #require(node())
    #expect(clip(sublayers: [inside]) == nil)
    #expect(clip(mask: .some(inside)) == nil)
    #expect(clip(kind: .transform) == nil)
    #expect(clip(kind: .gradient) { $0.gradient.colors = [Self.red, Self.red] } == nil)
    // One without colours is a plain layer, as is a replicator of nothing.
    #expect(clip(kind: .gradient) == .bounds)
    #expect(clip(kind: .replicator) == .bounds)
    let filter = try #require(FilterDescription.named("CIColorInvert").map { FilterValue($0) })
    #expect(clip { $0.compositing.filters = [filter] } == nil)
    #expect(clip { $0.compositing.backgroundFilters = [filter] } == .bounds)
  }

  @Test func aFillOrAStrokeIsTheRegion() {
    guard case .fill(let fill)? = shapeClip({ $0.shape.fillRule = .evenOdd }) else {
      Issue.record("a fill of opaque black, which is the default, is no clip")
      return
    }
    #expect(fill.path == Self.path && fill.rule == .evenOdd)
    let stroke = shapeClip {
      $0.shape.fillColor = nil
      $0.shape.strokeColor = Self.red
      $0.shape.lineWidth = 3
    }
    guard case .stroke(let stroke)? = stroke else {
      Issue.record("an opaque stroke is no clip")
      return
    }
    #expect(stroke.path == Self.path && stroke.width == 3)
    // The bounds play no part.
    #expect(shapeClip { $0.geometry.bounds = .zero } != nil)
  }

  @Test(arguments: [
    Change("translucent fill") { $0.shape.fillColor = half },
    Change("fill and stroke") { $0.shape.strokeColor = red },
    Change("background") { $0.backgroundColor = red },
    Change("border") { $0.borderWidth = 1 },
    Change("clipping") { $0.masksToBounds = true },
    Change("opacity") { $0.opacity = 0.5 },
    Change("no path") { $0.shape.path = nil },
    Change("translucent stroke") { ($0.shape.fillColor, $0.shape.strokeColor) = (nil, half) },
  ])
  func otherShapesNeedASurface(change: Change) {
    #expect(shapeClip(change.make) == nil)
  }

  @Test func withoutAMaskThereIsNone() {
    #expect(node()?.maskClip == nil)
  }

  @Test func aRasterLooksTheSameUnderAnotherClip() throws {
    func masked(_ width: Double, alpha: Double = 1, shadow: Float = 0) throws -> RenderNode {
      let mask = node {
        $0.geometry.bounds = CGRect(x: 0, y: 0, width: width, height: 10)
        $0.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: alpha)
      }
      return try #require(node(mask: .some(mask)) { $0.shadow.opacity = shadow })
    }
    #expect(try masked(10).showsTheSame(as: masked(20)))
    #expect(try !masked(10, alpha: 0.5).showsTheSame(as: masked(20, alpha: 0.5)))
    #expect(try !masked(10).showsTheSame(as: masked(10, alpha: 0.5)))
    // The mask shapes what casts.
    #expect(try !masked(10, shadow: 1).showsTheSame(as: masked(20, shadow: 1)))
    #expect(try masked(10).showsTheSame(as: #require(node())))
  }
}
