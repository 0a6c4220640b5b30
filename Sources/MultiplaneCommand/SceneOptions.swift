import ArgumentParser
import Logging
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `--time`, as all subcommands take it that look at a scene at one time.
struct TimeOption: ParsableArguments {
  // Unconditional, for the value may begin with a minus sign.
  @Option(
    name: .customLong("time"), parsing: .unconditional,
    help: ArgumentHelp("The scene time, in seconds, at which animations are evaluated.", valueName: "seconds"))
  var seconds = 0.0

  func validate() throws {
    guard seconds.isFinite else {
      throw ValidationError("--time: expected a finite number of seconds, found \(seconds)")
    }
  }
}

/// `--root`, as all subcommands take it that read scenes.
struct RootOption: ParsableArguments {
  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      """
      A folder that no path in a scene may lead out of, by links or '..' neither; with --socket, no screenshot \
      either. (default: none, any file of the user can be named)
      """,
      valueName: "folder"))
  var path: String?

  /// The folder; nil where none was asked for.
  func folder() throws(ImageError) -> FolderRoot? { try path.map { (path) throws(ImageError) in try FolderRoot(path) } }

  /// Limits with the folder in them.
  func confining(_ limits: SceneLimits = .standard) throws(ImageError) -> SceneLimits {
    var limits = limits
    limits.root = try folder()
    return limits
  }
}

/// `--texture-memory`, as all subcommands take it that draw with OpenGL ES.
struct TextureMemoryOption: ParsableArguments {
  @Option(
    name: .customLong("texture-memory"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      What images, paths and surfaces may take on the device, and images and paths in the CPU renderer, each, in MiB; what was not used for longest goes first. \
      (default: \(RendererOptions.usualTextureBudget >> 20), and 128 to draw pictures on the CPU)
      """,
      valueName: "MiB"))
  var mebibytes: Int?

  /// 1 TiB: beyond it are no devices, but slips of the finger.
  private static let most = 1 << 20

  /// Nil for what suits.
  var bytes: Int? { mebibytes.map { $0 << 20 } }

  func validate() throws {
    if let mebibytes, !(1...Self.most).contains(mebibytes) {
      throw ValidationError("--texture-memory: expected 1 to \(Self.most) MiB, found \(mebibytes)")
    }
  }
}

/// `--renderer` and `--device`, as all subcommands take them that draw pictures.
struct DeviceOption: ParsableArguments {
  @OptionGroup var renderer: RendererOption

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      """
      The device that OpenGL ES draws on: automatic (the first hardware device, else a software one), hardware, software, \
      or a device that 'multiplane devices' lists, such as egl:0, gbm:/dev/dri/renderD128 or surfaceless. \
      (default: automatic)
      """,
      valueName: "device"))
  var text: String?

  @OptionGroup var textureMemory: TextureMemoryOption
  @OptionGroup var precision: PrecisionOption

  @Option(
    name: .customLong("tile"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw canvases in tiles of at most so many pixels a side, where memory is short; larger ones than the device's \
      frames can be are drawn so anyway.
      """,
      valueName: "pixels"))
  var tile: Int?

  func validate() throws {
    if !renderer.choice.usesDevice, let text {
      throw ValidationError(
        "--device: expected none, as the \(renderer.choice.rawValue) renderer needs no device, found \(text)")
    }
    try Self.check(text)
    if let tile, tile < 64 { throw ValidationError("--tile: expected at least 64 pixels, found \(tile)") }
  }

  /// Refuses what names no device anywhere.
  static func check(_ text: String?) throws {
    guard let text, DeviceSelector(text: text) == nil else { return }
    throw ValidationError(
      "--device: expected automatic, hardware, software, or a device that 'multiplane devices' lists, found '\(text)'")
  }

  /// What was asked for.
  func selector() throws(DisplayError) -> DeviceSelector {
    guard let text else { return .automatic }
    return try DeviceSelector.parse(text)
  }

  /// Opens the renderer, and the device that it draws on.
  ///
  /// - Parameters:
  ///   - limits: what scenes may ask for; nil for all that they do.
  ///   - threads: how many the CPU renderer draws with, where the option says nothing; nil for one a core.
  func openCompositor(limits: LimitOptions? = nil, threads: Int? = nil) throws -> OffscreenCompositor {
    let usual = limits == nil ? RendererOptions.usualTextureBudget : nil
    let compositor = try OffscreenCompositor(
      RendererOptions(
        renderer.choice, device: text == nil ? nil : selector(), threads: renderer.threads ?? threads,
        textureBudget: textureMemory.bytes ?? usual))
    Logger(label: "multiplane.device").info("drawing with \(compositor.rendererName)")
    compositor.precision = precision.precision(usually: .words)
    compositor.limits = limits?.drawing(onProcessor: compositor.drawsOnProcessor)
    if let tile {
      compositor.tiling.side = tile
      compositor.tiling.isForced = true
    }
    return compositor
  }

  /// The options that say the same to another process of this program.
  var arguments: [String] {
    var arguments = ["--renderer", renderer.choice.rawValue]
    if let text { arguments += ["--device", text] }
    if let mebibytes = textureMemory.mebibytes { arguments += ["--texture-memory", "\(mebibytes)"] }
    if let bits = precision.bits { arguments += ["--precision", "\(bits)"] }
    if let tile { arguments += ["--tile", "\(tile)"] }
    return arguments
  }

  /// Says in a line on standard error that OpenGL ES drew in software though nobody asked for that, and in another that it drew bytes where
  /// finer numbers were asked for. To be called when the work is done: what fails says that, and nothing else.
  func tellOfShortcomings(_ compositor: OffscreenCompositor) {
    if compositor.lacksPrecision {
      StandardError.write(
        "\(compositor.rendererName) draws no more than 8 bits a channel, to which each layer is rounded "
          + "('--precision 8' asks for that; --renderer cpu draws finer)")
    }
    guard compositor.fellBackToSoftware else { return }
    StandardError.write(
      "no hardware device works, drawing in software with \(compositor.rendererName) "
        + "('multiplane devices' says why; --device software asks for it)")
  }
}

/// Reads a scene and hands over its tree, with a canvas that can be drawn.
///
/// - Parameters:
///   - scale: pixels per point; the scene's own if nil.
///   - parameters: values of its parameters.
///   - limits: what it may ask for.
func loadTree(
  _ path: String, scale: Double? = nil, parameters: GivenParameters, limits: SceneLimits = .standard
) throws -> CommittedTree {
  try loadScene(path, scale: scale, parameters: parameters, limits: limits).committedWithinLimits()
}

/// Reads a scene with a canvas that can be drawn.
func loadScene(
  _ path: String, scale: Double? = nil, parameters: GivenParameters, limits: SceneLimits = .standard
) throws -> Scene {
  let scene = try parameters.load(path, scale: scale, limits: limits)
  // The scene's own scale was checked with the file.
  if let problem = SceneLimits.standard.problem(size: scene.size, scale: scene.scale) {
    throw CommandError.canvas(scene: path, scale: scene.scale, problem: problem)
  }
  return scene
}
