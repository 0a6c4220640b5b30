import ArgumentParser
import MultiplaneCompositor

/// `--precision`, shared by all subcommands that draw.
struct PrecisionOption: ParsableArguments {
  @Option(
    name: .customLong("precision"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Bits per channel of OpenGL ES, 8 or 16; the final picture has 8. The CPU renderer is always more precise. \
      (default: 16 for files, 8 for screens)
      """,
      valueName: "bits"))
  var bits: Int?

  func validate() throws {
    if let bits, bits != 8, bits != 16 { throw ValidationError("--precision: expected 8 or 16, found \(bits)") }
  }

  /// - Parameter usual: the default.
  func precision(usually usual: RenderPrecision) -> RenderPrecision {
    bits.map { $0 == 8 ? .bytes : .words } ?? usual
  }
}
