import MultiplaneGraphics

extension CGContext {
  /// Sets the fill colour.
  public func setFillColor(_ color: CGColor) {
    guard !locksColors else { return }
    state.fillColor = color
    if let space = color.colorSpace { state.fillSpace = space }
  }

  /// Sets the stroke colour.
  public func setStrokeColor(_ color: CGColor) {
    guard !locksColors else { return }
    state.strokeColor = color
    if let space = color.colorSpace { state.strokeSpace = space }
  }

  /// Sets the fill colour in RGB.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the stroke colour in RGB.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the fill colour in device grey.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    if let color = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [gray, alpha]) {
      setFillColor(color)
    }
  }

  /// Sets the stroke colour in device grey.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    if let color = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [gray, alpha]) {
      setStrokeColor(color)
    }
  }

  /// Sets the fill colour in `CGColorSpace.genericCMYK`.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the stroke colour in `CGColorSpace.genericCMYK`.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the colour space for components in `setFillColor(_:)`. The fill colour becomes opaque
  /// black.
  public func setFillColorSpace(_ space: CGColorSpace) {
    guard !locksColors else { return }
    state.fillSpace = space
    state.fillColor = CGColor.black
  }

  /// Sets the colour space for components in `setStrokeColor(_:)`. The stroke colour becomes opaque
  /// black.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    guard !locksColors else { return }
    state.strokeSpace = space
    state.strokeColor = CGColor.black
  }

  /// Sets the fill colour from components of the fill colour space, followed by alpha. Does nothing
  /// if numbers are missing.
  public func setFillColor(_ components: [CGFloat]) {
    if let color = Self.color(components, in: state.fillSpace) { setFillColor(color) }
  }

  /// Sets the fill colour, with a pointer to all components (`&components`).
  @_disfavoredOverload  // Arrays are for the other, which knows how many there are.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    setFillColor(Self.numbers(at: components, in: state.fillSpace))
  }

  /// Sets the stroke colour from components of the stroke colour space, followed by alpha. Does
  /// nothing if numbers are missing.
  public func setStrokeColor(_ components: [CGFloat]) {
    if let color = Self.color(components, in: state.strokeSpace) { setStrokeColor(color) }
  }

  /// Sets the stroke colour, with a pointer to all components (`&components`).
  @_disfavoredOverload
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    setStrokeColor(Self.numbers(at: components, in: state.strokeSpace))
  }

  private static func numbers(at start: UnsafePointer<CGFloat>, in space: CGColorSpace) -> [CGFloat] {
    space.model == .pattern ? [] : Array(UnsafeBufferPointer(start: start, count: space.numberOfComponents + 1))
  }

  private static func color(_ components: [CGFloat], in space: CGColorSpace) -> CGColor? {
    let count = space.numberOfComponents + 1
    guard space.model != .pattern, components.count >= count else { return nil }
    return CGColor(colorSpace: space, components: Array(components.prefix(count)))
  }
}
