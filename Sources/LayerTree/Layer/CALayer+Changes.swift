import MultiplaneGraphics
import MultiplaneRenderTree

// The steps of every property change: store the value, mark the layer and run the property's
// action.

extension CALayer {
  /// Stores a value, marks the layer and runs the property's action; an equal one changes nothing.
  ///
  /// Inlined, so that a literal path becomes a direct access. Access through a key path object
  /// calls the runtime for each of its components.
  @inline(__always)
  func change<Value: Equatable>(_ path: @autoclosure () -> WritableKeyPath<LayerValues, Value>, to value: Value) {
    guard !asksForActions else { return changeWithAction(path(), to: value) }
    let old = values[keyPath: path()]
    values[keyPath: path()] = value
    // Compared as stored: two values may be standardised to the same one.
    guard values[keyPath: path()] != old else { return }
    setNeedsCommit()
    if asksForDisplay { displayIfAsked(for: path()) }
  }

  private func changeWithAction<Value: Equatable>(_ path: WritableKeyPath<LayerValues, Value>, to value: Value) {
    var changed = values
    changed[keyPath: path] = value
    guard changed[keyPath: path] != values[keyPath: path] else { return }
    change(LayerProperties.row(at: path), to: changed)
  }

  /// Images are compared by identity: they never change.
  func setImage(_ image: CGImage?) {
    guard values.contents !== image else { return }
    var changed = values
    changed.contents = image
    change(LayerProperties.row(at: \.contents), to: changed)
  }

  /// Stores values in which one property has changed, and runs its action.
  func change(_ property: LayerProperty?, to changed: LayerValues) {
    changeWithAction(forKey: property?.isImplicit == true ? property?.key : nil) {
      values = changed
      setNeedsCommit()
      if let property { displayIfAsked(for: property) }
    }
    if property?.key == "hidden" { runAction(forEvent: changed.isHidden ? kCAOnOrderOut : kCAOnOrderIn) }
  }
}
