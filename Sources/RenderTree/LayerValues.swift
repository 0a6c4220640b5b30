import Graphics

/// The values of every property of a layer that reaches a renderer, with Core Animation's defaults.
///
/// The layer tree stores them, a commit copies them, evaluation changes them and `RenderNode` resolves them. Each has a
/// row in `LayerProperties`. (Source of defaults: CALayer.h.)
package struct LayerValues: Sendable {
  package var geometry = LayerGeometry()
  package var isDoubleSided = true
  package var isHidden = false
  /// 0…1; other values are clamped when drawn.
  package var opacity: Float = 1
  package var masksToBounds = false
  package var backgroundColor: CGColor?
  /// In points.
  package var cornerRadius: CGFloat = 0
  /// Bits that name no corner are dropped when it is stored.
  package var maskedCorners = CACornerMask.all { didSet { maskedCorners.formIntersection(.all) } }
  /// In points.
  package var borderWidth: CGFloat = 0
  package var borderColor: CGColor? = .black
  package var contents: CGImage?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// An unknown name is stored as `center`.
  package var contentsGravity = CALayerContentsGravity.resize {
    didSet { if !CALayerContentsGravity.all.contains(contentsGravity) { contentsGravity = .center } }
  }
  /// Image pixels per point.
  package var contentsScale: CGFloat = 1
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  /// In mip levels.
  package var minificationFilterBias: Float = 0

  package init() {}

  /// Whether every number that shapes what the layer itself shows is finite. What is not draws nothing of the layer (§12).
  var appearanceIsFinite: Bool {
    cornerRadius.isFinite && borderWidth.isFinite && contentsRect.isFinite && contentsCenter.isFinite
      && contentsScale.isFinite && minificationFilterBias.isFinite
  }
}
