import MultiplaneGL
import MultiplaneRenderTree

/// A pipeline that draws render trees, and returns their pixels a few frames later.
///
/// While the pixels of one frame are read back from a device, the next is drawn; the CPU renderer's
/// are ready at once. It runs on the caller's thread, and needs the memory of `depth` frames.
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

  /// Creates a ring.
  ///
  /// - Parameter depth: the maximum number of frames in flight, at least 1. Two keep a device busy;
  ///   a third evens out the differences between frames.
  package init(_ compositor: OffscreenCompositor, depth: Int = 3) {
    precondition(depth >= 1, "A ring holds at least one frame.")
    self.compositor = compositor
    self.depth = depth
  }

  /// Submits a tree.
  ///
  /// - Returns: the oldest frame if the ring was full; nil while it fills. Its statistics have the
  ///   time of submission, not of drawing.
  /// - Throws: `CompositorError`; the frames in flight are then dropped, and the next call starts
  ///   again.
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

  /// Waits for the oldest frame in flight.
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
