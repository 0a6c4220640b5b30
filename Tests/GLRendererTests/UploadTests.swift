import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneGLRenderer

/// What a frame hands to the device is counted, there at once, and there for the next frame.
@Suite(.serialized) struct UploadTests {
  /// Records of a few layers take less.
  private static let few = 10_000

  @Test func anImageIsUploadedOnce() throws {
    let shown = try image(300, 200)
    let tree = tree(of: [layer(10, 10, 300, 200) { $0.contents = shown }])
    let test = try TestDevice()
    #expect(try test.draw(tree).cost.bytesUploaded >= 300 * 200 * 4)
    #expect(try test.draw(tree).cost.bytesUploaded < Self.few)
    test.expectNoComplaints()
  }

  /// What a frame used stays for the next, also where it alone is more than the cache may hold.
  @Test func aPathLargerThanTheCacheIsUploadedOnce() throws {
    // 8.4 MiB of coverage, for 8.
    let (width, height) = (2600, 1700)
    let size = CGSize(width: width, height: height)
    let path = CGPath(ellipseIn: CGRect(origin: .zero, size: size), transform: nil)
    let shape = layer(0, 0, Double(width), Double(height), kind: .shape) {
      $0.shape.path = path
      $0.shape.fillColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    }
    let test = try TestDevice()
    // Of the canvas few pixels are drawn, of the path all are rasterised.
    func uploaded(_ root: RenderNode?) throws -> Int {
      let part = PixelBox(minX: 1300, minY: 850, maxX: 1310, maxY: 860)
      return try test.draw(tree(root, size: size), part: part).cost.bytesUploaded
    }
    #expect(try uploaded(shape) >= width * height * 2)
    #expect(try uploaded(shape) < Self.few)
    #expect(try uploaded(shape) < Self.few)
    // A frame without it lets it go.
    _ = try uploaded(nil)
    #expect(try uploaded(shape) >= width * height * 2)
    test.expectNoComplaints()
  }

  /// A path and one that clips it, which do not fit beside one another into a texture of usual size.
  @Test func pathsThatAreDrawnTogetherAreThereTogether() throws {
    let side = 4300.0
    func disc(_ x: Double, _ y: Double, sides: Double, mask: RenderNode?? = nil) -> RenderNode? {
      layer(0, 0, side, side, kind: .shape, mask: mask) {
        $0.shape.path = CGPath(ellipseIn: CGRect(x: x, y: y, width: sides, height: sides), transform: nil)
        $0.shape.fillColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      }
    }
    // One reaches to the left and right edges, the other one to the upper and lower.
    let shown = disc(0, 300, sides: side, mask: .some(disc(300, 0, sides: side)))
    let test = try TestDevice()
    func pixel(_ x: Int32, _ y: Int32) throws -> [UInt8] {
      let part = PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
      return try test.draw(tree(shown, size: CGSize(width: side, height: side)), part: part).bytes
    }
    #expect(try pixel(2150, 2150) == [255, 0, 0, 255])
    #expect(try pixel(10, 2450) == [0, 0, 0, 0])
    #expect(try pixel(2450, 10) == [0, 0, 0, 0])
    test.expectNoComplaints()
  }
}
