import ArgumentParser
import MultiplaneCompositor

/// `--renderer` and `--threads`, as all subcommands take them that draw.
struct RendererOption: ParsableArguments {
  @Option(
    name: .customLong("renderer"),
    help: ArgumentHelp(
      """
      What draws: 'gl' is OpenGL ES, 'cpu' draws on all cores without it, 'automatic' is OpenGL ES where a device draws in \
      hardware and the CPU renderer elsewhere; 'reference', plain and slow, says what is right.
      """,
      valueName: "renderer"))
  var choice = RendererChoice.automatic

  @Option(
    name: .customLong("threads"), parsing: .unconditional,
    help: ArgumentHelp(
      "How many threads the CPU renderer draws with at the same time. (default: one a core)", valueName: "count"))
  var threads: Int?

  func validate() throws {
    guard let threads else { return }
    guard (1...CPUDrawing.mostThreads).contains(threads) else {
      throw ValidationError("--threads: expected 1 to \(CPUDrawing.mostThreads), found \(threads)")
    }
    guard choice == .automatic || choice == .cpu else {
      throw ValidationError("--threads: expected --renderer cpu beside it, found --renderer \(choice.rawValue)")
    }
  }
}

extension RendererChoice: ExpressibleByArgument {}
