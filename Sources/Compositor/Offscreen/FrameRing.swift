import MultiplaneGL
import MultiplaneRenderTree

/// Draws render trees one after another, and gives their pixels a few frames later.
///
/// While one frame's pixels are on their way out of a device, the next is drawn; the CPU renderer's are there at once. Everything
/// happens on the caller's thread; memory is that of `depth` frames.
package final class FrameRing {
  private let compositor: OffscreenCompositor
  private let depth: Int
  /// Drawn and not yet handed out, the oldest first.
  private var travelling: [Travelling] = []

  private enum Travelling {
    case reading(width: Int, height: Int, pixels: FrameReading, statistics: FrameStatistics)
    /// Drawn in tiles, each of which had to be read before the next.
    case done(OffscreenPicture)
  }

  /// - Parameter depth: frames that may be on their way at once, from 1; two keep a device busy, one more takes up the
  ///   differences between frames.
  package init(_ compositor: OffscreenCompositor, depth: Int = 3) {
    precondition(depth >= 1, "A ring holds at least one frame.")
    self.compositor = compositor
    self.depth = depth
  }

  /// Hands a tree to the renderer.
  ///
  /// - Returns: the oldest frame, if the ring was full; nil while it fills. Its statistics hold the time for handing the
  ///   drawing over, not that for drawing.
  /// - Throws: `CompositorError`; the frames that were on their way are then dropped, and the next call begins anew.
  package func draw(_ tree: RenderTree) throws(CompositorError) -> OffscreenPicture? {
    do throws(CompositorError) {
      let oldest = try travelling.count == depth ? next() : nil
      guard !compositor.isTiled(tree) else {
        travelling.append(.done(try compositor.picture(of: tree)))
        return oldest
      }
      let statistics = try compositor.submit(tree)
      let pixels = try compositor.backEnd.startReading()
      travelling.append(
        .reading(width: tree.pixelWidth, height: tree.pixelHeight, pixels: pixels, statistics: statistics))
      return oldest
    } catch {
      drop()
      throw error
    }
  }

  /// Waits for the oldest frame on its way.
  ///
  /// - Returns: nil if there is none.
  /// - Throws: as `draw`.
  package func next() throws(CompositorError) -> OffscreenPicture? {
    guard !travelling.isEmpty else { return nil }
    switch travelling.removeFirst() {
    case .done(let picture): return picture
    case .reading(let width, let height, let reading, let statistics):
      do throws(CompositorError) {
        let pixels = try compositor.backEnd.finishReading(reading)
        return OffscreenPicture(width: width, height: height, pixels: pixels, statistics: statistics)
      } catch {
        drop()
        throw error
      }
    }
  }

  /// Lets go of all buffers: after an error their context may be gone.
  private func drop() { travelling.removeAll() }
}
