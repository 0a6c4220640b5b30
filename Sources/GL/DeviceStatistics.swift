/// The statistics of a device since its last reset.
package struct DeviceStatistics: Equatable, Sendable {
  package var drawCalls = 0
  /// Drawn quads.
  package var instances = 0
  package var passes = 0
  /// Passes that a tiled device begins by reading pixels of the frame from memory.
  package var loads = 0
  /// Pixels that the passes may touch: the sum of their areas.
  package var passPixels = 0
  /// Program changes in OpenGL.
  package var programSwitches = 0
  /// Texture changes in OpenGL, excluding uploads.
  package var textureBinds = 0
  /// Uploads to textures and buffers.
  package var uploads = 0
  package var bytesUploaded = 0
  /// Created textures, including those of surfaces.
  package var texturesMade = 0
  /// Linked programs, including those from the store.
  package var programsMade = 0

  package init() {}
}
