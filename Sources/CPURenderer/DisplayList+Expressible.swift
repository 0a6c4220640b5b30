import Flattening

extension DisplayList {
  /// What the CPU renderer does not draw yet.
  package var undrawn: [String] {
    var names: Set<String> = []
    for primitive in primitives {
      switch primitive.kind {
      case .raster: names.insert("rasterisation")
      case .backdrop: names.insert("backdrops")
      case .surface: if surfaces[Int(primitive.payload)].shadow != nil { names.insert("shadows") }
      default: break
      }
      if primitive.blend != .normal { names.insert("blend modes") }
    }
    if !filters.isEmpty { names.insert("filters") }
    return names.sorted()
  }
}
