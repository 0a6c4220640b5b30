import Compositor
import Displays
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
}
