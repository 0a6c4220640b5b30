import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// Which quads are drawn so that a driver has but one way to round them. (What that is good for, `PartialFrameTests` show.)
struct SteadyColorsTests {
  private static let traits = DeviceTraits.of(renderer: "llvmpipe", takesBGRA: true, fetchesPixels: true)

  private func stream(isLive: Bool, takesShortCuts: Bool) -> CommandStream {
    // Two things that lie on one another fade as a group: a surface times a colour.
    let group = layer(
      2, 2, 40, 30, identifier: 2,
      sublayers: [
        layer(0, 0, 20, 20, color: .red, identifier: 3) { $0.cornerRadius = 5 },
        layer(10, 10, 20, 20, color: .blue, identifier: 4) { $0.cornerRadius = 5 },
      ]
    ) { $0.opacity = 0.6 }
    let box = layer(50, 2, 60, 50, color: .green, identifier: 5)
    let tree = tree(layer(0, 0, 120, 60, identifier: 1, sublayers: [group, box]), size: CGSize(width: 120, height: 60))
    return Flattener.flatten(
      tree, width: 120, height: 60, reusing: CommandStream(), rasters: nil, traits: Self.traits,
      takesShortCuts: takesShortCuts, isLive: isLive)
  }

  private func frameKinds(of stream: CommandStream) -> [ProgramKind] {
    stream.passes.filter(\.isFrame).flatMap(\.batches).map(\.key.program)
  }

  @Test(arguments: [(false, false), (false, true), (true, false)])
  func fadedSurfacesAreSteady(isLive: Bool, takesShortCuts: Bool) {
    let stream = stream(isLive: isLive, takesShortCuts: takesShortCuts)
    let kinds = frameKinds(of: stream)
    #expect(kinds.contains { $0.features.isSuperset(of: [.textured, .colored, .steady]) }, "\(kinds)")
    #expect(kinds.contains { $0.isOneColor }, "\(kinds)")
    #expect(!stream.hasHastyColors)
  }

  /// Whole live frames take the quick way, and say so.
  @Test func wholeLiveFramesAreHasty() {
    let stream = stream(isLive: true, takesShortCuts: true)
    #expect(!frameKinds(of: stream).contains { $0.features.contains(.steady) })
    #expect(stream.hasHastyColors)
  }
}
