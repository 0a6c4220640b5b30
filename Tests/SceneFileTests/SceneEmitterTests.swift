import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneSceneFile

@Suite("Emitter layers in scenes") struct SceneEmitterTests {
  @Test("every seed is taken", arguments: [0, 999_999_999, 1_000_000_000, UInt32.max])
  func seeds(seed: UInt32) throws {
    let root = try scene(root: "{\"class\": \"CAEmitterLayer\", \"seed\": \(seed)}").root
    #expect((root as? CAEmitterLayer)?.seed == seed)
  }

  /// Written as it was read: every key of a cell, and cells within cells.
  static let everything = """
    {
      "version": 1,
      "size": [100, 100],
      "images": {"dot": "dot.png"},
      "root": {
        "class": "CAEmitterLayer",
        "emitterPosition": [10, 20],
        "emitterZPosition": 1.5,
        "emitterSize": [30, 40],
        "emitterDepth": 5,
        "emitterShape": "sphere",
        "emitterMode": "outline",
        "renderMode": "additive",
        "preservesDepth": true,
        "birthRate": 0.7,
        "lifetime": 2,
        "velocity": 3,
        "scale": 0.1,
        "spin": -1,
        "seed": 7,
        "emitterCells": [
          {
            "name": "spark",
            "enabled": false,
            "birthRate": 20.3,
            "lifetime": 1.1,
            "lifetimeRange": 0.2,
            "emissionLatitude": 0.1,
            "emissionLongitude": 0.2,
            "emissionRange": 0.3,
            "velocity": 10,
            "velocityRange": 11,
            "xAcceleration": 1,
            "yAcceleration": 2,
            "zAcceleration": 3,
            "scale": 0.9,
            "scaleRange": 0.4,
            "scaleSpeed": -0.1,
            "spin": 4,
            "spinRange": 5,
            "color": "#ff880080",
            "redRange": 0.1,
            "greenRange": 0.2,
            "blueRange": 0.3,
            "alphaRange": 0.4,
            "redSpeed": -0.1,
            "greenSpeed": -0.2,
            "blueSpeed": -0.3,
            "alphaSpeed": -0.4,
            "contents": "dot",
            "contentsRect": [0, 0, 0.5, 1],
            "contentsScale": 2,
            "minificationFilter": "trilinear",
            "magnificationFilter": "nearest",
            "minificationFilterBias": 0.6,
            "beginTime": 0.5,
            "speed": 0.3,
            "duration": 2,
            "emitterCells": [{"birthRate": 1, "color": null}]
          }
        ],
        "animations": {
          "rate": {
            "class": "CABasicAnimation",
            "keyPath": "emitterCells.spark.birthRate",
            "fromValue": 0,
            "toValue": 30,
            "beginTime": 1,
            "duration": 2
          }
        }
      }
    }

    """

  @Test func everyKeyIsWrittenAsItWasRead() throws {
    let folder = try SceneFolder()
    try folder.writeImage(to: "dot.png", width: 2, height: 2)
    let read = try scene(Self.everything, folder: folder.path)
    #expect(try read.encoded() == Self.everything)
    let cell = try #require((read.root as? CAEmitterLayer)?.emitterCells?.first)
    #expect(cell.name == "spark" && !cell.isEnabled && cell.birthRate == 20.3 && cell.contents is CGImage)
    #expect(cell.emitterCells?.first?.color == nil && cell.beginTime == 0.5)
  }

  @Test func everyKeyOfACellIsHere() {
    for row in EmitterCellProperty.all { #expect(Self.everything.contains("\"\(row.key)\""), "\(row.key)") }
  }

  private static let wrong: [(text: String, line: String)] = [
    ("{\"birthrate\": 1}", "emitterCells[0].birthrate: is not a key of an emitter cell; did you mean \"birthRate\"?"),
    ("{\"isEnabled\": true}", "emitterCells[0].isEnabled: is not a key of an emitter cell; did you mean \"enabled\"?"),
    ("{\"birthRate\": \"1\"}", "emitterCells[0].birthRate: expected a number, found \"1\""),
    ("1", "emitterCells[0]: expected an emitter cell, found 1"),
    (
      "{}, {\"emitterCells\": {}}",
      "emitterCells[1].emitterCells: expected a list of emitter cells, found an empty object"
    ),
    (
      "{\"contents\": \"dot\"}",
      "emitterCells[0].contents: expected the name of an image, found \"dot\"; the scene declares its images: \"images\": {\"dot\": \"dot.png\"}"
    ),
  ]

  @Test(arguments: wrong)
  func wrongCells(text: String, line: String) {
    let message = errorLine { () throws(SceneError) in
      try scene(root: "{\"class\": \"CAEmitterLayer\", \"emitterCells\": [\(text)]}")
    }
    #expect(message == "scene.json: root.\(line)")
  }

  @Test func cellsAreNestedEightDeep() {
    func cells(_ levels: Int) -> String { levels == 0 ? "[]" : "[{\"emitterCells\": \(cells(levels - 1))}]" }
    func line(_ levels: Int) -> String? {
      errorLine { () throws(SceneError) in
        try scene(root: "{\"class\": \"CAEmitterLayer\", \"emitterCells\": \(cells(levels))}")
      }
    }
    #expect(line(7) == nil)
    #expect(line(9)?.hasSuffix("expected at most 8 levels of emitter cells, found more") == true)
  }

  @Test func animationsAreOfCellsThatAreThere() {
    func line(_ keyPath: String) -> String? {
      let animation = "{\"class\": \"CABasicAnimation\", \"keyPath\": \"\(keyPath)\", \"toValue\": 3}"
      let cells = "[{\"name\": \"spark\", \"emitterCells\": [{\"name\": \"tail\"}]}]"
      return errorLine { () throws(SceneError) in
        try scene(
          root:
            "{\"class\": \"CAEmitterLayer\", \"emitterCells\": \(cells), \"animations\": {\"a\": \(animation)}}")
      }
    }
    #expect(line("emitterCells.spark.birthRate") == nil)
    #expect(line("emitterCells.spark.emitterCells.tail.birthRate") == nil)
    #expect(
      line("emitterCells.sprak.birthRate") == """
        scene.json: root.animations.a.keyPath: expected a key of one of the layer's emitter cells, found \
        "emitterCells.sprak.birthRate"; did you mean "emitterCells.spark.birthRate"?
        """)
    let inner = line("emitterCells.spark.emitterCells.tale.birthRate")
    #expect(inner?.contains("expected a key of one of the layer's emitter cells") == true)
  }

  @Test func onlyEmittersHaveCells() {
    let line = errorLine { () throws(SceneError) in try scene(root: "{\"emitterCells\": []}") }
    #expect(
      line == "scene.json: root.emitterCells: is not a key of CALayer; did you mean \"emitterCells\" of CAEmitterLayer?"
    )
  }
}
