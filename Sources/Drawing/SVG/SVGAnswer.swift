import Foundation
import MultiplaneCCairo
import MultiplaneCDynamicLibraries
import MultiplaneCRSVG

/// librsvg's result for a document, read in a forked process: whether it could be read and drawn,
/// and what it looks like.
struct SVGAnswer {
  /// The report of the forked process; the first field is `BoundedProcess`'s.
  fileprivate struct Report {
    var isFinished: Int32 = 0
    var isRead: Int32 = 0
    var isDrawn: Int32 = 0
    var hasSize: Int32 = 0
    var width = 0.0
    var height = 0.0
  }

  /// Of CSS (Values and Units 3, section 6.2).
  fileprivate static let pixelsPerInch = 96.0

  /// The offset of an error's text, its end, and the offset of the pixels.
  private static let (textStart, textEnd, pixelsStart) = (256, 1024, 4096)

  /// Seconds of a processor, one after the other: together less than a file may ever take
  /// (docs/testing.md).
  private static let (readingSeconds, drawingSeconds) = (1.5, 3.0)

  private let memory: SharedMemory
  private let pixelCount: Int

  private var report: Report { memory.address.load(as: Report.self) }
  var isRead: Bool { report.isRead != 0 }
  var isDrawn: Bool { report.isDrawn != 0 }

  /// The size that the document asks for, in pixels.
  var size: CGSize? {
    report.hasSize != 0 && report.width > 0 && report.height > 0
      ? CGSize(width: report.width, height: report.height) : nil
  }

  /// The error message of librsvg.
  var text: String {
    let text = UnsafeRawBufferPointer(start: memory.address + Self.textStart, count: Self.textEnd - Self.textStart)
    let bytes = text.prefix { $0 != 0 }
    return bytes.isEmpty ? "no reason given" : String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a document, and draws it at a size in pixels; nil to ask for its size only.
  init(_ bytes: [UInt8], name: String, place: PixelArea?) throws(ImageError) {
    let pixels = place.map { $0.width * $0.height } ?? 0
    let work = BoundedProcess.FileWork(
      name: name, kind: "an SVG", verb: place == nil ? "read" : "draw", library: "librsvg", remedy: "simplify it",
      seconds: place == nil ? Self.readingSeconds : Self.drawingSeconds)
    // It may hold text.
    memory = try FontLock.withLock { () throws(ImageError) in
      try BoundedProcess.run(work, on: bytes, pixels: pixels, from: Self.pixelsStart) {
        Self.read($0, place, into: $1)
      }
    }
    pixelCount = pixels
  }

  /// In the copy of the process: nothing is released, as all ends with it.
  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: PixelArea?, into memory: UnsafeMutableRawPointer
  ) {
    var report = Report()
    var error: UnsafeMutablePointer<GError>?
    defer {
      // The memory is zeros, of which one ends the text.
      if let text = error?.pointee.message {
        memcpy(memory + textStart, text, min(strlen(text), textEnd - textStart - 1))
      }
      memory.storeBytes(of: report, as: Report.self)
    }
    // Without a base URI, librsvg loads nothing but data: URLs.
    guard let start = bytes.baseAddress, let handle = rsvg_handle_new_from_data(start, UInt(bytes.count), &error) else {
      return
    }
    report.isRead = 1
    rsvg_handle_set_dpi(handle, pixelsPerInch)
    report.note(sizeOf: handle)
    guard let place else { return }
    let pixels = (memory + pixelsStart).assumingMemoryBound(to: UInt8.self)
    guard
      let surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, Int32(place.width), Int32(place.height), Int32(4 * place.width)),
      let cairo = cairo_create(surface)
    else { return }
    cairo_set_tolerance(cairo, DrawingSurface.tolerance)
    var viewport = RsvgRectangle(x: 0, y: 0, width: Double(place.width), height: Double(place.height))
    report.isDrawn = rsvg_handle_render_document(handle, cairo, &viewport, &error)
    cairo_surface_flush(surface)
  }

  /// The drawn pixels, as bytes red, green, blue, alpha.
  func premultipliedRGBA8() -> Data {
    var pixels = Data(bytes: memory.address + Self.pixelsStart, count: 4 * pixelCount)
    pixels.withUnsafeMutableBytes { pixels in
      // Cairo's are numbers of 32 bits with alpha uppermost: blue comes first.
      for pixel in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(pixel, pixel + 2) }
    }
    return pixels
  }
}

extension SVGAnswer.Report {
  /// Notes the size: both sides, or one and the proportions of the view box, or the view box.
  /// Percentages are of a page, and count as no size. (CSS Images 3, section 5.3, with the view box
  /// as the default size.)
  fileprivate mutating func note(sizeOf handle: UnsafeMutablePointer<RsvgHandle>) {
    var (hasWidth, hasHeight, hasViewBox): (Int32, Int32, Int32) = (0, 0, 0)
    var (wide, high) = (RsvgLength(), RsvgLength())
    var box = RsvgRectangle()
    rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &wide, &hasHeight, &high, &hasViewBox, &box)
    let hasProportions = hasViewBox != 0 && box.width > 0 && box.height > 0
    switch (hasWidth != 0 ? pixels(wide) : nil, hasHeight != 0 ? pixels(high) : nil) {
    case (let wide?, let high?): (width, height) = (wide, high)
    case (let wide?, nil) where hasProportions: (width, height) = (wide, wide * box.height / box.width)
    case (nil, let high?) where hasProportions: (width, height) = (high * box.width / box.height, high)
    case (nil, nil) where hasProportions: (width, height) = (box.width, box.height)
    default: return
    }
    hasSize = 1
  }

  /// A length in pixels; nil for percentages. Lengths by the font are by that of CSS's initial
  /// size.
  private func pixels(_ length: RsvgLength) -> Double? {
    switch length.unit {
    case RSVG_UNIT_PERCENT: nil
    case RSVG_UNIT_PX: length.length
    case RSVG_UNIT_EM: length.length * 16
    case RSVG_UNIT_EX: length.length * 8
    case RSVG_UNIT_IN: length.length * SVGAnswer.pixelsPerInch
    case RSVG_UNIT_CM: length.length * SVGAnswer.pixelsPerInch / 2.54
    case RSVG_UNIT_MM: length.length * SVGAnswer.pixelsPerInch / 25.4
    case RSVG_UNIT_PT: length.length * SVGAnswer.pixelsPerInch / 72
    case RSVG_UNIT_PC: length.length * SVGAnswer.pixelsPerInch / 6
    default: nil
    }
  }
}
