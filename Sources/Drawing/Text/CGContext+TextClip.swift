import MultiplaneCCairo
import MultiplaneGraphics

// The clip of the text drawing modes that clip: the letters of one text.

extension CGContext {
  /// Lets only the letters of lines be drawn on, in addition to the clip there is. Without a letter
  /// that has an outline or a picture the clip stays as it is, as in PDF (ISO 32000, 9.3.6).
  func clip(toLettersOf lines: [PlacedLine]) {
    guard lines.contains(where: { $0.line.hasLetters }) else { return }
    guard let mask = DrawingSurface(pixels(of: state.clipBounds), format: CAIRO_FORMAT_A8) else { return clipAll() }
    cairo_set_antialias(mask.cairo, antialiasing)
    cairo_set_fill_rule(mask.cairo, CAIRO_FILL_RULE_WINDING)
    var bounds = CGRect.null
    var room = Self.mostTextElements
    for line in lines where room > 0 {
      guard let seen = visiblePart(of: line.line, line.place) else { continue }
      for run in line.line.runs {
        if run.font.isColored {
          addPictures(of: run, run.visibleSpan(seen), line.place, to: mask, &bounds)
        } else {
          addLetters(of: run, run.visibleSpan(seen), line.place, to: mask, &bounds, room: &room)
        }
      }
    }
    state.clipBounds = state.clipBounds.common(with: bounds)
    let area = pixels(of: state.clipBounds)
    guard !area.isEmpty else { return clipAll() }
    // The mask fades the source within the clip's pixels: Cairo has to leave all others alone.
    var outline = PathOutline()
    outline.addRect(area.rect)
    outline.setPath(of: target.cairo)
    cairo_clip(target.cairo)
    clip(to: mask)
  }

  /// Letters overlap, also across chunks of outlines; the mask holds their union.
  private func addLetters(
    of run: TextLayout.Run, _ across: ClosedRange<CGFloat>, _ place: CGAffineTransform, to mask: DrawingSurface,
    _ bounds: inout CGRect, room: inout Int
  ) {
    var outline = PathOutline()
    func flush() {
      guard !outline.elements.isEmpty else { return }
      let placed = outline.applying(place.concatenating(state.ctm))
      bounds = bounds.union(placed.tightBounds)
      placed.applying(baseToPixels).setPath(of: mask.cairo)
      cairo_set_source_rgba(mask.cairo, 1, 1, 1, 1)
      cairo_fill(mask.cairo)
      outline = PathOutline()
    }
    for glyph in run.glyphs where across.contains(glyph.position.x) && room > 0 {
      let before = outline.elements.count
      run.append(glyph, to: &outline)
      room -= outline.elements.count - before
      if outline.elements.count >= Self.filledElements { flush() }
    }
    flush()
  }

  private func addPictures(
    of run: TextLayout.Run, _ across: ClosedRange<CGFloat>, _ place: CGAffineTransform, to mask: DrawingSurface,
    _ bounds: inout CGRect
  ) {
    forEachPicture(of: run, across, place) { picture, rect in
      guard let alpha = alpha(of: picture),
        let image = ImageSurface.alpha(alpha, width: picture.width, height: picture.height),
        let source = PatternSource(image), self.place(source, picture.width, picture.height, in: rect)
      else { return }
      source.setSampling(sampling(of: picture))
      var outline = PathOutline()
      outline.addRect(rect)
      bounds = bounds.union(outline.applying(state.ctm).tightBounds)
      outline.applying(userToPixels).setPath(of: mask.cairo)
      cairo_set_source(mask.cairo, source.pattern)
      cairo_fill(mask.cairo)
    }
  }
}

extension TextLayout.Line {
  /// Whether a glyph has an outline or a picture: spaces have none.
  fileprivate var hasLetters: Bool {
    runs.contains { run in
      run.glyphs.contains { glyph in
        guard let id = glyph.id, !run.font.isColored else { return true }
        return !run.font.outline(of: id).elements.isEmpty
      }
    }
  }
}
