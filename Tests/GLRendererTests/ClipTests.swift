import Graphics
import RenderTree
import Testing

@testable import GLRenderer

@Suite struct ClipTests {
  private static let quarterTurn: CATransform3D = {
    var turn = CATransform3DIdentity
    (turn.m11, turn.m12, turn.m21, turn.m22) = (0, 1, -1, 0)
    return turn
  }()

  private func clipping(
    _ frame: CGRect, sublayers: [RenderNode?], configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    layer(frame.minX, frame.minY, frame.width, frame.height, sublayers: sublayers) {
      $0.masksToBounds = true
      configure(&$0)
    }
  }

  @Test(
    "A clip along pixel edges cuts the quads",
    arguments: [
      CATransform3DIdentity, CATransform3DMakeScale(-1, 1, 1), CATransform3DMakeScale(1, -1, 1), quarterTurn,
      CATransform3DMakeTranslation(1.0 / 8192, 0, 0),
    ])
  func alignedClipCuts(transform: CATransform3D) throws {
    let stream = flatten(
      clipping(CGRect(x: 10, y: 10, width: 20, height: 20), sublayers: [layer(-50, -50, 200, 200, color: .red)]) {
        $0.geometry.transform = transform
      })
    #expect(stream.programs == ["fill"])
    #expect(stream.clipCount == 0)
    let points = try #require(stream.fills.first).points
    #expect(points.map(\.x).min() == 10 && points.map(\.x).max() == 30)
    #expect(points.map(\.y).min() == 10 && points.map(\.y).max() == 30)
  }

  @Test(
    "A clip with any other edge is left to the shader",
    arguments: [
      (CATransform3DMakeRotation(0.1, 0, 0, 1), 0.0), (CATransform3DMakeTranslation(0.5, 0, 0), 0),
      (CATransform3DMakeScale(1.01, 1, 1), 0), (CATransform3DIdentity, 3),
    ] as [(CATransform3D, Double)])
  func otherClipsAreEvaluated(transform: CATransform3D, radius: Double) {
    let stream = flatten(
      clipping(CGRect(x: 10, y: 10, width: 20, height: 20), sublayers: [layer(0, 0, 200, 200, color: .red)]) {
        $0.geometry.transform = transform
        $0.cornerRadius = radius
      })
    #expect(stream.programs == ["fill+clipped"])
    #expect(stream.clipCount == 1)
    #expect(stream.clips[0].texels.1.w == (radius > 0 ? 1 : 0))
  }

  @Test func nestedClipsFormAChain() {
    func rounded(_ sublayers: [RenderNode?]) -> RenderNode? {
      clipping(CGRect(x: 5, y: 5, width: 60, height: 60), sublayers: sublayers) { $0.cornerRadius = 9 }
    }
    let leaf = layer(0, 0, 9, 9, color: .red)
    let stream = flatten(rounded([leaf, rounded([rounded([leaf]), leaf]), leaf]), leaf)
    #expect(stream.clips.map(\.texels.0.w) == [-1, 0, 1])
    #expect(stream.fills.map(\.clip) == [0, 2, 1, 0, -1])
  }

  @Test func theLayersOwnBackgroundAndBorderAreNotClippedByIt() {
    let stream = flatten(
      clipping(CGRect(x: 5, y: 5, width: 60, height: 60), sublayers: [layer(0, 0, 9, 9, color: .red)]) {
        $0.cornerRadius = 9
        $0.backgroundColor = .black
        $0.borderWidth = 2
      })
    #expect(stream.programs == ["fill", "fill+clipped", "border"])
  }

  @Test(
    "A clip that leaves nothing hides what is inside and not its own border",
    arguments: [CGRect(x: 300, y: 0, width: 10, height: 10), CGRect(x: 10, y: 10, width: 0, height: 10)])
  func nothingLeft(frame: CGRect) {
    let inside = [layer(-400, -400, 800, 800, color: .red)]
    #expect(flatten(clipping(frame, sublayers: inside)).quadCount == 0)
    #expect(flatten(layer(frame.minX, frame.minY, frame.width, frame.height, sublayers: inside)).quadCount == 1)
  }

  @Test func disjointClipsLeaveNothing() {
    let inner = clipping(CGRect(x: 30, y: 0, width: 10, height: 10), sublayers: [layer(-90, 0, 200, 9, color: .red)])
    #expect(flatten(clipping(CGRect(x: 0, y: 0, width: 30, height: 30), sublayers: [inner])).quadCount == 0)
  }

  @Test func aRoundedClipBoundsTheQuadsToo() throws {
    let stream = flatten(
      clipping(CGRect(x: 10, y: 10, width: 20, height: 20), sublayers: [layer(-50, -50, 200, 200, color: .red)]) {
        $0.cornerRadius = 4
      })
    let points = try #require(stream.fills.first).points
    #expect(points.map(\.x).min() == 10 && points.map(\.x).max() == 30)
  }

  @Test func edgesThatContentsShareWithTheClipAreNobodys() throws {
    let picture = try image(8, 8)
    let frame = CGRect(x: 10.5, y: 10, width: 20, height: 20)
    let clipped = flatten(clipping(frame, sublayers: []) { $0.contents = picture })
    let endless = try #require(clipped.images.first).rect
    #expect(max(endless.x, endless.y) < -1e9 && min(endless.z, endless.w) > 1e9)
    let smaller = flatten(
      clipping(frame, sublayers: []) {
        $0.contents = picture
        $0.contentsGravity = .left
      })
    // Only the left edge is the clip's; the others are the image's: 8 points wide, 6 above and below.
    let rect = try #require(smaller.images.first).rect
    #expect(rect.x < -1e9)
    #expect(rect.w - rect.y == 8)
    #expect(rect.z < 1e3)
  }
}
