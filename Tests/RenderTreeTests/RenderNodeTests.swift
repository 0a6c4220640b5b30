import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@Suite struct RenderNodeTests {
  private let box = CGRect(x: 0, y: 0, width: 40, height: 20)

  @Test func whatCannotBeSeenIsLeftOut() {
    #expect(node { $0.isHidden = true } == nil)
    #expect(node { $0.opacity = 0 } == nil)
    #expect(node { $0.opacity = -1 } == nil)
    #expect(node { $0.opacity = .nan } == nil)
    #expect(node { $0.geometry.position.x = .nan } == nil)
    #expect(node { $0.geometry.transform.m44 = .infinity } == nil)
    #expect(node() != nil)
  }

  @Test(arguments: [(0.5, 0.5), (1, 1), (2, 1), (.infinity, 1)] as [(Float, Double)])
  func opacityIsClamped(given: Float, resolved: Double) {
    #expect(node { $0.opacity = given }?.opacity == resolved)
  }

  @Test func emptyBoundsDrawNothingButSublayers() throws {
    let sublayer = try #require(node("sublayer"))
    for size in [CGSize(width: 0, height: 20), CGSize(width: 40, height: 0)] {
      let empty = try #require(
        node(sublayers: [sublayer]) {
          $0.geometry.bounds = CGRect(origin: .zero, size: size)
          $0.backgroundColor = .white
          $0.borderWidth = 2
          $0.contents = pixel()
          $0.masksToBounds = true
        })
      #expect(empty.background == nil && empty.border == nil && empty.contents == nil)
      #expect(empty.clipsToBounds)
      #expect(empty.sublayers.count == 1)
    }
  }

  @Test func transformLayersDrawOnlySublayers() throws {
    let node = try #require(
      node(kind: .transform) {
        $0.geometry.bounds = box
        $0.backgroundColor = .white
        $0.borderWidth = 2
        $0.contents = pixel()
        $0.masksToBounds = true
      })
    #expect(node.background == nil && node.border == nil && node.contents == nil && !node.clipsToBounds)
  }

  @Test func backgroundAndBorder() throws {
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let node = try #require(
      node {
        $0.geometry.bounds = box
        $0.backgroundColor = red
        $0.borderWidth = 3
      })
    #expect(node.background?.color == StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(node.border?.width == 3)
    #expect(node.border?.color == StraightColor(red: 0, green: 0, blue: 0, alpha: 1))
  }

  @Test func colorsThatAreNotDrawn() throws {
    #expect(Background(layerValues()) == nil)
    #expect(Background(layerValues { $0.backgroundColor = .clear }) == nil)
    func hasBorder(_ change: (inout LayerValues) -> Void) throws -> Bool {
      let node = try #require(
        node {
          $0.geometry.bounds = box
          change(&$0)
        })
      return node.border != nil
    }
    #expect(try hasBorder { $0.borderWidth = 1 })
    #expect(try !hasBorder { _ in })
    #expect(try !hasBorder { $0.borderWidth = -1 })
    #expect(try !hasBorder { ($0.borderWidth, $0.borderColor) = (1, nil) })
    #expect(try !hasBorder { ($0.borderWidth, $0.borderColor) = (1, .clear) })
  }

  /// A value that is not finite draws nothing of its layer; sublayers have nothing to do with it.
  @Test(
    arguments: [
      \.cornerRadius, \.borderWidth, \.contentsScale, \.contentsRect.origin.x, \.contentsCenter.size.height,
    ] as [WritableKeyPath<LayerValues, CGFloat> & Sendable])
  func notFinite(path: WritableKeyPath<LayerValues, CGFloat> & Sendable) throws {
    let sublayer = try #require(node("sublayer"))
    for number in [CGFloat.nan, .infinity] {
      let node = try #require(
        node(sublayers: [sublayer]) {
          $0.geometry.bounds = box
          $0.backgroundColor = .white
          $0.borderWidth = 2
          $0.contents = pixel()
          $0[keyPath: path] = number
        })
      #expect(node.background == nil && node.border == nil && node.contents == nil)
      #expect(node.sublayers.count == 1)
    }
  }

  @Test(
    arguments: [
      (5, 5), (10, 10), (11, 10), (1e9, 10), (-3, 0), (0, 0),
    ] as [(CGFloat, Double)])
  func cornerRadiiAreClamped(given: CGFloat, resolved: Double) throws {
    let rounded = try #require(
      node {
        $0.geometry.bounds = box
        $0.cornerRadius = given
      })
    let radii = rounded.corners
    let all = CornerRadii(minXMinY: resolved, maxXMinY: resolved, minXMaxY: resolved, maxXMaxY: resolved)
    #expect(radii == all)
    #expect(radii.isSquare == (resolved == 0))
  }

  @Test(
    arguments: [
      (.layerMinXMinYCorner, CornerRadii(minXMinY: 4, maxXMinY: 0, minXMaxY: 0, maxXMaxY: 0)),
      (.layerMaxXMinYCorner, CornerRadii(minXMinY: 0, maxXMinY: 4, minXMaxY: 0, maxXMaxY: 0)),
      (.layerMinXMaxYCorner, CornerRadii(minXMinY: 0, maxXMinY: 0, minXMaxY: 4, maxXMaxY: 0)),
      (.layerMaxXMaxYCorner, CornerRadii(minXMinY: 0, maxXMinY: 0, minXMaxY: 0, maxXMaxY: 4)),
      (CACornerMask(), CornerRadii.square),
    ] as [(CACornerMask, CornerRadii)])
  func maskedCorners(corners: CACornerMask, expected: CornerRadii) {
    let rounded = node {
      $0.geometry.bounds = box
      $0.cornerRadius = 4
      $0.maskedCorners = corners
    }
    #expect(rounded?.corners == expected)
  }

  @Test func countsLayers() throws {
    let leaf = try #require(node())
    let middle = try #require(node(sublayers: [leaf, leaf]))
    #expect(node(sublayers: [middle, leaf])?.count == 5)
  }
}

@Suite struct LayerContentsTests {
  private func contents(_ change: (inout LayerValues) -> Void = { _ in }) -> Contents? {
    Contents(
      layerValues {
        $0.contents = pixel()
        change(&$0)
      })
  }

  @Test func nothingToShow() {
    #expect(Contents(layerValues()) == nil)
    #expect(contents { $0.contentsRect.size.width = 0 } == nil)
    #expect(contents { $0.contentsRect.size.height = 0 } == nil)
    #expect(contents() != nil)
  }

  @Test func theRectangleIsStandardised() {
    let contents = contents { $0.contentsRect = CGRect(x: 1, y: 0, width: -0.5, height: 2) }
    #expect(contents?.rect.origin == CGPoint(x: 0.5, y: 0))
    #expect(contents?.rect.size == CGSize(width: 0.5, height: 2))
  }

  @Test(arguments: [(2, 2), (0, 1), (-1, 1)] as [(CGFloat, Double)])
  func scale(given: CGFloat, resolved: Double) {
    #expect(contents { $0.contentsScale = given }?.scale == resolved)
  }

  @Test(
    arguments: [
      (CGRect(x: 0, y: 0, width: 1, height: 1), nil),
      (CGRect(x: -1, y: -1, width: 3, height: 3), nil),
      (CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25), CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)),
      (CGRect(x: 0.5, y: 0.5, width: 2, height: 0.25), CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.25)),
      (CGRect(x: 2, y: -3, width: 1, height: 1), CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)),
    ] as [(CGRect, CGRect?)])
  func centerIsClamped(given: CGRect, resolved: CGRect?) throws {
    let contents = try #require(contents { $0.contentsCenter = given })
    #expect(contents.center == resolved)
  }

  /// Of what `contentsRect` selects of the image: a quarter of it is half a pixel in two.
  @Test func aSideOfNothingIsOnePixelAboutItsPlace() throws {
    let white = [UInt8](repeating: 255, count: 8 * 4 * 4)
    let image = try #require(CGImage(premultipliedRGBA8: white, width: 8, height: 4))
    let contents = try #require(
      contents {
        $0.contents = image
        $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.25, height: 1)
        $0.contentsCenter = CGRect(x: 0.5, y: 0.5, width: 0, height: 0)
      })
    #expect(contents.center == CGRect(x: 0.25, y: 0.375, width: 0.5, height: 0.25))
  }

  @Test(arguments: CALayerContentsGravity.all)
  func onlyResizingGravitiesHaveACenter(gravity: CALayerContentsGravity) throws {
    let contents = try #require(
      contents {
        $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        $0.contentsGravity = gravity
      })
    #expect((contents.center != nil) == [.resize, .resizeAspect, .resizeAspectFill].contains(gravity))
  }

  @Test func unknownFiltersAreLinear() {
    let contents = contents {
      $0.minificationFilter = CALayerContentsFilter(rawValue: "box")
      $0.magnificationFilter = .nearest
    }
    #expect(contents?.minificationFilter == .linear)
    #expect(contents?.magnificationFilter == .nearest)
  }
}

@Suite struct RenderTreeTests {
  @Test(
    arguments: [
      (10, 2, 20), (10.2, 1, 10), (10.5, 1, 11), (0.1, 1, 1), (0, 1, 1), (-5, 1, 1), (.nan, 1, 1),
      (1e30, 1, 2_147_483_647),
      (.infinity, 1, 2_147_483_647),
    ] as [(CGFloat, Double, Int)])
  func pixels(points: CGFloat, scale: Double, pixels: Int) {
    let tree = RenderTree(
      size: CGSize(width: points, height: points), scale: scale, background: nil, root: nil, time: 0)
    #expect(tree.pixelWidth == pixels)
    #expect(tree.pixelHeight == pixels)
  }
}
