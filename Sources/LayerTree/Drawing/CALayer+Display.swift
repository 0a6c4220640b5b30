import MultiplaneGraphics
import MultiplaneRenderTree
import Synchronization

// Display: which layers are to renew their contents, and when they do.

extension CALayer {
  /// Adds a rectangle to what is to be displayed; an empty one adds nothing.
  func markForDisplay(_ rect: CGRect) {
    guard !rect.isEmpty else { return }
    displayState.dirtyRect = displayState.dirtyRect.isNull ? rect : displayState.dirtyRect.union(rect)
    setNeedsCommit()
  }

  /// The mark is taken off first, so that one that is made while the layer is displayed stays.
  func displayDirtyRect() {
    guard needsDisplay() else { return }
    displayState.displayedRect = displayState.dirtyRect
    displayState.dirtyRect = .null
    display()
    displayState.displayedRect = .null
  }

  func displayByDelegate() {
    displayState.dirtyRect = .null
    guard let delegate else { return drawContents() }
    delegate.display(self)
  }

  /// Displays this layer and all within it that are marked and changed since the last commit.
  ///
  /// - Returns: whether any was.
  func displayTree() -> Bool {
    var didDisplay = needsDisplay()
    displayIfNeeded()
    forEachChangedLayerWithin { layer in
      if layer.displayTree() { didDisplay = true }
    }
    return didDisplay
  }

  // MARK: Keys that ask for display

  /// Asks for display when the class wants it for a property that changed.
  func displayIfAsked(for property: LayerProperty) {
    guard asksForDisplay else { return }
    let isAsked = [property.key, property.swiftName].contains { type(of: self).needsDisplay(forKey: $0) }
    if isAsked { setNeedsDisplay() }
  }

  /// The same for the property of a value; finding it costs more than most changes, and few classes
  /// ask.
  func displayIfAsked(for path: PartialKeyPath<LayerValues>) {
    guard asksForDisplay, let property = LayerProperties.row(at: path) else { return }
    displayIfAsked(for: property)
  }

  /// Whether the layer's class wants display for any of its properties; found out once per class.
  var asksForDisplay: Bool {
    let type = type(of: self)
    if type == CALayer.self { return false }
    if let known = Self.displayedClasses.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    // Not under the lock: the class may do anything to answer.
    let asks = LayerProperties.rows(of: kind).contains {
      type.needsDisplay(forKey: $0.key) || type.needsDisplay(forKey: $0.swiftName)
    }
    Self.displayedClasses.withLock { $0[ObjectIdentifier(type)] = asks }
    return asks
  }

  private static let displayedClasses = Mutex<[ObjectIdentifier: Bool]>([:])
}
