import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGLRenderer
import MultiplaneGraphics
import MultiplaneRenderTree

/// Draws render trees: OpenGL ES on a device, the CPU renderer, or the reference. Compositors know
/// no more of it.
package protocol Renderer<Target>: AnyObject {
  /// Where the pixels of a frame go: a framebuffer, or memory.
  associatedtype Target

  /// What messages call what draws, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
  var name: String { get }

  /// The time that a frame takes here, in seconds of one core.
  ///
  /// - Parameter cost: the frame's cost for the CPU renderer.
  func seconds(of cost: CPUDrawingCost, at precision: RenderPrecision) -> Double

  /// Whether a part of a canvas takes less than all of it.
  var drawsParts: Bool { get }

  /// The limits of drawing a frame, for trees from outside; nil for all that it
  /// takes.
  var limits: DrawingLimits? { get set }

  /// Bytes that images and surfaces cached for later frames may take together.
  var textureBudget: Int { get set }

  /// Draws a tree, and need not wait until it is there (`finish`).
  ///
  /// - Throws: `RenderFailure`; what the target then holds is undefined.
  func render(
    _ tree: RenderTree, into target: Target, _ order: RenderOrder
  ) throws(RenderFailure) -> FrameStatistics

  /// What drawing a tree into a target has the renderer do, in lines.
  func transcript(
    of tree: RenderTree, into target: Target, precision: RenderPrecision
  ) throws(RenderFailure) -> [TranscriptLine]

  /// Gives up what is cached for later frames: what was drawn lately will not be drawn again soon.
  func forgetImages()

  /// Waits until everything is drawn.
  func finish()
}

/// What of a frame is drawn, and how.
package struct RenderOrder {
  /// The pixels that are replaced, maybe none; the others stay as they are. Nil for all.
  package var damage: PixelRegion?
  /// How fine OpenGL's numbers are; the CPU's are always finer.
  package var precision: RenderPrecision

  package init(_ damage: PixelRegion? = nil, precision: RenderPrecision = .words) {
    self.damage = damage?.isWhole == true ? nil : damage
    self.precision = precision
  }
}

/// The precision of a frame's pixels: bytes for frames that are shown at once, 16-bit words for
/// pictures that are kept.
public enum RenderPrecision: Sendable {
  /// 8 bits per channel.
  case bytes
  /// 16 bits per channel.
  case words
}

/// Why a renderer did not draw a tree. Each description is one line: what was found, how to fix
/// it.
package enum RenderFailure: Error, CustomStringConvertible {
  /// The tree takes more than it may.
  case excess(DrawingExcess)
  /// OpenGL's renderer failed for another reason.
  case gl(RenderError)
  /// The CPU's did.
  case cpu(CPURendererError)
  /// A display asked for a frame on a device of a renderer in memory, or the other way round.
  case otherTarget

  package var description: String {
    switch self {
    case .excess(let excess): excess.description
    case .gl(let error): error.description
    case .cpu(let error): error.description
    case .otherTarget:
      "the renderer draws on a device and the frame is in memory, or the other way round: reopen the display"
    }
  }
}
