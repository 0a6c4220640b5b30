import Foundation
import MultiplaneCCairo
import MultiplaneGraphics

/// The pages of a PDF document, by Cairo's surface for PDF. Its bytes are collected, and passed to
/// the consumer as a whole when the document is closed.
///
/// Cairo's own fonts are read when the document is closed, so they are retained until then.
final class PDFPages {
  /// The resolution of what PDF has no means for, in pixels per inch.
  private static let resolution = 300.0
  /// The longest side of a page, in points (ISO 32000-1, annex C).
  private static let longestSide: CGFloat = 14_400

  let surface: DrawingSurface
  /// The page that is drawn, in base space.
  private(set) var box: CGRect
  /// Pixels per point.
  let pixelScale: CGFloat
  private(set) var isPageOpen = false
  private let defaultBox: CGRect
  private let output: Output
  private let consumer: CGDataConsumer
  private var isClosed = false
  /// The numbers by which images are known to Cairo, so that each is embedded once.
  private var images: [ObjectIdentifier: (presence: CGImage.Presence, number: Int)] = [:]
  /// The fonts of texts.
  private var fonts: [ObjectIdentifier: GlyphFont] = [:]

  /// The bytes that Cairo has written.
  private final class Output {
    var bytes: [UInt8] = []
  }

  /// US Letter is the size without a media box. Nil for a box that no page can have.
  init?(_ consumer: CGDataConsumer, mediaBox: CGRect?, information: [(cairo_pdf_metadata_t, String)]) {
    let box = (mediaBox ?? CGRect(x: 0, y: 0, width: 612, height: 792)).standardized
    guard let scale = Self.pixelScale(of: box) else { return nil }
    let output = Output()
    let created = cairo_pdf_surface_create_for_stream(
      { closure, bytes, count in
        guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
        output.bytes += UnsafeBufferPointer(start: bytes, count: Int(count))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(output).toOpaque(), box.width, box.height)
    guard
      let surface = DrawingSurface(pages: created, Self.area(of: box, scale), pixelSize: Double(1 / scale))
    else { return nil }
    cairo_surface_set_fallback_resolution(surface.surface, Self.resolution, Self.resolution)
    for (kind, text) in information { cairo_pdf_surface_set_metadata(surface.surface, kind, text) }
    (self.surface, self.output, self.consumer) = (surface, output, consumer)
    (self.box, defaultBox, pixelScale) = (box, box, scale)
  }

  /// Pixels per point, fewer for a page whose sides would be longer than a bitmap's.
  private static func pixelScale(of box: CGRect) -> CGFloat? {
    let side = max(box.width, box.height)
    guard box.width > 0, box.height > 0, side <= longestSide, abs(box.minX) < 1e6, abs(box.minY) < 1e6 else {
      return nil
    }
    return min(CGFloat(resolution) / 72, CGFloat(CGContext.maximumSide) / side)
  }

  private static func area(of box: CGRect, _ scale: CGFloat) -> PixelArea {
    PixelArea(x: 0, y: 0, width: Int((box.width * scale).rounded(.up)), height: Int((box.height * scale).rounded(.up)))
  }

  /// From base space (points, y up) to pixels.
  var baseToPixels: CGAffineTransform {
    CGAffineTransform(
      a: pixelScale, b: 0, c: 0, d: -pixelScale, tx: -box.minX * pixelScale, ty: box.maxY * pixelScale)
  }

  /// Begins a page; a box that no page can have counts as the document's.
  func beginPage(_ mediaBox: CGRect?) {
    guard !isClosed, !isPageOpen else { return }
    box = mediaBox.map(\.standardized).flatMap { Self.pixelScale(of: $0) == nil ? nil : $0 } ?? defaultBox
    cairo_pdf_surface_set_size(surface.surface, box.width, box.height)
    surface.setPage(Self.area(of: box, pixelScale))
    cairo_save(surface.cairo)
    isPageOpen = true
  }

  /// Ends the page.
  func endPage() {
    guard isPageOpen else { return }
    isPageOpen = false
    cairo_restore(surface.cairo)
    FontLock.withLock { cairo_show_page(surface.cairo) }
  }

  /// Writes the document.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    FontLock.withLock { cairo_surface_finish(surface.surface) }
    if cairo_surface_status(surface.surface) == CAIRO_STATUS_SUCCESS { _ = consumer.write(output.bytes) }
    output.bytes = []
    (images, fonts) = ([:], [:])
  }

  /// Marks an image's surface, so that Cairo embeds it once.
  func identify(_ surface: DrawingSurface, as image: CGImage) {
    let key = ObjectIdentifier(image.presence)
    let number = images[key]?.number ?? images.count
    images[key] = (image.presence, number)
    guard let name = strdup("multiplane-\(number)") else { return }
    _ = cairo_surface_set_mime_data(
      surface.surface, CAIRO_MIME_TYPE_UNIQUE_ID, name, UInt(strlen(name)), { free($0) }, name)
  }

  /// Retains a font until the document is closed.
  func retain(_ font: GlyphFont) { fonts[ObjectIdentifier(font)] = font }
}
