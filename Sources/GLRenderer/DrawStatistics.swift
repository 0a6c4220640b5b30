/// The statistics of a frame on the device.
package struct DrawStatistics: Sendable, Equatable {
  package var passes = 0
  /// Passes that a tiled device begins by reading pixels from memory.
  package var loads = 0
  package var batches = 0
  package var drawCalls = 0
  package var quads = 0
  /// Device pixels that the quads touch, counted by their boxes.
  package var pixelsShaded = 0
  /// The uploaded bytes of records and clips, and of new images, coverage and tables.
  package var bytesUploaded = 0
  /// The time to upload records and clips.
  package var upload = Duration.zero
  /// The time to issue the passes, without waiting for them.
  package var draw = Duration.zero

  package init() {}

  /// Adds the statistics of another part of the frame.
  package static func += (sum: inout DrawStatistics, part: DrawStatistics) {
    sum.passes += part.passes
    sum.loads += part.loads
    sum.batches += part.batches
    sum.drawCalls += part.drawCalls
    sum.quads += part.quads
    sum.pixelsShaded += part.pixelsShaded
    sum.bytesUploaded += part.bytesUploaded
    sum.upload += part.upload
    sum.draw += part.draw
  }
}
