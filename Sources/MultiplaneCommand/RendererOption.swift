import ArgumentParser
import MultiplaneCompositor

/// `--renderer` and `--threads`, shared by all subcommands that draw.
struct RendererOption: ParsableArguments {
  @Option(
    name: .customLong("renderer"),
    help: ArgumentHelp(
      """
      Renderer: 'gl' (OpenGL ES), 'cpu' (all cores, no OpenGL), 'automatic' ('gl' on a hardware device, else 'cpu') or \
      'reference' (slow; defines the correct picture).
      """,
      valueName: "renderer"))
  var choice = RendererChoice.automatic

  @Option(
    name: .customLong("threads"), parsing: .unconditional,
    help: ArgumentHelp(
      "Number of threads of the CPU renderer. (default: one per core)", valueName: "count"))
  var threads: Int?

  func validate() throws {
    guard let threads else { return }
    guard (1...CPUDrawing.mostThreads).contains(threads) else {
      throw ValidationError("--threads: expected 1 to \(CPUDrawing.mostThreads), found \(threads)")
    }
    guard choice == .automatic || choice == .cpu else {
      throw ValidationError("--threads: expected --renderer cpu or automatic, found --renderer \(choice.rawValue)")
    }
  }
}

extension RendererChoice: ExpressibleByArgument {}
