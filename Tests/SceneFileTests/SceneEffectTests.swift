import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneSceneFile

/// Masks, shadows, gradients and replicators in a scene file.
@Suite struct SceneEffectTests {
  @Test func aMaskIsALayer() throws {
    let root = try scene(
      root: """
        {"sublayers": [{"name": "a"}, {"name": "b"}],
         "mask": {"class": "CAGradientLayer", "frame": [0, 0, 20, 10], "sublayers": [{"name": "c"}]}}
        """
    ).root
    let mask = try #require(root.mask as? CAGradientLayer)
    #expect(mask.superlayer === root)
    #expect(mask.frame == CGRect(x: 0, y: 0, width: 20, height: 10))
    #expect(mask.sublayers?.map(\.name) == ["c"])
    #expect(root.sublayers?.map(\.name) == ["a", "b"])
  }

  @Test func shadow() throws {
    let root = try scene(
      root: """
        {"shadowColor": "#f00", "shadowOpacity": 0.5, "shadowOffset": [1, 2], "shadowRadius": 4}
        """
    ).root
    #expect(root.shadowColor == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    #expect(root.shadowOpacity == 0.5)
    #expect(root.shadowOffset == CGSize(width: 1, height: 2))
    #expect(root.shadowRadius == 4)
    #expect(try scene(root: "{\"shadowColor\": null}").root.shadowColor == nil)
  }

  @Test func gradient() throws {
    let root = try scene(
      root: """
        {"class": "CAGradientLayer", "colors": ["#f00", [0, 1, 0, 0.5]], "locations": [0.25, 1], "type": "radial",
         "startPoint": [0, 0.5], "endPoint": [1, 0.75],
         "animations": {"shine": {"class": "CABasicAnimation", "keyPath": "locations", "toValue": [0.5, 1]},
           "glow": {"class": "CABasicAnimation", "keyPath": "colors", "fromValue": ["#fff", "#000"]},
           "slide": {"class": "CABasicAnimation", "keyPath": "startPoint.x", "byValue": 1}}}
        """
    ).root
    let layer = try #require(root as? CAGradientLayer)
    let (red, green) = (
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.5)
    )
    #expect(layer.colors as? [CGColor] == [red, green])
    #expect(layer.locations == [0.25, 1])
    #expect(layer.type == .radial)
    #expect(layer.startPoint == CGPoint(x: 0, y: 0.5) && layer.endPoint == CGPoint(x: 1, y: 0.75))
    let changes = root.commit(at: 0).animations.compactMap(\.change)
    #expect(changes.map(\.keyPath.property.key) == ["locations", "colors", "startPoint"])
    #expect(changes.first?.ends?.to == .numbers([0.5, 1]))
    let unset = try scene(root: "{\"class\": \"CAGradientLayer\", \"colors\": null, \"locations\": null}").root
    #expect((unset as? CAGradientLayer)?.colors == nil)
  }

  @Test func replicator() throws {
    let root = try scene(
      root: """
        {"class": "CAReplicatorLayer", "instanceCount": 5, "instanceDelay": 0.5, "preservesDepth": true,
         "instanceTransform": [{"translate": [3, 4]}], "instanceColor": "#f80", "instanceRedOffset": -0.25,
         "instanceGreenOffset": 0.5, "instanceBlueOffset": 0.75, "instanceAlphaOffset": -0.5,
         "animations": {"turn": {"class": "CABasicAnimation", "keyPath": "instanceTransform.rotation.z", "toValue": 1}}}
        """
    ).root
    let layer = try #require(root as? CAReplicatorLayer)
    #expect(layer.instanceCount == 5 && layer.instanceDelay == 0.5 && layer.preservesDepth)
    #expect(CATransform3DEqualToTransform(layer.instanceTransform, CATransform3DMakeTranslation(3, 4, 0)))
    #expect((layer.instanceRedOffset, layer.instanceGreenOffset) == (-0.25, 0.5))
    #expect((layer.instanceBlueOffset, layer.instanceAlphaOffset) == (0.75, -0.5))
    #expect(layer.commit(at: 0).animations.count == 1)
  }

  @Test(
    arguments: [
      ("\"instanceCount\": 1.5", "instanceCount: expected a whole number from 0 to 100000, found 1.5"),
      ("\"instanceCount\": -1", "instanceCount: expected a whole number from 0 to 100000, found -1"),
      ("\"instanceCount\": 100001", "instanceCount: expected a whole number from 0 to 100000, found 100001"),
      ("\"instanceCount\": \"5\"", "instanceCount: expected a number, found \"5\""),
      (
        "\"instanceTransform\": 1",
        "instanceTransform: expected a transform (16 numbers, or a list of operations), found 1"
      ),
      ("\"colors\": []", "colors: is not a key of CAReplicatorLayer"),
    ])
  func wrongReplicators(text: String, line: String) throws {
    let found = errorLine { () throws(SceneError) in
      try scene(root: "{\"class\": \"CAReplicatorLayer\", \(text)}")
    }
    #expect(found?.hasPrefix("scene.json: root." + line) == true, "\(found ?? "")")
  }

  @Test(
    arguments: [
      ("\"colors\": [\"#fff\", null]", "colors[1]: expected \(ColorText.expectation), found null"),
      ("\"colors\": \"#fff\"", "colors: expected a list of colours or null, found \"#fff\""),
      ("\"locations\": [0, \"1\"]", "locations[1]: expected a number, found \"1\""),
      ("\"locations\": 0", "locations: expected a list of numbers or null, found 0"),
      ("\"type\": \"linear\"", "type: expected one of \"axial\", \"radial\", \"conic\", found \"linear\""),
    ])
  func wrongGradients(text: String, line: String) throws {
    #expect(
      errorLine { () throws(SceneError) in try scene(root: "{\"class\": \"CAGradientLayer\", \(text)}") }
        == "scene.json: root." + line)
  }

  // MARK: Limits

  /// A replicator with some instances around layers.
  private static func replicator(_ count: Int, _ more: String = "", around sublayers: String) -> String {
    "{\"class\": \"CAReplicatorLayer\", \"instanceCount\": \(count), \(more)\"sublayers\": [\(sublayers)]}"
  }

  private func error(_ root: String, mostLayers: Int) -> String? {
    var limits = SceneLimits.standard
    limits.maximumLayers = mostLayers
    return errorLine { () throws(SceneError) in
      try scene("{\"version\": 1, \"size\": [1, 1], \"root\": \(root)}", limits: limits)
    }
  }

  @Test func masksCountAsLayers() {
    let root = "{\"mask\": {\"mask\": {}}}"
    #expect(error(root, mostLayers: 3) == nil)
    #expect(
      error(root, mostLayers: 2) == "scene.json: root.mask.mask: expected at most 2 layers in a scene, found more")
    let deep = String(repeating: "{\"mask\": ", count: 512) + "{}" + String(repeating: "}", count: 512)
    #expect(error(deep, mostLayers: 1000)?.hasSuffix("expected at most 512 levels of layers, found more") == true)
  }

  @Test func instancesCountAsLayers() {
    // The replicator, four instances of a layer with one sublayer.
    let one = Self.replicator(4, around: "{\"sublayers\": [{}]}")
    #expect(error(one, mostLayers: 9) == nil)
    #expect(
      error(one, mostLayers: 8)
        == "scene.json: root.sublayers[0].sublayers[0]: expected at most 8 layers in a scene, each instance of a "
        + "replicator counted, found more")
    // 1 + 4 + 4 · 3.
    let two = Self.replicator(4, around: Self.replicator(3, around: "{}"))
    #expect(error(two, mostLayers: 17) == nil)
    #expect(error(two, mostLayers: 16) != nil)
    // A mask is not replicated, layers within it are drawn once.
    #expect(error(Self.replicator(4, "\"mask\": {}, ", around: "{}"), mostLayers: 6) == nil)
    // No instances: the layers of the file still count.
    #expect(error(Self.replicator(0, around: "{}, {}"), mostLayers: 2) != nil)
  }

  @Test func replicatorsInReplicatorsDoNotOverflow() {
    var root = "{}"
    for _ in 0..<20 { root = Self.replicator(100_000, around: root) }
    #expect(error(root, mostLayers: 200_000)?.contains("each instance of a replicator counted") == true)
  }

  @Test func animatedCountsCount() {
    let animation =
      "\"animations\": {\"a\": {\"class\": \"CABasicAnimation\", \"keyPath\": \"instanceCount\", \"toValue\": 9}}, "
    #expect(error(Self.replicator(1, animation, around: "{}"), mostLayers: 10) == nil)
    #expect(error(Self.replicator(1, animation, around: "{}"), mostLayers: 9) != nil)
  }

  /// An animation of the count of a replicator of 1, and how many instances it may show at the
  /// most.
  private static let countAnimations: [(animation: String, most: Int)] = [
    (#""class": "CABasicAnimation", "fromValue": 2, "byValue": 5"#, 7),
    (#""class": "CABasicAnimation", "toValue": 2, "byValue": -5"#, 7),
    (#""class": "CABasicAnimation", "toValue": 8, "additive": true"#, 9),
    (#""class": "CABasicAnimation", "toValue": 5, "timingFunction": [0, 0, 1, 3]"#, 13),
    (#""class": "CASpringAnimation", "toValue": 4"#, 7),
    (#""class": "CASpringAnimation", "toValue": 4, "initialVelocity": 1"#, 100_000),
    (#""class": "CABasicAnimation", "toValue": 4, "cumulative": true"#, 100_000),
    (#""class": "CAKeyframeAnimation", "values": [1, 9, 2]"#, 9),
    (#""class": "CAKeyframeAnimation", "values": [1, 9, 2], "calculationMode": "cubic""#, 100_000),
  ]

  /// Alone, and in a group within a group.
  @Test(arguments: countAnimations)
  func whateverAnimatesTheCountCounts(animation: String, most: Int) throws {
    let alone = "{\(animation), \"keyPath\": \"instanceCount\"}"
    let group = #"{"class": "CAAnimationGroup", "animations": ["#
    for text in [alone, "\(group)\(group)\(alone)]}]}"] {
      let root = try scene(root: "{\"class\": \"CAReplicatorLayer\", \"animations\": {\"a\": \(text)}}").root
      let layer = try #require(root as? CAReplicatorLayer)
      #expect(InstanceReach(of: layer).mostInstances == most, "\(text)")
      let replicator = Self.replicator(1, "\"animations\": {\"a\": \(text)}, ", around: "{}")
      #expect(error(replicator, mostLayers: most + 1) == nil)
      #expect(error(replicator, mostLayers: most) != nil)
    }
  }

  @Test func aCountThatCannotBeReadCannotBeWritten() throws {
    let size = CGSize(width: 1, height: 1)
    let layer = CAReplicatorLayer()
    for (count, found) in [(-1, "-1"), (Int.max, JSONValue.number(Double(Int.max)).flatText)] {
      layer.instanceCount = count
      let line = errorLine { () throws(SceneError) in try Scene(size: size, root: layer).encoded() }
      #expect(line == "root.instanceCount: expected a whole number from 0 to 100000, found \(found)")
    }
    let tiled = CATiledLayer()
    tiled.levelsOfDetail = 0
    #expect(
      errorLine { () throws(SceneError) in try Scene(size: size, root: tiled).encoded() }
        == "root.levelsOfDetail: expected a whole number from 1 to 65, found 0")
    let emitter = CAEmitterLayer()
    emitter.seed = .max
    #expect(try (scene(Scene(size: size, root: emitter).encoded()).root as? CAEmitterLayer)?.seed == .max)
  }
}
