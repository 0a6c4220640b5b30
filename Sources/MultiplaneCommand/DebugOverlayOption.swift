import ArgumentParser
import MultiplaneGraphics

/// `--debug-overlay`, as all subcommands take it that show scenes that run.
struct DebugOverlayOption: ParsableArguments {
  @Option(
    name: .customLong("debug-overlay"),
    help: ArgumentHelp(
      """
      Draw over the frames what helps to find faults, separated by commas: layers (outlines and names), damage (redrawn parts), overdraw \
      (how often pixels are written), batches (render passes and why there are any, counts), frames (number and times).
      """,
      valueName: "names"))
  var text: String?

  func validate() throws { _ = try overlay() }

  /// What was asked for; nothing where nothing was.
  func overlay() throws -> DebugOverlay {
    guard let text else { return [] }
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let overlay = DebugOverlay(names: names.map(String.init)) else {
      let known = DebugOverlay.named.map(\.name).joined(separator: ", ")
      throw ValidationError("--debug-overlay: expected some of \(known), separated by commas, found '\(text)'")
    }
    return overlay
  }
}
