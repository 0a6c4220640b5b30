import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// What a frame that was set reads back, and where it puts a layer whose transform has no inverse.
@Suite struct FrameReadingTests {
  /// Numbers with more digits than a `Double` has of them, and whole ones.
  private struct Numbers {
    private var generator = SystemLikeGenerator(state: 17)

    mutating func next(in range: ClosedRange<CGFloat>) -> CGFloat {
      let number = CGFloat.random(in: range, using: &generator)
      return Bool.random(using: &generator) ? (number * 10).rounded() / 10 : number
    }

    mutating func frame() -> CGRect {
      CGRect(
        x: next(in: -500...500), y: next(in: -2...2), width: next(in: 0...1000), height: next(in: 0...100))
    }
  }

  private struct SystemLikeGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
  }

  private static let anchors: [CGPoint] = [
    CGPoint(x: 0.5, y: 0.5), .zero, CGPoint(x: 1, y: 1), CGPoint(x: 0.3, y: 0.7), CGPoint(x: -2, y: 1.1),
  ]

  private static let exact: [CATransform3D] = [
    CATransform3DIdentity, CATransform3DMakeTranslation(0.1, -7.3, 2), CATransform3DMakeScale(2, 0.25, 1),
    CATransform3DMakeScale(-1, 1, 1), CATransform3DMakeScale(1, -0.5, 3), CATransform3DMakeRotation(.pi / 2, 0, 0, 1),
    CATransform3DMakeRotation(.pi, 0, 0, 1), CATransform3DMakeRotation(-.pi / 2, 0, 0, 1),
    CATransform3DMakeRotation(5 * .pi / 2, 0, 0, 1),
    CATransform3DScale(CATransform3DMakeRotation(3 * .pi / 2, 0, 0, 1), 4, 0.5, 1),
  ]

  @Test("Frames read back as they were set", arguments: exact.indices) func readsBack(_ index: Int) {
    var numbers = Numbers()
    let layer = CALayer()
    layer.transform = Self.exact[index]
    var differences = 0
    for round in 0..<4000 {
      layer.anchorPoint = Self.anchors[round % Self.anchors.count]
      let frame = numbers.frame()
      layer.frame = frame
      if layer.frame != frame { differences += 1 }
      if CALayer(layer: layer).frame != frame { differences += 1 }
      // The size does so by itself, not because it is remembered.
      layer.position.x += 1000
      if layer.frame.size != frame.size { differences += 1 }
      if index < 2, layer.bounds.size != frame.size { differences += 1 }
    }
    #expect(differences == 0)
  }

  @Test func theSizeIsTheBoundsOfALayerThatOnlyMoves() {
    let layer = CALayer()
    layer.frame = CGRect(x: 10.2, y: 15.3, width: 20.4, height: 25.5)
    #expect(layer.frame == CGRect(x: 10.2, y: 15.3, width: 20.4, height: 25.5))
    var numbers = Numbers()
    for _ in 0..<4000 {
      layer.bounds = numbers.frame()
      layer.position = CGPoint(x: numbers.next(in: -900...900), y: numbers.next(in: -900...900))
      #expect(layer.frame.size == layer.bounds.size)
    }
  }

  /// What a frame depends on forgets the one that was set.
  @Test func aLayerThatIsMovedHasAnotherFrame() {
    let layer = CALayer()
    let frame = CGRect(x: 0.1, y: 0.1, width: 100.3, height: 100.3)
    let changes: [(CALayer) -> Void] = [
      { $0.position.x += 8 }, { $0.bounds.size.width = 50 }, { $0.anchorPoint.x = 0 }, { $0.transform.m41 = 8 },
      { $0.transform.m11 = 2 },
      {
        $0.transform.m31 = 1
        $0.anchorPointZ = 8
      },
    ]
    for change in changes {
      layer.transform = CATransform3DIdentity
      layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
      layer.anchorPointZ = 0
      layer.frame = frame
      #expect(layer.frame == frame)
      change(layer)
      #expect(abs(layer.frame.minX - frame.minX) + abs(layer.frame.width - frame.width) > 1)
    }
    layer.frame = frame
    layer.bounds.origin = CGPoint(x: 5, y: 6)
    layer.zPosition = 4
    layer.isGeometryFlipped = true
    #expect(layer.frame == frame, "on none of these does a frame depend")
  }

  @Test func presentationAndModelAlike() {
    TestClock.run { _ in
      for transform in [CATransform3DIdentity, CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(1, 0, 1)] {
        let layer = CALayer()
        layer.transform = transform
        layer.frame = CGRect(x: 0.1, y: 0.2, width: 50.3, height: 40.7)
        CATransaction.flush()
        #expect(layer.presentation()?.frame == layer.frame)
        #expect(layer.presentation()?.position == layer.position)
        #expect(layer.presentation()?.bounds == layer.bounds)
      }
    }
  }

  // MARK: Without an inverse

  private func place(_ transform: CATransform3D, _ frame: CGRect, _ anchorPoint: CGPoint) -> (CGPoint, CGSize) {
    let layer = CALayer()
    layer.anchorPoint = anchorPoint
    layer.transform = transform
    layer.frame = frame
    return (layer.position, layer.bounds.size)
  }

  @Test func aLayerScaledToNothing() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(0, 0, 0)
    layer.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    #expect(layer.position == CGPoint(x: 25, y: 25))
    #expect(layer.bounds.size == CGSize(width: 50, height: 50))
    #expect(layer.frame == CGRect(x: 25, y: 25, width: 0, height: 0))
    layer.transform = CATransform3DIdentity
    #expect(layer.frame == CGRect(x: 0, y: 0, width: 50, height: 50))
  }

  @Test func oneAxisScaledToNothing() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(1, 0, 1)
    layer.frame = CGRect(x: 10, y: 20, width: 50, height: 40)
    #expect(layer.position == CGPoint(x: 35, y: 40))
    layer.transform = CATransform3DIdentity
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 50, height: 40))
  }

  /// The position is where smaller and smaller scales put it, by itself and before and after a move
  /// or a turn.
  @Test(arguments: anchors) func thePositionIsTheLimitOfEveryScale(anchorPoint: CGPoint) {
    let frame = CGRect(x: 10, y: 20, width: 50, height: 40)
    let scales: [(CGFloat) -> CATransform3D] = [
      { CATransform3DMakeScale($0, $0, $0) }, { CATransform3DMakeScale($0, 1, 1) },
      { CATransform3DMakeScale(1, $0, 1) }, { CATransform3DMakeScale(-3, $0, 1) },
      { CATransform3DMakeTranslation(7, 8, 9).scaled($0, $0) }, { CATransform3DMakeScale($0, -2, 1) },
      { CATransform3DMakeRotation(.pi / 2, 0, 0, 1).scaled($0, 1) },
      { CATransform3DMakeRotation(.pi / 2, 0, 0, 1).scaled(2, $0) },
      { CATransform3DMakeRotation(-.pi / 2, 0, 0, 1).scaled($0, 2) },
      { CATransform3DMakeRotation(.pi / 6, 0, 0, 1).scaled(1, $0) },
      { CATransform3DMakeRotation(.pi / 6, 0, 0, 1).scaled($0, 2) },
    ]
    for scale in scales {
      let (limit, size) = place(scale(0), frame, anchorPoint)
      let (near, _) = place(scale(0x1p-30), frame, anchorPoint)
      #expect(abs(limit.x - near.x) < 1e-5 && abs(limit.y - near.y) < 1e-5, "\(limit), \(near)")
      #expect(size.width.isFinite && size.height.isFinite && size.width < 1000 && size.height < 1000)
    }
  }

  /// Degenerate by a right angle, which rounding makes a scale of 6·10⁻¹⁷.
  @Test func edgeOn() {
    let turns = [CATransform3DMakeRotation(.pi / 2, 0, 1, 0), CATransform3DMakeRotation(.pi / 2, 1, 0, 0)]
    for turn in turns {
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / 500
      for transform in [turn, CATransform3DConcat(turn, perspective)] {
        let (position, size) = place(
          transform, CGRect(x: 10, y: 20, width: 50, height: 40), CGPoint(x: 0.5, y: 0.5))
        #expect(position == CGPoint(x: 35, y: 40))
        #expect(size == CGSize(width: 50, height: 40))
      }
    }
  }

  /// Both axes in one line: no scale leads there that the frame would have a limit of.
  @Test func bothAxesInOneLine() {
    var transform = CATransform3DIdentity
    (transform.m12, transform.m21) = (1, 1)
    let (position, size) = place(transform, CGRect(x: 10, y: 20, width: 50, height: 40), CGPoint(x: 0.25, y: 0.5))
    #expect(position == CGPoint(x: 22.5, y: 40) && size == CGSize(width: 50, height: 40))
  }

  @Test func numbersThatAreNotFiniteMoveNothingBeyondReach() {
    for number in [CGFloat.nan, .infinity, -.infinity] {
      for path in [\CATransform3D.m11, \.m14, \.m22, \.m34, \.m41, \.m44] {
        let layer = CALayer()
        layer.anchorPointZ = 3
        layer.transform[keyPath: path] = number
        layer.frame = CGRect(x: 10, y: 20, width: 50, height: 40)
        #expect(layer.position.x.isFinite && layer.position.y.isFinite)
      }
    }
  }
}

extension CATransform3D {
  fileprivate func scaled(_ x: CGFloat, _ y: CGFloat) -> CATransform3D { CATransform3DScale(self, x, y, 1) }
}
