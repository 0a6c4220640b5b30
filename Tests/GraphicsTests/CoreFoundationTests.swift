import Foundation
import Graphics
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
  }

  @Test func colorsOfAPointer() throws {
    let space = CGColorSpaceCreateDeviceGray()
    var numbers: [CGFloat] = [0.5, 0.25, 99]
    let color = try #require(CGColor(colorSpace: space, components: &numbers))
    #expect(color.components == [0.5, 0.25])
    let tooFew: [CGFloat] = [0.5]
    #expect(CGColor(colorSpace: space, components: tooFew) == nil, "an array is not read beyond its end")
    #expect(CGColor(colorSpace: space, components: Array(numbers.prefix(1))) == nil)
  }

  @Test func geometry() {
    #expect(NSValue(cgVector: CGVector(dx: -1, dy: 2.5)).cgVectorValue == CGVector(dx: -1, dy: 2.5))
    #expect(NSValue(cgPoint: .zero).cgVectorValue == .zero)
    #expect(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)) && !CGSize(width: 1, height: 2).equalTo(.zero))
    #expect(CGRect(x: 1, y: 1, width: -1, height: -1).equalTo(CGRect(x: 0, y: 0, width: 1, height: 1)))
  }
}
