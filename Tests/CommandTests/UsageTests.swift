import Testing

@Suite struct UsageTests {
  static let subcommands = ["render", "parity", "diff", "inspect", "hit", "bench", "devices"]

  @Test func helpNamesTheSubcommands() throws {
    let result = try Command.run(["--help"])
    #expect(result.status == 0)
    #expect(result.error == "")
    for name in Self.subcommands { #expect(result.output.contains("  \(name) ")) }
  }

  @Test(
    arguments: [
      (
        "render",
        ["-o", "--output", "--renderer", "--time", "seconds", "--scale", "--device", "--threads", "default: automatic"]
      ),
      ("render", ["--from", "--to", "--fps", "(default: 60)", "--quiet", "--no-overlap", "frames/%04d.png", ".mp4"]),
      ("parity", ["--out", "--time", "--device", "--reference-cache", "8/255"]), ("diff", ["-o", "--worst"]),
      ("inspect", ["--stage", "layers", "render", "passes", "batches", "--time", "else 0)"]),
      ("hit", ["<scene>", "<x>", "<y>", "--time", "--json", "canvas"]),
      ("bench", ["--frames", "(default: 100)", "--warmup", "(default: 10)", "--layers", "--changing", "--one"]),
      ("bench", ["--json"]),
      ("devices", ["--json"]),
    ])
  func helpNamesTheOptions(subcommand: String, options: [String]) throws {
    let result = try Command.run([subcommand, "--help"])
    #expect(result.status == 0)
    #expect(result.error == "")
    // The text is wrapped to the width of a terminal.
    let words = result.output.split { $0.isWhitespace }.joined(separator: " ")
    for option in options { #expect(words.contains(option), "\(option)") }
  }

  @Test func versionIsOneLine() throws {
    let result = try Command.run(["--version"])
    #expect(result.status == 0)
    #expect(result.output.wholeMatch(of: /multiplane \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(
    arguments: [
      ["nonsense"], ["--frobnicate"], ["render"], ["render", "a.json"], ["render", "a.json", "-o"],
      ["render", "a.json", "-o", "b.png", "c.png"], ["render", "a.json", "-o", "b.png", "--time", "soon"],
      ["render", "a.json", "-o", "b.png", "--time", "inf"], ["render", "a.json", "-o", "b.png", "--time", "nan"],
      ["render", "a.json", "-o", "b.png", "--scale", "0"], ["render", "a.json", "-o", "b.png", "--scale", "-1"],
      ["render", "a.json", "-o", "b.png", "--scale", "inf"], ["render", "a.json", "-o", "b.png", "--renderer", "gpu"],
      ["render", "a.json", "-o", "b.png", "--threads", "0"],
      ["render", "a.json", "-o", "b.png", "--renderer", "gl", "--threads", "2"],
      ["render", "a.json", "-o", "b.png", "--renderer", "cpu", "--device", "egl:0"],
      ["parity", "a.json", "--renderer", "reference"], ["bench", "a.json", "--renderer", "referenc"],
      ["render", "a.json", "-o", "b.png", "--renderer", "reference", "--device", "egl:0"], ["parity"],
      ["parity", "a.json", "--time", "-inf"], ["diff", "a.png"],
      ["diff", "a.png", "b.png", "--worst", "-1"], ["inspect"],
      ["inspect", "a.json", "--stage", "pixels"], ["hit"], ["hit", "a.json", "1"], ["hit", "a.json", "1", "2", "3"],
      ["hit", "a.json", "left", "2"], ["hit", "a.json", "1", "nan"], ["hit", "a.json", "inf", "1"],
      ["hit", "a.json", "1", "1", "--time", "inf"], ["bench", "a.json", "--frames", "0"],
      ["bench", "a.json", "--frames", "1e9"], ["bench", "a.json", "--warmup=-1"], ["bench"],
      ["bench", "a.json", "--layers", "9"], ["bench", "--layers", "0"], ["bench", "a.json", "--changing"],
      ["bench", "a.json", "--one"], ["bench", "--layers", "9", "--one", "--changing"],
      ["devices", "all"],
    ])
  func wrongUsageIsOneLineAndStatus2(arguments: [String]) throws {
    let result = try Command.run(arguments)
    expectFailure(result, status: 2, mentions: "see '")
  }

  /// A number below 0 is a value, and no option whose own value is missing.
  @Test(
    arguments: [
      (["diff", "a.png", "b.png"], "--worst"), (["bench", "a.json"], "--frames"), (["bench", "a.json"], "--warmup"),
      (["bench"], "--layers"), (["parity", "a.json"], "--tile"), (["parity", "a.json"], "--texture-memory"),
      (["parity", "a.json"], "--memory-limit"), (["parity", "a.json"], "--time-limit"),
      (["play", "a.json"], "--texture-memory"), (["kiosk", "a.json"], "--texture-memory"),
      (["play", "a.json"], "--duration"), (["kiosk", "a.json"], "--duration"), (["kiosk", "a.json"], "--frames"),
      (["kiosk", "a.json"], "--rotate"), (["kiosk", "a.json"], "--scale"), (["kiosk", "a.json"], "--buffers"),
      (["kiosk", "a.json"], "--metrics"),
    ])
  func negativeNumbersAreTold(arguments: [String], option: String) throws {
    let result = try Command.run(arguments + [option, "-1"])
    expectFailure(result, status: 2, mentions: "\(option): expected", "found -1")
  }

  @Test(
    arguments: [
      (["rendr", "a.json", "-o", "b.png"], "expected a command, found 'rendr'; did you mean \"render\"?; see "),
      (["nonsense", "-x"], "expected a command, found 'nonsense'; see 'multiplane --help'"),
    ])
  func unknownCommandsAreTold(arguments: [String], problem: String) throws {
    expectFailure(try Command.run(arguments), status: 2, mentions: problem)
  }

  /// Long lists have a line an item in the parser's own messages.
  @Test(
    arguments: [
      (["check", "a.json", "--log-level", "loud"], ": trace, debug, info, notice, warning, error; see "),
      (["inspect", "a.json", "--stage", "pases"], ": layers, parameters, render, passes, batches, "),
    ])
  func valuesAreListedInOneLine(arguments: [String], list: String) throws {
    expectFailure(try Command.run(arguments), status: 2, mentions: "one of the following" + list)
  }

  @Test func wrongUsageNamesTheSubcommandsHelp() throws {
    expectFailure(
      try Command.run(["inspect", "a.json", "--stage", "pixels"]), status: 2, mentions: "pixels", "batches",
      "see 'multiplane inspect --help'")
  }
}
