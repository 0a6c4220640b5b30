// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneCCairo
import MultiplaneGraphics

// PDF documents. Paths, text, clips, gradients and blend modes of PDF stay what they are; shadows,
// patterns, masks and the other blend modes are images of 300 pixels per inch.

/// The key of the document's title.
public var kCGPDFContextTitle: CFString { "kCGPDFContextTitle" }
/// The key of the document's author.
public var kCGPDFContextAuthor: CFString { "kCGPDFContextAuthor" }
/// The key of the document's subject.
public var kCGPDFContextSubject: CFString { "kCGPDFContextSubject" }
/// The key of the document's keywords, a text.
public var kCGPDFContextKeywords: CFString { "kCGPDFContextKeywords" }
/// The key of the name of the program that made the document.
public var kCGPDFContextCreator: CFString { "kCGPDFContextCreator" }
/// The key of a page's media box: the bytes of a `CGRect`.
public var kCGPDFContextMediaBox: CFString { "kCGPDFContextMediaBox" }

extension CGContext {
  /// Whether the context draws the pages of a document.
  package var drawsPages: Bool { document != nil }

  /// Creates a context that draws a PDF document, and writes it to a consumer when it is closed.
  ///
  /// Drawing takes place between `beginPDFPage(_:)` or `beginPage(mediaBox:)` and their ends; what
  /// is drawn between pages is lost.
  ///
  /// - Parameters:
  ///   - mediaBox: the size of pages and their origin, in points; nil for 612 × 792. Nil is
  ///     returned for an empty box, or a side above 14400 points.
  ///   - auxiliaryInfo: the document's title, author, subject, keywords and creator.
  public convenience init?(
    consumer: CGDataConsumer, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?
  ) {
    let kinds = [
      (kCGPDFContextTitle, CAIRO_PDF_METADATA_TITLE), (kCGPDFContextAuthor, CAIRO_PDF_METADATA_AUTHOR),
      (kCGPDFContextSubject, CAIRO_PDF_METADATA_SUBJECT), (kCGPDFContextKeywords, CAIRO_PDF_METADATA_KEYWORDS),
      (kCGPDFContextCreator, CAIRO_PDF_METADATA_CREATOR),
    ]
    let information = kinds.compactMap { key, kind in
      (auxiliaryInfo?[key] ?? auxiliaryInfo?[key as String])
        .flatMap { $0 as? String ?? ($0 as? NSString).map(String.init) }.map { (kind, $0) }
    }
    guard let pages = PDFPages(consumer, mediaBox: mediaBox?.pointee, information: information) else { return nil }
    self.init(pages: pages)
  }

  /// Creates a context that draws a PDF document into a file, which is written when it is closed.
  ///
  /// Nil for a URL that is no file; else as `init(consumer:mediaBox:_:)`.
  public convenience init?(_ url: CFURL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?) {
    guard let consumer = CGDataConsumer(url: url) else { return nil }
    self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
  }

  /// Begins a page of a PDF document, with an initial graphics state; ends the one before if it is
  /// open. `pageInfo` may have a media box. Does nothing in a bitmap.
  public func beginPDFPage(_ pageInfo: CFDictionary?) {
    let data = pageInfo?[kCGPDFContextMediaBox] ?? pageInfo?[kCGPDFContextMediaBox as String]
    let bytes = data as? Data ?? (data as? NSData).map { Data(referencing: $0) }
    beginPage(
      bytes.flatMap { $0.count == MemoryLayout<CGRect>.size ? $0 : nil }.map { bytes in
        var box = CGRect.zero
        withUnsafeMutableBytes(of: &box) { _ = bytes.copyBytes(to: $0) }
        return box
      })
  }

  /// Begins a page of a PDF document; the document's media box counts without one. Does nothing in
  /// a bitmap.
  public func beginPage(mediaBox: UnsafePointer<CGRect>?) { beginPage(mediaBox?.pointee) }

  /// Ends the page. Does nothing in a bitmap.
  public func endPDFPage() { endPage() }

  /// Ends the page, with all layers and states that are open. Does nothing in a bitmap.
  public func endPage() {
    guard let document, document.isPageOpen else { return }
    refusedDepth = 0
    while let last = stack.last { if last.beginsLayer { endTransparencyLayer() } else { restoreGState() } }
    document.endPage()
  }

  /// Ends the document, and writes it. Later drawing has no effect. Does nothing in a bitmap.
  public func closePDF() {
    endPage()
    document?.close()
  }

  private func beginPage(_ mediaBox: CGRect?) {
    guard let document else { return }
    endPage()
    document.beginPage(mediaBox)
    state = GraphicsState(clipBounds: document.box)
    beginPath()
    textTransform = .identity
  }
}

// MARK: - Text

extension CGContext {
  /// Draws the glyphs of a run as text of a page, with the fill colour; false where they must be
  /// drawn as outlines.
  func showOnPage(_ run: TextLayout.Run, _ glyphs: [TextLayout.Glyph], _ place: CGAffineTransform) -> Bool {
    guard let document, document.isPageOpen, target.isPage, state.shadow == nil, state.clipMask == nil,
      state.textDrawingMode == .fill, run.attributes.outlineWidth == 0,
      glyphs.allSatisfy({ $0.id != nil }), let source = solidSource(run.attributes.color ?? state.fillColor),
      (run.attributes.color ?? state.fillColor).pattern == nil
    else { return false }
    document.retain(run.font)
    let map = place.concatenating(userToPixels)
    cairo_save(target.cairo)
    cairo_set_source(target.cairo, source.pattern)
    cairo_set_operator(target.cairo, state.blendMode.pageOperator)
    var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    cairo_transform(target.cairo, &matrix)
    run.font.show(glyphs.map { ($0.id ?? 0, $0.position) }, size: run.attributes.font.size, on: target.cairo)
    cairo_restore(target.cairo)
    return true
  }
}
