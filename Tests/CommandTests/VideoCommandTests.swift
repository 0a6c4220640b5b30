import Foundation
import Testing

/// `render -o clip.mp4` and its like. What is handed to `ffmpeg` is tested with a stand-in for it,
/// the files that it makes with the real one, where there is one.
@Suite struct VideoCommandTests {
  private let folder: TestFolder
  private let scene: String
  private static let software = ["--device", "software"]

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.moving, to: "moving.json")
  }

  /// Puts a shell script in the place of `ffmpeg`; the value for `PATH`.
  private func standIn(_ script: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
    let program = try folder.write("#!/bin/sh\n\(script)\n", to: "bin/ffmpeg")
    #expect(chmod(program, 0o755) == 0)
    return folder.file("bin") + ":/usr/bin:/bin"
  }

  /// Keeps the arguments, and the frames as the video.
  private let recorder = #"printf '%s\n' "$@" > "${0%/*}/arguments"; for last; do :; done; cat > "${last#file:}""#

  /// Does the same for a GIF: what is to be the palette is a zero byte a thousand times, and the
  /// video the frames that were kept.
  private let keeper = #"""
    for last; do :; done
    case "$*" in
      *palettegen*) head -c 1024 /dev/zero ;;
      *paletteuse*) cat >/dev/null; while [ "$1" != -i ]; do shift; done; cat "${2#file:}" > "${last#file:}" ;;
      *) printf '%s\n' "$@" > "${0%/*}/arguments"; cat > "${last#file:}" ;;
    esac
    """#

  private func render(_ name: String, _ options: String..., path: String? = nil) throws -> CommandResult {
    try Command.run(["render", scene, "-o", folder.file(name)] + options + Self.software, path: path)
  }

  @Test(arguments: ["mp4", "webm", "gif", "mov", "MP4"], [[], ["--no-overlap"]])
  func framesOfAnOpaqueSceneAreHandedOverInTheirOrder(format: String, option: [String]) throws {
    let opaque = try folder.write(
      TestScene.moving.replacingOccurrences(of: #""size""#, with: ##""background": "#ff0", "size""##), to: "opaque.json"
    )
    let path = try standIn(format == "gif" ? keeper : recorder)
    let clip = folder.file("clip.\(format)")
    let result = try Command.run(
      ["render", opaque, "-o", clip, "--to", "1", "--fps", "20"] + option + Self.software, path: path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("20 frames in"))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: clip)))
    try #require(bytes.count == 20 * 20 * 10 * 4)
    // The blue layer's left edge moves by half a pixel per frame: look where it is whole.
    let (blue, yellow): ([UInt8], [UInt8]) = ([0, 0, 255, 255], [255, 255, 0, 255])
    for frame in stride(from: 0, to: 20, by: 2) {
      let layer = frame / 2..<frame / 2 + 10
      let row = Array(bytes[frame * 800..<frame * 800 + 80])
      #expect(row == (0..<20).flatMap { layer.contains($0) ? blue : yellow }, "frame \(frame)")
    }
    let arguments = try String(contentsOfFile: folder.file("bin/arguments"), encoding: .utf8).split(separator: "\n")
    for pair in [
      ["-pixel_format", "rgb0"], ["-video_size", "20x10"], ["-framerate", "20/1"],
      ["-f", format == "gif" ? "matroska" : format.lowercased()],
    ] {
      let isThere = zip(arguments, arguments.dropFirst()).contains { "\($0)" == pair[0] && "\($1)" == pair[1] }
      #expect(isThere, "\(pair)")
    }
    #expect(try folder.contents() == ["bin", "clip.\(format)", "moving.json", "opaque.json"])
  }

  @Test(arguments: [
    ("webm", "rgba", [0, 0, 255, 51]), ("gif", "rgba", [0, 0, 255, 51]), ("mov", "rgba", [0, 0, 255, 51]),
    ("mp4", "rgb0", [0, 0, 51, 51]),
  ])
  func transparentFramesAreStraightWhereThereIsAlphaAndElseOverBlack(
    format: String, pixelFormat: String, pixel: [UInt8]
  ) throws {
    let translucent = try folder.write(
      TestScene.moving.replacingOccurrences(of: "#00f", with: "#0000ff33"), to: "translucent.json")
    let clip = folder.file("clip.\(format)")
    let result = try Command.run(
      ["render", translucent, "-o", clip, "--to", "1", "--fps", "1"] + Self.software,
      path: standIn(format == "gif" ? keeper : recorder))
    #expect(result.status == 0, "\(result.error)")
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: clip))).prefix(4) == pixel[...])
    let arguments = try String(contentsOfFile: folder.file("bin/arguments"), encoding: .utf8)
    #expect(arguments.contains("-pixel_format\n\(pixelFormat)\n"))
  }

  @Test func withoutFfmpegItIsOneLineAndStatus1() throws {
    let result = try render("clip.mp4", "--to", "1", path: folder.path)
    expectFailure(result, status: 1, mentions: "clip.mp4", "needs the program ffmpeg", "install")
    #expect(try folder.contents() == ["moving.json"])
  }

  @Test(
    arguments: [
      (
        "cat >/dev/null; echo first >&2; echo 'no room at all' >&2; echo 'Conversion failed!' >&2; exit 1",
        "no room at all"
      ),
      (
        "echo '[info] ffmpeg version 0' >&2; echo '[mp4 @ 0x1] [error] no room' >&2; echo '[info] later' >&2; exit 1",
        "\"[mp4 @ 0x1] no room\""
      ),
      (  // Version 7.
        """
        cat >/dev/null
        echo '[out#0/mp4 @ 0x1] [error] Could not write header: no room' >&2
        echo '[fc#0 @ 0x2] [error] Task finished with error code: -28' >&2
        echo '[fc#0 @ 0x2] [error] Terminating thread with return code -28' >&2
        echo '[out#0/mp4 @ 0x1] [error] Nothing was written into output file' >&2
        exit 228
        """, "no room"
      ),
      ("cat >/dev/null; echo '[out#0/mp4 @ 0x1] [error] Error closing file: no room' >&2", "no room"),
      ("echo 'Unknown encoder' >&2; exit 3", "Unknown encoder"), ("cat >/dev/null; exit 7", "exit status 7"),
      ("cat >/dev/null; echo 'Error closing file: no room' >&2", "no room"),
      ("cat >/dev/null; kill -9 $$", "signal 9"), ("kill -9 $$", "signal 9"),
    ])
  func aFailureOfFfmpegIsOneLineAndKeepsTheOldFile(script: String, mention: String) throws {
    let old = try folder.write("old", to: "clip.webm")
    // More than a pipe holds, so that a reader that is gone is noticed.
    let result = try render("clip.webm", "--to", "10", path: try standIn(script))
    expectFailure(result, status: 1, mentions: "clip.webm", "ffmpeg", mention)
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    #expect(try folder.contents() == ["bin", "clip.webm", "moving.json"])
  }

  @Test func aPlaceThatTakesNoFileIsToldBeforeAnythingIsDrawn() throws {
    let path = try standIn("touch \"${0%/*}/started\"; cat >/dev/null")
    expectFailure(try render("none/clip.mp4", "--to", "1", path: path), status: 1, mentions: "no folder")
    try FileManager.default.createDirectory(atPath: folder.file("taken.gif"), withIntermediateDirectories: false)
    expectFailure(try render("taken.gif", "--to", "1", path: path), status: 1, mentions: "taken.gif", "a folder")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("bin")) == ["ffmpeg"])
  }

  @Test(
    arguments: [
      ["--fps", "30"], [], ["--to", "1", "--fps", "2000"], ["--to", "1000", "--fps", "0.005"],
      ["--to", "1", "--time", "1"],
    ])
  func timesThatMakeNoVideoAreStatus2(options: [String]) throws {
    let result = try Command.run(["render", scene, "-o", folder.file("clip.mp4")] + options)
    expectFailure(result, status: 2, mentions: "found", "see 'multiplane render")
  }

  /// This `ffmpeg` reads nothing, so the command waits for it in the middle of a frame.
  @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsFfmpegToo(signal: Int32) throws {
    let path = try standIn("echo $$ > \"${0%/*}/started\"; exec sleep 1000")
    let process = try Command.makeProcess(
      ["render", scene, "-o", folder.file("clip.mp4"), "--to", "1000", "--quiet"] + Self.software, path: path)
    try process.run()
    let started = folder.file("bin/started")
    Command.wait(for: process) { (try? String(contentsOfFile: started, encoding: .utf8).hasSuffix("\n")) == true }
    usleep(200_000)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(try folder.contents() == ["bin", "moving.json"])
    let number = try #require(
      Int32(try String(contentsOfFile: started, encoding: .utf8).trimmingCharacters(in: .newlines)))
    #expect(kill(number, 0) == -1 && errno == ESRCH, "ffmpeg is gone")
  }

  // MARK: With the real one

  private static let ffmpeg = ["/usr/bin", "/usr/local/bin", "/bin"].map { "\($0)/ffmpeg" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// All frames of a video as RGBA8 rows.
  private func decode(_ name: String, decoder: [String] = []) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.ffmpeg))
    process.arguments =
      ["-nostdin", "-loglevel", "error"] + decoder + ["-i", folder.file(name), "-f", "rawvideo"]
      + ["-vf", "scale=in_color_matrix=bt709", "-pix_fmt", "rgba", "-fps_mode", "passthrough", "pipe:1"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return [UInt8](data)
  }

  /// Whether a pixel is this colour, but for what compression and conversion take away.
  private func isNear(_ pixels: [UInt8], _ x: Int, _ y: Int, width: Int, frame: Int = 0, height: Int, _ color: [Int])
    -> Bool
  {
    let first = ((frame * height + y) * width + x) * 4
    return zip(pixels[first..<first + 4], color).allSatisfy { abs(Int($0) - $1) <= 24 }
  }

  @Test(
    .enabled(if: ffmpeg != nil, "needs ffmpeg"),
    arguments: [
      ("mp4", 41, 31, 42, 32), ("mp4", 40, 30, 40, 30), ("webm", 41, 31, 42, 32), ("gif", 41, 31, 41, 31),
      // An animated PNG has frames that are alike as one that lasts longer; AnimationFileTests look
      // at its frames.
      ("mov", 41, 31, 41, 31),
    ])
  func videosShowTheScene(format: String, width: Int, height: Int, codedWidth: Int, codedHeight: Int) throws {
    let text = """
      {"version": 1, "size": [\(width), \(height)], "background": "#c03020",
       "root": {"frame": [0, 0, \(width), \(height)], "sublayers": [
         {"frame": [0, 0, 20, \(height)], "backgroundColor": "#2060d0", "animations": {"hide": {
           "class": "CABasicAnimation", "keyPath": "opacity", "fromValue": 0, "toValue": 0, "beginTime": 0.5,
           "duration": 100}}}]}}
      """
    _ = try folder.write(text, to: "colors.json")
    let result = try Command.run(
      ["render", folder.file("colors.json"), "-o", folder.file("clip.\(format)"), "--to", "1", "--fps", "10"]
        + Self.software)
    #expect(result.status == 0, "\(result.error)")
    let pixels = try decode("clip.\(format)")
    let frames = pixels.count / (codedWidth * codedHeight * 4)
    try #require(pixels.count == 10 * codedWidth * codedHeight * 4, "\(frames) frames")
    let (red, blue) = ([0xc0, 0x30, 0x20, 255], [0x20, 0x60, 0xd0, 255])
    for (frame, left) in [(0, blue), (4, blue), (6, red), (9, red)] {
      #expect(
        isNear(pixels, 8, 8, width: codedWidth, frame: frame, height: codedHeight, left), "left of frame \(frame)")
      #expect(
        isNear(pixels, 30, 8, width: codedWidth, frame: frame, height: codedHeight, red), "right of frame \(frame)")
    }
    // What is added to make a side even is the last column and row again.
    #expect(isNear(pixels, codedWidth - 1, codedHeight - 1, width: codedWidth, height: codedHeight, red))
    #expect(try folder.contents() == ["clip.\(format)", "colors.json", "moving.json"])
  }

  @Test(
    .enabled(if: ffmpeg != nil, "needs ffmpeg"),
    arguments: [
      ("webm", ["-c:v", "libvpx-vp9"]), ("gif", []), ("mov", []), ("apng", []),
    ])
  func transparencyIsKept(format: String, decoder: [String]) throws {
    let result = try render("clip.\(format)", "--scale", "4", "--to", "0.5", "--fps", "10")
    #expect(result.status == 0, "\(result.error)")
    let pixels = try decode("clip.\(format)", decoder: decoder)
    try #require(pixels.count == 5 * 80 * 40 * 4)
    #expect(isNear(pixels, 10, 20, width: 80, height: 40, [0, 0, 255, 255]))
    #expect(pixels[(20 * 80 + 70) * 4 + 3] <= 8, "the right half is transparent")
  }

  @Test(.enabled(if: ffmpeg != nil, "needs ffmpeg"))
  func anOddSideWithTransparencyGrowsToo() throws {
    #expect(try render("clip.webm", "--scale", "2.1", "--to", "0.1", "--fps", "10").status == 0)
    let pixels = try decode("clip.webm", decoder: ["-c:v", "libvpx-vp9"])
    try #require(pixels.count == 42 * 22 * 4, "42 x 21 pixels become 42 x 22")
    #expect(isNear(pixels, 2, 21, width: 42, height: 22, [0, 0, 255, 255]))
    #expect(pixels[(21 * 42 + 41) * 4 + 3] <= 8, "what is added is as transparent as its neighbours")
  }

  /// The few kilobytes of these videos are written at the very end, when a careless ffmpeg has
  /// reported success.
  @Test(
    .enabled(if: ffmpeg != nil && SmallVolume.canMount, "needs ffmpeg and the right to mount a tmpfs"),
    arguments: ["mp4", "webm", "gif", "mov"])
  func aFullDiskKeepsTheOldFile(format: String) throws {
    let volume = try SmallVolume(bytes: 8 << 10)
    let old = try volume.folder.write("old", to: "clip.\(format)")
    _ = try volume.folder.write(String(repeating: "x", count: 4096), to: "filler")
    let result = try Command.run(
      ["render", scene, "-o", old, "--scale", "16", "--to", "1", "--fps", "20"] + Self.software)
    expectFailure(result, status: 1, mentions: "clip.\(format)", "No space left on device")
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    #expect(try volume.folder.contents() == ["clip.\(format)", "filler"])
  }

  /// Straight colours under half an alpha: what is multiplied in would be half as bright.
  @Test(
    .enabled(if: ffmpeg != nil, "needs ffmpeg"),
    arguments: [("webm", ["-c:v", "libvpx-vp9"]), ("mov", []), ("apng", [])])
  func coloursUnderAnAlphaAreStraight(format: String, decoder: [String]) throws {
    let half = try folder.write(TestScene.moving.replacingOccurrences(of: "#00f", with: "#20c04080"), to: "half.json")
    let clip = folder.file("clip.\(format)")
    let result = try Command.run(
      ["render", half, "-o", clip, "--scale", "4", "--to", "0.2", "--fps", "10"] + Self.software)
    #expect(result.status == 0, "\(result.error)")
    let pixels = try decode("clip.\(format)", decoder: decoder)
    try #require(pixels.count == 2 * 80 * 40 * 4)
    #expect(isNear(pixels, 16, 20, width: 80, height: 40, [0x20, 0xc0, 0x40, 0x80]))
  }

  /// The colours of all frames in one palette: those of the last one are not in the first.
  @Test(.enabled(if: ffmpeg != nil, "needs ffmpeg"))
  func aGifHasOnePaletteForAllFrames() throws {
    let colors = (0..<8).map { "#\(String(format: "%02x", $0 * 32))40\(String(format: "%02x", 255 - $0 * 32))" }
    let text = """
      {"version": 1, "size": [40, 30], "background": "#fff", "root": {"frame": [0, 0, 40, 30], "sublayers": [
        {"frame": [4, 4, 32, 22], "animations": {"colors": {"class": "CAKeyframeAnimation", "keyPath": "backgroundColor",
          "calculationMode": "discrete", "values": [\(colors.map { "\"\($0)\"" }.joined(separator: ", "))], "duration": 0.8,
          "beginTime": -0.05}}}]}}
      """
    let scene = try folder.write(text, to: "colors.json")
    let result = try Command.run(
      ["render", scene, "-o", folder.file("clip.gif"), "--to", "0.8", "--fps", "10"] + Self.software)
    #expect(result.status == 0, "\(result.error)")
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("clip.gif"))))
    // Bit 7 of the byte behind an image's size says that it has a palette of its own; images begin
    // with a comma.
    let pixels = try decode("clip.gif")
    try #require(pixels.count == 8 * 40 * 30 * 4)
    for frame in 0..<8 {
      let expected = [frame * 32, 0x40, 255 - frame * 32, 255]
      #expect(isNear(pixels, 20, 15, width: 40, frame: frame, height: 30, expected), "frame \(frame)")
    }
    #expect(file.count < 4000)
  }

  /// Frames that wait for their palette are gone when there is none, or no file.
  @Test(arguments: ["*palettegen*) exit 9", "*palettegen*) echo 'a palette' >&2; exit 1", "*paletteuse*) kill -9 $$"])
  func aGifThatFailsLateLeavesNothing(script: String) throws {
    let path = try standIn(
      """
      for last; do :; done
      case "$*" in
        \(script) ;;
        *palettegen*) head -c 1024 /dev/zero ;;
        *) cat > "${last#file:}" ;;
      esac
      """)
    expectFailure(try render("clip.gif", "--to", "1", path: path), status: 1, mentions: "clip.gif", "ffmpeg")
    #expect(try folder.contents() == ["bin", "moving.json"])
  }

  @Test(.enabled(if: ffmpeg != nil, "needs ffmpeg"), arguments: ["mp4", "webm", "mov"])
  func lowerQualityMakesAShorterVideo(format: String) throws {
    let sizes = try ["0.1", "0.9"].map { quality in
      let result = try render(
        "clip.\(format)", "--scale", "8", "--to", "0.5", "--fps", "10", "--quality", quality)
      #expect(result.status == 0, "\(result.error)")
      return try Data(contentsOf: URL(fileURLWithPath: folder.file("clip.\(format)"))).count
    }
    #expect(sizes[0] < sizes[1])
  }

  /// Animated pictures need no program; a name in .webp is one where there are times.
  @Test(arguments: [("apng", "acTL"), ("webp", "ANMF")])
  func animatedPicturesNeedNoProgram(format: String, chunk: String) throws {
    let result = try render("clip.\(format)", "--to", "1", "--fps", "5", path: folder.path)
    #expect(result.status == 0, "\(result.error)")
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.file("clip.\(format)")))
    #expect(file.range(of: Data(chunk.utf8)) != nil)
    #expect(try folder.contents() == ["clip.\(format)", "moving.json"])
  }

  @Test(.enabled(if: ffmpeg != nil, "needs ffmpeg"))
  func aGifOfSixtyFramesASecondIsThinnedToFifty() throws {
    #expect(try render("clip.gif", "--to", "1", "--fps", "60").status == 0)
    #expect(try decode("clip.gif").count == 50 * 20 * 10 * 4)
  }
}
