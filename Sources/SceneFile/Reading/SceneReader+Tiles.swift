import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

// The tiles of a layer, which are files: `"tiles": {"path": "tiles/{z}/{x}/{y}.png"}`.

extension SceneReader {
  func tiledLayer() -> TileFileLayer {
    let layer = TileFileLayer()
    // As many pixels per point as the canvas has, like text.
    layer.canvasScale = textScale
    layer.allowance = tileAllowance
    return layer
  }

  /// - Parameter old: of a layer that is changed: its files stay where they are.
  func tileFiles(_ json: JSONValue, replacing old: TileFiles?, _ place: Place) throws(SceneError) -> TileFiles {
    guard case .object(let members) = json else {
      throw expected("an object with the \"path\" of the tiles", place, found: json)
    }
    var pattern: String?
    for member in members {
      guard member.key == "path" else { throw unknownKey(member.key, in: place, of: "tiles", known: SceneKeys.tiles) }
      pattern = try string(member.value, place.key("path"))
    }
    guard let pattern else {
      throw invalid(place.key("path"), "is missing; expected a path such as \"tiles/{z}/{x}/{y}.png\"")
    }
    return TileFiles(pattern: pattern, place: old?.place ?? files)
  }

  /// Checks a tiled layer when all of its keys are read.
  func checkTiles(of layer: CALayer, _ place: Place) throws(SceneError) {
    guard let layer = layer as? TileFileLayer else { return }
    let place = place.key("tiles")
    guard let files = layer.files else {
      throw invalid(place, "is missing; expected an object with the \"path\" of the tiles")
    }
    if let problem = files.problem(levels: layer.levelsOfDetail) { throw invalid(place.key("path"), problem) }
  }
}

extension SceneWriter {
  /// The tiles of a layer; one whose tiles a program draws cannot be written.
  func tiles(_ layer: CommittedLayer, _ place: Place) throws(SceneError) -> Members {
    guard layer.kind == .tiled else { return [] }
    guard let files = tiledLayers[layer.identifier]?.files else {
      throw .unencodable(
        place: place.key("class").description, problem: "\(layer.kind.rawValue) has tiles that a program draws")
    }
    var members: Members = []
    members.add("tiles", .object([JSONValue.Member(key: "path", value: .string(files.pattern))]))
    return members
  }
}
