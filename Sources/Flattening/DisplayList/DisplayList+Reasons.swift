import MultiplaneRenderTree

// Why a list has the passes that it has.

extension DisplayList {
  /// By pass, the reason for its own surface, in a few words.
  package var passReasons: [String] {
    var reasons = [[String]](repeating: [], count: passes.count)
    for index in passes.indices where !passes[index].filters.isEmpty { reasons[index].append("filters") }
    for primitive in primitives {
      let payload = Int(primitive.payload)
      switch primitive.kind {
      case .raster: reasons[Int(rasters[payload].pass)].append("raster")
      case .backdrop where backdrops[payload].mask >= 0:
        reasons[Int(backdrops[payload].mask)].append("mask of a backdrop")
      case .surface:
        let use = surfaces[payload]
        let pass = Int(use.pass)
        if use.shadow != nil { reasons[pass].append("caster of a shadow") }
        if primitive.blend != .normal { reasons[pass].append("blend mode \(primitive.blend.filterName)") }
        if primitive.opacity < 1 { reasons[pass].append("opacity of a group") }
        guard use.mask >= 0 else { continue }
        reasons[pass].append("masked")
        reasons[Int(use.mask)].append("mask")
      default: break
      }
    }
    return reasons.enumerated().map { index, words in
      if index == 0 { return "canvas" }
      var said: [String] = []
      for word in words where !said.contains(word) { said.append(word) }
      return said.isEmpty ? "isolated group" : said.joined(separator: ", ")
    }
  }
}
