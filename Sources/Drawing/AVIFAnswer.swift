import Foundation
import MultiplaneCAVIF
import MultiplaneCDynamicLibraries
import MultiplaneGraphics

/// libavif's result for a file, read in a forked process (`BoundedProcess`): video decoders are
/// large, and report errors on standard error.
struct AVIFAnswer {
  /// The report of the forked process; the first field is `BoundedProcess`'s.
  fileprivate struct Report {
    var isFinished: Int32 = 0
    /// Of libavif; `AVIF_RESULT_OK` if all went well.
    var result = AVIF_RESULT_UNKNOWN_ERROR.rawValue
    var width: UInt32 = 0
    var height: UInt32 = 0
    var isGray: Int32 = 0
    var primaries: UInt16 = 0
    var transfer: UInt16 = 0
    /// Of Exif.
    var orientation: Int32 = 1
    var profileBytes = 0
  }

  private static let profileStart = 4096
  private static let pixelsStart = profileStart + ImageProfile.maximumBytes
  /// Of a processor; with the header's together less than a file may ever take (docs/testing.md).
  private static let seconds = 3.5

  private let memory: SharedMemory
  private let report: Report

  var width: Int { Int(report.width) }
  var height: Int { Int(report.height) }

  /// Reads a file's header, or decodes its image.
  ///
  /// - Parameter size: of the image as its header has it, in pixels; nil to read the header.
  /// - Throws: `ImageError`, also for an image of another size.
  init(_ bytes: [UInt8], name: String, size: (width: Int, height: Int)?) throws(ImageError) {
    let work = BoundedProcess.FileWork(
      name: name, kind: "an AVIF", verb: "decode", library: "libavif", remedy: "make it smaller",
      seconds: size == nil ? 1 : Self.seconds)
    memory = try BoundedProcess.run(
      work, on: bytes, pixels: size.map { $0.width * $0.height } ?? 0, from: Self.pixelsStart
    ) { Self.read($0, size, into: $1) }
    report = memory.address.load(as: Report.self)
    let result = avifResult(rawValue: report.result)
    guard result == AVIF_RESULT_OK else {
      throw .damaged(name: name, found: "a damaged or cut-short AVIF (libavif: \(AVIFCodec.text(of: result)))")
    }
    if let size, (width, height) != size {
      throw .damaged(name: name, found: "an AVIF whose header says another size than its image has")
    }
  }

  /// In the copy of the process: nothing is released, as all ends with it.
  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ size: (width: Int, height: Int)?, into memory: UnsafeMutableRawPointer
  ) {
    var report = Report()
    defer { memory.storeBytes(of: report, as: Report.self) }
    guard let decoder = avifDecoderCreate() else { return }
    decoder.pointee.maxThreads = 1
    decoder.pointee.ignoreExif = 1
    decoder.pointee.ignoreXMP = 1
    // What the header does not state cannot be larger than what it does.
    if let size { decoder.pointee.imageSizeLimit = UInt32(clamping: size.width * size.height) }
    // Of an animation the picture that stands for it.
    var result = avifDecoderSetSource(decoder, AVIF_DECODER_SOURCE_PRIMARY_ITEM)
    if result == AVIF_RESULT_OK { result = avifDecoderSetIOMemory(decoder, bytes.baseAddress, bytes.count) }
    if result == AVIF_RESULT_OK { result = avifDecoderParse(decoder) }
    if result == AVIF_RESULT_OK, size != nil { result = avifDecoderNextImage(decoder) }
    defer { report.result = result.rawValue }
    guard result == AVIF_RESULT_OK, let image = decoder.pointee.image else { return }
    report.note(image.pointee)
    guard let size, Int(report.width) == size.width, Int(report.height) == size.height else { return }
    let profile = image.pointee.icc
    if let start = profile.data, profile.size <= ImageProfile.maximumBytes {
      (memory + profileStart).copyMemory(from: start, byteCount: profile.size)
      report.profileBytes = profile.size
    }
    var rgb = avifRGBImage()
    avifRGBImageSetDefaults(&rgb, image)
    rgb.depth = 8
    rgb.format = AVIF_RGB_FORMAT_RGBA
    rgb.rowBytes = report.width * 4
    rgb.pixels = (memory + pixelsStart).assumingMemoryBound(to: UInt8.self)
    result = avifImageYUVToRGB(image, &rgb)
  }

  /// Straight RGBA8, as it was stored.
  var pixels: StraightPixels {
    StraightPixels(
      width: width, height: height, bytes: Data(bytes: memory.address + Self.pixelsStart, count: width * height * 4))
  }

  /// The colours of the profile, else of the code points.
  var colors: ImageColors? {
    let profile = UnsafeRawBufferPointer(start: memory.address + Self.profileStart, count: report.profileBytes)
    return ImageProfile.colors(icc: [UInt8](profile), model: report.isGray != 0 ? .monochrome : .rgb)
      ?? ImageProfile.colors(
        primaries: UInt8(truncatingIfNeeded: report.primaries), transfer: UInt8(truncatingIfNeeded: report.transfer))
  }

  var orientation: ImageOrientation { ImageOrientation(rawValue: Int(report.orientation)) ?? .upright }
}

/// Whether an image's mirror exchanges left and right; else top and bottom.
private func exchangesLeftAndRight(_ image: avifImage) -> Bool {
  withUnsafePointer(to: image.imir, cavif_exchanges_left_and_right)
}

extension AVIFAnswer.Report {
  fileprivate mutating func note(_ image: avifImage) {
    (width, height) = (image.width, image.height)
    isGray = image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400 ? 1 : 0
    (primaries, transfer) = (image.colorPrimaries, image.transferCharacteristics)
    // Quarters to the left, then a mirror, as one of the ways in which a camera may be held
    // (ISO/IEC 23008-12, 6.5.10 and 6.5.12).
    let quarters = image.transformFlags & AVIF_TRANSFORM_IROT.rawValue != 0 ? Int(image.irot.angle & 3) : 0
    let isMirrored = image.transformFlags & AVIF_TRANSFORM_IMIR.rawValue != 0
    let ways: (ImageOrientation, ImageOrientation, ImageOrientation, ImageOrientation) =
      !isMirrored
      ? (.upright, .turnedLeft, .turnedHalf, .turnedRight)
      : exchangesLeftAndRight(image)
        ? (.mirrored, .mirroredTurnedRight, .mirroredUpsideDown, .mirroredTurnedLeft)
        : (.mirroredUpsideDown, .mirroredTurnedLeft, .mirrored, .mirroredTurnedRight)
    let way =
      switch quarters {
      case 0: ways.0
      case 1: ways.1
      case 2: ways.2
      default: ways.3
      }
    orientation = Int32(way.rawValue)
  }
}
