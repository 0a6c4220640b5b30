import ArgumentParser
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneSceneFile

/// `multiplane diff`: the difference of two pictures.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares two pictures, and lists the worst pixels.",
    discussion: """
      Values are premultiplied red, green, blue and alpha, 0 to 255. The difference of a pixel is that of its worst \
      channel.

      Exit status: 0 the pictures are equal, or within --tolerance; 1 they differ.
      """)

  @Argument(help: "The actual picture: PNG, JPEG, WebP or AVIF.", completion: .picture)
  var actual: String

  @Argument(help: "The expected picture: PNG, JPEG, WebP or AVIF.", completion: .picture)
  var expected: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "Write a picture of the differences, amplified 16 times, red beyond --tolerance.",
      valueName: "difference"), completion: .picture)
  var output: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Number of worst pixels to list.", valueName: "pixels"))
  var worst = 10

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var tolerance: ToleranceOption
  @OptionGroup var log: LogOption

  func validate() throws {
    guard worst >= 0 else { throw ValidationError("--worst: expected 0 or more pixels, found \(worst)") }
    if let output { try RenderOutput.checkPicture(path: output) }
  }

  func run() throws {
    let first = try loadImage(path: actual)
    let second = try loadImage(path: expected)
    guard first.width == second.width, first.height == second.height else {
      throw CommandError.sizes(
        first: actual, firstSize: (first.width, first.height), second: expected,
        secondSize: (second.width, second.height))
    }
    let difference = PictureDifference(
      of: first.premultipliedRGBA8(),
      from: ExpectedPicture(width: second.width, height: second.height, bytes: second.premultipliedRGBA8()))
    let allowed = tolerance.tolerance(usually: .exact)
    if let output {
      let marked = tolerance.text == nil ? nil : allowed
      try writeImage(
        premultipliedRGBA8: difference.picture(marking: marked), width: difference.width, height: difference.height,
        to: output)
    }
    let breaches = allowed.breaches(by: difference)
    var printer = StandardOutput()
    if json {
      try printer.line(object(of: difference, judgedBy: allowed, isAlike: breaches.isEmpty))
    } else {
      let columns = DifferenceColumns(title: "picture", names: [actual])
      try printer.line(columns.header)
      let verdict = difference.largest == 0 ? "equal" : breaches.isEmpty ? "alike" : "different"
      let reasons = tolerance.text == nil ? [] : breaches
      try printer.line(columns.row(actual, difference, verdict: ([verdict] + reasons).joined(separator: ": ")))
      for pixel in difference.worstPixels(worst) { try printer.line("\(pixel)") }
    }
    try printer.flush()
    if !breaches.isEmpty { throw ExitCode(1) }
  }

  private func object(
    of difference: PictureDifference, judgedBy allowed: PictureTolerance, isAlike: Bool
  ) -> String {
    let names: [JSONValue.Member] = [
      .init(key: "picture", value: .string(actual)), .init(key: "expected", value: .string(expected)),
      .init(key: "isAlike", value: .boolean(isAlike)),
    ]
    return JSONValue.object(names + difference.members(judgedBy: allowed, worst: worst)).flatText
  }
}
