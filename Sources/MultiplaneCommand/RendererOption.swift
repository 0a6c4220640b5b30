import ArgumentParser
import MultiplaneCompositor

/// `--renderer` and `--threads`, as all subcommands take them that draw.
struct RendererOption: ParsableArguments {
  enum Name: String, CaseIterable, ExpressibleByArgument {
    case automatic, gl, cpu, reference
  }

  @Option(
    name: .customLong("renderer"),
    help: ArgumentHelp(
      """
      What draws: 'gl' is OpenGL ES, 'cpu' draws on all cores without it, 'automatic' is OpenGL ES where a device draws in \
      hardware and the CPU renderer elsewhere. Where pictures are made there is 'reference', plain and slow, which says what is \
      right.
      """,
      valueName: "renderer"))
  var name = Name.automatic

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
    guard name == .automatic || name == .cpu else {
      throw ValidationError("--threads: expected --renderer cpu beside it, found --renderer \(name.rawValue)")
    }
  }

  /// Refuses the reference renderer, for subcommands that it is of no use to.
  func refuseReference() throws {
    guard name == .reference else { return }
    throw ValidationError("--renderer: expected automatic, gl or cpu, found reference")
  }

  /// What compositors are told; the reference renderer is not theirs.
  var choice: RendererChoice {
    switch name {
    case .automatic, .reference: .automatic
    case .gl: .gl
    case .cpu: .cpu
    }
  }
}
