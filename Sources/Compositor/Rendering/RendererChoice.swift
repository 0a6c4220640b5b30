import MultiplaneCPURenderer
import MultiplaneDisplays

/// The choice of a renderer, as in `--renderer`.
public enum RendererChoice: String, Sendable, CaseIterable {
  /// OpenGL ES if a device draws in hardware, else the CPU renderer.
  case automatic
  /// OpenGL ES, in hardware or software.
  case gl
  /// The CPU renderer on all cores, without OpenGL. It draws the same bytes on every processor.
  case cpu
  /// The reference renderer: simple and slow. For tests, and to find errors of the other renderers.
  case reference

  /// Whether there may be a device to choose.
  package var usesDevice: Bool { self == .automatic || self == .gl }
}

/// The user's choice of a renderer, with its settings.
public struct RendererOptions: Sendable {
  /// The renderer. The default is `automatic`.
  public var choice: RendererChoice
  /// The device for OpenGL ES; nil chooses one. A named device, or debugging, implies OpenGL ES.
  public var device: DeviceSelector?
  /// The number of threads of the CPU renderer; nil for one per core.
  public var threads: Int?
  /// The memory budget of images in bytes, on the device or in the CPU renderer; nil for the
  /// default.
  public var textureBudget: Int?

  /// The default memory budget of textures: 512 MiB.
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
