import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneRenderTree

/// What a user asks of a kiosk.
package struct KioskOptions: Sendable {
  /// What draws. Without a device it is the card that shows, or a faster one; automatic is the CPU renderer where none draws in hardware.
  package var renderer = RendererOptions()
  /// The connectors to use, by name; all that are connected if empty.
  package var outputs: [String] = []
  /// Nil is each monitor's preferred mode.
  package var mode: ModeRequest?
  package var rotation = Rotation.none
  /// Pixels per point; nil makes the canvas as large as fits.
  package var scale: Double?
  package var seat = SeatChoice.automatic
  /// Whether atomic requests are made where the driver takes them.
  package var prefersAtomic = true
  package var showsCursor = false
  /// Frames that each output has memory for: 2 for the least delay, 3 for drawing that takes longer than a refresh.
  package var bufferCount = 2
  /// Seconds after which the kiosk ends; nil is never.
  package var duration: Double?
  /// Frames after which the kiosk ends; nil is never.
  package var frames: Int?
  /// The scene time at which the clock stands still; nil lets it run.
  package var heldTime: Double?
  /// Of the numbers that OpenGL draws frames in (docs/rendering.md, section 2).
  package var precision = RenderPrecision.bytes
  package var blanking: BlankSchedule?
  /// What is drawn over the frames at first.
  package var debugOverlay: DebugOverlay = []
  /// Seconds from one line of figures to the next; nil is none.
  package var metricsInterval: Double?
  /// Draws for a simulated monitor of this mode instead of a real one; nil is real.
  package var simulated: ModeRequest?
  /// Seconds after which the simulated monitor is unplugged, and then plugged in again; nil leaves it in.
  package var simulatedReplugInterval: Double?

  /// Bytes that all textures may take together (`RendererOptions.textureBudget`).
  package var textureBudget = RendererOptions.usualTextureBudget

  /// What drawing a frame may take, by whether the program's own processor draws; nil for all that it takes.
  package var limits: @Sendable (_ onProcessor: Bool) -> DrawingLimits? = { _ in nil }

  package init() {}
}
