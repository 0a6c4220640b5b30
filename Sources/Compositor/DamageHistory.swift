import MultiplaneFlattening
import MultiplaneRenderTree

/// The history of damage between frames, for images with an older frame.
///
/// One per place where frames are shown, for any number of images in a swapchain.
package struct DamageHistory {
  /// The last shown tree; nil if unknown.
  private var shown: RenderTree?
  /// The damage of each frame, the latest first, all of one size.
  private var regions: [PixelRegion] = []
  /// The damage of the last frame against the one before; nil if it is unknown.
  package private(set) var change: PixelRegion?
  /// Displays take turns with three images, hardly ever with more.
  private static let mostFrames = 8

  package init() {}

  /// The damage of an image for a tree, which counts as shown from now on.
  ///
  /// A frame without damage against the last one does not count: it may be left out, and makes no
  /// image older.
  ///
  /// - Parameter bufferAge: the age of the image in frames, 1 for the last one; 0 if its contents
  ///   are unknown.
  /// - Returns: the pixels to draw, maybe none; nil for all.
  package mutating func damage(of tree: RenderTree, bufferAge: Int = 1) -> PixelRegion? {
    let last = shown
    shown = tree
    change = nil
    guard let last else { return nil }
    let region = Damage(from: last, to: tree).region
    if let earlier = regions.first, earlier.canvas != region.canvas { regions.removeAll() }
    change = region
    // Frames since the image was drawn, this one not counted if it changes nothing.
    var frames = bufferAge
    if region.isEmpty {
      frames -= 1
    } else {
      regions.insert(region, at: 0)
      if regions.count > Self.mostFrames { regions.removeLast() }
    }
    guard bufferAge > 0, frames <= regions.count else { return nil }
    return regions.prefix(frames).reduce(into: PixelRegion(canvas: region.canvas)) { all, region in
      all.formUnion(region)
    }
  }

  /// Resets the history: the contents of the images are unknown, after an error or a lost context.
  package mutating func forget() {
    shown = nil
    regions.removeAll()
    change = nil
  }
}
