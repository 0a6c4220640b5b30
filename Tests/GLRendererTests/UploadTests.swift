import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneGLRenderer

/// Images and coverage on the device: counted when they are uploaded, kept for the next frame, and
/// whole where two have to be there together.
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

  /// Coverage stays on the device while there is room for it.
  @Test func aLargePathIsUploadedOnce() throws {
    // 8.4 MiB of coverage.
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
    _ = try uploaded(nil)
    #expect(try uploaded(shape) < Self.few)
    test.expectNoComplaints()
  }

  /// Paths that change fill the texture in each frame: it is emptied between frames, because amid
  /// one the device would have to load the target's pixels again.
  @Test func pathsThatChangeLoadNoPixels() throws {
    let test = try TestDevice()
    var loads: [Int] = []
    for number in 0..<6 {
      // More than half of the texture.
      let side = 380 - Double(number)
      let shape = layer(0, 0, 400, 400, kind: .shape) {
        $0.shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: side, height: side), transform: nil)
        $0.shape.fillColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      }
      let tree = tree(of: [layer(0, 0, 400, 400, color: .blue), shape])
      loads.append(try test.draw(tree, precision: .bytes).cost.loads)
    }
    #expect(loads.suffix(3) == [0, 0, 0])
    test.expectNoComplaints()
  }

  /// Layers that differ in their places and colours alone share the rest of what is uploaded.
  @Test func layersOfOneStyleUploadTheirDataOnce() throws {
    func uploaded(_ count: Int) throws -> Int {
      let layers = (0..<count).map { number in
        layer(Double(number % 10) * 40, Double(number / 10) * 40, 30, 30, color: .green) {
          $0.cornerRadius = 6
          $0.borderWidth = 2
          $0.shadow.opacity = 0.5
          // Sharper ones of round corners within a border are blurred pictures.
          $0.shadow.radius = 6
        }
      }
      return try TestDevice().draw(tree(of: layers), precision: .bytes).cost.bytesUploaded
    }
    // A record each for shadow, background and border.
    #expect(try uploaded(60) - uploaded(10) == 50 * 3 * 64)
  }

  /// A path and one that clips it, which do not fit beside one another into a texture of usual
  /// size.
  @Test func pathsThatAreDrawnTogetherAreThereTogether() throws {
    // 4,400 pixels per side where they cross, for 8,192.
    let side = 4700.0
    func triangle(_ points: [CGPoint], mask: RenderNode?? = nil) -> RenderNode? {
      let path = CGMutablePath()
      path.addLines(between: points)
      path.closeSubpath()
      return layer(0, 0, side, side, kind: .shape, mask: mask) {
        $0.shape.path = path
        $0.shape.fillColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      }
    }
    // One has its right angle at the upper left, the other one at the upper right.
    let clip = triangle([CGPoint(x: 300, y: 0), CGPoint(x: side, y: 0), CGPoint(x: side, y: side)])
    let shown = triangle(
      [CGPoint(x: 0, y: 300), CGPoint(x: side, y: 300), CGPoint(x: 0, y: side)], mask: .some(clip))
    let test = try TestDevice()
    func pixel(_ x: Int32, _ y: Int32) throws -> [UInt8] {
      let part = PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
      return try test.draw(tree(shown, size: CGSize(width: side, height: side)), part: part).bytes
    }
    #expect(try pixel(2000, 600) == [255, 0, 0, 255])
    // In one of them alone: either would be red if the coverage of one lay where that of the other
    // is read.
    #expect(try pixel(3500, 2500) == [0, 0, 0, 0])
    #expect(try pixel(500, 2000) == [0, 0, 0, 0])
    test.expectNoComplaints()
  }
}
