import MultiplaneDrawing
import MultiplaneGraphics

// `render(in:)` on a page of a PDF document: plain layers stay paths, text, images and gradients. A
// layer with an effect that PDF has no means for becomes an image together with its sublayers, at
// its place between the others. So does a layer of a presentation, whose copies, particles and
// transitions are known to the renderer alone. A layer that is blended with those beneath it
// becomes an image together with all of them.

extension CALayer {
  /// Draws the layer and its sublayers in the layer's own coordinates, as `renderTree(in:)`.
  func renderOnPage(in context: CGContext) {
    guard !blendsWithTree else { return renderAsImage(in: context) }
    // A group, which the context's alpha, blend mode and shadow apply to as a whole.
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    drawOnPage(context)
    context.endTransparencyLayer()
  }

  private func drawOnPage(_ context: CGContext) {
    guard !isHidden, opacity > 0 else { return }
    guard isPlain else { return renderAsImage(in: context) }
    context.saveGState()
    defer { context.restoreGState() }
    if opacity < 1 {
      context.setAlpha(CGFloat(opacity))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
    }
    context.saveGState()
    if masksToBounds {
      context.addPath(outline(inset: 0))
      context.clip()
    }
    if !bounds.isEmpty { drawBox(context) }
    (self as? CAShapeLayer)?.drawShape(context)
    for sublayer in children {
      context.saveGState()
      context.concatenate(sublayer.placeOnPage)
      sublayer.drawOnPage(context)
      context.restoreGState()
    }
    context.restoreGState()
    if !bounds.isEmpty { drawBorder(context) }
    if opacity < 1 { context.endTransparencyLayer() }
  }

  /// Background, gradient, contents or text.
  private func drawBox(_ context: CGContext) {
    if let backgroundColor {
      context.setFillColor(backgroundColor)
      context.addPath(outline(inset: 0))
      context.fillPath()
    }
    if let layer = self as? CAGradientLayer, let gradient = layer.gradientOnPage {
      context.saveGState()
      context.addPath(outline(inset: 0))
      context.clip()
      // In the unit square, so that lines of one colour are slanted as the bounds are oblong.
      context.translateBy(x: bounds.minX, y: bounds.minY)
      context.scaleBy(x: bounds.width, y: bounds.height)
      context.drawLinearGradient(
        gradient, start: layer.startPoint, end: layer.endPoint,
        options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
      context.restoreGState()
    }
    if let text = self as? CATextLayer, text.isTextOnPage {
      context.saveGState()
      context.clip(to: text.inkBounds())
      text.drawText(in: context)
      context.restoreGState()
    } else if let image = values.contents {
      context.saveGState()
      // The first row of an image is at the greatest y of a context, and of a flipped layer.
      if !liesInFlippedGeometry { context.concatenate(flip) }
      context.draw(image, in: bounds)
      context.restoreGState()
    }
  }

  private func drawBorder(_ context: CGContext) {
    guard borderWidth > 0, let borderColor else { return }
    context.setFillColor(borderColor)
    context.addPath(outline(inset: 0))
    if 2 * borderWidth < min(bounds.width, bounds.height) { context.addPath(outline(inset: borderWidth)) }
    context.fillPath(using: .evenOdd)
  }

  /// The bounds, or within them, with circular corners.
  private func outline(inset: CGFloat) -> CGPath {
    let rect = bounds.insetBy(dx: inset, dy: inset)
    let radius = max(0, min(cornerRadius, bounds.width / 2, bounds.height / 2) - inset)
    return CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius, transform: nil)
  }

  /// Exchanges the least and the greatest y of the bounds.
  private var flip: CGAffineTransform {
    CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY)
  }

  /// From the layer's coordinates to its superlayer's.
  private var placeOnPage: CGAffineTransform {
    let anchor = CGPoint(
      x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
    return (isGeometryFlipped ? flip : .identity)
      .concatenating(CGAffineTransform(translationX: -anchor.x, y: -anchor.y))
      .concatenating(CATransform3DGetAffineTransform(transform))
      .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
  }
}

// MARK: - What is plain

extension CALayer {
  /// Whether the layer without its sublayers can be drawn by a context, and these have a place in
  /// its plane.
  private var isPlain: Bool {
    presentationOrigin == nil && maskLayer == nil && shadowOpacity == 0 && !shouldRasterize
      && filters?.isEmpty ?? true
      && (opacity == 1 || allowsGroupOpacity) && CATransform3DIsIdentity(sublayerTransform)
      && (cornerRadius == 0 || cornerCurve == .circular && maskedCorners == .all)
      && borderDashPattern == nil && backgroundColor?.pattern == nil && borderColor?.pattern == nil
      && drawsPlainly && children.allSatisfy(\.liesPlainly)
  }

  /// Whether the layer or one in it is blended with what is beneath it.
  private var blendsWithTree: Bool {
    guard !isHidden else { return false }
    return compositingFilter != nil || !(backgroundFilters ?? []).isEmpty
      || (self as? CAEmitterLayer)?.renderMode == .additive || children.contains(where: \.blendsWithTree)
  }

  private var liesPlainly: Bool {
    zPosition == 0 && anchorPointZ == 0 && isDoubleSided && CATransform3DIsAffine(transform)
      && CATransform3DGetAffineTransform(transform).determinant != 0
  }

  /// Whether the content of the class can be drawn by a context.
  private var drawsPlainly: Bool {
    switch kind {
    case .layer: hasPlainContents
    case .text: hasPlainContents || (self as? CATextLayer)?.isTextOnPage == true
    case .shape: hasPlainContents && (self as? CAShapeLayer)?.isPlainShape == true
    case .gradient: hasPlainContents && (self as? CAGradientLayer)?.isPlainGradient == true
    default: false
    }
  }

  /// Whether the contents are missing, or an image that fills the bounds.
  private var hasPlainContents: Bool {
    guard values.contents != nil else { return true }
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    return contentsGravity == .resize && contentsRect == unit && contentsCenter == unit
      && contentsMultiplyColor ?? .opaqueWhite == .opaqueWhite && magnificationFilter != .nearest
      && minificationFilter != .nearest
  }
}

extension CAShapeLayer {
  fileprivate var isPlainShape: Bool {
    fillColor?.pattern == nil && strokeColor?.pattern == nil
      && (strokeColor == nil || strokeStart == 0 && strokeEnd == 1)
      && lineDashPattern?.allSatisfy { $0.doubleValue > 0 } ?? true
  }

  fileprivate func drawShape(_ context: CGContext) {
    guard let path else { return }
    if let fillColor {
      context.setFillColor(fillColor)
      context.addPath(path)
      context.fillPath(using: fillRule == .evenOdd ? .evenOdd : .winding)
    }
    guard let strokeColor, lineWidth > 0 else { return }
    context.setStrokeColor(strokeColor)
    context.setLineWidth(lineWidth)
    context.setLineCap(lineCap == .round ? .round : lineCap == .square ? .square : .butt)
    context.setLineJoin(lineJoin == .round ? .round : lineJoin == .bevel ? .bevel : .miter)
    context.setMiterLimit(miterLimit)
    context.setLineDash(phase: lineDashPhase, lengths: lineDashPattern?.map { CGFloat($0.doubleValue) } ?? [])
    context.addPath(path)
    context.strokePath()
  }
}

extension CAGradientLayer {
  /// The opaque colours, whose mixture is the same with and without multiplied alpha.
  private var opaqueColors: [CGColor]? {
    let colors = values.gradient.colors ?? []
    return colors.allSatisfy { $0.alpha == 1 && $0.pattern == nil } ? colors : nil
  }

  fileprivate var isPlainGradient: Bool {
    let places = locations?.map(\.doubleValue) ?? []
    return type == .axial && opaqueColors != nil && startPoint != endPoint
      && (places.isEmpty || places.count == opaqueColors?.count) && places == places.sorted()
      && places.allSatisfy((0...1).contains)
  }

  /// Nil without two colours.
  fileprivate var gradientOnPage: CGGradient? {
    guard let opaqueColors, opaqueColors.count > 1 else { return nil }
    return CGGradient(
      colorsSpace: CGColorSpace(name: CGColorSpace.sRGB), colors: opaqueColors as CFArray,
      locations: locations?.map { CGFloat($0.doubleValue) })
  }
}

extension CATextLayer {
  /// Whether the text is drawn as text, and not by a subclass or from contents that were set.
  fileprivate var isTextOnPage: Bool {
    Swift.type(of: self) == CATextLayer.self && (values.contents == nil || showsOwnDrawing)
  }
}
