import GLRenderer
import RenderTree

/// What changed from frame to frame, for images that hold a frame of some frames ago.
///
/// One for each place where frames are shown, whatever number of images takes turns there.
package struct DamageHistory {
  /// What was shown last; nil if that is not known.
  private var shown: RenderTree?
  /// What each frame changed, the latest first, all of one size.
  private var regions: [DamageRegion] = []
  /// Whether the last frame is one of which no part may be replaced.
  private var tookShortCuts = false
  /// Whether all of the frame that was asked for last looks otherwise than the one before it: it may then be drawn with short
  /// cuts, which the next one probably takes too (`GLRenderer.render`).
  package private(set) var allChanged = true
  /// What of the frame that was asked for last looks otherwise than the one before it; nil if that is not known.
  package private(set) var change: DamageRegion?
  /// From what share of a frame's pixels on all of it is drawn, as the short cuts of whole frames save more than the rest costs:
  /// 1 for never.
  private let wholeShare: Double
  /// Displays take turns with three images, hardly ever with more.
  private static let mostFrames = 8

  /// The share that pays (docs/performance.md).
  package static let usualWholeShare = 0.5

  package init(wholeShare: Double = 1) { self.wholeShare = wholeShare }

  /// What has to be drawn for a tree, which counts as shown from now on.
  ///
  /// A frame of which nothing has to be drawn for an image that holds the last one does not count as a frame: it may be
  /// left out, and then makes no image older.
  ///
  /// - Parameter bufferAge: how many frames ago the image was drawn that is drawn into, 1 for the last one; 0 if what it
  ///   holds is not known.
  /// - Returns: the pixels to draw, maybe none; nil for all.
  package mutating func damage(of tree: RenderTree, bufferAge: Int = 1) -> DamageRegion? {
    let last = shown
    shown = tree
    allChanged = true
    change = nil
    guard let last else { return nil }
    var region = Damage(from: last, to: tree).region
    if let earlier = regions.first, earlier.width != region.width || earlier.height != region.height {
      regions.removeAll()
    }
    if wholeShare < 1, Double(region.pixelCount) > wholeShare * Double(region.width * region.height) {
      region = .whole(width: region.width, height: region.height)
    }
    allChanged = region.isWhole
    if tookShortCuts, !region.isEmpty { region = .whole(width: region.width, height: region.height) }
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
    return regions.prefix(frames).reduce(into: DamageRegion(width: region.width, height: region.height)) {
      all, region in
      all.formUnion(region)
    }
  }

  /// Takes note of how the frame was drawn that was asked for last.
  package mutating func drew(_ statistics: FrameStatistics) {
    // Of an empty frame there is nothing to tell.
    if statistics.pixelsDamaged > 0 { tookShortCuts = statistics.tookShortCuts }
  }

  /// Begins anew: what the images hold is not known, after an error or the loss of a context.
  package mutating func forget() {
    shown = nil
    regions.removeAll()
    tookShortCuts = false
    allChanged = true
    change = nil
  }
}
