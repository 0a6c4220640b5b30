import MultiplaneGraphics

/// The placement of a scene's canvas on an output, and the only conversion between output pixels
/// and canvas points.
///
/// Canvas points are in the coordinates of the root layer's superlayer. Output pixels have their
/// origin at the panel's top left, regardless of rotation; y points down in both.
package struct OutputGeometry: Sendable, Equatable {
  /// The width of the mode before rotation, in pixels.
  package let pixelWidth: Int
  package let pixelHeight: Int
  package let rotation: Rotation
  /// Output pixels per canvas point.
  package let scale: Double
  /// The size of the canvas, in points.
  package let canvasSize: CGSize
  /// The transform from canvas points to output pixels.
  package let transform: CGAffineTransform

  /// Places a canvas on an output, centred.
  ///
  /// - Parameters:
  ///   - pixelWidth: of the mode, at least 1.
  ///   - pixelHeight: of the mode, at least 1.
  ///   - scale: pixels per point; nil fits the canvas to the output.
  ///   - canvas: the scene's size, in points.
  package init(
    pixelWidth: Int, pixelHeight: Int, rotation: Rotation = .none, scale: Double? = nil, canvas: CGSize
  ) {
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.rotation = rotation
    canvasSize = canvas
    let (width, height) = (Double(pixelWidth), Double(pixelHeight))
    // The panel as seen by its viewer.
    let (seenWidth, seenHeight) = rotation.swapsSides ? (height, width) : (width, height)
    let fit = min(seenWidth / max(canvas.width, 1e-6), seenHeight / max(canvas.height, 1e-6))
    self.scale = scale ?? fit
    // Whole pixels, so that sharp edges in the scene stay sharp on the panel.
    let left = ((seenWidth - canvas.width * self.scale) / 2).rounded(.down)
    let top = ((seenHeight - canvas.height * self.scale) / 2).rounded(.down)
    let seen = CGAffineTransform(a: self.scale, b: 0, c: 0, d: self.scale, tx: left, ty: top)
    let turn =
      switch rotation {
      case .none: CGAffineTransform.identity
      case .quarter: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: width, ty: 0)
      case .half: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
      case .threeQuarters: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: height)
      }
    transform = seen.concatenating(turn)
  }

  /// Whether the canvas covers the whole output.
  package var isFilled: Bool {
    let (width, height) = rotation.swapsSides ? (pixelHeight, pixelWidth) : (pixelWidth, pixelHeight)
    let (right, bottom) = (canvasSize.width * scale, canvasSize.height * scale)
    // Half a pixel more or less is nothing that is seen.
    return right > Double(width) - 0.5 && bottom > Double(height) - 0.5
  }

  /// The canvas point at a pixel of the panel.
  package func canvasPoint(ofPixel point: CGPoint) -> CGPoint { point.applying(transform.inverted()) }

  /// The canvas point at a position of a touch screen: 0…1 from left to right and from top to
  /// bottom.
  package func canvasPoint(ofUnit point: CGPoint) -> CGPoint {
    canvasPoint(ofPixel: CGPoint(x: point.x * Double(pixelWidth), y: point.y * Double(pixelHeight)))
  }

  /// The pixel of the panel at a canvas point, from its top left.
  package func pixel(ofCanvasPoint point: CGPoint) -> CGPoint { point.applying(transform) }
}
