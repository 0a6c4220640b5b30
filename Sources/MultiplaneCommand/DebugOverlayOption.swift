import ArgumentParser
import MultiplaneGraphics

/// `--debug-overlay`, shared by `play` and `kiosk`.
struct DebugOverlayOption: ParsableArguments {
  @Option(
    name: .customLong("debug-overlay"),
    help: ArgumentHelp(
      """
      Debug overlays, separated by commas: layers (outlines and names), damage (redrawn regions), overdraw (writes \
      per pixel), batches (render passes with their reasons, and counters), frames (frame number and times).
      """,
      valueName: "names"), completion: .list(DebugOverlay.named.map(\.name)))
  var text: String?

  func validate() throws { _ = try overlay() }

  /// The chosen overlays; empty without the option.
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
