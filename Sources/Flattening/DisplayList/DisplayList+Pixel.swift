// The primitives of a display list that touch one pixel.

extension DisplayList {
  /// The primitives whose boxes contain a device pixel of the canvas, in painter's order, including
  /// those of passes on the canvas's own pixels.
  package func primitives(at x: Int32, _ y: Int32) -> [Int] {
    var found: [Int] = []
    func add(_ pass: Int) {
      var index = passes[pass].first
      while index < passes[pass].end {
        let primitive = primitives[index]
        if primitive.kind == .pass {
          let inner = Int(primitive.payload)
          // A raster has pixels of its own.
          if passes[inner].canvas == passes[0].canvas { add(inner) }
          index = passes[inner].end
        } else {
          if primitive.box.contains(PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1)) { found.append(index) }
          index += 1
        }
      }
    }
    if !passes.isEmpty { add(0) }
    return found
  }

  /// The list with a single primitive, the passes that show it, and their masks, on a transparent
  /// canvas.
  ///
  /// - Parameter index: a primitive that is no pass.
  package func isolating(_ index: Int) -> DisplayList {
    var list = self
    list.passes[0].background = .clear
    var kept = [Bool](repeating: false, count: primitives.count)
    var used = [Int](repeating: -1, count: passes.count)
    for (number, primitive) in primitives.enumerated() {
      for pass in shown(by: primitive) { used[pass] = number }
    }
    /// All of a pass.
    func keep(_ pass: Int) { for number in passes[pass].first..<passes[pass].end { kept[number] = true } }
    kept[index] = true
    shown(by: primitives[index]).forEach(keep)
    // Out through the passes around it, the mask of each as a whole.
    var inner = index
    while let pass = passes.indices.dropFirst().last(where: { passes[$0].first <= inner && inner < passes[$0].end }),
      used[pass] >= 0
    {
      let user = used[pass]
      kept[user] = true
      for other in shown(by: primitives[user]) where other != pass { keep(other) }
      inner = user
    }
    for number in primitives.indices where !kept[number] && primitives[number].kind != .pass {
      list.primitives[number].box = .empty
    }
    return list
  }

  /// The passes that a primitive shows or is masked by.
  package func shown(by primitive: Primitive) -> [Int] {
    let payload = Int(primitive.payload)
    switch primitive.kind {
    case .surface: return [surfaces[payload].pass, surfaces[payload].mask].filter { $0 >= 0 }.map(Int.init)
    case .raster: return [Int(rasters[payload].pass)]
    case .backdrop: return backdrops[payload].mask >= 0 ? [Int(backdrops[payload].mask)] : []
    default: return []
    }
  }
}

extension DisplayList {
  /// The list without the primitives from an index on. Passes that were opened before, and are
  /// shown later, are not shown.
  package func cut(before end: Int) -> DisplayList {
    var list = self
    for number in end..<max(end, primitives.count) where primitives[number].kind != .pass {
      list.primitives[number].box = .empty
    }
    return list
  }
}
