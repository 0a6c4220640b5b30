import Foundation
import Graphics
import RenderTree

/// The rounded bounds of layers that clip what is inside them; their coverages multiply (rendering rules §8).
struct ClipChain {
  /// From the outermost to the innermost.
  private var clips: [Coverage] = []

  /// Adds the bounds of a layer.
  mutating func append(_ clip: Coverage) { clips.append(clip) }

  /// The clips that may matter in a box; those that cover it whole are left out.
  func relevant(in box: PixelBox) -> ClipChain {
    var chain = ClipChain()
    for clip in clips where !clip.isCertain(in: box) { chain.append(clip) }
    return chain
  }

  /// What the clips leave of a pixel, 0…1.
  @inline(__always)
  func coverage(_ x: Double, _ y: Double) -> Double {
    var product = 1.0
    var index = 0
    while index < clips.count, product > 0 {
      product *= clips[index].clipValue(x, y)
      index += 1
    }
    return product
  }
}
