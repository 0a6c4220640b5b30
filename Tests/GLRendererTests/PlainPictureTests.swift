import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

/// What needs no surface to be masked, on a device with short cuts.
@Suite struct PlainPictureTests {
  private func stream(_ node: RenderNode?) -> CommandStream {
    Flattener.flatten(
      tree(layer(0, 0, 100, 100, sublayers: [node])), width: 100, height: 100, reusing: CommandStream(), rasters: nil,
      traits: .llvmpipe)
  }

  /// A layer with a mask whose frame in it is the given one.
  private func masked(
    _ frame: CGRect, mask: CGRect, by change: (inout LayerValues) -> Void, _ configure: (inout LayerValues) -> Void
  ) -> RenderNode? {
    var values = LayerValues()
    values.geometry.bounds = CGRect(origin: .zero, size: frame.size)
    values.geometry.position = CGPoint(x: frame.midX, y: frame.midY)
    configure(&values)
    let mask = layer(mask.minX, mask.minY, mask.width, mask.height, configure: change)
    return RenderNode(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values, sublayers: [],
      mask: .some(mask))
  }

  private static let frame = CGRect(x: 10.3, y: 10.6, width: 40, height: 30)

  @Test func anImageUnderAnImage() throws {
    let (shown, covering) = (try image(8, 8), try image(4, 4))
    let stream = stream(
      masked(Self.frame, mask: CGRect(x: 0, y: 0, width: 40, height: 30), by: { $0.contents = covering }) {
        $0.contents = shown
      })
    #expect(stream.passCount == 1)
    #expect(stream.passes[0].batches.map(\.key.source) == [.maskedImage(shown, mask: covering)])
    // Both have the same edges, and each counts.
    #expect(stream.passes[0].batches[0].key.program.features.contains([.edged, .doubled, .masked]))
  }

  @Test(
    "Edges of one inside of the other",
    arguments: [
      (CGRect(x: 5, y: 5, width: 20, height: 20), 1), (CGRect(x: -5, y: -5, width: 60, height: 60), 1),
      (CGRect(x: 20, y: 20, width: 60, height: 60), 3),
    ])
  func edges(mask: CGRect, passes: Int) throws {
    let covering = try image(4, 4)
    let stream = stream(
      masked(Self.frame, mask: mask, by: { $0.contents = covering }) { $0.backgroundColor = CGColor(.red) })
    #expect(stream.passCount == passes)
    #expect(!stream.programs.joined().contains("doubled"))
  }

  @Test func moreThanOnePrimitiveTakesSurfaces() throws {
    let shown = try image(8, 8)
    let stream = stream(
      masked(
        Self.frame, mask: CGRect(x: 0, y: 0, width: 40, height: 30),
        by: { $0.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5) }
      ) {
        $0.contents = shown
        $0.backgroundColor = CGColor(.red)
      })
    #expect(stream.passCount == 3)
  }
}
