import Graphics

// llvmpipe draws the rectangles of a tile of 64 x 64 pixels by rows, in whole numbers, if there is nothing else in the tile, and all
// shaders only sample and multiply; else by blocks, in floating point. The two round otherwise: where blocks make 10.6 a 11, rows cut
// it to 10, and of a picture that fades they multiply bytes. What else is in the tile is another thing in a part of a frame than in
// all of it. Nor is it the same twice: before it lets a surface be shown, llvmpipe ends what it has begun if a thread may still draw
// that surface, for all it knows, and what comes then has its tiles for itself.
//
// So colours are such that both ways make the same of them. One that is the same all over is rounded to bytes before (`plain.vert`);
// what changes along the quad, or is multiplied by a texture, is drawn by blocks always, as the shader does a little more than rows
// can. Textures alone are copied, which is exact. Whole live frames have no time for that: theirs is one more short cut.

extension Flattener {
  /// The features of plain quads without edges, with what it takes for them to look the same however they are drawn.
  ///
  /// - Parameter isRamp: whether corners have other colours.
  mutating func steadied(_ features: ProgramKind.Features, isRamp: Bool = false) -> ProgramKind.Features {
    guard features.contains(.colored), features.isSubset(of: .drawnByRows),
      isRamp || features.contains(.textured)
    else { return features }
    guard takesShortCuts, isLive else { return features.union(.steady) }
    stream.hasHastyColors = true
    return isRamp ? features.union(.ramped) : features
  }
}

extension ProgramKind {
  /// Whether it draws plain quads that are one colour and have no edges: where the target holds bytes it is rounded to these.
  var isOneColor: Bool { shape == .plain && features.subtracting(.replacing) == .colored }
}
