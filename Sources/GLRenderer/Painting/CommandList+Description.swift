import MultiplaneGL

extension CommandList {
  /// A line for each command, those within a pass indented.
  var lines: [String] {
    commands.map { command in
      switch command {
      case .begin(let frame, let load, let area):
        "pass on \(frame.width)x\(frame.height), \(area.width)x\(area.height) at \(area.x),\(area.y), \(load.name)"
      case .end: "end"
      case .copy(let part, of: _, let surface, let x, let y):
        "copy \(part.width)x\(part.height) at \(part.x),\(part.y) to \(x),\(y) of \(surface.label)"
      case .draw(let index): "  " + line(of: batches[index])
      }
    }.filter { $0 != "end" }
  }

  private func line(of batch: Batch) -> String {
    let textures = batch.textures.map { ", " + $0.label }.joined()
    let features = batch.program.features.description
    return "\(batch.records.count) quads, \(batch.program.stage.rawValue)\(features.isEmpty ? "" : " " + features), "
      + "\(batch.blend.name)\(textures)"
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
