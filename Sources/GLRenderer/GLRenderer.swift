// GLRenderer: a render tree drawn with OpenGL ES 3.
//
// In:   a `RenderTree` and a `Frame` to draw it into.
// Out:  the frame's pixels, premultiplied, and `FrameStatistics`.
// Path: `Flattener` walks the tree and writes a `CommandStream`: plain arrays of passes, batches, quad records and clips,
//       with one file an effect (`Background.swift`, `Gradient.swift`, `Contents.swift`, `Border.swift`, `Clip.swift`,
//       `Opacity.swift`, `Mask.swift`, `Shadow.swift`, `DepthSet.swift`) → `Batcher` merges what may change places →
//       `Painter` uploads the arrays and runs the passes on the device, with textures from `ImageCache`, surfaces from
//       `SurfacePool` and programs from `ProgramCache`.
//       Where the device gains by it (`DeviceTraits`) the usual quads take short cuts: `PlainPaint` and `PlainImage` write
//       them as `PlainQuad`s, whole or in `PixelPieces`; shadows come out of `ShadowCache`, groups share a `SurfaceAtlas`.
//
// Flattening needs no device, so a command stream can be tested, counted and printed without one. The rules are
// docs/rendering.md; no fragment shader knows a layer, and no layer a triangle.

import GL
import Graphics
import RenderTree

/// Draws render trees on one device.
package final class GLRenderer {
  private let device: Device
  private let painter: Painter
  /// The last frame's: its arrays serve the next.
  private var stream = CommandStream()

  /// What textures may take together unless something else is asked for, in bytes: half a gigabyte.
  package static let defaultTextureBudget = 512 << 20

  /// - Parameter textureBudget: bytes that all textures may take together: images, paths, rasterised layers and the surfaces
  ///   of groups. What was not used for longest goes first. It is exceeded only by what one batch, or the groups of one frame,
  ///   need at once.
  /// - Throws: `RenderError.device` when a program cannot be built on this driver.
  package init(device: Device, textureBudget: Int = GLRenderer.defaultTextureBudget) throws(RenderError) {
    self.device = device
    painter = try Painter(device: device, textureBudget: textureBudget)
  }

  /// Bytes of all textures that the renderer keeps.
  package var textureBytes: Int { painter.budget.bytes }

  /// Draws a tree. The frame's pixels are all replaced.
  ///
  /// - Throws: `RenderError` when the driver refuses something; what the frame then holds is undefined.
  package func render(_ tree: RenderTree, into frame: Frame) throws(RenderError) -> FrameStatistics {
    var statistics = FrameStatistics()
    let clock = ContinuousClock()
    // Taken out, so that no second owner makes the arrays copy themselves.
    var old = CommandStream()
    swap(&old, &stream)
    let start = clock.now
    painter.shadows.beginFrame()
    stream = Flattener.flatten(
      tree, width: frame.width, height: frame.height, reusing: old, rasters: painter.rasters,
      shadows: painter.shadows,
      traits: device.capabilities.traits)
    statistics.flatten = clock.now - start
    try painter.paint(stream, into: frame, statistics: &statistics)
    return statistics
  }

  /// Waits until everything is drawn.
  package func finish() { device.finish() }
}
