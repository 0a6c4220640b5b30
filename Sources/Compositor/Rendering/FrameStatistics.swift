/// What one frame cost.
package struct FrameStatistics: Sendable, Equatable {
  /// Layers that can be seen at all.
  package var layers = 0
  package var passes = 0
  /// Passes that a tiled device begins by reading pixels from memory.
  package var loads = 0
  package var batches = 0
  package var drawCalls = 0
  package var quads = 0
  /// Device pixels that the quads touch, counted from their boxes.
  package var pixelsShaded = 0
  /// The cost of the frame in seconds, as `DrawingLimits` estimate it; 0 without limits.
  package var work = 0.0
  package var bytesUploaded = 0
  /// The redrawn device pixels of the frame: those that differ from the previous frame, or all.
  package var pixelsDamaged = 0
  /// Processor time to compare the tree with that of the frame before.
  package var damage = Duration.zero
  /// Processor time to turn the tree into a display list.
  package var flatten = Duration.zero
  /// Time to hand images, records and their data to the driver.
  package var upload = Duration.zero
  /// Time to draw, or to issue the passes without waiting for them.
  package var draw = Duration.zero

  package init() {}

  /// Adds what another part of the same picture cost.
  package mutating func add(_ other: FrameStatistics) {
    layers = max(layers, other.layers)
    passes += other.passes
    loads += other.loads
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
