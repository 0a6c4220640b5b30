import ArgumentParser
import MultiplaneCompositor

/// `--precision`, as all subcommands take it that draw.
struct PrecisionOption: ParsableArguments {
  @Option(
    name: .customLong("precision"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Bits a channel that OpenGL ES draws with, 8 or 16, rounded to 8 at the end; the CPU renderer always has more. \
      (default: 16 for what is kept, 8 for what is seen as it comes)
      """,
      valueName: "bits"))
  var bits: Int?

  func validate() throws {
    if let bits, bits != 8, bits != 16 { throw ValidationError("--precision: expected 8 or 16, found \(bits)") }
  }

  /// - Parameter usual: where nothing was asked for.
  func precision(usually usual: RenderPrecision) -> RenderPrecision {
    bits.map { $0 == 8 ? .bytes : .words } ?? usual
  }
}
