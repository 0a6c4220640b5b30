import MultiplaneGraphics

extension CGContext {
  /// Draws a text. `topLeft` is the position of the layout's origin in user space; lines proceed
  /// towards smaller y, or towards greater y if `isFlipped` is true.
  ///
  /// For upright text, baselines are rounded to whole pixels, so that the feet of letters are
  /// sharp; nothing else moves.
  package func draw(_ layout: TextLayout, topLeft: CGPoint = .zero, isFlipped: Bool = false) {
    let up: CGFloat = isFlipped ? -1 : 1
    draw(
      layout.lines.map { line in
        let place = CGAffineTransform(
          a: 1, b: 0, c: 0, d: up, tx: topLeft.x + line.origin.x, ty: topLeft.y - up * line.origin.y)
        return PlacedLine(line: line, place: snappingBaseline(place))
      })
  }

  /// A line, and the map from its own space, y up from the left end of its baseline, to user space.
  struct PlacedLine {
    var line: TextLayout.Line
    var place: CGAffineTransform
  }

  /// Elements of all outlines of a text, a dozen times what a page has; the letters beyond are left
  /// out, so that no font decides how long drawing takes.
  static let mostTextElements = 1 << 22
  /// Elements that are filled at a time.
  static let filledElements = 1 << 14

  /// Draws lines as one text: where the text drawing mode clips, the letters of all of them are one
  /// region.
  func draw(_ lines: [PlacedLine]) {
    if state.textDrawingMode.paints {
      var room = Self.mostTextElements
      for line in lines where room > 0 { draw(line.line, line.place, room: &room) }
    }
    if state.textDrawingMode.clips { clip(toLettersOf: lines) }
  }

  private func draw(_ line: TextLayout.Line, _ place: CGAffineTransform, room: inout Int) {
    guard let seen = visiblePart(of: line, place) else { return }
    for run in line.runs {
      if let background = run.attributes.backgroundColor { paint(run.backgroundOutline, background, place) }
    }
    for run in line.runs {
      let across = run.visibleSpan(seen)
      if run.font.isColored {
        drawPictures(of: run, across, place)
      } else {
        fillGlyphs(of: run, across, place, room: &room)
      }
      let color = run.attributes.color
      fill(run.underlineOutline(across), with: run.attributes.underlineColor ?? color, place)
      fill(run.strikethroughOutline(across), with: run.attributes.strikethroughColor ?? color, place)
    }
  }

  /// The clip in a line's own space; nil if the line is outside of it.
  func visiblePart(of line: TextLayout.Line, _ place: CGAffineTransform) -> CGRect? {
    let map = place.concatenating(state.ctm)
    guard map.determinant != 0, map.determinant.isFinite else { return nil }
    let seen = state.clipBounds.applying(map.inverted())
    guard !seen.isNull, seen.minX.isFinite, seen.maxX.isFinite else { return nil }
    let isNear =
      line.descent + line.tallestLetter > seen.minY && line.ascent + line.tallestLetter > -seen.maxY
    return isNear ? seen : nil
  }

  /// The map with a move that puts the baseline on a whole pixel, if the text stands upright.
  private func snappingBaseline(_ place: CGAffineTransform) -> CGAffineTransform {
    let map = place.concatenating(state.ctm)
    guard document == nil, map.b == 0, map.c == 0, map.ty.isFinite, state.ctm.d != 0 else { return place }
    var snapped = place
    snapped.ty += (map.ty.rounded() - map.ty) / state.ctm.d
    return snapped
  }

  private func fillGlyphs(
    of run: TextLayout.Run, _ across: ClosedRange<CGFloat>, _ place: CGAffineTransform, room: inout Int
  ) {
    if showOnPage(run, run.glyphs.filter { across.contains($0.position.x) }, place) { return }
    var outline = PathOutline()
    for glyph in run.glyphs where across.contains(glyph.position.x) && room > 0 {
      let before = outline.elements.count
      run.append(glyph, to: &outline)
      room -= outline.elements.count - before
      if outline.elements.count >= Self.filledElements {
        drawLetters(outline, run.attributes, place)
        outline = PathOutline()
      }
    }
    drawLetters(outline, run.attributes, place)
  }

  /// Fills letters, or draws a line around them, as their attributes say.
  private func drawLetters(_ outline: PathOutline, _ attributes: TextAttributes, _ place: CGAffineTransform) {
    let width = attributes.outlineWidth
    guard width > 0 else { return fill(outline, with: attributes.color, place) }
    guard !outline.elements.isEmpty else { return }
    let kept = state
    let color = attributes.color ?? state.fillColor
    setFillColor(color)
    setStrokeColor(attributes.strokeColor ?? color)
    setLineWidth(width * abs(place.determinant).squareRoot())
    beginPath()
    addPath(CGPath(outline: outline.applying(place)))
    drawPath(using: attributes.strokeWidth < 0 ? .fillStroke : .stroke)
    state = kept
  }

  /// Fills an outline, ignoring the text drawing mode.
  private func paint(_ outline: PathOutline, _ color: CGColor, _ place: CGAffineTransform) {
    let kept = state
    setFillColor(color)
    beginPath()
    addPath(CGPath(outline: outline.applying(place)))
    fillPath()
    state = kept
  }

  private func fill(_ outline: PathOutline, with color: CGColor?, _ place: CGAffineTransform) {
    guard !outline.elements.isEmpty else { return }
    let kept = state
    if let color { setFillColor(color) }
    beginPath()
    addPath(CGPath(outline: outline.applying(place)))
    switch state.textDrawingMode {
    case .stroke, .strokeClip: drawPath(using: .stroke)
    case .fillStroke, .fillStrokeClip: drawPath(using: .fillStroke)
    case .fill, .fillClip: drawPath(using: .fill)
    case .invisible, .clip: break
    }
    state = kept
  }

  private func drawPictures(of run: TextLayout.Run, _ across: ClosedRange<CGFloat>, _ place: CGAffineTransform) {
    forEachPicture(of: run, across, place) { draw($0, in: $1) }
  }

  /// Calls `body` for the pictures of a run's glyphs, each with its rectangle in the line's own
  /// space, which is user space meanwhile.
  func forEachPicture(
    of run: TextLayout.Run, _ across: ClosedRange<CGFloat>, _ place: CGAffineTransform,
    _ body: (CGImage, CGRect) -> Void
  ) {
    let size = run.attributes.font.size
    let pixels = size * abs(place.concatenating(state.ctm).determinant).squareRoot() * pixelScale
    for glyph in run.glyphs where across.contains(glyph.position.x) {
      guard let id = glyph.id,
        let picture = run.font.picture(
          of: id, pixelsPerEm: min(max(pixels.rounded(.up), 1), 512), color: run.attributes.color ?? state.fillColor)
      else { continue }
      let kept = state
      concatenate(place)
      let rect = picture.rect.applying(CGAffineTransform(scaleX: size, y: size))
      body(picture.image, rect.offsetBy(dx: glyph.position.x, dy: glyph.position.y))
      state = kept
    }
  }
}

extension TextLayout.Line {
  /// The most that a letter may extend beyond its line: in reasonable fonts at most the font's
  /// size.
  fileprivate var tallestLetter: CGFloat { runs.reduce(0) { max($0, 2 * $1.attributes.font.size) } }

  /// The outlines of all glyphs, y up from the left end of the baseline, without bitmaps of colour
  /// fonts.
  package var outline: CGPath {
    var outline = PathOutline()
    for run in runs where !run.font.isColored {
      for glyph in run.glyphs { run.append(glyph, to: &outline) }
    }
    return CGPath(outline: outline)
  }
}

extension TextLayout.Run {
  /// The span of letters that may extend into the visible part of their line.
  func visibleSpan(_ seen: CGRect) -> ClosedRange<CGFloat> {
    let reach = 2 * attributes.font.size
    return (seen.minX - reach)...(seen.maxX + reach)
  }

  /// Adds a glyph in its place.
  func append(_ glyph: TextLayout.Glyph, to outline: inout PathOutline) {
    let size = attributes.font.size
    guard let id = glyph.id else { return outline.append(box(glyph)) }
    outline.append(
      font.outline(of: id),
      CGAffineTransform(a: size, b: 0, c: 0, d: size, tx: glyph.position.x, ty: glyph.position.y))
  }

  /// The box for a character that no font has: an empty frame as high as a capital letter.
  private func box(_ glyph: TextLayout.Glyph) -> PathOutline {
    let size = attributes.font.size
    let line = size / 16
    let frame = CGRect(
      x: glyph.position.x + line, y: glyph.position.y, width: glyph.width - 2 * line,
      height: font.metrics.capHeight * size)
    guard frame.width > 2 * line, frame.height > 2 * line else { return PathOutline() }
    var outline = PathOutline()
    outline.addRect(frame)
    // The other way round, so that it is a hole.
    let hole = frame.insetBy(dx: line, dy: line)
    outline.move(to: CGPoint(x: hole.minX, y: hole.minY))
    outline.addLine(to: CGPoint(x: hole.minX, y: hole.maxY))
    outline.addLine(to: CGPoint(x: hole.maxX, y: hole.maxY))
    outline.addLine(to: CGPoint(x: hole.maxX, y: hole.minY))
    outline.closeSubpath()
    return outline
  }
}
