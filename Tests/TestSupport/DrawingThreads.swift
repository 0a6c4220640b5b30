// TestSupport: what tests of several modules share: devices, the scenes, metamorphic variants,
// random trees, pictures of failures.
//
// In:   a render tree, from a scene, a metamorphic variant or a seed.
// Out:  the device's picture, the reference's, and how they differ; three PNGs for each failure.
// Path: `DrawingThreads.run` → `SceneLibrary` or `RandomTree` → `MetamorphicVariant` →
//       `TestRenderer` → `expectParity`.

import Foundation
import MultiplaneCompositor
import MultiplaneDisplays
import TestTiers

/// The threads on which tests draw, with an OpenGL context each: a context belongs to one thread,
/// and tests run on many.
///
/// Two, so that a second core works where the device is a processor. A case does all of its work on
/// one of them, so no more than two cases hold trees and pictures at a time.
package enum DrawingThreads {
  private static let threads = TestThreads(2, name: "drawing")

  /// Draws what a case needs.
  ///
  /// - Parameters:
  ///   - name: the case, for the list of the dearest; such as `border/border.json faded`.
  ///   - work: what makes the case's trees, draws and compares them.
  package static func run<Value>(_ name: String, _ work: () throws -> Value) async rethrows -> Value {
    try await withTaskExecutorPreference(threads) { try TestTimes.measure(name, work) }
  }
}

/// The device of a drawing thread.
enum ThreadDevice {
  private static let key = "device"

  private final class Opened {
    let compositor: Result<OffscreenCompositor, any Error>
    init(_ compositor: Result<OffscreenCompositor, any Error>) { self.compositor = compositor }
  }

  /// The compositor of this thread, opened when it first draws with OpenGL.
  ///
  /// - Throws: the same error each time where none could be opened, so that every picture test
  ///   fails with the reason.
  static func compositor() throws -> OffscreenCompositor {
    let values = Thread.current.threadDictionary
    if let opened = values[key] as? Opened { return try opened.compositor.get() }
    let opened = Opened(
      Result {
        let compositor = try OffscreenCompositor(device: selector(), debug: true)
        // A picture must not depend on the one before.
        compositor.redrawsEverything = true
        return compositor
      })
    values[key] = opened
    return try opened.compositor.get()
  }

  /// `MULTIPLANE_TEST_DEVICE` picks the device; by default whatever the command would take. One
  /// that cannot be read fails every test that draws, rather than drawing on another.
  private static func selector() throws(DisplayError) -> DeviceSelector {
    guard let text = ProcessInfo.processInfo.environment["MULTIPLANE_TEST_DEVICE"] else { return .automatic }
    return try DeviceSelector.parse(text)
  }
}
