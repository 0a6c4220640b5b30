import ArgumentParser
import MultiplaneCompositor

/// `--tolerance`, as all subcommands take it that compare pictures.
struct ToleranceOption: ParsableArguments {
  @Option(
    name: .customLong("tolerance"),
    help: ArgumentHelp(
      """
      What may differ: exact (nothing), parity (what renderers may differ by: 1:0.01%,2), or \
      numbers: 1:0.1%,3 lets 0.1 % of the pixels differ by more than 1/255, and none by more than 3/255. \
      (default: parity, and exact for diff)
      """,
      valueName: "name|numbers"))
  var text: String?

  func validate() throws {
    guard let text, PictureTolerance(text) == nil else { return }
    throw ValidationError("--tolerance: expected \(PictureTolerance.expected), found '\(text)'")
  }

  /// What was asked for.
  func tolerance(usually usual: PictureTolerance = .parity) -> PictureTolerance {
    text.flatMap { PictureTolerance($0) } ?? usual
  }
}
