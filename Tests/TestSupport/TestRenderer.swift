import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

/// A renderer, as the argument of a test that holds for several. How each draws a tree, and what it
/// may differ by, is decided here.
package enum TestRenderer: String, Sendable, CaseIterable, Codable, CustomTestStringConvertible {
  /// OpenGL ES on the tests' device (`RenderThread`).
  case gl
  /// The CPU renderer.
  case cpu
  /// The reference renderer, which draws whole pictures, and of these takes what a frame asks for.
  case reference

  /// Those that draw display lists: the ones that are held against the reference, and that draw
  /// parts of frames.
  package static let backEnds: [TestRenderer] = [.gl, .cpu]

  package var testDescription: String { rawValue }

  /// What a frame may differ by from one that the same renderer drew as a whole, or alone, in
  /// 255ths.
  ///
  /// A frame is a function of the tree, the size and the precision. The CPU renderer keeps that
  /// byte for byte; OpenGL's driver may round a colour otherwise by what else it draws.
  package var frameTolerance: Int { self == .gl ? 1 : 0 }

  /// A tree's whole picture.
  ///
  /// - Parameter tiling: how the device draws canvases that are large for it.
  package func picture(of tree: RenderTree, tiling: CanvasTiling = CanvasTiling()) async throws -> TestPicture {
    switch self {
    case .gl:
      let picture = try await RenderThread.shared.picture(of: tree, tiling: tiling)
      return TestPicture(bytes: picture.bytes, complaints: picture.complaints)
    case .cpu: return TestPicture(bytes: try CPUPicture.bytes(of: tree))
    case .reference: return TestPicture(bytes: ReferenceRenderer().render(tree).bytes())
    }
  }

  /// Frames one after another by one renderer, whose caches stay from frame to frame: on the
  /// device's thread, or on the caller's.
  ///
  /// A test's issues are not known on the device's thread: what is wrong has to be returned.
  ///
  /// - Parameter threads: of the CPU renderer.
  package func drawFrames<Value: Sendable>(
    threads: Int = 1, _ body: @escaping @Sendable (FrameSeries) throws -> Value
  ) async throws -> Value {
    switch self {
    case .gl: try await RenderThread.shared.run { try FrameSeries.on($0, body) }
    case .cpu: try FrameSeries.on(OffscreenCompositor(RendererOptions(.cpu, threads: threads)), body)
    case .reference: try FrameSeries.on(OffscreenCompositor(RendererOptions(.reference)), body)
    }
  }

  /// Arguments with renderers: all of them with those named, and some with OpenGL and with the
  /// reference, each of which takes at least ten times as long, OpenGL where a processor runs the
  /// shaders.
  package static func cases<Argument>(
    _ all: some Collection<Argument>, by renderers: [TestRenderer] = [.cpu], onDevice isDrawn: (Argument) -> Bool,
    byReference isReferred: (Argument) -> Bool = { _ in false }
  ) -> [(Argument, TestRenderer)] {
    renderers.flatMap { renderer in all.map { ($0, renderer) } } + all.filter(isDrawn).map { ($0, .gl) }
      + all.filter(isReferred).map { ($0, .reference) }
  }
}

/// What a renderer made of a tree.
package struct TestPicture: Sendable {
  /// RGBA8 premultiplied, rows tight, the top row first.
  package let bytes: [UInt8]
  /// What OpenGL's driver complained of: errors and warnings.
  package let complaints: [String]

  init(bytes: [UInt8], complaints: [String] = []) {
    (self.bytes, self.complaints) = (bytes, complaints)
  }
}
