import MultiplaneGraphics

// The rows of the classes of which evaluation makes ordinary nodes. (Source of what is implicitly
// animated: their headers.)

extension LayerProperties {
  /// The properties of `CATextLayer`, except `string` and `font`.
  package static let text: [LayerProperty] = [
    .number("fontSize", \.text.fontSize),
    .color("foregroundColor", \.text.foregroundColor),
    .boolean("wrapped", swiftName: "isWrapped", \.text.isWrapped, implicit: false),
    .name("truncationMode", \.text.truncationMode, of: CATextLayerTruncationMode.all),
    .name("alignmentMode", \.text.alignmentMode, of: CATextLayerAlignmentMode.all),
    .boolean(
      "allowsFontSubpixelQuantization", swiftName: "allowsFontSubpixelQuantization",
      \.text.allowsFontSubpixelQuantization, implicit: false),
    // Not Core Animation's: the two keys are named as `UILabel`'s, and do what they do there.
    .boolean(
      "adjustsFontSizeToFitWidth", swiftName: "adjustsFontSizeToFitWidth", \.text.adjustsFontSizeToFitWidth,
      implicit: false),
    .number("minimumScaleFactor", \.text.minimumScaleFactor, implicit: false),
    .name("verticalAlignment", \.text.verticalAlignment, of: TextVerticalAlignment.all),
    .number("letterSpacing", \.text.letterSpacing, implicit: false),
    .number("lineSpacing", \.text.lineSpacing, implicit: false),
    .number("lineHeight", \.text.lineHeight, implicit: false),
    .count("maximumLines", \.text.maximumLines, in: 0...TextValues.mostLines, implicit: false),
    .language("hyphenation", \.text.hyphenation),
  ]

  /// The properties of `CATiledLayer`.
  package static let tiled: [LayerProperty] = [
    .count("levelsOfDetail", \.tiled.levelsOfDetail, in: 1...TiledValues.mostLevels, implicit: false),
    .count("levelsOfDetailBias", \.tiled.levelsOfDetailBias, in: 0...TiledValues.mostFinerLevels, implicit: false),
    .size("tileSize", \.tiled.tileSize, implicit: false),
  ]

  /// The properties of `CAEmitterLayer`, except `emitterCells`.
  package static let emitter: [LayerProperty] = [
    .point("emitterPosition", \.emitter.position),
    .number("emitterZPosition", \.emitter.zPosition),
    .size("emitterSize", \.emitter.size),
    .number("emitterDepth", \.emitter.depth),
    .name("emitterShape", \.emitter.shape, of: CAEmitterLayerEmitterShape.all),
    .name("emitterMode", \.emitter.mode, of: CAEmitterLayerEmitterMode.all),
    .name("renderMode", \.emitter.renderMode, of: CAEmitterLayerRenderMode.all),
    .boolean("preservesDepth", swiftName: "preservesDepth", \.emitter.preservesDepth, implicit: false),
    .number("birthRate", \.emitter.birthRate),
    .number("lifetime", \.emitter.lifetime),
    .number("velocity", \.emitter.velocity),
    .number("scale", \.emitter.scale),
    .number("spin", \.emitter.spin),
    .count("seed", \.emitter.seed, in: 0...Int(UInt32.max), implicit: false),
  ]
}
