import MultiplaneCPURenderer
import MultiplaneDisplays
import MultiplaneRenderTree

/// The renderer of a display's frames: on the device whose framebuffers they are, or in memory that
/// the display reads.
enum DisplayRenderer {
  case device(GLFrameRenderer)
  case memory(any Renderer<PixelTarget>)

  /// What both have in common.
  var renderer: any Renderer {
    switch self {
    case .device(let renderer): renderer
    case .memory(let renderer): renderer
    }
  }

  /// As `Renderer.render`.
  func render(
    _ tree: RenderTree, into target: FrameTarget, _ order: RenderOrder
  ) throws(RenderFailure) -> FrameStatistics {
    switch (self, target) {
    case (.device(let renderer), .device(let frame)): return try renderer.render(tree, into: frame, order)
    case (.memory(let renderer), .memory(let frame)): return try renderer.render(tree, into: PixelTarget(frame), order)
    case (.device, .memory), (.memory, .device): throw .otherTarget
    }
  }
}

extension PixelTarget {
  /// The memory that a display reads.
  fileprivate init(_ frame: MemoryFrame) {
    self.init(
      memory: frame.bytes, width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow,
      order: frame.isBlueFirst ? .bgra : .rgba)
  }
}
