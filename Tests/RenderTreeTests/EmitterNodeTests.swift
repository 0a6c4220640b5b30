import MultiplaneGraphics
import MultiplaneMotion
import Testing

@testable import MultiplaneRenderTree

@Suite("§18 particles as nodes") struct EmitterNodeTests {
  private func node(_ change: (inout LayerValues) -> Void = { _ in }) throws -> RenderNode {
    var emitter = Emitter(
      .even {
        $0.velocity = 10
        $0.scale = 2
        $0.spin = .pi / 2
        $0.zAcceleration = -2
        $0.color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
      })
    change(&emitter.values)
    return try #require(emitter.committed.evaluate(at: 1))
  }

  @Test func imagesWithTintAndPlace() throws {
    let node = try node()
    #expect(node.sublayers.count == 2 && node.count == 3)
    let oldest = try #require(node.sublayers.first)
    #expect(oldest.geometry.position == CGPoint(x: 10, y: 0))
    #expect(oldest.geometry.bounds.size == CGSize(width: 2, height: 2))
    #expect(oldest.geometry.zPosition == -1)
    #expect(oldest.contents?.tint == StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    // A quarter turn, x towards y, at twice the size.
    let corner = oldest.geometry.transform
    #expect(abs(corner.m11) < 1e-9 && abs(corner.m12 - 2) < 1e-9 && abs(corner.m21 + 2) < 1e-9)
  }

  @Test func contentsScaleAndPart() throws {
    var cell = EmitterCellValues.even()
    cell.contentsScale = 4
    cell.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 1)
    let node = try #require(Emitter(cell).committed.evaluate(at: 0)?.sublayers.first)
    #expect(node.geometry.bounds.size == CGSize(width: 0.25, height: 0.5))
    #expect(node.contents?.rect == cell.contentsRect)
  }

  @Test(arguments: [
    (CAEmitterLayerRenderMode.unordered, [10.0, 0.0]), (.oldestFirst, [10, 0]), (.oldestLast, [0, 10]),
    (.backToFront, [10, 0]), (.additive, [10, 0]),
  ])
  func order(mode: CAEmitterLayerRenderMode, places: [Double]) throws {
    let node = try node { $0.emitter.renderMode = mode }
    let particles = mode == .additive ? try #require(node.sublayers.first).sublayers : node.sublayers
    #expect(particles.map { Double($0.geometry.position.x) } == places)
    #expect(particles.allSatisfy { $0.blendMode == (mode == .additive ? .plusL : .normal) })
  }

  /// Particles that are added up are one group that lies where the layer lies, over everything else
  /// in it.
  @Test func aSumIsOneGroup() throws {
    let node = try node {
      $0.emitter.renderMode = .additive
      $0.geometry.bounds = CGRect(x: 30, y: -20, width: 50, height: 40)
      $0.geometry.anchorPoint = CGPoint(x: 0.25, y: 1)
      $0.masksToBounds = true
    }
    #expect(node.sublayers.count == 1 && node.clipsToBounds)
    let sum = node.sublayers[0]
    #expect(sum.blendMode == .plusL && sum.opacity == 1 && !sum.clipsToBounds && sum.sublayers.count == 2)
    #expect(CATransform3DIsIdentity(sum.geometry.matrix))
    let still = try self.node {
      $0.emitter.renderMode = .additive
      $0.emitter.birthRate = 0
    }
    #expect(still.sublayers.isEmpty)
  }

  /// A sublayer transform is that of the particles and not that of their group, which would be
  /// projected twice.
  @Test func aSumInPerspective() throws {
    var perspective = CATransform3DMakeRotation(0.5, 0, 1, 0)
    perspective.m34 = -1 / 100
    let node = try node {
      $0.emitter.renderMode = .additive
      $0.geometry.sublayerTransform = perspective
    }
    #expect(node.geometry.sublayerMatrix == nil && node.sublayers.count == 2)
    let over = node.sublayers[1]
    #expect(over.geometry.sublayerMatrix == nil && over.blendMode == .normal && over.sublayers.count == 1)
    let sum = over.sublayers[0]
    #expect(sum.blendMode == .plusL && CATransform3DEqualToTransform(sum.geometry.sublayerTransform, perspective))
    #expect(CATransform3DIsIdentity(over.geometry.matrix) && CATransform3DIsIdentity(sum.geometry.matrix))
  }

  @Test func aSumWithDepthIsOfEachParticle() throws {
    let node = try node {
      $0.emitter.renderMode = .additive
      $0.emitter.preservesDepth = true
    }
    #expect(node.isSpace && node.sublayers.count == 2 && node.sublayers.allSatisfy { $0.blendMode == .plusL })
  }

  /// Over the background and the border; the border over sublayers lies in a layer of its own
  /// beneath.
  @Test func particlesLieOverTheBorder() throws {
    let node = try node {
      $0.backgroundColor = .black
      $0.borderWidth = 3
      $0.opacity = 0.5
      $0.masksToBounds = true
      $0.cornerRadius = 10
    }
    #expect(node.border == nil && node.background == nil && !node.clipsToBounds && node.opacity == 0.5)
    #expect(node.sublayers.count == 2)
    let (ground, over) = (node.sublayers[0], node.sublayers[1])
    #expect(ground.border?.width == 3 && ground.background != nil && ground.opacity == 1 && ground.sublayers.isEmpty)
    #expect(over.sublayers.count == 2 && over.clipsToBounds && over.border == nil && over.background == nil)
    // Each point of them lies where it lies in the layer.
    for node in [ground, over] { #expect(CATransform3DIsIdentity(node.geometry.matrix)) }
  }

  @Test func withDepthTheLayerIsASpace() throws {
    let node = try node { $0.emitter.preservesDepth = true }
    #expect(node.isSpace && node.sublayers.count == 2)
  }

  @Test func tenThousandParticles() {
    let emitter = Emitter(
      .even {
        $0.birthRate = 5000
        $0.velocity = 100
        $0.emissionRange = 6
      })
    #expect(emitter.committed.evaluate(at: 3)?.sublayers.count == 10_000)
  }

  @Test func anEmitterIsAnimatedWhileItEmits() {
    #expect(Emitter(.even()).committed.isAnimated)
    #expect(!Emitter().committed.isAnimated)
  }
}
