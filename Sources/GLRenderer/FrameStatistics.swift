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
  package var bytesUploaded = 0
  /// Time to turn the tree into a command stream.
  package var flatten = Duration.zero
  /// Time to hand images, records and clips to the driver.
  package var upload = Duration.zero
  /// Time to issue the passes, without waiting for them.
  package var draw = Duration.zero

  package init() {}
}
