import Foundation

/// What one frame cost.
package struct FrameStatistics: Sendable, Equatable {
  /// Layers that were looked at: all that are not within a hidden one.
  package var layers = 0
  package var passes = 0
  package var batches = 0
  package var drawCalls = 0
  package var quads = 0
  /// Device pixels that the quads touch, counted from their outlines.
  package var pixelsShaded = 0
  /// What the frame takes as `DrawingLimits` reckon, in seconds; 0 where nothing is limited.
  package var work = 0.0
  package var bytesUploaded = 0
  /// Device pixels of the frame that were drawn anew: what differs from the frame before, or all.
  package var pixelsDamaged = 0
  /// Whether the frame is one of which no part may be replaced: it took short cuts (`GLRenderer.render`), or is the first one.
  package var tookShortCuts = false
  /// Whether blurs and shadows were rounded one by one in it, as it was live (`GLRenderer.isLive`): a frame that stays is better
  /// drawn once more, not live.
  package var isHasty = false
  /// Whether so much that is faint lies on one another that a whole frame which may take short cuts rounds it once, others each of
  /// it; where that is looked for, as in frames that are not live.
  package var hasDeepStacks = false
  /// Whether more was drawn than had changed: all, as pixels elsewhere are rounded otherwise than before (`FrameChanges`).
  package var redrewAll = false
  /// Whether it showed what stands still as an earlier frame drew it.
  package var showsUnderlay = false
  /// Processor time to compare the tree with that of the frame before.
  package var damage = Duration.zero
  /// Processor time to turn the tree into a command stream.
  package var flatten = Duration.zero
  /// Time to hand images, records and clips to the driver.
  package var upload = Duration.zero
  /// Time to issue the passes, without waiting for them.
  package var draw = Duration.zero

  package init() {}

  /// Adds what another part of the same picture cost.
  package mutating func add(_ other: FrameStatistics) {
    layers = max(layers, other.layers)
    passes += other.passes
    batches += other.batches
    drawCalls += other.drawCalls
    quads += other.quads
    pixelsShaded += other.pixelsShaded
    work += other.work
    bytesUploaded += other.bytesUploaded
    flatten += other.flatten
    upload += other.upload
    draw += other.draw
  }
}
