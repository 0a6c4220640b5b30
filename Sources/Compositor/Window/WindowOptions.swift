import MultiplaneGraphics
import MultiplaneRenderTree

/// What a program asks of a window: the options of `multiplane play`.
///
/// ```swift
/// var options = WindowOptions()
/// options.title = "Clock"
/// options.size = CGSize(width: 640, height: 480)
/// ```
public struct WindowOptions: Sendable {
  /// What draws. The device is the compositor's, so that none can be named; automatic is the CPU renderer where it does not draw in hardware.
  public var renderer = RendererOptions()
  /// Of the window, for the compositor's lists.
  public var title = ""
  /// The window's size in points when it opens, 1 to 65,535 each way; nil is the canvas's. The canvas is shown as large as fits.
  public var size: CGSize?
  /// Whether the window covers the screen.
  public var isFullscreen = false
  /// Seconds after which the session ends; nil is when the window is closed.
  public var duration: Double?
  /// The scene time at which the clock is held, in seconds; nil lets it run from 0.
  public var heldTime: Double?
  /// Of the numbers that OpenGL draws frames in (docs/rendering.md, section 2).
  public var precision = RenderPrecision.bytes
  /// What is shown over the frames at first, to see how they are made.
  public var debugOverlay: DebugOverlay = []
  /// Bytes that all textures may take together.
  public var textureBudget = RendererOptions.usualTextureBudget

  /// What drawing a frame may take, by whether the program's own processor draws; nil for all that it takes.
  package var limits: @Sendable (_ onProcessor: Bool) -> DrawingLimits? = { _ in nil }

  /// Options with the default of every property.
  public init() {}
}
