import ArgumentParser

/// The options of `kiosk` that say how people and other programs have a say in what it shows.
struct KioskControlOptions: ParsableArguments {
  @Flag(
    help: """
      Print what people do to the layers, by touch screen, pointer and keyboard, as lines of JSON on standard output.
      """)
  var events = false

  @Flag(help: "Load a scene again when its file or an image of it changes; while it is wrong the old one stays.")
  var watch = false

  @Option(help: ArgumentHelp("Take commands, lines of JSON, at this Unix socket.", valueName: "path"))
  var socket: String?
}
