import Foundation
import MultiplaneCTIFF
import MultiplaneGraphics

/// libtiff's result for a file, read in a forked process (`BoundedProcess`), as libtiff contains
/// many codecs, and a header bounds neither their time nor their memory.
struct TIFFAnswer {
  /// The report of the forked process; the first field is `BoundedProcess`'s.
  private struct Report {
    var isFinished: Int32 = 0
    var result = ctiff_result()
    var header = ctiff_header()
    var profileBytes = 0
  }

  private static let profileStart = 4096
  private static let pixelsStart = profileStart + ImageProfile.maximumBytes
  /// Of a processor; with the header's together less than a file may ever take (docs/testing.md).
  private static let seconds = 3.5

  private let memory: SharedMemory
  private let report: Report

  var header: ctiff_header { report.header }

  /// Reads a file's header, or decodes its first image.
  ///
  /// - Parameter header: as it was read before; nil to read it.
  init(_ bytes: [UInt8], name: String, header: ctiff_header?) throws(ImageError) {
    let work = BoundedProcess.FileWork(
      name: name, kind: "a TIFF", verb: "decode", library: "libtiff", remedy: "make it smaller",
      seconds: header == nil ? 1 : Self.seconds)
    memory = try BoundedProcess.run(
      work, on: bytes, pixels: header.map { Int($0.width) * Int($0.height) } ?? 0, from: Self.pixelsStart
    ) { Self.read($0, header, into: $1) }
    report = memory.address.load(as: Report.self)
    switch report.result.status {
    case CTIFF_OK: return
    case CTIFF_UNSUPPORTED:
      throw .unsupported(
        name: name, found: "a TIFF that libtiff does not convert to RGBA (\(TIFFCodec.text(of: report.result)))",
        remedy: "save it as RGB of 8 bits, or as PNG")
    default:
      throw .damaged(
        name: name, found: "a damaged or cut-short TIFF (libtiff: \(TIFFCodec.text(of: report.result)))")
    }
  }

  /// In the forked process.
  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ header: ctiff_header?, into memory: UnsafeMutableRawPointer
  ) {
    var report = Report()
    if var header {
      report.header = header
      report.profileBytes = ImageProfile.maximumBytes
      report.result = ctiff_decode(
        bytes.baseAddress, bytes.count, &header, (memory + pixelsStart).assumingMemoryBound(to: UInt8.self),
        (memory + profileStart).assumingMemoryBound(to: UInt8.self), &report.profileBytes)
    } else {
      report.result = ctiff_read_header(bytes.baseAddress, bytes.count, &report.header)
    }
    memory.storeBytes(of: report, as: Report.self)
  }

  /// Straight RGBA8, as it was stored.
  var pixels: StraightPixels {
    let (width, height) = (Int(header.width), Int(header.height))
    var pixels = StraightPixels(
      width: width, height: height, bytes: Data(bytes: memory.address + Self.pixelsStart, count: width * height * 4))
    pixels.changeBytes { StraightPixels.divideByAlpha($0) }
    return pixels
  }

  /// The ICC profile; empty without one.
  var profile: [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: memory.address + Self.profileStart, count: report.profileBytes))
  }
}
