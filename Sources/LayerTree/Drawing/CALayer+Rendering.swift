import MultiplaneCPURenderer
import MultiplaneDrawing
import MultiplaneGraphics

// `render(in:)`: a layer as it is now, not committed, into a bitmap.
//
// Its position and transform do not count, its opacity does, and whether it is hidden. Values are
// those that the program has set, without animations; of a `presentation()` those that are shown,
// with copies of replicators, particles and transitions as they are at its time. Nothing is laid
// out or displayed first; text is drawn for the context. Everything is drawn as on a screen (masks,
// shadows, filters, perspective), at the context's resolution, within its clip, and then put there
// as one image, with the context's alpha, blend mode and shadow. On a page, plain layers stay text,
// paths and images (`CALayer+Pages.swift`). Where the CTM cannot be inverted nothing is drawn.
// (Source: CALayer.h; Apple's own draws less.)

extension CALayer {
  func renderTree(in context: CGContext) {
    if context.drawsPages { renderOnPage(in: context) } else { renderAsImage(in: context) }
  }

  /// Draws the layer and its sublayers as one image.
  func renderAsImage(in context: CGContext) {
    guard let renderer = ContextRenderer(context: context, isFlipped: liesInFlippedGeometry) else { return }
    do {
      try renderer.draw(
        committedModel(textScale: renderer.scale), at: superlayerTime(atMediaTime: shownMediaTime))
    } catch {
      Warnings.log("layers", level: .error, "\(self) is not drawn, or not all of it: \(error)")
    }
  }
}
