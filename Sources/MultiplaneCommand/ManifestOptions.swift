import ArgumentParser
import Foundation
import MultiplaneBatch
import MultiplaneDrawing
import MultiplaneSceneFile

/// The manifest and what holds for all of its jobs, as `batch` and `plan` take them.
struct ManifestOptions: ParsableArguments {
  @Argument(help: "The manifest, .jsonl or .csv; - is JSON Lines from standard input.")
  var manifest: String

  @Option(help: ArgumentHelp("The scene of the jobs that name none.", valueName: "file"))
  var scene: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the images that parameters name; no path leads out of it. (default: that of the manifest)",
      valueName: "folder"))
  var assets: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point of the jobs that say none. (default: the scene's)", valueName: "pixels"))
  var scale: Double?

  @OptionGroup var quality: QualityOption

  func validate() throws {
    if let quality = quality.quality, let problem = CompressionQuality.problem(with: quality) {
      throw ValidationError("--quality: expected \(problem.expected), found \(problem.found)")
    }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
  }

  /// The names of outputs.
  static func pattern(_ text: String) throws -> OutputPattern {
    guard let pattern = OutputPattern(text) else {
      throw ValidationError("-o: expected {id} or {index:04} in braces, found '\(text)'")
    }
    if pattern.isOne {
      throw ValidationError(
        "-o: expected a name of each job's own, such as cards/{id}.png, or a folder, cards/, found '\(text)'")
    }
    return pattern
  }

  /// Reads and checks all of it. What is wrong is told and ends the program: a row with status 2, as it was not understood; a
  /// file that cannot be read with 1, as with every subcommand.
  ///
  /// - Parameter drawsHere: whether outputs are written where their paths are now, which may not be what a job reads.
  func plan(_ output: OutputPattern, _ limits: SceneLimits, drawsHere: Bool = false) throws -> BatchPlan {
    do {
      let isStandardInput = manifest == "-"
      let bytes = try isStandardInput ? StandardInput.bytes(atMost: Manifest.largest) : manifestBytes()
      let defaults = BatchPlan.Defaults(
        scene: scene, scale: scale, output: output, assets: try assetsPlace(), limits: limits,
        quality: quality.quality)
      let plan = try BatchPlan(
        Manifest(
          bytes, name: isStandardInput ? "standard input" : manifest, isCSV: manifest.lowercased().hasSuffix(".csv")),
        defaults)
      if drawsHere { try plan.checkInputsStay() }
      return plan
    } catch  where !(error is CommandError) {
      for line in (error as? WrongRows)?.lines ?? ["\(error)"] { StandardError.write(line) }
      if error is WrongRows { throw ExitCode(2) }
      if case BatchError.row = error { throw ExitCode(2) }
      throw ExitCode(1)
    }
  }

  /// The folder of the manifest unless another was named.
  var assetsFolder: String {
    assets ?? (manifest == "-" ? nil : manifest.lastIndex(of: "/").map { String(manifest[...$0]) }) ?? "."
  }

  func assetsPlace() throws(ImageError) -> FilePlace { try FilePlace(confinedTo: assetsFolder) }

  private func manifestBytes() throws -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: manifest) else {
      throw BatchError.manifest(
        name: manifest, problem: "expected a manifest that can be read, found \(pathProblem(errno, .reading))")
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: manifest, isDirectory: &isFolder), isFolder.boolValue {
      throw BatchError.manifest(name: manifest, problem: "expected a manifest, found a folder")
    }
    let data = try file.read(upToCount: Manifest.largest + 1) ?? Data()
    guard data.count <= Manifest.largest else {
      throw BatchError.manifest(
        name: manifest, problem: "expected at most \(Manifest.largest >> 20) MiB, found more; cut it in two")
    }
    return [UInt8](data)
  }
}

extension FilePlace {
  /// The folder of the images that parameters name, which no path leads out of.
  init(confinedTo folder: String) throws(ImageError) {
    self.init(
      folder: folder.hasSuffix("/") ? folder : folder + "/", root: try FolderRoot(folder, called: "the assets folder"))
  }
}

/// How jobs of many frames are cut, as `batch` and `plan` take it. The same numbers make the same bytes.
struct ChunkSizeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      About how many seconds of one core a chunk takes, as reckoned, which is one to five times what it takes. \
      (default: 60, for 'batch' 10)
      """,
      valueName: "seconds"))
  var chunkSeconds: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many frames, or pictures, a chunk has instead, rounded up to whole groups of pictures.", valueName: "count"))
  var chunkFrames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds from one key frame of a video to the next; chunks begin with one.", valueName: "seconds"))
  var group = 2.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many threads encode the video of a chunk; other numbers make other bytes.", valueName: "count"))
  var encoderThreads = 1

  func validate() throws {
    if let chunkSeconds, !(chunkSeconds > 0 && chunkSeconds.isFinite) {
      throw ValidationError("--chunk-seconds: expected a number above 0, found \(chunkSeconds)")
    }
    if let chunkFrames, !(1...1_000_000).contains(chunkFrames) {
      throw ValidationError("--chunk-frames: expected 1 to 1000000, found \(chunkFrames)")
    }
    if chunkSeconds != nil, chunkFrames != nil {
      throw ValidationError("--chunk-frames: expected no --chunk-seconds beside it")
    }
    guard group >= 0, group.isFinite else {
      throw ValidationError("--group: expected 0 or more seconds, found \(group)")
    }
    guard (1...256).contains(encoderThreads) else {
      throw ValidationError("--encoder-threads: expected 1 to 256, found \(encoderThreads)")
    }
  }

  /// - Parameter seconds: reckoned seconds of a chunk where nothing was said.
  func options(usually seconds: Double) -> ChunkOptions {
    var options = ChunkOptions()
    options.size = chunkFrames.map(JobCut.Size.frames) ?? .seconds(chunkSeconds ?? seconds)
    (options.groupSeconds, options.encoderThreads) = (group, encoderThreads)
    return options
  }
}
