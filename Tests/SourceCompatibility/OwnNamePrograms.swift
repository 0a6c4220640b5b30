import CoreGraphics
import QuartzCore

// Subclasses with properties whose names Multiplane has for members of its own: a file that imports
// QuartzCore alone does not see those.

private class DashedLayer: CALayer {
  var borderDashPattern: [CGFloat] = [4, 2]
  var borderDashPhase = 1.5
  var allowsHitTesting = "no"
  static let hitTestOrder = 7
  static func make(of kind: String) -> String { kind }
}

private class Label: CATextLayer {
  var adjustsFontSizeToFitWidth = 3
  var minimumScaleFactor = "half"
  var verticalAlignment = 1
  var letterSpacing = "wide"
  var lineSpacing = [1, 2]
  var lineHeight: Int?
  var maximumLines = "two"
  var hyphenation = true
}

private class Recorder: CARenderer {
  var textureMemory = "plenty"
  var debugOverlay = true
  var lastError = 0
  func displayLink(_ name: String) -> String { name }
}

func ownNames() {
  let layer = DashedLayer()
  layer.borderDashPattern.append(8)
  require(layer.borderDashPattern == [4, 2, 8] && layer.borderDashPhase == 1.5, "a dash pattern of the program")
  require(layer.allowsHitTesting == "no" && DashedLayer.hitTestOrder == 7, "hit testing of the program")
  require(DashedLayer.make(of: "kind") == "kind", "a function of the program")
  let label = Label()
  require(label.adjustsFontSizeToFitWidth == 3 && label.minimumScaleFactor == "half", "a text that fits")
  require(
    label.verticalAlignment == 1 && label.letterSpacing == "wide" && label.lineSpacing == [1, 2]
      && label.lineHeight == nil && label.maximumLines == "two" && label.hyphenation, "lines of the program")
  require(Recorder.self != CARenderer.self, "a renderer of the program")
}
