import ArgumentParser
import Compositor
import Drawing
import ReferenceRenderer
import RenderTree

/// `multiplane render`: a scene becomes a picture.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draws a scene into a picture.",
    discussion: "Prints nothing if all went well, but for a line on standard error if no hardware device works.")

  enum Renderer: String, CaseIterable, ExpressibleByArgument {
    case gl, reference
  }

  @Argument(help: "The scene file.")
  var scene: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "The picture; its extension chooses the format: .png, .jpg, .jpeg or .webp.", valueName: "picture"))
  var output: String

  @Option(
    help: "Who draws: 'gl' is OpenGL ES, 'reference' is the plain and slow renderer on the CPU that says what is right."
  )
  var renderer = Renderer.gl

  @OptionGroup var time: TimeOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point. (default: the scene's)", valueName: "pixels"))
  var scale: Double?

  @OptionGroup var device: DeviceOption

  func validate() throws {
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
    if renderer == .reference, let device = device.text {
      throw ValidationError("--device: expected none, as the reference renderer needs no device, found \(device)")
    }
  }

  func run() throws {
    // An extension that means no format is better told before the work than after it.
    _ = try ImageFileFormat(path: output)
    let tree = try loadTree(scene, scale: scale).evaluate(at: time.seconds)
    let pixels =
      switch renderer {
      case .gl: try device.openCompositor().picture(of: tree).pixels
      case .reference: ReferenceRenderer().render(tree).bytes()
      }
    try writeImage(premultipliedRGBA8: pixels, width: tree.pixelWidth, height: tree.pixelHeight, to: output)
  }
}
