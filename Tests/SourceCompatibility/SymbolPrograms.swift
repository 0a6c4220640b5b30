import CoreGraphics
import Foundation
import ImageIO

// One use of each symbol that docs/source-compatibility.md counts by header. A symbol that is
// missing does not compile.

func symbolsByHeader() {
  colors()
  contexts()
  callbacks()
  fonts()
  geometry()
  images()
}

// CGColor.h, CGColorSpace.h, CGFunction.h, CGPattern.h, CGShading.h, CGToneMapping.h, CGError.h
private func colors() {
  let white: [CGFloat] = [0.9505, 1, 1.089]
  let sRGB = CGColorSpace(name: CGColorSpace.sRGB)!
  let bright = CGColor(headroom: 2, colorSpace: sRGB, red: 1, green: 1, blue: 1, alpha: 1)
  require(bright?.contentHeadroom == 2, "CGColor(headroom:…)")
  let table: [UInt8] = [255, 0, 0, 0, 0, 255]
  let indexed = CGColorSpace(indexedBaseSpace: sRGB, last: 1, colorTable: table)
  require(indexed?.colorTable == table, "CGColorSpace.colorTable")
  let list = sRGB.copyPropertyList()
  require(list.flatMap { CGColorSpace(propertyListPlist: $0) } == sRGB, "CGColorSpace(propertyListPlist:)")
  let gray = CGColorSpace(calibratedGrayWhitePoint: white, blackPoint: nil, gamma: 2.2)
  let rgb = CGColorSpace(calibratedRGBWhitePoint: white, blackPoint: nil, gamma: nil, matrix: nil)
  require(gray?.numberOfComponents == 1 && rgb?.numberOfComponents == 3, "calibrated spaces")
  for name in [CGColorSpace.coreMedia709, CGColorSpace.genericCMYK] {
    require(CGColorSpace(name: name)?.isHDR() == false, "CGColorSpace(name: \(name))")
  }
  let profile = CGDataProvider(data: Data([0]) as CFData)!
  let based = CGColorSpace(iccBasedNComponents: 3, range: nil, profile: profile, alternate: sRGB)
  require(based?.numberOfComponents == 3, "CGColorSpace(iccBasedNComponents:…)")
  let types = [CGFunction.typeID, CGPattern.typeID, CGShading.typeID, CGDataConsumer.typeID]
  require(Set(types).count == 4, "typeID")
  let mappings: [CGToneMapping] = [
    .default, .imageSpecificLumaScaling, .referenceWhiteBased, .ituRecommended, .exrGamma, .none,
  ]
  require(mappings.compactMap { CGToneMapping(rawValue: $0.rawValue) } == mappings, "CGToneMapping")
  let errors: [CGError] = [
    .success, .failure, .illegalArgument, .invalidConnection, .invalidContext, .cannotComplete, .notImplemented,
    .rangeCheck, .typeCheck, .invalidOperation, .noneAvailable,
  ]
  require(errors.compactMap { CGError(rawValue: $0.rawValue) } == errors, "CGError")
}

// CGBitmapContext.h, CGContext.h, CGPDFContext.h
private func contexts() {
  let info = CGBitmapInfo(alpha: .premultipliedLast, component: .integer, byteOrder: .order32Big)
  let bitmap = CGContext(
    data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 8, space: nil as CGColorSpace?, bitmapInfo: info)
  let released = CGContext(
    data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 8, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: info, releaseCallback: nil, releaseInfo: nil)
  require(released != nil, "CGContext(data:…releaseCallback:releaseInfo:)")
  bitmap?.synchronizeAttributes()
  if let released, let image = released.makeImage() {
    let rect = CGRect(x: 0, y: 0, width: 2, height: 2)
    require(released.draw(image, in: rect, by: .default, options: nil), "CGContext.draw(_:in:by:options:)")
    _ = released.setEDRTargetHeadroom(1)
  }
  let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("symbols-\(getpid()).pdf")
  for context in [
    CGDataConsumer(data: NSMutableData() as CFMutableData).flatMap { CGContext(consumer: $0, mediaBox: nil, nil) },
    CGContext(file as CFURL, mediaBox: nil, nil),
  ] {
    context?.beginPDFPage(nil)
    context?.endPDFPage()
    context?.beginPage(mediaBox: nil)
    context?.endPage()
    context?.closePDF()
  }
  require((try? Data(contentsOf: file))?.isEmpty == false, "CGContext(_:mediaBox:_:)")
  try? FileManager.default.removeItem(at: file)
}

// CGDataConsumer.h, CGDataProvider.h
private func callbacks() {
  let put: CGDataConsumerPutBytesCallback = { _, _, count in count }
  let releaseConsumer: CGDataConsumerReleaseInfoCallback = { _ in }
  var consumer = CGDataConsumerCallbacks()
  require(consumer.putBytes == nil && consumer.releaseConsumer == nil, "CGDataConsumerCallbacks()")
  consumer = CGDataConsumerCallbacks(putBytes: put, releaseConsumer: releaseConsumer)
  require(CGDataConsumer(info: nil, cbks: &consumer) != nil, "CGDataConsumer(info:cbks:)")

  let getPointer: CGDataProviderGetBytePointerCallback = { _ in nil }
  let releasePointer: CGDataProviderReleaseBytePointerCallback = { _, _ in }
  let getAtPosition: CGDataProviderGetBytesAtPositionCallback = { _, buffer, position, count in
    for index in 0..<count { buffer.storeBytes(of: UInt8(Int(position) + index), toByteOffset: index, as: UInt8.self) }
    return count
  }
  let releaseInfo: CGDataProviderReleaseInfoCallback = { _ in }
  var direct = CGDataProviderDirectCallbacks()
  require(direct.version == 0 && direct.getBytePointer == nil, "CGDataProviderDirectCallbacks()")
  direct = CGDataProviderDirectCallbacks(
    version: 0, getBytePointer: getPointer, releaseBytePointer: releasePointer, getBytesAtPosition: getAtPosition,
    releaseInfo: releaseInfo)
  require(
    direct.getBytesAtPosition != nil && direct.releaseBytePointer != nil && direct.releaseInfo != nil, "their members")
  let provider = CGDataProvider(directInfo: nil, size: 3, callbacks: &direct)
  require((provider?.data).map { Data(referencing: $0) } == Data([0, 1, 2]), "CGDataProvider(directInfo:…)")
  require(provider?.info == nil, "CGDataProvider.info")

  let get: CGDataProviderGetBytesCallback = { _, _, _ in 0 }
  let skip: CGDataProviderSkipForwardCallback = { _, count in count }
  let rewind: CGDataProviderRewindCallback = { _ in }
  var sequential = CGDataProviderSequentialCallbacks()
  require(sequential.version == 0 && sequential.getBytes == nil, "CGDataProviderSequentialCallbacks()")
  sequential = CGDataProviderSequentialCallbacks(
    version: 0, getBytes: get, skipForward: skip, rewind: rewind, releaseInfo: releaseInfo)
  require(
    sequential.skipForward != nil && sequential.rewind != nil && sequential.releaseInfo != nil, "their members")
  require(CGDataProvider(sequentialInfo: nil, callbacks: &sequential) != nil, "CGDataProvider(sequentialInfo:…)")
}

// CGFont.h
private func fonts() {
  guard let font = CGFont("DejaVu Sans" as CFString) else { return require(false, "CGFont(_:)") }
  require(font.tableTags != nil, "CGFont.tableTags")
  require(font.variationAxes == nil && font.variations == nil, "a font without axes")
  require(font.copy(withVariations: nil) == nil, "a copy of a font without axes")
  let keys = [
    CGFont.variationAxisName, CGFont.variationAxisMinValue, CGFont.variationAxisMaxValue,
    CGFont.variationAxisDefaultValue,
  ]
  require(Set(keys.map { $0 as String }).count == 4, "keys of axes")
}

// CGGeometry.h
private func geometry() {
  let (a, b) = (CGRect(x: 1, y: 2, width: 3, height: 4), CGRect(x: 2, y: 3, width: 9, height: 9))
  let numbers = [
    CGRectGetWidth(a), CGRectGetHeight(a), CGRectGetMinX(a), CGRectGetMidX(a), CGRectGetMaxX(a), CGRectGetMinY(a),
    CGRectGetMidY(a), CGRectGetMaxY(a),
  ]
  require(numbers == [3, 4, 1, 2.5, 4, 2, 4, 6], "CGRectGetWidth and others")
  require(CGRectEqualToRect(CGRectIntersection(a, b), CGRect(x: 2, y: 3, width: 2, height: 3)), "CGRectIntersection")
  require(CGRectUnion(a, b) == CGRect(x: 1, y: 2, width: 10, height: 10), "CGRectUnion")
  require(CGRectContainsRect(CGRectInfinite, a) && CGRectContainsPoint(a, CGPointZero) == false, "CGRectContains…")
  require(CGRectIntersectsRect(a, b) && CGRectIsEmpty(CGRectZero), "CGRectIntersectsRect")
  require(CGRectIsNull(CGRectNull) && CGRectIsInfinite(CGRectInfinite), "CGRectIsNull")
  require(CGRectInset(a, 1, 1) == CGRect(x: 2, y: 3, width: 1, height: 2), "CGRectInset")
  require(CGRectOffset(a, 1, 1).origin == CGPoint(x: 2, y: 3), "CGRectOffset")
  require(CGRectIntegral(CGRectOffset(a, 0.5, 0)).width == 4, "CGRectIntegral")
  require(CGRectStandardize(CGRect(x: 4, y: 2, width: -3, height: 4)) == a, "CGRectStandardize")
  require(CGPointEqualToPoint(CGPointZero, .zero) && CGSizeEqualToSize(CGSizeZero, .zero), "CGPointEqualToPoint")
  let descriptions = [
    a.origin.debugDescription, a.size.debugDescription, a.debugDescription, CGVector(dx: 1, dy: 2).debugDescription,
  ]
  require(descriptions.allSatisfy { !$0.isEmpty }, "debugDescription")
}

// CGImage.h
private func images() {
  let info = CGBitmapInfo(alpha: .noneSkipLast, component: .integer, byteOrder: .order32Big, pixelFormat: .packed)
  require(info.alpha == .noneSkipLast && info.component == .integer && info.byteOrder == .order32Big, "CGBitmapInfo")
  require(info.pixelFormat == .packed && CGBitmapInfo.byteOrderDefault.rawValue == 0, "CGBitmapInfo.pixelFormat")
  let plain = CGBitmapInfo(alpha: .last, component: .float, byteOrder: .order16Host)
  require(plain.contains(kCGBitmapByteOrder16Host) && !plain.contains(kCGBitmapByteOrder32Host), "byte orders")
  require(CGImageByteOrderInfo.order32Host == .order32Little, "order32Host")
  let components: [CGImageComponentInfo] = [.integer, .float]
  require(components.compactMap { CGImageComponentInfo(rawValue: $0.rawValue) } == components, "CGImageComponentInfo")
  let formats: [CGImagePixelFormatInfo] = [.mask, .packed, .RGB555, .RGB565, .RGB101010, .RGBCIF10]
  require(formats.compactMap { CGImagePixelFormatInfo(rawValue: $0.rawValue) } == formats, "CGImagePixelFormatInfo")
  let image = CGImage(
    headroom: 1, width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info,
    provider: CGDataProvider(data: Data([1, 2, 3, 4]) as CFData)!,
    decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  require(image?.contentHeadroom == 1 && image?.pixelFormatInfo == .packed, "CGImage(headroom:…)")
  require(image?.shouldToneMap == false, "CGImage.shouldToneMap")
  require(kCGImageMetadataShouldExcludeGPS != kCGImagePropertyDPIWidth, "kCGImageMetadataShouldExcludeGPS")
  require(image?.containsImageSpecificToneMappingMetadata == false, "CGImage.containsImageSpecificToneMappingMetadata")
}
