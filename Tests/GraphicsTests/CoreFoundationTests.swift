import Foundation
import MultiplaneGraphics
import Testing

/// Core Foundation's names and functions, and objects of its kind.
@Suite struct CoreFoundationTests {
  @Test func data() throws {
    let data: CFData = CFDataCreate(kCFAllocatorDefault, [7, 8, 9], 3)
    #expect(CFDataGetLength(data) == 3 && CFDataGetBytePtr(data)[2] == 9)
    #expect(CFDataGetLength(CFDataCreateMutable(nil, 0)) == 0)
    #expect(CFDataGetBytePtr(nil) == nil && CFDataGetLength(nil) == 0)
  }

  @Test func arrays() {
    let color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let array: CFArray = [color] as CFArray
    #expect(CFArrayGetCount(array) == 1 && CFArrayGetCount(nil) == 0)
    #expect(unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CGColor.self) === color)
  }

  @Test func texts() throws {
    let text = try #require(
      CFAttributedStringCreate(nil, "ab" as CFString, ["key": "value" as CFString] as CFDictionary))
    #expect(CFAttributedStringGetLength(text) == 2)
    #expect(text.attribute(NSAttributedString.Key("key"), at: 1, effectiveRange: nil) as? NSString == "value")
    let long = try #require(CFAttributedStringCreateMutable(nil, 0))
    CFAttributedStringReplaceString(long, CFRangeMake(0, 0), "abc" as CFString)
    CFAttributedStringSetAttribute(long, CFRangeMake(1, 1), "key" as CFString, NSNumber(value: 3))
    let key = NSAttributedString.Key("key")
    #expect(long.attribute(key, at: 1, effectiveRange: nil) as? NSNumber == 3)
    #expect(long.attribute(key, at: 0, effectiveRange: nil) == nil)
    CFAttributedStringSetAttribute(long, CFRangeMake(0, 3), "key" as CFString, nil)
    #expect(long.attribute(key, at: 1, effectiveRange: nil) == nil)
  }

  @Test func objectsAreEqualToThemselves() throws {
    func image() throws -> CGImage {
      try #require(CGImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1))
    }
    let (one, other) = (try image(), try image())
    #expect(one == one && one != other && Set([one, other, one]).count == 2)
    #expect(CFEqual(one, one) && !CFEqual(one, other))
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(CFEqual(red, CGColor(red: 1, green: 0, blue: 0, alpha: 1)), "colours are compared by value")
  }

  @Test func classes() throws {
    #expect(CFGetTypeID(CGMutablePath()) == CGPath.typeID)
    #expect(CFGetTypeID(CGColor.white) == CGColor.typeID && CFGetTypeID(CGColor.white) != CGImage.typeID)
    #expect(CFGetTypeID(CGColorSpaceCreateDeviceRGB()) == CGColorSpace.typeID)
    let provider = try #require(CGDataProvider(data: Data([0]) as CFData))
    #expect(CFGetTypeID(provider) == CGDataProvider.typeID && CGGradient.typeID != CGDataProvider.typeID)
  }

  @Test func colorsOfAPointer() throws {
    let space = CGColorSpaceCreateDeviceGray()
    var numbers: [CGFloat] = [0.5, 0.25, 99]
    let color = try #require(CGColor(colorSpace: space, components: &numbers))
    #expect(color.components == [0.5, 0.25])
    let tooFew: [CGFloat] = [0.5]
    #expect(CGColor(colorSpace: space, components: tooFew) == nil, "an array is not read beyond its end")
    #expect(CGColor(colorSpace: space, components: Array(numbers.prefix(1))) == nil)
    let fromBuffer = numbers.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { CGColor(colorSpace: space, components: $0) }
    }
    #expect(fromBuffer == color)
  }

  @Test func copiesAndLiterals() {
    // swift-format-ignore: NoPlaygroundLiterals
    let color: CGColor = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 0.25)
    #expect(color == CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.25) && color.copy() == color)
  }

  @Test func gradientsOfPointers() throws {
    let space = CGColorSpaceCreateDeviceGray()
    var (numbers, places): ([CGFloat], [CGFloat]) = ([0, 1, 0.5, 1, 1, 0], [0, 0.25, 1])
    let gradient = try #require(
      CGGradient(colorSpace: space, colorComponents: numbers, locations: places, count: 3))
    #expect(
      CGGradient(colorSpace: space, colorComponents: &numbers, locations: &places, count: 3)?.stops == gradient.stops)
    let even = try #require(CGGradient(colorSpace: space, colorComponents: numbers, locations: nil, count: 3))
    #expect(CGGradient(colorSpace: space, colorComponents: &numbers, locations: nil, count: 3)?.stops == even.stops)
    #expect(CGGradient(colorSpace: space, colorComponents: &numbers, locations: nil, count: 0) == nil)
    #expect(CGGradient(colorSpace: space, colorComponents: &numbers, locations: nil, count: .max) == nil)
    let colors = [CGColor.black, .white, .black] as CFArray
    let ofColors = try #require(CGGradient(colorsSpace: space, colors: colors, locations: places))
    #expect(CGGradient(colorsSpace: space, colors: colors, locations: &places)?.stops == ofColors.stops)
    // An array is not read beyond its end.
    let tooFew: [CGFloat] = [0, 1]
    #expect(CGGradient(colorsSpace: space, colors: colors, locations: tooFew) == nil)
    #expect(CGGradient(colorsSpace: space, colors: colors, locations: nil) != nil)
  }

  @Test func decodeOfAPointer() throws {
    var decode: [CGFloat] = [1, 0]
    let provider = try #require(CGDataProvider(data: Data([0, 64]) as CFData))
    func image(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      CGImage(
        width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: [], provider: provider, decode: decode, shouldInterpolate: false, intent: .defaultIntent)
    }
    #expect(image(&decode)?.premultipliedRGBA8() == [255, 255, 255, 255, 191, 191, 191, 255])
    #expect(image(nil)?.decode == nil)
    let mask = CGImage(
      maskWidth: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, provider: provider,
      decode: &decode,
      shouldInterpolate: false)
    #expect(mask?.decode.map { [$0[0], $0[1]] } == [1, 0])
  }

  @Test func boxesAndCasts() {
    let point = CGPoint(x: 1, y: 2)
    let boxes: [Any] = [
      point as NSValue, CGSize(width: 3, height: 4) as NSValue, CGRect(x: 1, y: 2, width: 3, height: 4) as NSValue,
      CGVector(dx: 5, dy: 6) as NSValue, CGAffineTransform(scaleX: 2, y: 3) as NSValue,
      CATransform3DMakeScale(2, 3, 4) as NSValue,
    ]
    #expect(boxes.map { $0 as? CGPoint } == [point, nil, nil, nil, nil, nil])
    #expect(boxes.map { $0 as? CGSize } == [nil, CGSize(width: 3, height: 4), nil, nil, nil, nil])
    #expect(boxes.map { $0 as? CGRect } == [nil, nil, CGRect(x: 1, y: 2, width: 3, height: 4), nil, nil, nil])
    #expect(boxes.map { $0 as? CGVector } == [nil, nil, nil, CGVector(dx: 5, dy: 6), nil, nil])
    #expect(
      boxes.map { $0 as? CGAffineTransform } == [nil, nil, nil, nil, CGAffineTransform(scaleX: 2, y: 3), nil])
    #expect(boxes.map { $0 as? CATransform3D } == [nil, nil, nil, nil, nil, CATransform3DMakeScale(2, 3, 4)])
    let number: Any = NSNumber(value: 7)
    #expect(number as? CGPoint == nil && number as? CATransform3D == nil)
    // What is in no box is of its own type only.
    let bare: Any = point
    #expect(bare as? CGPoint == point && bare as? CGSize == nil && bare as? Double == nil && bare as? NSNumber == nil)
    #expect((bare as? NSValue)?.pointValue == point)
    #expect((bare as? NSValue) as? CGPoint == point)
    let list: Any = [point as NSValue, CGPoint.zero as NSValue]
    #expect(list as? [CGPoint] == [point, .zero] && list as? [CGSize] == nil)
    #expect(([point, .zero] as [NSValue]).map(\.pointValue) == [point, .zero])
  }

  @Test func numbers() {
    #expect(CGFloat(truncating: NSNumber(value: 2.5)) == 2.5 && CGFloat(truncating: true) == 1)
    #expect(CGFloat(exactly: NSNumber(value: 2.5)) == 2.5)
    #expect(CGFloat(exactly: NSNumber(value: Int64.max - 1)) == nil)
    #expect(CGFloat(truncating: NSNumber(value: Int64.max - 1)) == 9_223_372_036_854_775_807)
    #expect([NSNumber(value: 4)].map(CGFloat.init(truncating:)) == [4])
  }

  @Test func geometry() {
    #expect(NSValue(cgVector: CGVector(dx: -1, dy: 2.5)).cgVectorValue == CGVector(dx: -1, dy: 2.5))
    #expect(NSValue(cgPoint: .zero).cgVectorValue == .zero)
    #expect(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)) && !CGSize(width: 1, height: 2).equalTo(.zero))
    #expect(CGRect(x: 1, y: 1, width: -1, height: -1).equalTo(CGRect(x: 0, y: 0, width: 1, height: 1)))
  }
}
