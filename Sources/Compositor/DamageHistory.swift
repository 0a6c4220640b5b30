import MultiplaneFlattening
import MultiplaneRenderTree

/// What changed from frame to frame, for images that hold a frame of some frames ago.
///
/// One for each place where frames are shown, whatever number of images takes turns there.
package struct DamageHistory {
  /// What was shown last; nil if that is not known.
  private var shown: RenderTree?
  /// What each frame changed, the latest first, all of one size.
  private var regions: [PixelRegion] = []
  /// What of the frame that was asked for last looks otherwise than the one before it; nil if that is not known.
  package private(set) var change: PixelRegion?
  /// Displays take turns with three images, hardly ever with more.
  private static let mostFrames = 8

  package init() {}

  /// What has to be drawn for a tree, which counts as shown from now on.
  ///
  /// A frame of which nothing has to be drawn for an image that holds the last one does not count as a frame: it may be
  /// left out, and then makes no image older.
  ///
  /// - Parameter bufferAge: how many frames ago the image was drawn that is drawn into, 1 for the last one; 0 if what it
  ///   holds is not known.
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

  /// Begins anew: what the images hold is not known, after an error or the loss of a context.
  package mutating func forget() {
    shown = nil
    regions.removeAll()
    change = nil
  }
}
