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
  /// The time of a tree from which on a frame that was drawn in haste (`FrameStatistics.isHasty`) is to be settled: drawn once more,
  /// if it is still what is shown. Infinite if none is.
  package private(set) var settlingTime = Double.infinity
  /// Whether the frame that was asked for last is the one before it, drawn once more without haste.
  package private(set) var isSettling = false
  /// Whether frames are settled.
  private let settles: Bool
  /// Whether all of the frame that was asked for last looks otherwise than the one before it: it may then be drawn with short
  /// cuts, which the next one probably takes too (`GLRenderer.render`).
  package private(set) var allChanged = true
  /// Whether what was drawn last has stacks of what is faint (`FrameStatistics.hasDeepStacks`).
  private var showsDeepStacks = false
  /// What of the frame that was asked for last looks otherwise than the one before it; nil if that is not known.
  package private(set) var change: DamageRegion?
  /// From what share of a frame's pixels on all of it is drawn, as the short cuts of whole frames save more than the rest costs:
  /// 1 for never.
  private let wholeShare: Double
  /// Displays take turns with three images, hardly ever with more.
  private static let mostFrames = 8
  /// Seconds that a frame has to stay before it is settled: what only pauses is not to wait for that.
  private static let settlingDelay = 0.1

  /// The share that pays (docs/performance.md).
  package static let usualWholeShare = 0.5

  /// - Parameter settles: whether a frame that was drawn in haste is asked for once more, as a whole, when nothing changes.
  package init(wholeShare: Double = 1, settles: Bool = false) {
    self.wholeShare = wholeShare
    self.settles = settles
  }

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
    isSettling = false
    change = nil
    guard let last else { return nil }
    var region = Damage(from: last, to: tree).region
    if let earlier = regions.first, earlier.width != region.width || earlier.height != region.height {
      regions.removeAll()
    }
    if wholeShare < 1, Double(region.pixelCount) > wholeShare * Double(region.width * region.height) {
      region = .whole(width: region.width, height: region.height)
    }
    isSettling = region.isEmpty && tree.time >= settlingTime
    if isSettling { region = .whole(width: region.width, height: region.height) }
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

  /// How a renderer is to draw the frame that was asked for last.
  ///
  /// - Parameter damage: what `damage(of:bufferAge:)` said.
  func changes(in damage: DamageRegion?) -> FrameChanges {
    FrameChanges(damage: damage, allChanged: allChanged, showsDeepStacks: showsDeepStacks)
  }

  /// Takes note of how the frame was drawn that was asked for last.
  package mutating func drew(_ statistics: FrameStatistics) {
    // Of an empty frame there is nothing to tell.
    guard statistics.pixelsDamaged > 0 else { return }
    tookShortCuts = statistics.tookShortCuts
    showsDeepStacks = statistics.hasDeepStacks
    if statistics.redrewAll, let region = change {
      change = .whole(width: region.width, height: region.height)
      if !regions.isEmpty { regions[0] = .whole(width: region.width, height: region.height) }
    }
    settlingTime = settles && statistics.isHasty ? (shown?.time ?? .infinity) + Self.settlingDelay : .infinity
  }

  /// Takes note that a frame could not be settled: what is shown stays as it is.
  package mutating func leaveUnsettled() {
    settlingTime = .infinity
    guard isSettling else { return }
    isSettling = false
    if !regions.isEmpty { regions.removeFirst() }
  }

  /// Begins anew: what the images hold is not known, after an error or the loss of a context.
  package mutating func forget() {
    shown = nil
    regions.removeAll()
    (tookShortCuts, showsDeepStacks) = (false, false)
    (settlingTime, isSettling) = (.infinity, false)
    allChanged = true
    change = nil
  }
}
