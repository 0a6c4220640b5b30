import MultiplaneDrawing
import MultiplaneGraphics

// Drawing: contents that a layer draws itself, or its delegate for it.
//
// `display` makes a bitmap of the bounds, lets `draw(in:)` draw into it in the layer's own
// coordinates, and the picture becomes the contents. A layer that is asked to display a rectangle
// only keeps the rest of its last picture. Whether the layer draws is known afterwards: an
// untouched picture leaves contents alone that came from elsewhere. (Source: CALayer.h
// and the Core Animation Programming Guide.)

extension CALayer {
  /// Whether the contents are what the layer has drawn itself.
  var showsOwnDrawing: Bool { displayState.backingStore.map { $0.image === values.contents } ?? false }

  /// Makes the contents of what `draw(in:)` draws: of the part that is to be displayed, or of all.
  func drawContents() {
    // There is no delegate or subclass that could draw.
    if delegate == nil, type(of: self) == CALayer.self { return }
    delegate?.layerWillDraw(self)
    guard let shape = BackingShape(of: self) else { return }
    if shape.isReduced { warnOfSize(shape) }
    let last = showsOwnDrawing ? displayState.backingStore : nil
    let kept = last?.shape == shape ? last?.image : nil
    let asked = displayState.displayedRect
    let dirty = kept == nil || asked.isNull || asked.isInfinite ? shape.pixels : shape.pixels(of: asked)
    guard !dirty.isEmpty else { return }
    guard let context = shape.makeContext() else {
      // A watched scene is refused for it.
      guard ContentsWatch.current == nil else { return }
      Warnings.log(
        "layers",
        "There is no memory for \(shape.width) x \(shape.height) px of contents: \(self) is not drawn.")
      return
    }
    if let kept, dirty != shape.pixels {
      context.copyPixels(of: kept)
      context.clip(to: dirty)
      context.clear(dirty)
    }
    context.concatenate(shape.toBase)
    draw(in: context)
    if last == nil, context.isUntouched { return }
    guard let image = context.makeImage()?.withOverhang(shape.overhang) else { return }
    displayState.backingStore = BackingStore(shape: shape, image: image)
    contentsObject = image
    values.contents = image
    setNeedsCommit()
  }

  private func warnOfSize(_ shape: BackingShape) {
    guard !displayState.warnedOfSize else { return }
    displayState.warnedOfSize = true
    Warnings.log(
      "layers",
      """
      Contents may have \(CGContext.maximumSide) px per side and \(BackingShape.mostPixels) px in all: those of \(self), \
      which is \(bounds.width) x \(bounds.height) points at \(contentsScale) px a point, are drawn at \
      \(shape.width) x \(shape.height) px; a CATiledLayer draws what is larger.
      """)
  }
}

extension CGContext {
  /// Takes the pixels of an image that a bitmap of the same size and layout made.
  fileprivate func copyPixels(of image: CGImage) {
    guard let data, let bytes = image.dataProvider?.data else { return }
    bytes.getBytes(data, length: min(bytes.length, bytesPerRow * height))
  }
}
