import MultiplaneCPURenderer
import MultiplaneDisplays

/// Which renderer draws: what `--renderer` says.
public enum RendererChoice: String, Sendable, CaseIterable {
  /// OpenGL ES where a device draws in hardware, else the CPU renderer.
  case automatic
  /// OpenGL ES, also in software.
  case gl
  /// All cores of the processor, without OpenGL. The same bytes on every processor.
  case cpu
  /// Plain and slow: what is right. For tests, and to see what another renderer gets wrong.
  case reference

  /// Whether there may be a device to choose.
  package var usesDevice: Bool { self == .automatic || self == .gl }
}

/// The renderer that the user wants, and what it is to draw with.
public struct RendererOptions: Sendable {
  /// Which renderer.
  public var choice: RendererChoice
  /// The device that OpenGL ES draws on. Naming one, or asking for debugging, asks for OpenGL ES
  /// too.
  public var device: DeviceSelector?
  /// Threads that the CPU renderer draws with at the same time; nil for one a core.
  public var threads: Int?
  /// Bytes that images may take together on the device, or in the CPU renderer; nil for what suits.
  public var textureBudget: Int?

  /// What textures may take together unless something else is asked for, in bytes: half a gigabyte.
  public static let usualTextureBudget = 512 << 20

  /// ```swift
  /// options.renderer = RendererOptions(.gl, device: .software)
  /// ```
  public init(
    _ choice: RendererChoice = .automatic, device: DeviceSelector? = nil, threads: Int? = nil,
    textureBudget: Int? = nil
  ) {
    self.choice = choice
    self.device = device
    self.threads = threads
    self.textureBudget = textureBudget
  }

  /// The choice, as far as it does not depend on the machine: who names a device wants OpenGL ES.
  package var settledChoice: RendererChoice {
    guard choice == .automatic, let device, device != .automatic else { return choice }
    return .gl
  }

  /// What draws where no device does.
  func makeRendererInMemory() -> any Renderer<PixelTarget> {
    choice == .reference ? ReferenceFrameRenderer() : CPUFrameRenderer(threads: threads)
  }
}
