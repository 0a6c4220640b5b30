import MultiplaneGraphics
import MultiplaneRenderTree

/// The options of a window, as of `multiplane play`.
///
/// ```swift
/// var options = WindowOptions()
/// options.title = "Clock"
/// options.size = CGSize(width: 640, height: 480)
/// ```
public struct WindowOptions: Sendable {
  /// The renderer. The compositor decides the device, so none can be named. By default the CPU
  /// renderer if the compositor has no hardware.
  public var renderer = RendererOptions()
  /// The title of the window.
  public var title = ""
  /// The initial size of the window, in points, each side 1 to 65,535. Default nil: the canvas's.
  /// The canvas is scaled to fit.
  public var size: CGSize?
  /// Whether the window is full-screen. Default false.
  public var isFullscreen = false
  /// The duration of the session, in seconds. Default nil: until the window is closed.
  public var duration: Double?
  /// The scene time at which the clock is frozen, in seconds. Default nil: it runs.
  public var heldTime: Double?
  /// The precision of OpenGL ES (docs/rendering.md, section 2). Default 8 bits per channel.
  public var precision = RenderPrecision.bytes
  /// The initial debug overlay. Default none.
  public var debugOverlay: DebugOverlay = []
  /// The memory budget of all textures, in bytes.
  public var textureBudget = RendererOptions.usualTextureBudget

  /// The limits per frame, by whether the processor draws; nil for none.
  package var limits: @Sendable (_ onProcessor: Bool) -> DrawingLimits? = { _ in nil }

  /// Creates options with default values.
  public init() {}
}
