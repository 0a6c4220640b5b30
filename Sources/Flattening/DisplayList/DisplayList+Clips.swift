import MultiplaneRenderTree

extension DisplayList {
  /// By clip, the device pixels in which a path clips, for which its coverage is made. Empty for
  /// other clips.
  package var pathClipBoxes: [PixelBox] {
    var boxes = [PixelBox](repeating: .empty, count: clips.count)
    let isPath = clips.map(\.isPath)
    guard isPath.contains(true) else { return boxes }
    for primitive in primitives {
      var clip = primitive.clip
      while clip >= 0 {
        let index = Int(clip)
        if isPath[index] { boxes[index] = boxes[index].union(primitive.box) }
        clip = clips[index].outer
      }
    }
    return boxes
  }
}

extension Clip {
  package var isPath: Bool { if case .path = region { true } else { false } }
}
