import MultiplaneGraphics

// The rows of the classes of which evaluation makes ordinary nodes. (Source of what is implicitly animated: their headers.)

extension LayerProperties {
  /// What `CATextLayer` adds, but for `string` and `font`.
  package static let text: [LayerProperty] = [
    .number("fontSize", \.text.fontSize, .contents),
    .color("foregroundColor", \.text.foregroundColor, .contents),
    .boolean("wrapped", swiftName: "isWrapped", \.text.isWrapped, implicit: false, .contents),
    .name("truncationMode", \.text.truncationMode, of: CATextLayerTruncationMode.all, .contents),
    .name("alignmentMode", \.text.alignmentMode, of: CATextLayerAlignmentMode.all, .contents),
    .boolean(
      "allowsFontSubpixelQuantization", swiftName: "allowsFontSubpixelQuantization",
      \.text.allowsFontSubpixelQuantization, implicit: false, .contents),
  ]

  /// What `CATiledLayer` adds.
  package static let tiled: [LayerProperty] = [
    .count("levelsOfDetail", \.tiled.levelsOfDetail, implicit: false, .contents),
    .count("levelsOfDetailBias", \.tiled.levelsOfDetailBias, implicit: false, .contents),
    .size("tileSize", \.tiled.tileSize, implicit: false, .contents),
  ]

  /// What `CAEmitterLayer` adds, but for `emitterCells`.
  package static let emitter: [LayerProperty] = [
    .point("emitterPosition", \.emitter.position, .appearance),
    .number("emitterZPosition", \.emitter.zPosition, .appearance),
    .size("emitterSize", \.emitter.size, .appearance),
    .number("emitterDepth", \.emitter.depth, .appearance),
    .name("emitterShape", \.emitter.shape, of: CAEmitterLayerEmitterShape.all, .appearance),
    .name("emitterMode", \.emitter.mode, of: CAEmitterLayerEmitterMode.all, .appearance),
    .name("renderMode", \.emitter.renderMode, of: CAEmitterLayerRenderMode.all, .appearance),
    .boolean("preservesDepth", swiftName: "preservesDepth", \.emitter.preservesDepth, implicit: false, .appearance),
    .number("birthRate", \.emitter.birthRate, .appearance),
    .number("lifetime", \.emitter.lifetime, .appearance),
    .number("velocity", \.emitter.velocity, .appearance),
    .number("scale", \.emitter.scale, .appearance),
    .number("spin", \.emitter.spin, .appearance),
    .count("seed", \.emitter.seed, implicit: false, .appearance),
  ]
}
