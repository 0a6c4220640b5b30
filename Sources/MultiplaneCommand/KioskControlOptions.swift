import ArgumentParser

/// The options of `kiosk` for input, live reload and remote control.
struct KioskControlOptions: ParsableArguments {
  @Flag(
    help: """
      Print input events (touch, pointer, keyboard) with the layers they hit, as lines of JSON on standard output.
      """)
  var events = false

  @Flag(
    help: "Reload a scene when its file or one of its images changes. An invalid scene does not replace the old one.")
  var watch = false

  @Option(
    help: ArgumentHelp("Accept commands (lines of JSON) at this Unix socket.", valueName: "path"), completion: .file())
  var socket: String?
}
