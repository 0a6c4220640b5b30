import MultiplaneGraphics

extension CGContext {
  /// The colour of insides.
  public func setFillColor(_ color: CGColor) {
    guard !locksColors else { return }
    state.fillColor = color
    if let space = color.colorSpace { state.fillSpace = space }
  }

  /// The colour of lines.
  public func setStrokeColor(_ color: CGColor) {
    guard !locksColors else { return }
    state.strokeColor = color
    if let space = color.colorSpace { state.strokeSpace = space }
  }

  /// An RGB colour of insides.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// An RGB colour of lines.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// A grey of insides, of the device's grey space.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    if let color = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [gray, alpha]) {
      setFillColor(color)
    }
  }

  /// A grey of lines, of the device's grey space.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    if let color = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [gray, alpha]) {
      setStrokeColor(color)
    }
  }

  /// An ink colour of insides.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// An ink colour of lines.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// The space of what `setFillColor(_:)` takes as bare components; the colour becomes opaque black.
  public func setFillColorSpace(_ space: CGColorSpace) {
    guard !locksColors else { return }
    state.fillSpace = space
    state.fillColor = CGColor.black
  }

  /// The space of what `setStrokeColor(_:)` takes as bare components; the colour becomes opaque black.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    guard !locksColors else { return }
    state.strokeSpace = space
    state.strokeColor = CGColor.black
  }

  /// A colour of insides: as many components as the fill colour space has, then alpha. Fewer change nothing.
  public func setFillColor(_ components: [CGFloat]) {
    if let color = Self.color(components, in: state.fillSpace) { setFillColor(color) }
  }

  /// The same, with components somewhere in memory (`&components`), of which there must be enough.
  @_disfavoredOverload  // Arrays are for the other, which knows how many there are.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    setFillColor(Self.numbers(at: components, in: state.fillSpace))
  }

  /// A colour of lines: as many components as the stroke colour space has, then alpha. Fewer change nothing.
  public func setStrokeColor(_ components: [CGFloat]) {
    if let color = Self.color(components, in: state.strokeSpace) { setStrokeColor(color) }
  }

  /// The same, with components somewhere in memory (`&components`), of which there must be enough.
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
