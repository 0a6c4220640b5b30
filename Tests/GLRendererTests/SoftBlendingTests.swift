import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

/// Where shaders lay what is soft over what is there, as the device's blending would round it more than once.
@Suite struct SoftBlendingTests {
  /// Which of the programs read what is there, pass after pass.
  private func fetching(_ layers: RenderNode?..., isPlain: Bool = false, fetches: Bool = true) -> [[Bool]] {
    var traits = DeviceTraits.unknown
    traits.blendsSoftInShader = fetches
    traits.drawsPlainQuads = isPlain
    return Flattener.flatten(
      tree(layer(0, 0, 100, 100, sublayers: layers)), width: 100, height: 100, reusing: CommandStream(), rasters: nil,
      traits: traits
    ).passes.map { $0.batches.map { $0.key.program.blendsItself } }
  }

  private func blurred(_ radius: Double, sublayers: [RenderNode?] = [], opacity: Float = 1) -> RenderNode? {
    layer(20, 20, 40, 40, color: .blue, sublayers: sublayers) {
      var blur = FilterDescription.all.first { $0.name == "CIGaussianBlur" }.map { FilterValue($0) }
      blur?.inputs["inputRadius"] = .number(radius)
      $0.compositing.filters = [blur].compactMap { $0 }
      $0.opacity = opacity
    }
  }

  /// Its last direction, or what makes it larger again, is laid over the frame; all before it has a surface of its own.
  @Test(arguments: [false, true])
  func aBlurIsLaidOverTheFrame(isPlain: Bool) {
    #expect(fetching(blurred(2), isPlain: isPlain) == [[false], [false], [true]])
    #expect(fetching(blurred(20), isPlain: isPlain).last == [true])
    #expect(fetching(layer(10, 10, 80, 80, color: .red), isPlain: isPlain) == [[false]])
    #expect(fetching(blurred(2), isPlain: isPlain, fetches: false).allSatisfy { $0 == [false] })
  }

  @Test func soAreShadows() {
    func cast(_ radius: Double, path: CGPath? = nil) -> RenderNode? {
      layer(20, 20, 40, 40, color: .red) {
        $0.shadow.opacity = 1
        $0.shadow.radius = radius
        $0.shadow.path = path
      }
    }
    #expect(fetching(cast(5)) == [[true, false]])
    #expect(
      fetching(cast(5, path: CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 40, height: 40)))).last == [true, false])
  }

  @Test(arguments: [false, true])
  func soIsAGroupWithABlurInIt(isPlain: Bool) {
    func group(_ inside: RenderNode?) -> RenderNode? {
      layer(0, 0, 100, 100, sublayers: [layer(10, 10, 80, 80, color: .red), inside]) { $0.opacity = 0.5 }
    }
    #expect(fetching(group(blurred(2)), isPlain: isPlain).last == [true])
    #expect(fetching(group(layer(20, 20, 40, 40, color: .blue)), isPlain: isPlain).last?.contains(true) == false)
  }

  /// Those that lie on others, as long as there is time.
  @Test func fewKeptShadowsAreFine() {
    var shadows = FineShadows()
    let boxes = [
      DeviceBox(0, 0, 100, 100), DeviceBox(50, 50, 150, 100), DeviceBox(200, 0, 300, 100), DeviceBox(0, 0, 1000, 1000),
      DeviceBox(0, 0, 100, 100),
    ]
    #expect(boxes.map { shadows.takes($0) } == [false, true, false, true, false])
  }

  @Test func manyShadowsAreNotCompared() {
    var shadows = FineShadows()
    let row = (0..<64).map { DeviceBox(Double($0), 0, Double($0 + 1), 1) }
    #expect(!row.contains { shadows.takes($0) })
    #expect(!row.contains { shadows.takes($0) })
  }
}
