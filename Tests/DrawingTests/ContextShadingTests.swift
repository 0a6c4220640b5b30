import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextShadingTests {
  /// Red is the square of the place; where it goes beyond 1 the range cuts it.
  static func squares(outputs: Int = 4) throws -> CGFunction {
    var callbacks = CGFunctionCallbacks(
      version: 0,
      evaluate: { _, input, output in
        output[0] = input[0] * input[0] * 2
        output[1] = 0
        output[2] = 0
        output[3] = 1
      }, releaseInfo: nil)
    let range: [CGFloat] = [0, 1, 0, 1, 0, 1, 0, 1]
    return try #require(
      CGFunction(
        info: nil, domainDimension: 1, domain: [0, 1], rangeDimension: outputs, range: range, callbacks: &callbacks))
  }

  @Test(arguments: [(8, Bitmap.rgba), (8, Bitmap.bgra), (16, ContextHalfFloatTests.info)])
  func axial(bits: Int, info: UInt32) throws {
    let bitmap = try #require(Bitmap(10, 1, bits: bits, info: info))
    let shading = try #require(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceRGB(), start: CGPoint(x: 2, y: 0), end: CGPoint(x: 8, y: 0),
        function: Self.squares(), extendStart: false, extendEnd: true))
    bitmap.context.drawShading(shading)
    // At (x + ½ − 2)/6 the red is twice the square: 0.0139, 0.125, 0.3472, 0.6806, 1, 1.
    for (x, red) in [(2, 4), (3, 32), (4, 89), (5, 174), (6, 255), (7, 255)] {
      #expect(isNear(bitmap.pixel(x, 0), [red, 0, 0, 255]), "\(x)")
    }
    #expect(bitmap.alpha(1, 0) == 0 && bitmap.pixel(9, 0) == [255, 0, 0, 255])
  }

  @Test func radial() throws {
    let bitmap = try #require(Bitmap(20, 20))
    let middle = CGPoint(x: 10, y: 10)
    let shading = try #require(
      CGShading(
        radialSpace: CGColorSpaceCreateDeviceRGB(), start: middle, startRadius: 0, end: middle, endRadius: 10,
        function: Self.squares(), extendStart: false, extendEnd: false))
    bitmap.context.drawShading(shading)
    // 2 · (3.5² + 4.5²)/100 = 0.65.
    #expect(isNear(bitmap.pixel(13, 14), [166, 0, 0, 255]) && bitmap.alpha(0, 0) == 0)
  }

  @Test func whatIsNoShading() throws {
    #expect(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceGray(), start: .zero, end: CGPoint(x: 1, y: 0),
        function: try Self.squares(), extendStart: false, extendEnd: false) == nil, "four numbers for grey")
    var empty = CGFunctionCallbacks()
    #expect(
      CGFunction(info: nil, domainDimension: 1, domain: nil, rangeDimension: 4, range: nil, callbacks: &empty) == nil)
    #expect(
      CGFunction(info: nil, domainDimension: 0, domain: nil, rangeDimension: 4, range: nil, callbacks: &empty) == nil)
  }
}

@Suite struct ContextCGLayerTests {
  @Test(arguments: [(8, Bitmap.rgba), (8, 5), (16, ContextHalfFloatTests.info)])
  func drawnOncePaintedTwice(bits: Int, info: UInt32) throws {
    let bitmap = try #require(Bitmap(8, 4, bits: bits, info: info))
    let layer = try #require(CGLayer(bitmap.context, size: CGSize(width: 2, height: 2), auxiliaryInfo: nil))
    let inside = try #require(layer.context)
    #expect(inside.width == 2 && layer.size == CGSize(width: 2, height: 2))
    inside.setFillColor(opaqueRed)
    inside.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    bitmap.context.draw(layer, at: CGPoint(x: 1, y: 1))
    bitmap.context.draw(layer, in: CGRect(x: 4, y: 0, width: 4, height: 4))
    #expect(bitmap.pixel(1, 1) == [255, 0, 0, 255] && bitmap.pixel(2, 2).prefix(3) == [0, 0, 0])
    #expect(bitmap.pixel(4, 0) == [255, 0, 0, 255] && bitmap.pixel(7, 3).prefix(3) == [0, 0, 0])
  }

  @Test func asFineAsTheContext() throws {
    let bitmap = try #require(Bitmap(8, 8))
    bitmap.context.scaleBy(x: 2, y: 2)
    let layer = try #require(CGLayer(bitmap.context, size: CGSize(width: 3, height: 2), auxiliaryInfo: nil))
    let inside = try #require(layer.context)
    #expect(inside.width == 6 && inside.height == 4 && inside.ctm.a == 2)
    #expect(CGLayer(bitmap.context, size: CGSize(width: 0, height: 2), auxiliaryInfo: nil) == nil)
    #expect(CGLayer(bitmap.context, size: CGSize(width: CGFloat.infinity, height: 2), auxiliaryInfo: nil) == nil)
  }

  @Test func memoryOfTheProgramIsReleased() throws {
    var memory = [UInt8](repeating: 0, count: 4)
    var released = 0
    memory.withUnsafeMutableBytes { memory in
      withUnsafeMutableBytes(of: &released) { count in
        var context = CGContext(
          data: memory.baseAddress, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: Bitmap.rgba,
          releaseCallback: { info, _ in info?.assumingMemoryBound(to: Int.self).pointee += 1 },
          releaseInfo: count.baseAddress)
        context?.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context = nil
      }
    }
    #expect(released == 1 && memory == [0, 0, 0, 255])
  }
}
