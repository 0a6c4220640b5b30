import MultiplaneCCairo
import MultiplaneGraphics

extension CGContext {
  /// Begins a transparency layer: drawing is composed separately until `endTransparencyLayer`, then
  /// painted as a whole with the current alpha, shadow and blend mode. Inside, alpha is 1, there is
  /// no shadow, and the blend mode is normal.
  ///
  /// Without memory for it, drawing continues directly. `auxiliaryInfo` is ignored.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    beginLayer(within: nil)
  }

  /// Begins a transparency layer that is clipped to `rect`.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    beginLayer(within: rect.applying(userToPixels))
  }

  /// Ends and paints the innermost transparency layer; does nothing without one. Graphics states
  /// that were saved inside and not restored are discarded.
  public func endTransparencyLayer() {
    if refusedDepth > 0 {
      refusedDepth -= 1
      return
    }
    guard stack.contains(where: \.beginsLayer) else { return }
    while let entry = stack.last {
      guard entry.beginsLayer else {
        cairo_restore(target.cairo)
        stack.removeLast()
        continue
      }
      stack.removeLast()
      state = entry.state
      if entry.isGroup { return paintGroup() }
      guard let layer = entry.layer else { return cairo_restore(target.cairo) }
      paintLayer(layer)
      return
    }
  }

  /// Ends and paints a group of a page.
  private func paintGroup() {
    guard let source = PatternSource(cairo_pop_group(target.cairo)) else { return }
    paint(Mark(shape: nil, source: source, alpha: state.alpha))
  }

  private func paintLayer(_ layer: DrawingSurface) {
    guard let source = PatternSource(pixelsOf: layer) else { return }
    cairo_pattern_set_filter(source.pattern, CAIRO_FILTER_NEAREST)
    // The mark's shape keeps to the layer's pixels.
    if let halves = layer.halves {
      source.wide = WideColors { halves[Int($0.x.rounded(.down)), Int($0.y.rounded(.down))] }
    }
    var outline = PathOutline()
    outline.addRect(layer.area.rect)
    paint(Mark(shape: (outline, .winding), source: source, alpha: state.alpha))
  }

  /// `limits` are in pixels.
  private func beginLayer(within limits: CGRect?) {
    guard stack.count < Self.maximumDepth else {
      refusedDepth += 1
      return
    }
    var area = pixels(of: state.clipBounds)
    if let shadow = state.shadow, !area.isEmpty {
      // Drawing outside the clip may still cast a shadow into it.
      area = area.union(Self.casting(onto: area, shadow.scaled(by: pixelScale)))
    }
    if let limits { area = PixelArea(touchedBy: limits, within: area) }
    if target.isPage {
      stack.append(StackEntry(state: state, beginsLayer: true, isGroup: true))
      cairo_push_group(target.cairo)
      if limits != nil {
        cairo_rectangle(
          target.cairo, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
        cairo_clip(target.cairo)
      }
      return beginLayerState(area)
    }
    let open = stack.reduce(0) { $0 + ($1.layer?.byteCount ?? 0) }
    let isAffordable = area.width * area.height * target.layerPixelSize <= Self.maximumBytes - open
    // If nothing can be seen, one pixel is enough to draw into.
    if area.isEmpty { area = PixelArea(x: 0, y: 0, width: 1, height: 1) }
    let layer = isAffordable ? makeSurface(area) : nil
    if layer == nil { cairo_save(target.cairo) }
    stack.append(StackEntry(state: state, layer: layer, beginsLayer: true))
    if layer != nil { beginLayerState(area) }
  }

  private func beginLayerState(_ area: PixelArea) {
    state.alpha = 1
    state.blendMode = .normal
    state.clipMask = nil
    if state.shadow != nil { state.clipBounds = area.rect.applying(baseToPixels.inverted()) }
    state.shadow = nil
  }
}
