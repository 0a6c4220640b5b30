import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneRenderTree

/// What a program asks of a kiosk: the options of `multiplane kiosk`.
///
/// ```swift
/// var options = KioskOptions()
/// options.mode = ModeRequest("1920x1080@60")
/// options.rotation = .quarter
/// ```
public struct KioskOptions: Sendable {
  /// What draws. Without a device it is the card that shows, or a faster one; automatic is the CPU renderer where none draws in hardware.
  public var renderer = RendererOptions()
  /// The connectors to use, by name; all that are connected if empty.
  public var outputs: [String] = []
  /// Nil is each monitor's preferred mode.
  public var mode: ModeRequest?
  /// How the picture is turned.
  public var rotation = Rotation.none
  /// Pixels per point; nil makes the canvas as large as fits.
  public var scale: Double?
  /// Who grants the screen and the input devices.
  public var seat = SeatChoice.automatic
  /// Whether atomic requests are made where the driver takes them.
  public var prefersAtomic = true
  /// Whether a cursor follows the pointer.
  public var showsCursor = false
  /// Frames that each output has memory for: 2 for the least delay, 3 for drawing that takes longer than a refresh.
  public var bufferCount = 2
  /// Seconds after which the kiosk ends; nil is never.
  public var duration: Double?
  /// Frames after which the kiosk ends; nil is never.
  public var frames: Int?
  /// The scene time at which the clock stands still; nil lets it run.
  public var heldTime: Double?
  /// Of the numbers that OpenGL draws frames in (docs/rendering.md, section 2).
  public var precision = RenderPrecision.bytes
  /// When the screens are dark; nil is never.
  public var blanking: BlankSchedule?
  /// What is shown over the frames at first, to see how they are made.
  public var debugOverlay: DebugOverlay = []
  /// Seconds from one line of figures to the next; nil is none.
  public var metricsInterval: Double?
  /// Draws for a simulated monitor of this mode instead of a real one; nil is real.
  public var simulated: ModeRequest?
  /// Seconds after which the simulated monitor is unplugged, and then plugged in again; nil leaves it in.
  package var simulatedReplugInterval: Double?

  /// Bytes that all textures may take together.
  public var textureBudget = RendererOptions.usualTextureBudget

  /// What drawing a frame may take, by whether the program's own processor draws; nil for all that it takes.
  package var limits: @Sendable (_ onProcessor: Bool) -> DrawingLimits? = { _ in nil }

  /// Options with the default of every property.
  public init() {}
}
