import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// docs/rendering.md, section 10, with an image of 40 × 20 pixels.
@Suite struct SamplingTests {
  private func sampling(
    _ width: Double, _ height: Double, at origin: CGPoint = .zero, transform: CATransform3D = CATransform3DIdentity,
    _ configure: (inout LayerValues) -> Void = { _ in }
  ) throws -> Sampling {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: origin.x, y: origin.y, width: width, height: height)
    values.contents = try image(40, 20)
    configure(&values)
    let contents = try #require(Contents(values))
    let placement = ContentsPlacement(contents, bounds: values.geometry.bounds, isFlipped: false)
    let plane = try #require(Plane(transform, in: Plane(scale: 1)))
    return Sampling(contents, part: try #require(placement.parts.first), plane: plane)
  }

  @Test(
    "Each axis has the filter of its own rate",
    arguments: [
      // Twice as large both ways; half; each way otherwise.
      (80.0, 40.0, SIMD2<Float>(0, 0)), (20, 10, [1, 1]), (20, 40, [1, 0]), (80, 10, [0, 1]),
      // A rate up to 1 + 1/1024 counts as magnified: 40/39.97 is 1.00075, 40/39.9 is 1.0025.
      (39.97, 40, [0, 0]), (39.9, 40, [1, 0]),
    ] as [(Double, Double, SIMD2<Float>)])
  func axes(width: Double, height: Double, nearest: SIMD2<Float>) throws {
    let sampling = try sampling(width, height) { $0.minificationFilter = .nearest }
    #expect(sampling.vector.lowHalf == nearest)
    #expect(sampling.vector.z == 0 && !sampling.usesMips)
    let other = try self.sampling(width, height) { $0.magnificationFilter = .nearest }
    #expect(other.vector.lowHalf == 1 - nearest)
  }

  @Test(
    "Pixel on pixel, linear is nearest",
    arguments: [
      (CGPoint(x: 0, y: 0), SIMD2(1, 1)), (CGPoint(x: 3, y: -2), SIMD2(1, 1)), (CGPoint(x: 0.5, y: 0), SIMD2(0, 0)),
      (CGPoint(x: 0, y: 0.01), SIMD2(0, 0)),
    ] as [(CGPoint, SIMD2<Float>)])
  func aligned(origin: CGPoint, nearest: SIMD2<Float>) throws {
    #expect(try sampling(40, 20, at: origin).vector.lowHalf == nearest)
  }

  @Test func aPartThatEndsBetweenPixelsIsNotAligned() throws {
    let sampling = try sampling(20, 20) {
      $0.contentsRect = CGRect(x: 0.25, y: 0, width: 0.4875, height: 1)
      $0.contentsGravity = .left
    }
    // Pixels 10 to 29.5.
    #expect(sampling.vector.lowHalf == [0, 0])
  }

  @Test(
    "Mip levels",
    arguments: [
      (10.0, 5.0, Float(0), Float(2), true), (10, 5, 1, 3, true), (10, 5, -1.5, 0.5, true), (10, 5, -3, 0, false),
      // The axis of the greater rate decides, also where the other is magnified.
      (10, 20, 0, 2, true), (80, 5, 0, 2, true), (80, 40, 3, 0, false),
    ] as [(Double, Double, Float, Float, Bool)])
  func levels(width: Double, height: Double, bias: Float, level: Float, usesMips: Bool) throws {
    let sampling = try sampling(width, height) {
      $0.minificationFilter = .trilinear
      $0.magnificationFilter = .linear
      $0.minificationFilterBias = bias
    }
    #expect(sampling.vector == [0, 0, level, 0])
    #expect(sampling.usesMips == usesMips)
  }

  @Test func minifiedTrilinearIgnoresTheMagnificationFilter() throws {
    let sampling = try sampling(80, 5) {
      $0.minificationFilter = .trilinear
      $0.magnificationFilter = .nearest
    }
    #expect(sampling.vector.lowHalf == [0, 0])
  }

  @Test func inPerspectiveEachFragmentDecides() throws {
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 200
    transform = CATransform3DRotate(transform, 0.4, 0, 1, 0)
    let sampling = try sampling(40, 20, transform: transform) {
      $0.minificationFilter = .trilinear
      $0.magnificationFilter = .nearest
      $0.minificationFilterBias = 0.5
    }
    #expect(sampling.vector == [2, 1, 0.5, 0])
    #expect(sampling.usesMips)
  }
}
