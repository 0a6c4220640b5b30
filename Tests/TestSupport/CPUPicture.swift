import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneRenderTree

/// A tree as the CPU renderer draws it.
package enum CPUPicture {
  /// RGBA8 premultiplied, rows tight, the top row first.
  ///
  /// - Throws: `CPURendererError`.
  package static func bytes(of tree: RenderTree) throws -> [UInt8] {
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    try bytes.withUnsafeMutableBytes { memory in
      let target = PixelTarget(memory: memory, width: width, height: height, bytesPerRow: width * 4)
      // Tests run on all cores already.
      _ = try CPURenderer(threads: 1).render(Flattener.flatten(tree), into: target)
    }
    return bytes
  }
}
