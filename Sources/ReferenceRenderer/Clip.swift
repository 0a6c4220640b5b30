import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The regions that clip what is drawn: the rounded bounds of layers, and masks that are clips;
/// their coverages multiply (rendering rules §8, §16).
struct ClipChain {
  /// From the outermost to the innermost.
  private var clips: [Clip] = []

  var count: Int { clips.count }

  /// Adds the innermost.
  mutating func append(_ clip: Clip) { clips.append(clip) }

  /// The clips that may matter in a box; those that cover it whole are left out.
  func relevant(in box: PixelBox) -> ClipChain {
    var chain = ClipChain()
    for clip in clips where !clip.isCertain(in: box) { chain.append(clip) }
    return chain
  }

  /// The coverage of a pixel by all clips, 0…1.
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

/// One region that clips.
enum Clip {
  /// Rounded bounds.
  case bounds(Coverage)
  /// The share of each pixel that a path covers; nothing beyond its box.
  case region(NumberPlane)

  /// The pixels of `box` of which it can leave something.
  func box(within box: PixelBox) -> PixelBox {
    switch self {
    case .bounds(let coverage): coverage.box(within: box)
    case .region(let coverage): coverage.box.intersection(box)
    }
  }

  /// Its coverage of a pixel, 0…1.
  @inline(__always)
  func clipValue(_ x: Double, _ y: Double) -> Double {
    switch self {
    case .bounds(let coverage): coverage.clipValue(x, y)
    case .region(let coverage): coverage.value(x, y)
    }
  }

  /// Whether it certainly leaves every pixel of a box whole.
  func isCertain(in box: PixelBox) -> Bool {
    switch self {
    case .bounds(let coverage): coverage.isCertain(in: box)
    case .region: false
    }
  }
}
