// TestSupport: what tests of several modules share: a device, the scenes, metamorphic variants,
// random trees, pictures of failures.
//
// In:   a render tree, from a scene, a metamorphic variant or a seed.
// Out:  the device's picture, the reference's, and how they differ; three PNGs for each failure.
// Path: `SceneLibrary` or `RandomTree` → `MetamorphicVariant` → `TestRenderer` → `expectParity`.

import Foundation
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneRenderTree

/// The device's picture of a tree and what it cost.
package struct DevicePicture: Sendable {
  package let width: Int
  package let height: Int
  /// RGBA8 premultiplied, rows tight, the top row first.
  package let bytes: [UInt8]
  package let statistics: FrameStatistics
  /// What the driver complained of while drawing: errors and warnings of KHR_debug.
  package let complaints: [String]
}

/// The one thread on which tests use the device: an OpenGL context belongs to one thread at a time,
/// and tests run on many.
package final class RenderThread: @unchecked Sendable {
  // Proof of Sendable: `jobs` is touched only under `condition`; the compositor only on the thread.
  package static let shared = RenderThread()

  private let condition = NSCondition()
  private var jobs: [(OffscreenCompositor?, String) -> Void] = []

  private init() {
    let thread = Thread { [self] in run() }
    thread.name = "device"
    thread.stackSize = 16 << 20
    thread.start()
  }

  /// Draws a tree on the device and reads it back.
  ///
  /// - Parameters:
  ///   - frames: how often it is drawn, one frame right after the other: the last one is the
  ///     picture.
  ///   - precision: of OpenGL's numbers.
  package func picture(
    of tree: RenderTree, tiling: CanvasTiling = CanvasTiling(), frames: Int = 1,
    precision: RenderPrecision = .words
  ) async throws -> DevicePicture {
    try await withCheckedThrowingContinuation { continuation in
      enqueue { compositor, failure in
        compositor?.tiling = tiling
        compositor?.precision = precision
        continuation.resume(
          with: Result {
            for _ in 1..<frames { _ = try compositor?.draw(tree) }
            return try Self.draw(tree, with: compositor, failure)
          })
      }
    }
  }

  /// Has the device's compositor do something.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable (OffscreenCompositor) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      enqueue { compositor, failure in
        continuation.resume(
          with: Result {
            guard let compositor else { throw NoDevice(description: failure) }
            return try body(compositor)
          })
      }
    }
  }

  private func enqueue(_ job: @escaping (OffscreenCompositor?, String) -> Void) {
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  private func run() {
    var compositor: OffscreenCompositor?
    var failure = ""
    do {
      compositor = try OffscreenCompositor(device: Self.selector(), debug: true)
      // A picture must not depend on the one before.
      compositor?.redrawsEverything = true
    } catch {
      failure = "\(error)"
    }
    while true {
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      let job = jobs.removeFirst()
      condition.unlock()
      job(compositor, failure)
    }
  }

  /// `MULTIPLANE_TEST_DEVICE` picks the device; by default whatever the command would take. One
  /// that cannot be read fails every test that draws, rather than drawing on another.
  private static func selector() throws(DisplayError) -> DeviceSelector {
    guard let text = ProcessInfo.processInfo.environment["MULTIPLANE_TEST_DEVICE"] else { return .automatic }
    return try DeviceSelector.parse(text)
  }

  private static func draw(
    _ tree: RenderTree, with compositor: OffscreenCompositor?, _ failure: String
  ) throws -> DevicePicture {
    guard let compositor else { throw NoDevice(description: failure) }
    compositor.display?.device.removeDebugMessages()
    let statistics = try compositor.draw(tree)
    let bytes = try compositor.readPixels()
    let complaints = (compositor.display?.device.debugMessages ?? [])
      .filter { $0.severity != .notification }
      .map(\.description)
    return DevicePicture(
      width: tree.pixelWidth, height: tree.pixelHeight, bytes: bytes, statistics: statistics, complaints: complaints)
  }

  /// No device could be opened: every picture test fails with the reason.
  struct NoDevice: Error, CustomStringConvertible {
    let description: String
  }
}
