import MultiplaneGraphics

// Values of layer classes that no renderer reads: evaluation makes nodes of them.

/// The values of `CATextLayer`, except text and font, which are objects. (Source of defaults:
/// CATextLayer.h.)
package struct TextValues: Sendable, Equatable {
  /// More lines than any text has.
  package static let mostLines = 100_000

  /// The font size, in points.
  package var fontSize: CGFloat = 36
  package var foregroundColor: CGColor? = .opaqueWhite
  package var isWrapped = false
  package var truncationMode = CATextLayerTruncationMode.none
  package var alignmentMode = CATextLayerAlignmentMode.natural
  package var allowsFontSubpixelQuantization = false
  /// Whether text that does not fit is set in a smaller size. An addition with UIKit's name.
  package var adjustsFontSizeToFitWidth = false
  /// The smallest size, as a fraction of `fontSize`. An addition with UIKit's name.
  package var minimumScaleFactor: CGFloat = 0
  /// The placement of the lines between the top and the bottom. Not Core Animation's, as the rest.
  package var verticalAlignment = TextVerticalAlignment.top
  /// The space between letters, in points.
  package var letterSpacing: CGFloat = 0
  /// The space between lines, in points, in addition to the font's.
  package var lineSpacing: CGFloat = 0
  /// The distance between baselines, in points; 0 for the font's.
  package var lineHeight: CGFloat = 0
  /// The number of lines; 0 for any.
  package var maximumLines = 0
  /// The language by whose rules words are hyphenated; nil for none.
  package var hyphenation: String?
  /// The text with its font, as prepared by a commit; nil before.
  package var shown: ShownText?

  package init() {}
}

/// The values of `CATiledLayer`. (Source of defaults: CATiledLayer.h.)
package struct TiledValues: Sendable, Equatable {
  /// The maximum number of levels of detail, each half as fine as the previous one.
  package static let mostLevels = 65
  /// The maximum number of levels finer than a pixel per point.
  package static let mostFinerLevels = 32

  package var levelsOfDetail = 1
  package var levelsOfDetailBias = 0
  /// The maximum size of a tile, in pixels.
  package var tileSize = CGSize(width: 256, height: 256)
  /// The visible tiles, back to front.
  package var tiles: [TileValues] = []

  package init() {}
}

/// The values of `CAEmitterLayer`. (Source of defaults: CAEmitterLayer.h.)
package struct EmitterValues: Sendable, Equatable {
  /// The centre of the emitter, in points of the layer.
  package var position = CGPoint.zero
  package var zPosition: CGFloat = 0
  package var size = CGSize.zero
  package var depth: CGFloat = 0
  package var shape = CAEmitterLayerEmitterShape.point
  package var mode = CAEmitterLayerEmitterMode.volume
  package var renderMode = CAEmitterLayerRenderMode.unordered
  package var preservesDepth = false
  /// Factors of the cells' values, as the next four.
  package var birthRate: Float = 1
  package var lifetime: Float = 1
  package var velocity: Float = 1
  package var scale: Float = 1
  package var spin: Float = 1
  package var seed = 0
  /// The cells at the time of the commit.
  package var cells: [EmitterCellValues] = []
  /// The emission history before the commit; nil if the emission never changed.
  package var past: EmissionPast?

  package init() {}
}
