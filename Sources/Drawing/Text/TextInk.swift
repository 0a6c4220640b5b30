import Foundation
import MultiplaneGraphics

// The ink of a layer's text: what of it reaches beyond the bounds, and whether it is cut there.

extension LayerText {
  /// The size of a text that is cut in a layer of a size, in points; nil if all of its ink is
  /// visible, and for a text with a truncation mode.
  package func overflow(in size: CGSize) -> CGSize? {
    guard text.length > 0, truncation == .none, size.width > 0, size.height > 0 else { return nil }
    let layout = layout(in: size)
    let down = top(of: layout, in: size.height)
    guard layout.isTruncated || layout.lines.contains(where: { isCut($0, movedBy: down, in: size) }) else { return nil }
    var all = self
    all.maximumLines = nil
    return all.layout(in: CGSize(width: size.width, height: .infinity)).size
  }

  /// Whether a line is outside of the layer on a side where it has ink.
  private func isCut(_ line: TextLayout.Line, movedBy down: CGFloat, in size: CGSize) -> Bool {
    let sides = Sides(of: line, movedBy: down, in: size, verticalAlignment)
    guard !sides.areInside, let ink = line.inkBox else { return false }
    let baseline = line.origin.y + down
    return !sides.top && baseline - ink.maxY < -tolerance
      || !sides.bottom && baseline - ink.minY > size.height + tolerance
      || !sides.left && line.origin.x + ink.minX < -tolerance
      || !sides.right && line.origin.x + ink.maxX > size.width + tolerance
  }

  /// The sides on which a line is inside of its layer, by its ascent, descent and width.
  private struct Sides {
    let top, bottom, left, right: Bool

    init(of line: TextLayout.Line, movedBy down: CGFloat, in size: CGSize, _ alignment: TextVerticalAlignment) {
      let baseline = line.origin.y + down
      // Descenders are below a baseline at the bottom.
      let descent = alignment == .baseline ? 0 : line.descent
      top = baseline - line.ascent - line.extraHeight >= -tolerance
      bottom = baseline + descent <= size.height + tolerance
      left = line.origin.x >= -tolerance
      right = line.origin.x + line.width - line.hangingWidth <= size.width + tolerance
    }

    var areInside: Bool { top && bottom && left && right }
  }

  /// The bounds of a layer with the ink of letters that reaches beyond them, although their lines
  /// are inside: accents above the ascent, descenders below the descent, slanted letters at the
  /// sides. A line that is not inside is cut at the bounds.
  ///
  /// - Parameters:
  ///   - layout: the text's in the layer.
  ///   - bounds: in the layer's coordinates.
  ///   - isFlipped: whether y points down there.
  package func inkBounds(of layout: TextLayout, in bounds: CGRect, isFlipped: Bool) -> CGRect {
    let down = top(of: layout, in: bounds.height)
    // From the top left corner of the layer, y down.
    var (left, top, right, bottom): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, bounds.width, bounds.height)
    for line in layout.lines {
      let baseline = line.origin.y + down
      guard baseline - line.ascent < bounds.height, baseline + line.descent > 0, let ink = line.inkBox else { continue }
      let sides = Sides(of: line, movedBy: down, in: bounds.size, verticalAlignment)
      if sides.top { top = min(top, baseline - ink.maxY) }
      if sides.bottom { bottom = max(bottom, baseline - ink.minY) }
      if sides.left { left = min(left, line.origin.x + ink.minX) }
      if sides.right { right = max(right, line.origin.x + ink.maxX) }
    }
    return CGRect(
      x: bounds.minX + left, y: isFlipped ? bounds.minY + top : bounds.maxY - bottom, width: right - left,
      height: bottom - top)
  }
}

/// Points that a line may stick out of its layer, as one whose bounds were made of its rounded size
/// does.
private let tolerance: CGFloat = 0.5

extension TextLayout.Line {
  /// The box of the letters' outlines, in points from the left end of the baseline, y up; nil
  /// without any. No font decides how large it is: at most two sizes beyond the line.
  var inkBox: CGRect? {
    var box = CGRect.null
    for run in runs where !run.font.isColored {
      let size = run.attributes.font.size
      let outset = -run.attributes.outlineWidth / 2
      for glyph in run.glyphs {
        guard let id = glyph.id else { continue }
        let own = run.font.box(of: id)
        guard !own.isNull else { continue }
        let placed = CGRect(
          x: glyph.position.x + own.minX * size, y: glyph.position.y + own.minY * size, width: own.width * size,
          height: own.height * size)
        box = box.union(placed.insetBy(dx: outset, dy: outset))
      }
    }
    guard !box.isNull, box.minX.isFinite, box.maxX.isFinite, box.minY.isFinite, box.maxY.isFinite else { return nil }
    let reach = runs.reduce(0) { max($0, 2 * $1.attributes.font.size) }
    let limits = CGRect(x: -reach, y: -descent - reach, width: width + 2 * reach, height: ascent + descent + 2 * reach)
    let limited = box.intersection(limits)
    return limited.isNull ? nil : limited
  }
}
