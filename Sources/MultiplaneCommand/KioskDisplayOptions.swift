import ArgumentParser
import MultiplaneCompositor
import MultiplaneDisplays

/// The display options of `kiosk`.
struct KioskDisplayOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End after this many seconds. (default: never)", valueName: "seconds"))
  var duration: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End after this many frames. (default: never)", valueName: "frames"))
  var frames: Int?

  @Option(
    help: ArgumentHelp(
      "Display mode, such as 1920x1080 or 1920x1080@60. (default: each monitor's preferred mode)", valueName: "mode"))
  var mode: String?

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp(
      "Connector to use, such as HDMI-A-1; may be repeated. (default: all connected ones)", valueName: "name"))
  var outputs: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Clockwise rotation of the picture: 0, 90, 180 or 270.", valueName: "degrees"))
  var rotate = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point. (default: fits the canvas to the display)", valueName: "pixels"))
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of frame buffers: 2, or 3 if a frame takes longer than a refresh, at the cost of one refresh of latency.",
      valueName: "count"))
  var buffers = 2

  @Flag(help: "Show a cursor.")
  var cursor = false

  @OptionGroup var renderer: RendererOption

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      "OpenGL ES device, as listed by 'multiplane devices'. (default: the display's card)", valueName: "device"),
    completion: .file())
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Access to the display: automatic (a seat daemon if one runs), libseat or direct.", valueName: "seat"))
  var seat = "automatic"

  @OptionGroup var precision: PrecisionOption

  @Flag(help: "Use legacy mode setting even if the driver supports atomic mode setting.")
  var legacy = false

  @Option(
    name: .customLong("time"), parsing: .unconditional,
    help: ArgumentHelp("Freeze the scene at this time, in seconds. (default: it runs)", valueName: "seconds"))
  var heldTime: Double?

  @Option(help: ArgumentHelp("Time of day to blank the displays, such as 22:00.", valueName: "hh:mm"))
  var blankAt: String?

  @Option(help: ArgumentHelp("Time of day to unblank the displays, such as 06:30.", valueName: "hh:mm"))
  var unblankAt: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print statistics every N seconds and at the end; 0 is never.", valueName: "seconds"))
  var metrics = 60.0

  @Option(
    name: .customLong("simulate"),
    help: ArgumentHelp(
      "Draw for a simulated monitor of this mode instead of the displays.", valueName: "mode"))
  var simulated: String?

  @Option(
    name: .customLong("simulate-replug"),
    help: ArgumentHelp(
      "Unplug or replug the simulated monitor every N seconds.", valueName: "seconds",
      visibility: .hidden))
  var replugInterval: Double?

  @OptionGroup var textureMemory: TextureMemoryOption
  @OptionGroup var debugOverlay: DebugOverlayOption

  /// The options for the kiosk session.
  ///
  /// - Throws: `ValidationError` for invalid values; `DisplayError` for an unknown device.
  func options() throws -> KioskOptions {
    var options = KioskOptions()
    options.duration = duration
    options.frames = frames
    options.mode = try mode.map { try Self.mode($0, option: "--mode") }
    options.outputs = outputs
    options.rotation = Rotation(rawValue: rotate) ?? .none
    options.scale = scale
    options.showsCursor = cursor
    options.bufferCount = buffers
    options.seat = SeatChoice(rawValue: seat) ?? .automatic
    options.prefersAtomic = !legacy
    options.renderer = RendererOptions(
      renderer.choice, device: try device.map { try DeviceSelector.parse($0) }, threads: renderer.threads)
    options.heldTime = heldTime
    options.precision = precision.precision(usually: .bytes)
    options.debugOverlay = try debugOverlay.overlay()
    if let bytes = textureMemory.bytes { options.textureBudget = bytes }
    options.metricsInterval = metrics > 0 ? metrics : nil
    options.simulated = try simulated.map { try Self.mode($0, option: "--simulate") }
    options.simulatedReplugInterval = replugInterval
    if let blankAt, let unblankAt {
      options.blanking = BlankSchedule(
        blankAt: try Self.minutes(blankAt, option: "--blank-at"),
        unblankAt: try Self.minutes(unblankAt, option: "--unblank-at"))
    }
    return options
  }

  func validate() throws {
    if !renderer.choice.usesDevice, let device {
      throw ValidationError(
        "--device: not supported by the \(renderer.choice.rawValue) renderer, found \(device); use --renderer gl")
    }
    try DeviceOption.check(device)
    guard Rotation(rawValue: rotate) != nil else {
      throw ValidationError("--rotate: expected 0, 90, 180 or 270, found \(rotate)")
    }
    guard SeatChoice(rawValue: seat) != nil else {
      throw ValidationError("--seat: expected automatic, libseat or direct, found '\(seat)'")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration: expected a finite number of seconds above 0, found \(duration)")
    }
    if let replugInterval, !(replugInterval > 0 && replugInterval.isFinite) {
      throw ValidationError("--simulate-replug: expected a finite number of seconds above 0, found \(replugInterval)")
    }
    if let frames, frames < 1 { throw ValidationError("--frames: expected 1 or more, found \(frames)") }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
    if let heldTime, !heldTime.isFinite {
      throw ValidationError("--time: expected a finite number of seconds, found \(heldTime)")
    }
    guard (2...3).contains(buffers) else { throw ValidationError("--buffers: expected 2 or 3, found \(buffers)") }
    guard metrics >= 0, metrics.isFinite else {
      throw ValidationError("--metrics: expected 0 or more seconds, found \(metrics)")
    }
    guard (blankAt == nil) == (unblankAt == nil) else {
      throw ValidationError("--blank-at, --unblank-at: expected both, found one")
    }
    _ = try mode.map { try Self.mode($0, option: "--mode") }
    _ = try simulated.map { try Self.mode($0, option: "--simulate") }
    let blank = try blankAt.map { try Self.minutes($0, option: "--blank-at") }
    let unblank = try unblankAt.map { try Self.minutes($0, option: "--unblank-at") }
    if let blank, blank == unblank, let blankAt {
      throw ValidationError("--blank-at, --unblank-at: expected two different times, found \(blankAt) for both")
    }
  }

  private static func mode(_ text: String, option: String) throws -> ModeRequest {
    guard let mode = ModeRequest(text) else {
      throw ValidationError("\(option): expected a mode such as 1920x1080@60, found '\(text)'")
    }
    return mode
  }

  /// Minutes since midnight.
  private static func minutes(_ text: String, option: String) throws -> Int {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { throw ValidationError("\(option): expected a time of day such as 06:30, found '\(text)'") }
    return hour * 60 + minute
  }
}
