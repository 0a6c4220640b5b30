import ArgumentParser
import Foundation
import Logging
import MultiplaneBatch
import MultiplaneDrawing
import MultiplaneSceneFile
import MultiplaneVideo

/// The manifest and the defaults of its jobs, shared by `batch` and `plan`.
struct ManifestOptions: ParsableArguments {
  @Argument(
    help: "The manifest (.jsonl, .csv or .tsv); - reads JSON Lines from standard input.",
    completion: .file(extensions: ["jsonl", "csv", "tsv"]))
  var manifest: String

  @Option(help: ArgumentHelp("The scene of jobs without \"scene\".", valueName: "file"), completion: .scene)
  var scene: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the images that parameters name; paths outside it are refused. (default: the manifest's folder)",
      valueName: "folder"), completion: .directory)
  var assets: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point of jobs without \"scale\". (default: the scene's)", valueName: "pixels"))
  var scale: Double?

  @Option(
    name: .customLong("ignore-columns"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      Columns of a table to skip, separated by commas: any columns by name, or 'all' that are no parameters. For JSON \
      Lines: names of parameters.
      """,
      valueName: "names"))
  var ignoredColumns: [String] = []

  @OptionGroup var times: ManifestTimeOptions
  @OptionGroup var quality: QualityOption
  @OptionGroup var effort: EffortOption

  func validate() throws {
    if let quality = quality.quality, let problem = CompressionQuality.problem(with: quality) {
      throw ValidationError("--quality: expected \(problem.expected), found \(problem.found)")
    }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
  }

  /// Parses the pattern of output names.
  static func pattern(_ text: String) throws -> OutputPattern {
    guard let pattern = OutputPattern(text) else {
      throw ValidationError("-o: expected only {id} or {index:04} in braces, found '\(text)'")
    }
    if pattern.isOne {
      throw ValidationError(
        "-o: expected a different name per job, such as cards/{id}.png, or a folder (cards/), found '\(text)'")
    }
    return pattern
  }

  /// Reads and validates the manifest. Reports errors and exits: with status 2 for an invalid row,
  /// with 1 for a file that cannot be read.
  ///
  /// - Parameter drawsHere: whether outputs are written on this machine, so that they must not
  ///   overwrite the inputs of a job.
  func plan(_ output: OutputPattern, _ limits: SceneLimits, drawsHere: Bool = false) throws -> BatchPlan {
    do {
      let isStandardInput = manifest == "-"
      let bytes = try isStandardInput ? StandardInput.bytes(atMost: Manifest.largest) : manifestBytes()
      var defaults = BatchPlan.Defaults(
        scene: scene, scale: scale, output: output, assets: try assetsPlace(), limits: limits,
        quality: quality.value(hasQuality: true), isLossless: quality.isLossless)
      defaults.times = times.times
      defaults.effort = effort.effort
      let plan = try BatchPlan(
        Manifest(
          bytes, name: isStandardInput ? "standard input" : manifest, format: Manifest.Format(path: manifest),
          ignoring: ignored),
        defaults)
      if drawsHere { try plan.checkOutputs() }
      if plan.count == 0 {
        Logger(label: "multiplane.manifest").warning("\(plan.manifest.name): no jobs, as the manifest has no rows")
      }
      return plan
    } catch  where !(error is CommandError) {
      for line in (error as? WrongRows)?.lines ?? ["\(error)"] { StandardError.write(line) }
      if error is WrongRows { throw ExitCode(2) }
      if case BatchError.row = error { throw ExitCode(2) }
      throw ExitCode(1)
    }
  }

  private var ignored: Manifest.IgnoredColumns {
    ignoredColumns == ["all"]
      ? .unknown : .named(Set(ignoredColumns.flatMap { $0.split(separator: ",").map(String.init) }))
  }

  /// The folder of the assets: the manifest's by default.
  var assetsFolder: String {
    assets ?? (manifest == "-" ? nil : manifest.lastIndex(of: "/").map { String(manifest[...$0]) }) ?? "."
  }

  func assetsPlace() throws(ImageError) -> FilePlace { try FilePlace(confinedTo: assetsFolder) }

  private func manifestBytes() throws -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: manifest) else {
      throw BatchError.manifest(
        name: manifest, problem: "expected a readable manifest, found \(pathProblem(errno, .reading))")
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: manifest, isDirectory: &isFolder), isFolder.boolValue {
      throw BatchError.manifest(name: manifest, problem: "expected a manifest, found a folder")
    }
    let data = try file.read(upToCount: Manifest.largest + 1) ?? Data()
    guard data.count <= Manifest.largest else {
      throw BatchError.manifest(
        name: manifest, problem: "expected at most \(Manifest.largest >> 20) MiB, found more; split it")
    }
    return [UInt8](data)
  }
}

/// The times of jobs without their own.
struct ManifestTimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Scene time of pictures without \"time\", in seconds. (default: the scene's \"poster\")", valueName: "seconds"))
  var time: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start of frames without \"from\", in seconds. (default: 0)", valueName: "seconds"))
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      End of frames without \"to\", in seconds, exclusive. Jobs without any time are then videos or sequences. \
      (default: that of a Lottie animation)
      """,
      valueName: "seconds"))
  var to: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Frames per second of jobs without \"fps\", as a number or a fraction such as 30000/1001. (default: those of a \
      Lottie animation, else 60)
      """,
      valueName: "frames"))
  var fps: String?

  func validate() throws {
    for (name, value) in [("time", time), ("from", from), ("to", to)] {
      guard let value, !value.isFinite else { continue }
      throw ValidationError("--\(name): expected a finite number of seconds, found \(value)")
    }
    if time != nil, to != nil { throw ValidationError("--time: not allowed with --to, which makes frames of all jobs") }
    if let fps, FrameRate(text: fps) == nil {
      throw ValidationError(
        "--fps: expected frames per second above 0, such as 60, 29.97 or 30000/1001, found '\(fps)'")
    }
  }

  var times: BatchPlan.Times {
    BatchPlan.Times(time: time, from: from, to: to, framesPerSecond: fps.flatMap(FrameRate.init(text:)))
  }
}

extension FilePlace {
  /// A place confined to a folder: paths outside it are refused.
  init(confinedTo folder: String) throws(ImageError) {
    self.init(
      folder: folder.hasSuffix("/") ? folder : folder + "/", root: try FolderRoot(folder, called: "the assets folder"))
  }
}

/// The size of chunks, shared by `batch` and `plan`. The same options make the same bytes.
struct ChunkSizeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Estimated seconds of one core per chunk. The true time is a third to four times as long. \
      (default: 60, and 10 for 'batch')
      """,
      valueName: "seconds"))
  var chunkSeconds: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames or pictures per chunk instead, rounded up to whole groups of pictures.", valueName: "count"))
  var chunkFrames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds between the key frames of a video; a chunk begins with a key frame.", valueName: "seconds"))
  var group = 2.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Encoder threads per chunk of a video; their number changes the bytes.", valueName: "count"))
  var encoderThreads = 1

  func validate() throws {
    if let chunkSeconds, !(chunkSeconds > 0 && chunkSeconds.isFinite) {
      throw ValidationError("--chunk-seconds: expected a number above 0, found \(chunkSeconds)")
    }
    if let chunkFrames, !(1...1_000_000).contains(chunkFrames) {
      throw ValidationError("--chunk-frames: expected 1 to 1000000, found \(chunkFrames)")
    }
    if chunkSeconds != nil, chunkFrames != nil {
      throw ValidationError("expected --chunk-seconds or --chunk-frames, found both")
    }
    guard group >= 0, group.isFinite else {
      throw ValidationError("--group: expected 0 or more seconds, found \(group)")
    }
    guard (1...256).contains(encoderThreads) else {
      throw ValidationError("--encoder-threads: expected 1 to 256, found \(encoderThreads)")
    }
  }

  /// - Parameter seconds: the default of the estimated seconds per chunk.
  func options(usually seconds: Double) -> ChunkOptions {
    var options = ChunkOptions()
    options.size = chunkFrames.map(JobCut.Size.frames) ?? .seconds(chunkSeconds ?? seconds)
    (options.groupSeconds, options.encoderThreads) = (group, encoderThreads)
    return options
  }
}
