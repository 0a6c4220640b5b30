import CoreGraphics
import CoreText
import Foundation
import QuartzCore

// Names of Apple's current declarations, and callbacks as C's function pointers.

private let releaseBytes: CGDataProviderReleaseDataCallback = { info, _, size in
  info?.storeBytes(of: size, as: Int.self)
}
private let plainRelease: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void = { _, _, _ in }
private let brighten: CGFunctionEvaluateCallback = { _, input, output in
  output[0] = input[0]
  output[1] = 1
}

func currentNames() {
  let space = CGColorSpaceCreateDeviceRGB()
  let context = CGContext(
    data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0, space: space,
    bitmapInfo: CGBitmapInfo(alpha: .premultipliedFirst, component: .integer, byteOrder: .order32Host))
  require(context?.bitmapInfo.byteOrder == .order32Little, "a context of CGBitmapInfo")
  require(context?.bitmapInfo.contains(kCGBitmapByteOrder32Host) == true, "kCGBitmapByteOrder32Host")
  var size = 0
  let bytes: [UInt8] = [1, 2, 3]
  withUnsafeMutablePointer(to: &size) { info in
    bytes.withUnsafeBytes { memory in
      guard let start = memory.baseAddress else { return }
      _ = CGDataProvider(dataInfo: info, data: start, size: 3, releaseData: releaseBytes)
      _ = CGDataProvider(dataInfo: nil, data: start, size: 3, releaseData: plainRelease)
    }
  }
  require(size == 3, "a callback that is a function pointer")
  var callbacks = CGFunctionCallbacks(version: 0, evaluate: brighten, releaseInfo: nil)
  let function = CGFunction(
    info: nil, domainDimension: 1, domain: nil, rangeDimension: 2, range: nil, callbacks: &callbacks)
  require(function != nil && CGFunction.typeID != CGColor.typeID, "a function")
  require(CGRectGetWidth(CGRectMake(1, 2, 3, 4)) == 3 && CGPointZero == .zero, "CGRectGetWidth")
  let index: NSInteger = 3
  require(index == 3 && CGError.success.rawValue == 0, "NSInteger and CGError")
  require(CTFontGetSize(CTFont("Helvetica" as CFString, size: 9)) == 9, "CTFont(_:size:)")
  var box = CGRect(x: 0, y: 0, width: 40, height: 40)
  let data = NSMutableData()
  if let consumer = CGDataConsumer(data: data as CFMutableData),
    let pdf = CGContext(consumer: consumer, mediaBox: &box, nil)
  {
    pdf.beginPDFPage(nil)
    pdf.setFillColor(gray: 0.5, alpha: 1)
    pdf.fill(CGRect(x: 4, y: 4, width: 8, height: 8))
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    layer.render(in: pdf)
    pdf.endPDFPage()
    pdf.closePDF()
  }
  require(data.length > 500, "a PDF document")
}
