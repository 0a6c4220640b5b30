import MultiplaneGraphics
import MultiplaneRenderTree

extension OutputGeometry {
  /// The tree that fills a frame of this geometry's pixels with a canvas.
  func tree(of committed: CommittedLayer, content: StageContent) -> CommittedTree {
    var values = LayerValues()
    values.geometry.bounds = CGRect(origin: .zero, size: content.size)
    values.geometry.anchorPoint = .zero
    let toPoints = CGAffineTransform(scaleX: 1 / scale, y: 1 / scale)
    let transform = CATransform3DMakeAffineTransform(transform.concatenating(toPoints))
    if !CATransform3DIsIdentity(transform) { values.geometry.transform = transform }
    // Beside the canvas there is only its background.
    values.masksToBounds = !isFilled
    let place = CommittedLayer(
      identifier: LayerIdentifier(rawValue: 0), name: nil, kind: .layer, values: values, timing: .layer,
      animations: [], sublayers: [committed])
    return CommittedTree(
      size: CGSize(width: Double(pixelWidth) / scale, height: Double(pixelHeight) / scale), scale: scale,
      background: content.opaqueBackground, root: place)
  }
}

extension StageContent {
  /// The background over black, as nothing shines through a screen.
  fileprivate var opaqueBackground: StraightColor {
    guard let color = background?.straight else { return StraightColor(red: 0, green: 0, blue: 0, alpha: 1) }
    return StraightColor(
      red: color.red * color.alpha, green: color.green * color.alpha, blue: color.blue * color.alpha, alpha: 1)
  }
}
