import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile
import Testing

/// Scroll layers and layout in a scene file.
@Suite struct SceneLayoutTests {
  @Test func scrollLayer() throws {
    let root = try scene(
      root: """
        {"class": "CAScrollLayer", "scrollMode": "horizontally", "bounds": [30, 40, 50, 60]}
        """
    ).root
    let layer = try #require(root as? CAScrollLayer)
    #expect(layer.scrollMode == .horizontally && layer.masksToBounds)
    #expect(layer.bounds.origin == CGPoint(x: 30, y: 40))
    let open = try scene(root: "{\"class\": \"CAScrollLayer\", \"masksToBounds\": false}").root
    #expect(!open.masksToBounds && (open as? CAScrollLayer)?.scrollMode == .both)
  }

  @Test func autoresizingMask() throws {
    let root = try scene(root: "{\"autoresizingMask\": [\"layerWidthSizable\", \"layerMaxYMargin\"]}").root
    #expect(root.autoresizingMask == [.layerWidthSizable, .layerMaxYMargin])
    // It acts when a program resizes the superlayer; reading a scene resizes nothing.
    let pair = try scene(
      root: """
        {"frame": [0, 0, 100, 80],
         "sublayers": [{"frame": [10, 10, 20, 20], "autoresizingMask": ["layerWidthSizable"]}]}
        """
    ).root
    #expect(pair.sublayers?.first?.frame == CGRect(x: 10, y: 10, width: 20, height: 20))
    pair.bounds.size.width = 200
    #expect(pair.sublayers?.first?.frame == CGRect(x: 10, y: 10, width: 120, height: 20))
  }

  @Test func constraintsPlaceLayersWhenTheSceneIsCommitted() throws {
    let scene = try scene(
      root: """
        {"frame": [0, 0, 100, 80], "layoutManager": "CAConstraintLayoutManager", "sublayers": [
          {"name": "a", "bounds": [0, 0, 10, 10], "constraints": [
            {"attribute": "maxX", "relativeTo": "superlayer", "sourceAttribute": "maxX", "offset": -5}]},
          {"bounds": [0, 0, 10, 10], "constraints": [
            {"attribute": "maxX", "relativeTo": "a", "sourceAttribute": "minX", "offset": -5},
            {"attribute": "height", "relativeTo": "superlayer", "sourceAttribute": "height", "scale": 0.5},
            {"attribute": "minY", "relativeTo": "superlayer", "sourceAttribute": "minY"}]}]}
        """)
    #expect(scene.root.layoutManager is CAConstraintLayoutManager)
    #expect(scene.root.sublayers?.last?.constraints?.map(\.attribute) == [.maxX, .height, .minY])
    let sublayers = scene.committed().root.sublayers.map(\.values.geometry)
    #expect(sublayers.map(\.position) == [CGPoint(x: 90, y: 0), CGPoint(x: 75, y: 20)])
    #expect(sublayers.map(\.bounds.size) == [CGSize(width: 10, height: 10), CGSize(width: 10, height: 40)])
  }

  private static let wrong: [(text: String, line: String)] = [
    (
      "\"class\": \"CAScrollLayer\", \"scrollMode\": \"up\"",
      "scrollMode: expected one of \"none\", \"vertically\", \"horizontally\", \"both\", found \"up\""
    ),
    ("\"scrollMode\": \"both\"", "scrollMode: is not a key of CALayer; did you mean \"scrollMode\" of CAScrollLayer?"),
    ("\"layoutManager\": \"Mine\"", "layoutManager: expected \"CAConstraintLayoutManager\", found \"Mine\""),
    ("\"layoutManager\": null", "layoutManager: expected \"CAConstraintLayoutManager\", found null"),
    ("\"constraints\": {}", "constraints: expected a list of constraints, found an empty object"),
    ("\"constraints\": [1]", "constraints[0]: expected a constraint, found 1"),
    ("\"constraints\": [{}]", "constraints[0].attribute: is missing; expected an attribute such as \"midX\""),
    (
      "\"constraints\": [{\"attribute\": \"minX\"}]",
      "constraints[0].relativeTo: is missing; expected \"superlayer\" or the name of a sibling layer"
    ),
    (
      "\"constraints\": [{\"attribute\": \"minX\", \"relativeTo\": \"superlayer\"}]",
      "constraints[0].sourceAttribute: is missing; expected an attribute such as \"midX\""
    ),
    (
      "\"constraints\": [{\"attribute\": \"left\"}]",
      "constraints[0].attribute: expected one of \"minX\", \"midX\", \"maxX\", \"width\", \"minY\", \"midY\", \"maxY\", "
        + "\"height\", found \"left\""
    ),
    (
      "\"constraints\": [{\"ofset\": 1}]",
      "constraints[0].ofset: is not a key of a constraint; did you mean \"offset\"?"
    ),
    ("\"constraints\": [{\"scale\": \"2\"}]", "constraints[0].scale: expected a number, found \"2\""),
    (
      "\"autoresizingMask\": [\"width\"]",
      "autoresizingMask[0]: expected one of \"layerMinXMargin\", \"layerWidthSizable\", \"layerMaxXMargin\", "
        + "\"layerMinYMargin\", \"layerHeightSizable\", \"layerMaxYMargin\", found \"width\""
    ),
  ]

  @Test(arguments: wrong)
  func wrongValues(text: String, line: String) {
    #expect(errorLine { () throws(SceneError) in try scene(root: "{\(text)}") } == "scene.json: root." + line)
  }

  @Test func aLayoutManagerOfAProgramCannotBeWritten() {
    final class Manager: NSObject, CALayoutManager {}
    let root = CALayer()
    root.layoutManager = Manager()
    #expect(
      errorLine { () throws(SceneError) in try Scene(size: CGSize(width: 1, height: 1), root: root).encoded() }
        == "root.layoutManager: expected a CAConstraintLayoutManager, found one of a program's own, Manager")
  }
}
