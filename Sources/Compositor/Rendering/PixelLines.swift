import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// What paints one pixel, in lines: the primitives of the display list that touch it, front to back.
package enum PixelLines {
  /// - Parameters:
  ///   - x: device pixel of the canvas.
  ///   - y: device pixel of the canvas.
  package static func lines(of tree: RenderTree, x: Int, y: Int) throws(RenderFailure) -> [String] {
    let list = Flattener.flatten(tree)
    let renderer = CPURenderer(threads: 1)
    do throws(CPURendererError) {
      let whole = try color(of: list, x, y, renderer)
      var lines = ["pixel \(x),\(y): \(text(whole))"]
      for index in list.primitives(at: Int32(clamping: x), Int32(clamping: y)).reversed() {
        let alone = try color(of: list.isolating(index), x, y, renderer)
        guard alone.alpha > 0 else { continue }
        lines.append("  \(text(alone))  \(list.text(of: list.primitives[index]))")
      }
      return lines
    } catch {
      throw .cpu(error)
    }
  }

  private typealias Bytes = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

  private static func color(
    of list: DisplayList, _ x: Int, _ y: Int, _ renderer: CPURenderer
  ) throws(CPURendererError) -> Bytes {
    var bytes: [UInt8] = [0, 0, 0, 0]
    let result = bytes.withUnsafeMutableBytes { memory in
      let target = PixelTarget(memory: memory, width: 1, height: 1, bytesPerRow: 4, x: x, y: y)
      return Result { () throws(CPURendererError) in try renderer.render(list, into: target) }
    }
    _ = try result.get()
    return (bytes[0], bytes[1], bytes[2], bytes[3])
  }

  /// The straight colour, and how much of the pixel it takes.
  private static func text(_ color: Bytes) -> String {
    func straight(_ component: UInt8) -> String {
      let value = color.alpha > 0 ? Double(component) / Double(color.alpha) : 0
      return number(min(value, 1))
    }
    return
      "rgb(\(straight(color.red)) \(straight(color.green)) \(straight(color.blue))) × \(number(Double(color.alpha) / 255))"
  }

  private static func number(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
