import ArgumentParser
import MultiplaneCompositor

/// `--tolerance`, shared by all subcommands that compare pictures.
struct ToleranceOption: ParsableArguments {
  @Option(
    name: .customLong("tolerance"),
    help: ArgumentHelp(
      """
      Tolerance: exact (no difference), parity (the renderers' own: 1:0.01%,2), or numbers: 1:0.1%,3 allows \
      more than 1/255 for 0.1 % of the pixels, and at most 3/255 for any. \
      (default: parity, and exact for diff)
      """,
      valueName: "name|numbers"), completion: .list(["exact", "parity"]))
  var text: String?

  func validate() throws {
    guard let text, PictureTolerance(text) == nil else { return }
    throw ValidationError("--tolerance: expected \(PictureTolerance.expected), found '\(text)'")
  }

  /// The chosen tolerance.
  func tolerance(usually usual: PictureTolerance = .parity) -> PictureTolerance {
    text.flatMap { PictureTolerance($0) } ?? usual
  }
}
