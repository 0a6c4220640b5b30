/// What a device did since its statistics were last reset.
package struct DeviceStatistics: Equatable, Sendable {
  package var drawCalls = 0
  /// Quads drawn.
  package var instances = 0
  package var passes = 0
  /// Pixels that the passes could touch: the sum of their areas.
  package var passPixels = 0
  /// Program changes that reached OpenGL.
  package var programSwitches = 0
  /// Texture changes that reached OpenGL, those for uploads left out.
  package var textureBinds = 0
  /// Uploads to textures and buffers.
  package var uploads = 0
  package var bytesUploaded = 0
  /// Textures made, those of surfaces too.
  package var texturesMade = 0
  /// Programs linked, or taken out of the store.
  package var programsMade = 0

  package init() {}
}
