import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneRenderTree

/// The options of a kiosk, as of `multiplane kiosk`.
///
/// ```swift
/// var options = KioskOptions()
/// options.mode = ModeRequest("1920x1080@60")
/// options.rotation = .quarter
/// ```
public struct KioskOptions: Sendable {
  /// The renderer. By default OpenGL ES on the display's card or a faster one, and the CPU renderer
  /// without hardware.
  public var renderer = RendererOptions()
  /// The names of the connectors to use. Default empty: all connected ones.
  public var outputs: [String] = []
  /// The display mode. Default nil: each monitor's preferred mode.
  public var mode: ModeRequest?
  /// The rotation of the picture. Default none.
  public var rotation = Rotation.none
  /// Pixels per point. Default nil: fits the canvas to the display.
  public var scale: Double?
  /// The access to displays and input devices. Default automatic.
  public var seat = SeatChoice.automatic
  /// Whether to use atomic mode setting if the driver supports it. Default true.
  public var prefersAtomic = true
  /// Whether a cursor follows the pointer. Default false.
  public var showsCursor = false
  /// The number of frame buffers per output: 2 for the lowest latency, 3 if a frame takes longer
  /// than a refresh. Default 2.
  public var bufferCount = 2
  /// The duration of the kiosk, in seconds. Default nil: no limit.
  public var duration: Double?
  /// The number of frames of the kiosk. Default nil: no limit.
  public var frames: Int?
  /// The scene time at which the clock is frozen, in seconds. Default nil: it runs.
  public var heldTime: Double?
  /// The precision of OpenGL ES (docs/rendering.md, section 2). Default 8 bits per channel.
  public var precision = RenderPrecision.bytes
  /// The schedule for blanking the displays. Default nil: never.
  public var blanking: BlankSchedule?
  /// The initial debug overlay. Default none.
  public var debugOverlay: DebugOverlay = []
  /// The interval of statistics in the log, in seconds. Default nil: none.
  public var metricsInterval: Double?
  /// The mode of a simulated monitor that replaces the displays. Default nil: the real ones.
  public var simulated: ModeRequest?
  /// The interval for unplugging and replugging the simulated monitor, in seconds; nil for never.
  package var simulatedReplugInterval: Double?

  /// The memory budget of all textures, in bytes.
  public var textureBudget = RendererOptions.usualTextureBudget

  /// The limits per frame, by whether the processor draws; nil for none.
  package var limits: @Sendable (_ onProcessor: Bool) -> DrawingLimits? = { _ in nil }

  /// Creates options with default values.
  public init() {}
}
