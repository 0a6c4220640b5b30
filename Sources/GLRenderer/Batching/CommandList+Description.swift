import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics

extension CommandList {
  /// A line for each command, those within a pass indented.
  var lines: [TranscriptLine] {
    var noted = images[...]
    return commands.compactMap { command -> TranscriptLine? in
      switch command {
      case .begin(let frame, let load, let area):
        return TranscriptLine(
          .pass,
          "pass on \(frame.width)x\(frame.height), \(area.width)x\(area.height) at \(area.x),\(area.y), \(load.name)",
          [
            ("targetWidth", frame.width), ("targetHeight", frame.height), ("x", area.x), ("y", area.y),
            ("width", area.width), ("height", area.height),
          ])
      case .end: return nil
      case .copy(let part, of: _, let surface, let x, let y):
        return TranscriptLine(
          .copy,
          "copy \(part.width)x\(part.height) at \(part.x),\(part.y) to \(x),\(y) of \(surface.label)",
          [("x", part.x), ("y", part.y), ("width", part.width), ("height", part.height)])
      case .draw(let index):
        // Batches are drawn in the order of their records, and so were the images noted.
        let shown = noted.prefix(while: { $0.record < batches[index].records.upperBound })
        noted = noted.dropFirst(shown.count)
        return line(of: batches[index], shown.map(\.image))
      }
    }
  }

  private func line(of batch: Batch, _ images: [CGImage]) -> TranscriptLine {
    let textures = batch.textures.map { ", " + $0.label }.joined()
    let program = batch.program
    let features = program.features.description
    let pixels = records[batch.records].reduce(0) { $0 + $1.pixelCount }
    return TranscriptLine(
      .batch,
      "  \(batch.records.count) quads, \(program.stage.rawValue)\(features.isEmpty ? "" : " " + features), "
        + "\(batch.blend.name)\(textures)",
      [("quads", batch.records.count), ("pixels", pixels), ("textures", batch.textures.count)],
      images: images)
  }
}

extension Load {
  fileprivate var name: String {
    switch self {
    case .clear: "cleared"
    case .keep: "kept"
    case .discard: "discarded"
    }
  }
}

extension Blend {
  fileprivate var name: String {
    switch self {
    case .none: "replacing"
    case .sourceOver: "over"
    case .add: "added"
    }
  }
}
