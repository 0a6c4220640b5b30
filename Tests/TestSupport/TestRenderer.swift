import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

/// A renderer, as the argument of a test that holds for several. How each draws a tree, and what it
/// may differ by, is decided here.
package enum TestRenderer: String, Sendable, CaseIterable, Codable, CustomTestStringConvertible {
  /// OpenGL ES on the tests' device (`DrawingThreads`).
  case gl
  /// The CPU renderer.
  case cpu
  /// The reference renderer, which draws whole pictures, and of these takes what a frame asks for.
  case reference

  /// Those that draw display lists: the ones that are held against the reference, and that draw
  /// parts of frames.
  package static let backEnds: [TestRenderer] = [.gl, .cpu]

  package var testDescription: String { rawValue }

  /// The renderer's number for the choice of cases: one run draws different cases with each.
  package var rotation: UInt64 {
    switch self {
    case .gl: 0
    case .cpu: 3
    case .reference: 6
    }
  }

  /// What a frame may differ by from one that the same renderer drew as a whole, or alone, in
  /// 255ths.
  ///
  /// A frame is a function of the tree, the size and the precision. The CPU renderer keeps that
  /// byte for byte; OpenGL's driver may round a colour otherwise by what else it draws.
  package var frameTolerance: Int { self == .gl ? 1 : 0 }

  /// A tree's whole picture. With OpenGL to be called within `DrawingThreads.run`.
  ///
  /// - Parameters:
  ///   - tiling: how the device draws canvases that are large for it.
  ///   - precision: of OpenGL's numbers.
  package func picture(
    of tree: RenderTree, tiling: CanvasTiling = CanvasTiling(), precision: RenderPrecision = .words
  ) throws -> TestPicture {
    switch self {
    case .gl:
      let compositor = try ThreadDevice.compositor()
      compositor.tiling = tiling
      compositor.precision = precision
      compositor.display?.device.removeDebugMessages()
      _ = try compositor.draw(tree)
      let bytes = try compositor.readPixels()
      let messages = (compositor.display?.device.debugMessages ?? []).filter { $0.severity != .notification }
      return TestPicture(bytes: bytes, complaints: messages.map(\.description))
    case .cpu: return TestPicture(bytes: try CPUPicture.bytes(of: tree))
    case .reference: return TestPicture(bytes: ReferenceRenderer().render(tree).bytes())
    }
  }

  /// Frames one after another by one renderer, whose caches stay from frame to frame. With OpenGL
  /// to be called within `DrawingThreads.run`.
  ///
  /// - Parameter threads: of the CPU renderer.
  package func drawFrames<Value>(threads: Int = 1, _ body: (FrameSeries) throws -> Value) throws -> Value {
    switch self {
    case .gl: try FrameSeries.on(ThreadDevice.compositor(), body)
    case .cpu: try FrameSeries.on(OffscreenCompositor(RendererOptions(.cpu, threads: threads)), body)
    case .reference: try FrameSeries.on(OffscreenCompositor(RendererOptions(.reference)), body)
    }
  }

  /// Arguments with renderers: each with the CPU renderer, and those of a condition with OpenGL and
  /// with the reference. These take at least ten times as long, OpenGL where a processor runs the
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
