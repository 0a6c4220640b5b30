import ArgumentParser
import Foundation
import Logging
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `--time`, shared by all subcommands that show a single time of a scene.
struct TimeOption: ParsableArguments {
  // Unconditional, because the value may begin with a minus sign.
  @Option(
    name: .customLong("time"), parsing: .unconditional,
    help: ArgumentHelp(
      "Scene time, in seconds. (default: the scene's \"poster\", the middle of a Lottie animation, else 0)",
      valueName: "seconds"))
  var seconds: Double?

  func validate() throws {
    if let seconds, !seconds.isFinite {
      throw ValidationError("--time: expected a finite number of seconds, found \(seconds)")
    }
  }

  /// The scene time of a still.
  func seconds(in scene: Scene) -> Double { seconds ?? scene.posterTime }
}

/// `--root`, shared by all subcommands that read scenes.
struct RootOption: ParsableArguments {
  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      """
      Confine the files of a scene, and the images that its parameters name, to this folder; links and '..' that lead out \
      of it are refused. With --socket it also confines screenshots. (default: no limit)
      """,
      valueName: "folder"), completion: .directory)
  var path: String?

  /// The folder; nil without the option.
  func folder() throws(ImageError) -> FolderRoot? { try path.map { (path) throws(ImageError) in try FolderRoot(path) } }

  /// The limits with this folder added.
  func confining(_ limits: SceneLimits = .standard) throws(ImageError) -> SceneLimits {
    var limits = limits
    limits.root = try folder()
    return limits
  }
}

/// `--texture-memory`, shared by all subcommands that draw.
struct TextureMemoryOption: ParsableArguments {
  @Option(
    name: .customLong("texture-memory"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Memory budget in MiB for each cache of the renderer: images, paths and, on a device, surfaces. The least \
      recently used entries are evicted. (default: \(RendererOptions.usualTextureBudget >> 20), and 128 for pictures on the CPU)
      """,
      valueName: "MiB"))
  var mebibytes: Int?

  /// 1 TiB: a larger number is a typing error.
  private static let most = 1 << 20

  /// Bytes; nil for the default.
  var bytes: Int? { mebibytes.map { $0 << 20 } }

  func validate() throws {
    if let mebibytes, !(1...Self.most).contains(mebibytes) {
      throw ValidationError("--texture-memory: expected 1 to \(Self.most) MiB, found \(mebibytes)")
    }
  }
}

/// `--renderer`, `--device` and `--tile`, shared by all subcommands that draw pictures.
struct DeviceOption: ParsableArguments {
  @OptionGroup var renderer: RendererOption

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      """
      OpenGL ES device: automatic (the first hardware device, else a software one), hardware, software, \
      or one that 'multiplane devices' lists, such as egl:0, gbm:/dev/dri/renderD128 or surfaceless. \
      (default: automatic)
      """,
      valueName: "device"), completion: .device)
  var text: String?

  @OptionGroup var textureMemory: TextureMemoryOption
  @OptionGroup var precision: PrecisionOption

  @Option(
    name: .customLong("tile"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw in tiles with sides of at most this many pixels, to save memory. Canvases beyond the device's \
      texture size are always tiled.
      """,
      valueName: "pixels"))
  var tile: Int?

  func validate() throws {
    if !renderer.choice.usesDevice, let text {
      throw ValidationError(
        "--device: not supported by the \(renderer.choice.rawValue) renderer, found \(text); use --renderer gl")
    }
    try Self.check(text)
    if let tile, tile < 64 { throw ValidationError("--tile: expected at least 64 pixels, found \(tile)") }
  }

  /// Rejects a text that no device can have.
  static func check(_ text: String?) throws {
    guard let text, DeviceSelector(text: text) == nil else { return }
    throw ValidationError(
      "--device: expected automatic, hardware, software, or one that 'multiplane devices' lists, found '\(text)'")
  }

  /// The chosen device.
  func selector() throws(DisplayError) -> DeviceSelector {
    guard let text else { return .automatic }
    return try DeviceSelector.parse(text)
  }

  /// Opens the renderer and its device.
  ///
  /// - Parameters:
  ///   - limits: limits on scenes; nil for none.
  ///   - threads: the default number of threads of the CPU renderer; nil for one per core.
  func openCompositor(limits: LimitOptions? = nil, threads: Int? = nil) throws -> OffscreenCompositor {
    if renderer.choice == .gl {
      // Software drivers start a thread per core, and wait for ever for one that cannot be started.
      let cores = ProcessInfo.processInfo.activeProcessorCount
      try Multiplane.checkThreads(Multiplane.neededThreads + min(cores, Self.mostDriverThreads))
    }
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

  /// What Mesa's llvmpipe starts at most for drawing.
  private static let mostDriverThreads = 32

  /// The same options as arguments for a child process.
  var arguments: [String] {
    var arguments = ["--renderer", renderer.choice.rawValue]
    if let text { arguments += ["--device", text] }
    if let mebibytes = textureMemory.mebibytes { arguments += ["--texture-memory", "\(mebibytes)"] }
    if let bits = precision.bits { arguments += ["--precision", "\(bits)"] }
    if let tile { arguments += ["--tile", "\(tile)"] }
    return arguments
  }

  /// Warns on standard error if OpenGL ES fell back to software, or to 8 bits per channel. Call it
  /// after the work has succeeded: a failure prints only its error.
  func tellOfShortcomings(_ compositor: OffscreenCompositor) {
    if compositor.lacksPrecision {
      StandardError.write(
        "\(compositor.rendererName) supports only 8 bits per channel, to which each layer is rounded "
          + "('--precision 8' accepts that; --renderer cpu is more precise)", .warning)
    }
    guard compositor.fellBackToSoftware else { return }
    StandardError.write(
      "no hardware device works, drawing in software with \(compositor.rendererName) "
        + "('multiplane devices' says why; --device software accepts that)", .warning)
  }
}

/// Loads a scene and commits its tree. The size of the canvas is checked.
///
/// - Parameters:
///   - scale: pixels per point; the scene's own if nil.
///   - parameters: values for its parameters.
///   - limits: limits on the scene.
func loadTree(
  _ path: String, scale: Double? = nil, parameters: GivenParameters, limits: SceneLimits = .standard
) throws -> CommittedTree {
  try loadScene(path, scale: scale, parameters: parameters, limits: limits).committedWithinLimits()
}

/// Loads a scene at the scale at which it fits a canvas of some pixels.
func loadScene(
  _ path: String, fitting pixels: PixelSize, parameters: GivenParameters, limits: SceneLimits = .standard
) throws -> Scene {
  var scene = try loadScene(
    path, at: .fitting(width: pixels.width, height: pixels.height), parameters: parameters, limits: limits)
  scene.enlarge(to: pixels)
  return scene
}

/// Loads a scene, and checks the size of its canvas.
func loadScene(
  _ path: String, scale: Double? = nil, parameters: GivenParameters, limits: SceneLimits = .standard
) throws -> Scene {
  try loadScene(path, at: SceneScale(scale), parameters: parameters, limits: limits)
}

private func loadScene(
  _ path: String, at scale: SceneScale, parameters: GivenParameters, limits: SceneLimits
) throws -> Scene {
  let scene = try parameters.load(path, scale: scale, limits: limits)
  // The scene's own scale was checked with the file.
  if let problem = SceneLimits.standard.problem(size: scene.size, scale: scene.scale) {
    throw CommandError.canvas(scene: path, scale: scene.scale, problem: problem)
  }
  return scene
}
