import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

/// Shapes, filters and how layers are put together, in a scene file.
@Suite struct SceneCompositingTests {
  @Test func shape() throws {
    let root = try scene(
      root: """
        {"class": "CAShapeLayer", "path": {"rect": [0, 0, 4, 3]}, "fillColor": "#f00", "fillRule": "evenOdd",
         "strokeColor": "#00f", "strokeStart": 0.25, "strokeEnd": 0.75, "lineWidth": 3, "miterLimit": 4,
         "lineCap": "square", "lineJoin": "round", "lineDashPhase": 1, "lineDashPattern": [4, 2], "cornerRadius": 1}
        """
    ).root
    let layer = try #require(root as? CAShapeLayer)
    #expect(layer.path == CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 3)))
    #expect(layer.fillColor == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) && layer.fillRule == .evenOdd)
    #expect(layer.strokeColor == CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    #expect(layer.strokeStart == 0.25 && layer.strokeEnd == 0.75 && layer.lineWidth == 3 && layer.miterLimit == 4)
    #expect(layer.lineCap == .square && layer.lineJoin == .round)
    #expect(layer.lineDashPhase == 1 && layer.lineDashPattern == [4, 2] && layer.cornerRadius == 1)
  }

  @Test(arguments: [
    ("evenOdd", CAShapeLayerFillRule.evenOdd), ("even-odd", .evenOdd), ("nonZero", .nonZero), ("non-zero", .nonZero),
  ])
  func enumerationsInBothSpellings(text: String, rule: CAShapeLayerFillRule) throws {
    let layer = try scene(root: "{\"class\": \"CAShapeLayer\", \"fillRule\": \"\(text)\"}").root
    #expect((layer as? CAShapeLayer)?.fillRule == rule)
  }

  @Test func compositing() throws {
    let layer = try scene(
      root: """
        {"opaque": true, "cornerCurve": "continuous", "allowsGroupOpacity": false, "allowsEdgeAntialiasing": false,
         "edgeAntialiasingMask": ["layerRightEdge", "layerBottomEdge"], "shouldRasterize": true, "rasterizationScale": 2,
         "shadowPath": "M 0 0 H 4 V 3 Z"}
        """
    ).root
    #expect(layer.isOpaque && layer.cornerCurve == .continuous)
    #expect(!layer.allowsGroupOpacity && !layer.allowsEdgeAntialiasing)
    #expect(layer.edgeAntialiasingMask == [.layerRightEdge, .layerBottomEdge])
    #expect(layer.shouldRasterize && layer.rasterizationScale == 2)
    #expect(layer.shadowPath?.boundingBox == CGRect(x: 0, y: 0, width: 4, height: 3))
    #expect(try scene(root: "{\"shadowPath\": \"\"}").root.shadowPath?.isEmpty == true)
  }

  @Test func filters() throws {
    let layer = try scene(
      root: """
        {"filters": [{"name": "CIGaussianBlur", "inputRadius": 4},
                     {"name": "CIColorMatrix", "label": "tint", "enabled": false, "inputRVector": [0, 1, 0, 0]}],
         "backgroundFilters": [{"name": "CIPixellate", "inputCenter": [1, 2]}], "compositingFilter": "CIScreenBlendMode"}
        """
    ).root
    let filters = try #require(layer.filters as? [CIFilter])
    #expect(filters.map(\.name) == ["CIGaussianBlur", "tint"])
    #expect(filters.map(\.isEnabled) == [true, false])
    #expect(filters[0].value(forKey: kCIInputRadiusKey) as? Double == 4)
    #expect(filters[1].value(forKey: "inputRVector") as? CIVector == CIVector(x: 0, y: 1, z: 0, w: 0))
    #expect(layer.value(forKeyPath: "backgroundFilters.CIPixellate.inputCenter") as? CIVector == CIVector(x: 1, y: 2))
    #expect(layer.compositingFilter as? String == "screenBlendMode")
  }

  @Test func nullWhereThereMayBeNothing() throws {
    let members =
      ["shadowPath", "filters", "backgroundFilters", "compositingFilter"]
      + ["path", "fillColor", "strokeColor", "lineDashPattern"]
    let text = members.map { "\"\($0)\": null" }.joined(separator: ", ")
    let layer = try #require(try scene(root: "{\"class\": \"CAShapeLayer\", \(text)}").root as? CAShapeLayer)
    #expect(members.allSatisfy { layer.value(forKey: $0) == nil })
  }

  @Test func animations() throws {
    // The filters may stand after the animations.
    let committed = try scene(
      root: """
        {"class": "CAShapeLayer", "animations": {
           "grow": {"class": "CABasicAnimation", "keyPath": "path", "fromValue": {"rect": [0, 0, 4, 2]},
                    "toValue": {"rect": [0, 0, 8, 4]}, "duration": 1},
           "blur": {"class": "CABasicAnimation", "keyPath": "filters.soft.inputRadius", "toValue": 8, "duration": 1},
           "move": {"class": "CAKeyframeAnimation", "keyPath": "backgroundFilters.CIPixellate.inputCenter",
                    "values": [[0, 0], [8, 4]], "duration": 1}},
         "filters": [{"name": "CIGaussianBlur", "label": "soft", "inputRadius": 4}],
         "backgroundFilters": [{"name": "CIPixellate"}]}
        """
    ).committed().root
    let values = committed.values(at: 0.5)
    #expect(values.shape.path == CGPath(rect: CGRect(x: 0, y: 0, width: 6, height: 3)))
    #expect(values.compositing.filters?.first?.input("inputRadius") == .number(6))
    #expect(values.compositing.backgroundFilters?.first?.input("inputCenter") == .vector([4, 2]))
  }

  // MARK: Wrong input

  @Test(
    arguments: [
      ("\"path\": []", "path: expected a path"), ("\"path\": {\"rect\": [0, 0, 1]}", "path.rect: expected a rect"),
      ("\"path\": {\"rectangle\": []}", "path.rectangle: is not a key of a path"),
      ("\"path\": \"M 0 0 L 1\"", "path: character 10 of the path data: expected a number, found the end"),
      ("\"path\": \"M 0 0 L 1e10 0\"", "path: expected a number from -1000000000 to 1000000000, found 10000000000"),
      (
        "\"path\": \"M 0 0 L 1e999 0\"", "path: expected a number from -1000000000 to 1000000000, found a number above"
      ),
      (
        "\"fillRule\": \"evenodd\"",
        "fillRule: expected one of \"nonZero\", \"evenOdd\", found \"evenodd\"; did you mean"
      ),
      (
        "\"lineJoin\": \"mitre\"", "lineJoin: expected one of \"miter\", \"round\", \"bevel\", found \"mitre\"; did you"
      ),
      ("\"lineDashPattern\": 4", "lineDashPattern: expected a list of numbers or null, found 4"),
      ("\"opaque\": 1", "opaque: expected true or false, found 1"),
      ("\"isOpaque\": true", "isOpaque: is not a key of CAShapeLayer; did you mean \"opaque\"?"),
      ("\"edgeAntialiasingMask\": [\"left\"]", "edgeAntialiasingMask[0]: expected one of \"layerLeftEdge\""),
      ("\"filters\": {}", "filters: expected a list of filters"),
      (
        "\"filters\": [\"CIGaussianBlur\"]",
        "filters[0]: expected a filter such as {\"name\": \"CIGaussianBlur\"}, found"
      ),
      ("\"filters\": [{}]", "filters[0].name: is missing; expected the name of a filter such as \"CIGaussianBlur\""),
      (
        "\"filters\": [{\"name\": \"CIGausianBlur\"}]",
        "filters[0].name: expected the name of a filter, found \"CIGausianBlur\"; did you mean \"CIGaussianBlur\"?"
      ),
      (
        "\"filters\": [{\"name\": \"CIMultiplyBlendMode\"}]",
        "filters[0].name: expected the name of a filter, found \"CIMultiplyBlendMode\""
      ),
      (
        "\"backgroundFilters\": [{\"name\": \"CIGaussianBlur\", \"inputRadus\": 1}]",
        "backgroundFilters[0].inputRadus: is not a key of CIGaussianBlur; did you mean \"inputRadius\"?"
      ),
      (
        "\"filters\": [{\"name\": \"CIGaussianBlur\", \"inputRadius\": [1]}]",
        "filters[0].inputRadius: expected a number, found a list of 1"
      ),
      (
        "\"filters\": [{\"name\": \"CIPixellate\", \"inputCenter\": [1, 2, 3]}]",
        "filters[0].inputCenter: expected a list of 2 numbers, found a list of 3"
      ),
      (
        "\"filters\": [{\"name\": \"CIPixellate\", \"label\": \"\"}]", "filters[0].label: expected a name for key paths"
      ),
      ("\"filters\": [{\"name\": \"CIPixellate\", \"enabled\": 1}]", "filters[0].enabled: expected true or false"),
      (
        "\"compositingFilter\": \"multiplyBlendmod\"",
        "compositingFilter: expected the name of a blend mode, found \"multiplyBlendmod\"; did you mean "
          + "\"multiplyBlendMode\"?"
      ),
      (
        "\"compositingFilter\": \"colour\"",
        "compositingFilter: expected the name of a blend mode, found \"colour\"; did you mean \"colorBlendMode\"?"
      ),
      (
        "\"compositingFilter\": \"colourDodge\"",
        "compositingFilter: expected the name of a blend mode, found \"colourDodge\"; did you mean "
          + "\"colorDodgeBlendMode\"?"
      ),
      ("\"compositingFilter\": 1", "compositingFilter: expected the name of a blend mode, such as"),
    ])
  func wrongMembers(text: String, line: String) throws {
    let found = errorLine { () throws(SceneError) in try scene(root: "{\"class\": \"CAShapeLayer\", \(text)}") }
    #expect(found?.hasPrefix("scene.json: root." + line) == true, "\(found ?? "")")
  }

  @Test(
    arguments: [
      (
        "filters.blur.inputRadius", "1",
        "keyPath: expected an input of one of the layer's filters, found \"filters.blur.inputRadius\"; did you mean "
          + "\"filters.blurs.inputRadius\"?"
      ),
      ("filters.blurs.inputScale", "1", "keyPath: expected an input of one of the layer's filters"),
      (
        "filters.blurs.inputRadus", "1",
        "keyPath: expected a key path of CALayer, found \"filters.blurs.inputRadus\"; did you mean "
          + "\"filters.blurs.inputRadius\"?"
      ),
      ("filters.blurs.inputRadius", "null", "toValue: expected a number, found null"),
      ("backgroundFilters.CIPixellate.inputCenter", "[1]", "toValue: expected a list of 2 numbers, found a list of 1"),
      ("shadowPath", "\"L\"", "toValue: character 1 of the path data: expected the command M or m, found \"L\""),
      ("cornerCurve", "\"circular\"", "keyPath: expected a key path that can be animated"),
      ("compositingFilter", "\"blend\"", "toValue: expected the name of a blend mode, found \"blend\""),
    ])
  func wrongAnimations(keyPath: String, value: String, line: String) throws {
    let animation = "{\"class\": \"CABasicAnimation\", \"keyPath\": \"\(keyPath)\", \"toValue\": \(value)}"
    let found = errorLine { () throws(SceneError) in
      try scene(
        root: """
          {"filters": [{"name": "CIGaussianBlur", "label": "blurs"}], "backgroundFilters": [{"name": "CIPixellate"}],
           "animations": {"a": \(animation)}}
          """)
    }
    #expect(found?.hasPrefix("scene.json: root.animations.a." + line) == true, "\(found ?? "")")
  }
}
