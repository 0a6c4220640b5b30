/// What one frame cost the device.
package struct DrawStatistics: Sendable, Equatable {
  package var passes = 0
  package var batches = 0
  package var drawCalls = 0
  package var quads = 0
  /// Device pixels that the quads touch, counted from their boxes.
  package var pixelsShaded = 0
  /// Of records and clips, and of images, coverage and tables that were not on the device yet.
  package var bytesUploaded = 0
  /// Time to hand records and clips to the driver.
  package var upload = Duration.zero
  /// Time to issue the passes, without waiting for them.
  package var draw = Duration.zero

  package init() {}

  /// Adds what another part of the frame cost.
  package static func += (sum: inout DrawStatistics, part: DrawStatistics) {
    sum.passes += part.passes
    sum.batches += part.batches
    sum.drawCalls += part.drawCalls
    sum.quads += part.quads
    sum.pixelsShaded += part.pixelsShaded
    sum.bytesUploaded += part.bytesUploaded
    sum.upload += part.upload
    sum.draw += part.draw
  }
}
