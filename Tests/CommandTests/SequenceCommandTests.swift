import Foundation
import Testing

/// `render --from --to --fps` into pictures.
@Suite struct SequenceCommandTests {
  private let folder: TestFolder
  private let scene: String
  private static let reference = ["--renderer", "reference"]

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.moving, to: "moving.json")
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }

  private func render(_ name: String, _ options: String...) throws -> CommandResult {
    try Command.run(["render", scene, "-o", folder.file(name)] + options + Self.reference)
  }

  /// The layer is elsewhere in each frame, so a frame out of its place is seen.
  @Test(
    arguments: [["--renderer", "gl", "--device", "software"], ["--renderer", "cpu"], reference],
    ["png", "webp", "jpg"])
  func framesAreTheSameBytesAsSinglePictures(renderer: [String], format: String) throws {
    let sequence = ["render", scene, "--from", "0", "--to", "1", "--fps", "8"] + renderer
    let overlapping = try Command.run(sequence + ["-o", folder.file("frames/%04d.\(format)")])
    #expect(overlapping.status == 0, "\(overlapping.error)")
    #expect(overlapping.output == "")
    #expect(try Command.run(sequence + ["-o", folder.file("turn%d.\(format)"), "--no-overlap"]).status == 0)
    for frame in 0..<8 {
      let single = folder.file("single.\(format)")
      let time = ["--time", "\(Double(frame) / 8)"]
      #expect(try Command.run(["render", scene, "-o", single] + time + renderer).status == 0)
      let expected = try bytes("single.\(format)")
      #expect(try bytes("frames/000\(frame).\(format)") == expected, "frame \(frame)")
      #expect(try bytes("turn\(frame).\(format)") == expected, "frame \(frame), without overlap")
    }
    #expect(Set(try (0..<8).map { try bytes("turn\($0).\(format)") }).count > 4, "the frames differ")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("frames"))
    #expect(names.sorted() == (0..<8).map { "000\($0).\(format)" })
  }

  @Test(
    arguments: [
      ("%d.png", ["0.png", "1.png"]), ("a%03d.png", ["a000.png", "a001.png"]),
      ("100%% %d.png", ["100% 0.png", "100% 1.png"]),
      ("%%d%01d%%.png", ["%d0%.png", "%d1%.png"]), ("%09d.webp", ["000000000.webp", "000000001.webp"]),
    ])
  func namesAreThoseOfPrintf(pattern: String, names: [String]) throws {
    let result = try render(pattern, "--to", "1", "--fps", "2")
    #expect(result.status == 0, "\(result.error)")
    #expect(try folder.contents() == (names + ["moving.json"]).sorted())
  }

  @Test func numbersGrowBeyondTheirDigits() throws {
    #expect(try render("%01d.png", "--to", "11", "--fps", "1").status == 0)
    #expect(try folder.contents().contains("10.png"))
  }

  @Test(
    arguments: [
      "out.png", "%d%d.png", "%s.png", "%4d.png", "%00d.png", "%0d.png", "%-4d.png", "%", "%%.png", "%010d.png",
      "%D.png",
      "%d/out.png", "%ld.png", "50%.png",
    ])
  func aNameWithoutExactlyOneNumberIsStatus2(pattern: String) throws {
    expectFailure(try render(pattern, "--to", "1"), status: 2, mentions: "-o: expected", "see 'multiplane render")
    #expect(try folder.contents() == ["moving.json"])
  }

  /// round((to - from) · fps), whatever the rounding of the numbers.
  @Test(
    arguments: [
      (["--to", "1", "--fps", "3"], 3), (["--from", "0.1", "--to", "0.4", "--fps", "30"], 9),
      (["--to", "0.3", "--fps", "10"], 3), (["--from", "-1", "--to", "-0.5", "--fps", "4"], 2),
      (["--to", "0.05"], 3), (["--to", "1.4", "--fps", "1"], 1), (["--to", "1.5", "--fps", "1"], 2),
      (["--to", "10", "--fps", "0.2"], 2),
    ])
  func theEndIsNotShown(options: [String], count: Int) throws {
    let result = try Command.run(["render", scene, "-o", folder.file("%d.png")] + options + Self.reference)
    #expect(result.status == 0, "\(result.error)")
    #expect(try folder.contents().count == count + 1)
  }

  @Test(
    arguments: [
      (["--to", "0"], "a time after the first frame, 0"),
      (["--from", "2", "--to", "1"], "a time after the first frame, 2"), (["--from", "1"], "--to"),
      (["--fps", "30"], "--to"), ([], "--to"), (["--to", "nan"], "--to"), (["--to", "inf"], "--to"),
      (["--from", "-inf", "--to", "1"], "--from"), (["--to", "1", "--fps", "nan"], "--fps"),
      (["--to", "1", "--fps", "-5"], "--fps"), (["--to", "1", "--fps", "0"], "--fps"),
      (["--to", "1", "--fps", "x"], "fps"),
      (["--to", "1", "--fps", "0.1"], "half a frame"), (["--to", "1e9"], "at most 1000000 frames"),
      (["--from", "-1e308", "--to", "1e308", "--fps", "1e308"], "at most 1000000 frames"),
      (["--to", "1", "--time", "2"], "--time"),
    ])
  func timesThatMakeNoSequenceAreStatus2(options: [String], mention: String) throws {
    let result = try Command.run(["render", scene, "-o", folder.file("%d.png")] + options + Self.reference)
    expectFailure(result, status: 2, mentions: mention, "see 'multiplane render")
    #expect(try folder.contents() == ["moving.json"])
  }

  @Test func aPercentSignInTheNameOfOnePictureIsOne() throws {
    #expect(try render("100%.png").status == 0)
    #expect(try folder.contents() == ["100%.png", "moving.json"])
  }

  @Test func theLastFolderIsMadeAndNoOther() throws {
    #expect(try render("new/%d.png", "--to", "1", "--fps", "1").status == 0)
    #expect(try render("new/%d.png", "--to", "1", "--fps", "1").status == 0)
    expectFailure(try render("one/two/%d.png", "--to", "1", "--fps", "1"), status: 1, mentions: "one/two", "folder")
    expectFailure(try render("moving.json/%d.png", "--to", "1"), status: 1, mentions: "moving.json", "a file")
    #expect(try folder.contents() == ["moving.json", "new"])
  }

  @Test func oldFramesAreReplacedAndKeepTheirPermissions() throws {
    let old = try folder.write("old", to: "0.png")
    #expect(chmod(old, 0o640) == 0)
    #expect(try render("%d.png", "--to", "2", "--fps", "1").status == 0)
    #expect(try bytes("0.png").starts(with: [0x89, 0x50]))
    let attributes = try FileManager.default.attributesOfItem(atPath: old)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.contents() == ["0.png", "1.png", "moving.json"])
  }

  @Test(arguments: [[], ["--no-overlap"]])
  func aFullDiskEndsItWithOneLine(option: [String]) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file("3.png"), withDestinationPath: "/dev/full")
    let result = try Command.run(
      ["render", scene, "-o", folder.file("%d.png"), "--to", "600", "--fps", "60"] + option + Self.reference)
    expectFailure(result, status: 1, mentions: "3.png", "no room")
    #expect(try folder.contents().allSatisfy { !$0.hasSuffix(".partial") })
    #expect(try folder.contents().count < 100, "the rest is not drawn")
  }

  /// The same line with times and without, and whatever the extension is.
  @Test(arguments: ["%d.bmp", "a.tiff", "a.mkv", "a.avi", "a.svg", "a", "frames"], [[], ["--to", "1"]])
  func anUnknownFormatIsOneLineAndStatus2(name: String, options: [String]) throws {
    let result = try Command.run(["render", scene, "-o", folder.file(name)] + options + Self.reference)
    expectFailure(
      result, status: 2, mentions: ".png, .jpg, .jpeg, .webp or .avif", ".mp4, .webm, .gif, .mov, .apng or .webp", name)
    #expect(try folder.contents() == ["moving.json"])
  }

  @Test func aQualityIsTheSameForFramesAndPictures() throws {
    #expect(try render("%d.jpg", "--to", "1", "--fps", "1", "--quality", "0.3").status == 0)
    #expect(try render("single.jpg", "--quality", "0.3").status == 0)
    #expect(try render("usual.jpg").status == 0)
    #expect(try bytes("0.jpg") == bytes("single.jpg"))
    #expect(try bytes("single.jpg").count < bytes("usual.jpg").count)
  }

  @Test(
    arguments: [
      ("a.jpg", "1.5", "from 0"), ("a.jpg", "80", "from 0"), ("a.webp", "-0.1", "from 0"), ("a.jpg", "nan", "from 0"),
      ("a.png", "0.5", "has no effect on .png"), ("%d.png", "0.5", "has no effect on .png"),
      ("a.gif", "0.5", "has no effect on .gif"), ("a.apng", "0.5", "has no effect on .apng"),
      ("a.mp4", "2", "from 0"),
    ])
  func aQualityThatIsNoneIsStatus2(name: String, quality: String, mention: String) throws {
    let times = name == "a.jpg" || name == "a.png" || name == "a.webp" ? [] : ["--to", "1"]
    let result = try Command.run(
      ["render", scene, "-o", folder.file(name), "--quality", quality] + times + Self.reference)
    expectFailure(result, status: 2, mentions: "--quality: expected", mention, "see 'multiplane render")
    #expect(try folder.contents() == ["moving.json"])
  }

  @Test func anEffortIsTheSameForFramesAndPictures() throws {
    #expect(try render("%d.png", "--to", "1", "--fps", "1", "--effort", "1").status == 0)
    #expect(try render("single.png", "--effort", "1").status == 0)
    #expect(try render("fast.png", "--effort", "0").status == 0)
    #expect(try bytes("0.png") == bytes("single.png"))
    #expect(try bytes("single.png").count < bytes("fast.png").count)
  }

  @Test(
    arguments: [
      ("a.png", "1.5", "from 0"), ("a.webp", "-1", "from 0"), ("a.png", "nan", "from 0"),
      ("a.jpg", "0.5", "has no effect on .jpg"), ("%d.avif", "0.5", "has no effect on .avif"),
      ("a.apng", "0.5", "has no effect on videos and animations, here .apng"),
    ])
  func anEffortThatIsNoneIsStatus2(name: String, effort: String, mention: String) throws {
    let times = ["%d.avif", "a.apng"].contains(name) ? ["--to", "1"] : []
    let result = try Command.run(
      ["render", scene, "-o", folder.file(name), "--effort", effort] + times + Self.reference)
    expectFailure(result, status: 2, mentions: "--effort: expected", mention, "see 'multiplane render")
    #expect(try folder.contents() == ["moving.json"])
  }

  @Test func aLineSaysHowLongItTookUnlessQuiet() throws {
    let result = try render("%d.png", "--to", "1", "--fps", "2")
    #expect(result.output == "")
    #expect(result.error.contains(/^multiplane: .*%d\.png: 2 frames in \d+\.\d+ s, \d+\.\d frames per second\n$/))
    let quiet = try render("%d.png", "--to", "1", "--fps", "2", "--quiet")
    #expect(quiet.status == 0 && quiet.output == "" && quiet.error == "")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsItAndLeavesWholeFramesOnly(signal: Int32) throws {
    let process = try Command.makeProcess(
      ["render", scene, "-o", folder.file("%d.png"), "--to", "10000", "--quiet"] + Self.reference)
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    Command.wait(for: process) { FileManager.default.fileExists(atPath: folder.file("5.png")) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
    let pictures = try folder.contents().filter { $0 != "moving.json" }
    #expect(pictures.count >= 6)
    for picture in pictures {
      #expect(picture.hasSuffix(".png"))
      // The last chunk of a PNG that is whole.
      #expect(try bytes(picture).suffix(8).prefix(4) == Data("IEND".utf8), "\(picture)")
    }
  }

  /// As under `nohup`.
  @Test func anIgnoredSignalStaysIgnored() throws {
    let process = try Command.makeProcess(
      ["render", scene, "-o", folder.file("%d.png"), "--to", "10", "--fps", "100", "--quiet"] + Self.reference,
      ignoring: "HUP")
    try process.run()
    Command.wait(for: process) { FileManager.default.fileExists(atPath: folder.file("1.png")) }
    kill(process.processIdentifier, SIGHUP)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try folder.contents().count == 1001)
  }

  @Test func aTerminalShowsABar() throws {
    let lines = try onTerminal(["render", scene, "-o", folder.file("%d.png"), "--to", "3", "--fps", "10"])
    #expect(lines.contains("[####"), "\(lines)")
    #expect(lines.contains("30/30 frames"), "\(lines)")
    #expect(lines.contains("30 frames in "), "\(lines)")
    #expect(try onTerminal(["render", scene, "-o", folder.file("%d.png"), "--to", "1", "--quiet"]) == "")
  }

  /// What the command writes on a terminal as its standard error.
  private func onTerminal(_ arguments: [String]) throws -> String {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(master) }
    // TIOCSPTLCK unlocks the other end, TIOCGPTN tells its number; Swift sees neither macro.
    var (lock, number): (Int32, Int32) = (0, 0)
    let opened = master >= 0 && ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0
    let slave = opened ? open("/dev/pts/\(number)", O_RDWR | O_NOCTTY) : -1
    try #require(slave >= 0, "no pseudoterminal")
    let process = try Command.makeProcess(arguments + Self.reference)
    process.standardError = FileHandle(fileDescriptor: slave)
    try process.run()
    process.waitUntilExit()
    close(slave)
    // A few hundred bytes at most, which the terminal holds; after the last of them reading is an
    // error.
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = read(master, &piece, piece.count), count > 0 { text += piece.prefix(count) }
    #expect(process.terminationStatus == 0)
    return String(decoding: text, as: UTF8.self)
  }
}
