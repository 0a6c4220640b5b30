import Compositor
import Displays
import Foundation
import Graphics
import RenderTree
import Testing

/// Draws on the CPU, so that the suite does the same on every machine.
@Suite struct OffscreenCompositorTests {
  private func tree(width: Double, height: Double, scale: Double = 1, _ color: StraightColor) -> RenderTree {
    RenderTree(size: CGSize(width: width, height: height), scale: scale, background: color, root: nil, time: 0)
  }

  private func solid(_ pixel: [UInt8], _ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in pixel }
  }

  @Test func aBackgroundFillsThePictureWithPremultipliedBytes() throws {
    let compositor = try OffscreenCompositor(device: .software)
    let half = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.2)
    let picture = try compositor.picture(of: tree(width: 3, height: 2, half))
    #expect(picture.width == 3 && picture.height == 2)
    #expect(picture.pixels == solid([51, 0, 0, 51], 6))
    #expect(picture.statistics.passes == 1)
  }

  @Test func picturesFollowEachOtherInAnySize() throws {
    let compositor = try OffscreenCompositor(device: .software)
    let red = StraightColor(red: 1, green: 0, blue: 0)
    let blue = StraightColor(red: 0, green: 0, blue: 1)
    #expect(try compositor.picture(of: tree(width: 4, height: 4, red)).pixels == solid([255, 0, 0, 255], 16))
    #expect(try compositor.picture(of: tree(width: 4, height: 4, blue)).pixels == solid([0, 0, 255, 255], 16))
    #expect(try compositor.picture(of: tree(width: 2, height: 1, scale: 2, red)).pixels == solid([255, 0, 0, 255], 8))
  }

  @Test(arguments: 1...40)
  func aResetThatTheDriverReportsOnceIsAnErrorAndTheNextFrameIsDrawn(query: Int) throws {
    let compositor = try OffscreenCompositor(device: .software)
    compositor.display.device.simulateContextLoss(atQuery: query)
    var losses = 0
    for round in 0..<40 {
      let red = StraightColor(red: round % 2 == 0 ? 1 : 0, green: 0, blue: 1)
      do {
        let picture = try compositor.picture(of: tree(width: 2, height: 2, red))
        #expect(picture.pixels == solid([round % 2 == 0 ? 255 : 0, 0, 255, 255], 4))
      } catch CompositorError.contextLost(_, let cause) {
        #expect(cause == "simulated")
        losses += 1
      }
    }
    #expect(losses == 1)
  }

  @Test func nothingIsReadBeforeTheFirstFrame() throws {
    #expect(try OffscreenCompositor(device: .software).readPixels().isEmpty)
  }

  @Test func softwareThatWasAskedForIsNoFallback() throws {
    #expect(try !OffscreenCompositor(device: .software).fellBackToSoftware)
  }

  @Test func aFrameThatTheDeviceCannotHoldIsAnErrorAndTheNextOneIsDrawn() throws {
    let compositor = try OffscreenCompositor(device: .software)
    let white = StraightColor(red: 1, green: 1, blue: 1)
    #expect(throws: CompositorError.self) { try compositor.draw(tree(width: 1e6, height: 1e6, white)) }
    #expect(try compositor.picture(of: tree(width: 1, height: 1, white)).pixels == [255, 255, 255, 255])
  }

  @Test func aMissingDeviceIsAnErrorThatNamesIt() {
    let error = #expect(throws: CompositorError.self) {
      try OffscreenCompositor(device: .route(.gbm(path: "/nowhere/renderD128")))
    }
    #expect(error?.description.contains("/nowhere/renderD128") == true)
  }

  /// A hundred faint colours on one another beside a mark that moves: the same in each picture of a sequence, also where they come
  /// to what was drawn before in part.
  @Test func stacksOfFaintColoursAreRoundedOnceInSequences() throws {
    func layer(_ frame: CGRect, gray: Double, alpha: Double, sublayers: [RenderNode] = [], number: Int = 0)
      -> RenderNode?
    {
      var values = LayerValues()
      values.geometry.bounds = CGRect(origin: .zero, size: frame.size)
      values.geometry.position = CGPoint(x: frame.midX, y: frame.midY)
      values.backgroundColor = CGColor(srgbRed: gray, green: gray, blue: gray, alpha: alpha)
      return RenderNode(
        identifier: LayerIdentifier(rawValue: UInt64(number)), name: nil, kind: .layer, values: values,
        sublayers: sublayers)
    }
    let stack = (1...100).map { layer(CGRect(x: 0, y: 0, width: 40, height: 40), gray: 1, alpha: 0.01, number: $0) }
    let compositor = try OffscreenCompositor(device: .software)
    for (number, count) in [0, 0, 100, 100, 100, 3, 3].enumerated() {
      let mark = layer(CGRect(x: 10 * number, y: 60, width: 8, height: 8), gray: 1, alpha: 1, number: 101)
      let root = layer(
        CGRect(x: 0, y: 0, width: 100, height: 100), gray: 0, alpha: 1,
        sublayers: (stack.prefix(count) + [mark]).compactMap(\.self), number: 102)
      let tree = RenderTree(size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: root, time: 0)
      let pixels = try compositor.picture(of: tree).pixels
      let expected = 255 * (1 - pow(0.99, Double(count)))
      #expect(abs(Double(pixels[(20 * 100 + 20) * 4]) - expected) < 1, "picture \(number)")
      #expect(pixels[(64 * 100 + 10 * number + 4) * 4] == 255 && pixels[(64 * 100 + 99) * 4] == 0)
    }
  }
}
