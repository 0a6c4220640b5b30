import ArgumentParser
import MultiplaneBatch

/// What commands that draw many pictures accept, although no one looks at each picture.
struct AcceptanceOptions: ParsableArguments {
  @Flag(help: "Draw pictures that show only the background, as one before an entrance animation does.")
  var allowBlank = false

  @Flag(
    help: """
      Draw rows whose scene has warnings, such as a missing glyph, and list the warnings at the end. By default these \
      rows fail.
      """
  )
  var allowWarnings = false

  /// The arguments of another process that accepts the same.
  var arguments: [String] {
    (allowBlank ? ["--allow-blank"] : []) + (allowWarnings ? ["--allow-warnings"] : [])
  }

  func apply(to drawing: JobDrawing) {
    drawing.allowsWarnings = allowWarnings
    drawing.refusesBlank = !allowBlank
  }
}
