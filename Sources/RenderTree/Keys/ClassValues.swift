import MultiplaneGraphics

// What the layer classes add to the values of a layer that no renderer reads: evaluation makes nodes of them.

/// What `CATextLayer` adds, but for text and font, which are objects. (Source of defaults: CATextLayer.h.)
package struct TextValues: Sendable, Equatable {
  /// In points.
  package var fontSize: CGFloat = 36
  package var foregroundColor: CGColor? = .opaqueWhite
  package var isWrapped = false
  package var truncationMode = CATextLayerTruncationMode.none
  package var alignmentMode = CATextLayerAlignmentMode.natural
  package var allowsFontSubpixelQuantization = false
  /// Ours, by UIKit's name: whether text that does not fit is set smaller.
  package var adjustsFontSizeToFitWidth = false
  /// Ours, by UIKit's name: how small, as a part of `fontSize`.
  package var minimumScaleFactor: CGFloat = 0
  /// What a commit makes of text and font; nil before one.
  package var shown: ShownText?

  package init() {}
}

/// What `CATiledLayer` adds. (Source of defaults: CATiledLayer.h.)
package struct TiledValues: Sendable, Equatable {
  /// No more levels of detail are told apart: each is half as fine as the one before.
  package static let mostLevels = 65
  /// No more of them are finer than a pixel a point.
  package static let mostFinerLevels = 32

  package var levelsOfDetail = 1
  package var levelsOfDetailBias = 0
  /// In pixels.
  package var tileSize = CGSize(width: 256, height: 256)
  /// Those that are seen, back to front.
  package var tiles: [TileValues] = []

  package init() {}
}

/// What `CAEmitterLayer` adds. (Source of defaults: CAEmitterLayer.h.)
package struct EmitterValues: Sendable, Equatable {
  /// In points of the layer.
  package var position = CGPoint.zero
  package var zPosition: CGFloat = 0
  package var size = CGSize.zero
  package var depth: CGFloat = 0
  package var shape = CAEmitterLayerEmitterShape.point
  package var mode = CAEmitterLayerEmitterMode.volume
  package var renderMode = CAEmitterLayerRenderMode.unordered
  package var preservesDepth = false
  /// What the cells' own numbers are multiplied by, like the next four.
  package var birthRate: Float = 1
  package var lifetime: Float = 1
  package var velocity: Float = 1
  package var scale: Float = 1
  package var spin: Float = 1
  package var seed = 0
  /// As they were at the commit.
  package var cells: [EmitterCellValues] = []
  /// How the layer emitted before the commit; nil when it was always as it is.
  package var past: EmissionPast?

  package init() {}
}
