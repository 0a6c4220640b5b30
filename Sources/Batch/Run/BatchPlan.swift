import Foundation
import MultiplaneDrawing
import MultiplaneSceneFile
import MultiplaneVideo

/// A validated manifest: each row is a job with a scene, values and an output.
package struct BatchPlan: Sendable {
  /// The defaults of all jobs, from the command's options.
  package struct Defaults: Sendable {
    /// The scene of jobs that name none.
    package var scene: String?
    package var scale: Double?
    package var output: OutputPattern
    /// The place of the images that parameters name.
    package var assets: FilePlace
    package var limits: SceneLimits
    /// The compression quality (`CompressionQuality`); nil for the formats' defaults.
    package var quality: Double?
    /// The effort for smaller files (`CompressionEffort`); nil for the default.
    package var effort: Double?
    /// Whether outputs of formats that are always lossy are invalid.
    package var isLossless: Bool
    /// The times of rows without their own.
    package var times = Times()

    package init(
      scene: String?, scale: Double?, output: OutputPattern, assets: FilePlace, limits: SceneLimits = .standard,
      quality: Double? = nil, isLossless: Bool = false
    ) {
      (self.scene, self.scale, self.output, self.assets, self.limits) = (scene, scale, output, assets, limits)
      (self.quality, self.isLossless) = (quality, isLossless)
    }
  }

  /// Times for rows that have none.
  package struct Times: Sendable {
    /// The scene time of pictures, in seconds; nil for each scene's poster time.
    package var time: Double?
    /// The start of frames, in seconds.
    package var from: Double?
    /// The end of frames, in seconds. With it, rows without any time are frames.
    package var to: Double?
    package var framesPerSecond: FrameRate?

    package init(time: Double? = nil, from: Double? = nil, to: Double? = nil, framesPerSecond: FrameRate? = nil) {
      (self.time, self.from, self.to, self.framesPerSecond) = (time, from, to, framesPerSecond)
    }
  }

  package let manifest: Manifest
  package let defaults: Defaults
  /// The scenes, by path.
  package let scenes: [String: SceneFacts]

  /// The number of jobs.
  package var count: Int { manifest.count }

  /// Loads every scene and validates every row.
  ///
  /// - Throws: `WrongRows` if some are invalid.
  package init(_ manifest: Manifest, _ defaults: Defaults) throws {
    self.manifest = manifest
    self.defaults = defaults
    var (scenes, wrongRows) = ([String: SceneFacts](), WrongRows(manifest.name))
    // Of the first scene that cannot be read: it hides no row that is wrong.
    var unreadable: (any Error)?
    for index in 0..<manifest.count {
      try wrongRows.noting(index) {
        let row = try manifest.row(at: index)
        guard let scene = row.scene ?? defaults.scene else {
          throw BatchError.row(
            name: manifest.name, line: row.line,
            problem: "scene: is missing; name one in the row, or one for all with --scene")
        }
        guard unreadable == nil, scenes[scene] == nil else { return }
        do { scenes[scene] = try SceneFacts(of: scene, limits: defaults.limits) } catch { unreadable = error }
      }
    }
    // Its columns are checked without rows, too.
    if manifest.count == 0, let scene = defaults.scene {
      scenes[scene] = try SceneFacts(of: scene, limits: defaults.limits)
    }
    self.scenes = scenes
    if unreadable == nil {
      try wrongRows.noting(-1) { try checkColumns() }
      guard !wrongRows.indices.contains(-1) else { throw wrongRows }
    }
    var (ids, outputs) = (RowIndex(rows: manifest.count), RowIndex(rows: manifest.count))
    var (files, hasSequences, hasFrames, folders) = (0, false, false, OutputFolders())
    for index in 0..<manifest.count where !wrongRows.indices.contains(index) {
      try wrongRows.noting(index) {
        if unreadable != nil, try (manifest.row(at: index).scene ?? defaults.scene).flatMap({ scenes[$0] }) == nil {
          return
        }
        let job = try job(at: index)
        if try ids.add(index, job.id, text: { try self.job(at: $0).id }) != nil {
          throw wrong(job.line, "id: expected a unique one, found \"\(job.id)\" again")
        }
        if let earlier = try outputs.add(index, job.output, text: { try self.job(at: $0).output }) {
          let line = try self.job(at: earlier).line
          throw wrong(job.line, "output: expected a unique one, found \(job.output) as in line \(line)")
        }
        try folders.add(job) { folder in
          try outputs.row(of: folder) { try self.job(at: $0).output }.map { try self.job(at: $0).line }
        } wrong: {
          wrong(job.line, $0)
        }
        files += job.fileCount
        if case .frames = job.moment { hasFrames = true }
        hasSequences = hasSequences || job.isSequence
      }
    }
    guard wrongRows.indices.isEmpty else { throw wrongRows }
    if let unreadable { throw unreadable }
    if !hasFrames, count > 0, defaults.times.from != nil || defaults.times.framesPerSecond != nil {
      throw BatchError.manifest(
        name: manifest.name, problem: "expected jobs with frames for --from and --fps, found none; add --to")
    }
    if hasSequences, files <= Self.mostCompared { try wrongRows.noting(0) { try checkSequences(files: files) } }
    guard wrongRows.indices.isEmpty else { throw wrongRows }
  }

  /// Rejects the columns of a table that no scene has as a parameter: once, as they are wrong in
  /// every row.
  private func checkColumns() throws(BatchError) {
    guard let columns = manifest.columns, !scenes.isEmpty, manifest.ignored != .unknown else { return }
    var known = Set(Manifest.jobColumns)
    if case .named(let ignored) = manifest.ignored { known.formUnion(ignored) }
    for scene in scenes.values { known.formUnion(scene.lookup.parameters.map(\.name)) }
    let most = KeyPathPattern.most * scenes.count
    let keyPaths = columns.count { !known.contains($0) && KeyPathPattern($0) != nil }
    guard keyPaths <= most else {
      throw wrong(1, "expected at most \(most) columns with key paths of an animation's parts, found \(keyPaths)")
    }
    let unknown = columns.indices.filter { index in
      !known.contains(columns[index])
        && !scenes.values.contains { $0.lookup.declaration(of: columns[index]) != nil }
    }
    guard let index = unknown.first else { return }
    let others = unknown.count - 1
    let more = others == 0 ? "" : ", and neither \(others == 1 ? "is 1 other" : "are \(others) others")"
    guard !columns[index].isEmpty else {
      throw wrong(1, "column \(index + 1): has no name\(more); name it, or skip it with --ignore-columns all")
    }
    let parts =
      KeyPathPattern(columns[index]) == nil ? [] : scenes.values.flatMap { $0.lookup.keyPaths.map(\.name) }.sorted()
    let owner = scenes.count == 1 ? scenes.keys.first ?? "" : "any of the scenes"
    throw wrong(
      1,
      "column \(JSONValue.string(columns[index]).found): is not a parameter of \(owner)\(more)"
        + Suggestion.sentence(for: columns[index], among: known.sorted() + parts)
        + "; --ignore-columns skips columns")
  }

  /// Rejects outputs that cannot be written, or would overwrite a scene or an image of a job.
  ///
  /// - Throws: `WrongRows`.
  package func checkOutputs() throws {
    var (wrongRows, folders) = (WrongRows(manifest.name), Set<Int>())
    for index in 0..<manifest.count {
      try wrongRows.noting(index) {
        let job = try job(at: index)
        for path in paths(of: job).prefix(Self.mostCompared) {
          if let found = OutputFolders.obstacle(to: path, &folders) {
            throw wrong(job.line, "output: expected a path for a file, found \(found); name another, or remove it")
          }
        }
      }
    }
    guard wrongRows.indices.isEmpty else { throw wrongRows }
    try checkInputsStay()
  }

  private func checkInputsStay() throws {
    // By hash.
    var (read, written): (Set<Int>, Set<Int>) = ([], [])
    for (path, facts) in scenes { read.formUnion(([path] + facts.files.map(\.path)).compactMap(Self.identity(of:))) }
    for index in 0..<manifest.count {
      let job = try job(at: index)
      read.formUnion(images(of: job).compactMap(Self.identity(of:)))
      written.formUnion(paths(of: job).prefix(Self.mostCompared).compactMap(Self.identity(of:)))
    }
    guard !read.isDisjoint(with: written) else { return }
    var wrongRows = WrongRows(manifest.name)
    for index in 0..<manifest.count {
      try wrongRows.noting(index) {
        let job = try job(at: index)
        if let path = paths(of: job).first(where: { Self.identity(of: $0).map(read.contains) ?? false }) {
          throw wrong(
            job.line, "output: expected a file that no job reads, found \(path); name another, or another folder")
        }
      }
    }
    throw wrongRows
  }

  /// The files of a job's output.
  private func paths(of job: BatchJob) -> some Sequence<String> {
    (0..<job.fileCount).lazy.map { defaults.output.folder + job.file(at: $0) }
  }

  /// The images that a job's values name.
  private func images(of job: BatchJob) -> [String] {
    (scenes[job.scene]?.images(of: job) ?? []).map { defaults.assets.path(of: $0) }
  }

  /// A hash of the identity of a path's file, the same for every path to it; nil without a file.
  private static func identity(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)].hashValue
  }

  /// Files of jobs that are compared where sequences are among them: as many take a second or two,
  /// and 16 MiB.
  private static let mostCompared = 1_000_000

  /// Refuses a sequence one of whose pictures another job has, too.
  private func checkSequences(files: Int) throws(BatchError) {
    var index = RowIndex(rows: files)
    // The number of each job's first file.
    var starts: [Int] = []
    var next = 0
    for row in 0..<manifest.count {
      starts.append(next)
      let job = try job(at: row)
      for number in 0..<job.fileCount {
        let file = job.file(at: number)
        let earlier = try index.add(next, file) { number throws(BatchError) in
          let row = Self.row(of: number, starts)
          return try self.job(at: row).file(at: number - starts[row])
        }
        if let earlier {
          let line = try self.job(at: Self.row(of: earlier, starts)).line
          throw wrong(job.line, "output: expected unique files, found \(file) as in line \(line)")
        }
        next += 1
      }
    }
    for row in 0..<manifest.count {
      let job = try job(at: row)
      for folder in OutputFolders.folders(of: job.file(at: 0)) {
        let file = try index.row(of: folder) { number throws(BatchError) in
          let row = Self.row(of: number, starts)
          return try self.job(at: row).file(at: number - starts[row])
        }
        guard let file else { continue }
        let line = try self.job(at: Self.row(of: file, starts)).line
        throw wrong(job.line, OutputFolders.problem(job.output, inside: folder, line: line))
      }
    }
  }

  /// The last row that begins at a file or before it.
  private static func row(of file: Int, _ starts: [Int]) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= file { low = middle } else { high = middle }
    }
    return low
  }

  private func wrong(_ line: Int, _ problem: String) -> BatchError {
    .row(name: manifest.name, line: line, problem: problem)
  }

  /// The job of a row.
  ///
  /// - Throws: `BatchError.row` for an invalid row.
  package func job(at index: Int) throws(BatchError) -> BatchJob {
    let row = try manifest.row(at: index)
    let scene = row.scene ?? defaults.scene ?? ""
    let id = row.id ?? "\(row.line)"
    guard id.wholeMatch(of: /[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}/) != nil else {
      throw wrong(
        row.line, "id: expected at most 128 letters, digits, dots, _ and -, found \(JSONValue.string(id).found)")
    }
    let scale = row.scale ?? defaults.scale
    if let scale, !(scale > 0 && scale <= SceneLimits.standard.maximumMagnitude) {
      throw wrong(row.line, "scale: expected a number above 0, found \(JSONValue.number(scale).found)")
    }
    let moment = try moment(of: row, name: output(of: row, id: id, index: index), of: scenes[scene])
    var job = BatchJob(
      line: row.line, id: id, scene: scene, parameters: try parameters(of: row, scene), moment: moment, scale: scale,
      output: try checkedOutput(of: row, id: id, index: index, moment))
    if job.hasQuality { job.quality = defaults.quality }
    if job.hasEffort { job.effort = defaults.effort }
    guard !defaults.isLossless || job.isLosslessAtBest else {
      throw wrong(
        row.line, "output: expected a name that ends in .png, .webp, .avif or .apng for --lossless, found \(job.output)"
      )
    }
    return job
  }

  /// - Parameter name: the name of the output; nil if it has none.
  private func moment(
    of row: Manifest.Row, name: String?, of scene: SceneFacts?
  ) throws(BatchError) -> BatchJob.Moment {
    let (usual, timeline) = (defaults.times, scene?.timeline)
    let hasFrames = row.from != nil || row.to != nil || row.framesPerSecond != nil
    // Of an animation, the name is enough.
    let isNamed = timeline != nil && usual.time == nil && name.map(Self.namesFrames) == true
    guard hasFrames || row.time == nil && (usual.to != nil || isNamed) else {
      return .picture(time: positiveZero(row.time ?? usual.time ?? scene?.posterTime))
    }
    guard row.time == nil else { throw wrong(row.line, "time: not allowed with from and to") }
    guard let to = row.to ?? usual.to ?? timeline?.duration else {
      throw wrong(row.line, "to: is missing; expected the end of the frames in seconds")
    }
    let from = positiveZero(row.from ?? usual.from)
    do {
      let own = timeline.flatMap { FrameRate($0.frameRate) }
      guard let rate = row.framesPerSecond ?? usual.framesPerSecond ?? own else {
        return .frames(try FrameTimes(from: from, to: to, fps: 60), to: to)
      }
      return .frames(try FrameTimes(from: from, to: to, rate: rate), to: to)
    } catch {
      guard case .times(let parameter, let problem) = error else { throw wrong(row.line, "\(error)") }
      throw wrong(row.line, "\(parameter == .framesPerSecond ? "fps" : parameter.rawValue): \(problem)")
    }
  }

  /// A time, 0 unless given. -0 is 0, as which it is written.
  private func positiveZero(_ time: Double?) -> Double { (time ?? 0) + 0.0 }

  /// Whether a name is that of a video or a sequence, and not that of a picture.
  private static func namesFrames(_ output: String) -> Bool {
    let isPicture = (try? ImageFileFormat(path: output)) != nil
    return isPicture ? FramePattern.looksLikeOne(output) : VideoFormat(ofFrames: output) != nil
  }

  /// The name of a row's output; nil if it has none.
  private func output(of row: Manifest.Row, id: String, index: Int) -> String? {
    row.output ?? (defaults.output.isFolder ? nil : defaults.output.name(id: id, index: index))
  }

  private func checkedOutput(
    of row: Manifest.Row, id: String, index: Int, _ moment: BatchJob.Moment
  ) throws(BatchError) -> String {
    guard let output = output(of: row, id: id, index: index) else {
      throw wrong(row.line, "output: is missing; name one in the row, or all with -o, as in -o 'cards/{id}.png'")
    }
    guard OutputPattern.isWithinFolder(output) else {
      throw wrong(row.line, "output: expected a path inside the folder of -o, found \(JSONValue.string(output).found)")
    }
    if let problem = problem(with: output, moment) {
      throw wrong(row.line, "output: \(problem), found \(JSONValue.string(output).found)")
    }
    return output
  }

  /// The problem of an output's name, without the "found" part.
  private func problem(with output: String, _ moment: BatchJob.Moment) -> String? {
    let isPicture = (try? ImageFileFormat(path: output)) != nil
    guard case .frames(let times, _) = moment else {
      return isPicture ? nil : "expected a name that ends in \(ImageFileFormat.extensions.joined(separator: ", "))"
    }
    if VideoFormat(ofFrames: output) != nil {
      return VideoFormat.speeds.contains(times.framesPerSecond)
        ? nil
        : "expected \(VideoFormat.speeds.lowerBound) to \(VideoFormat.speeds.upperBound) frames per second for a video"
    }
    if isPicture, (try? FramePattern(output)) != nil { return nil }
    let videos = VideoFormat.extensions.joined(separator: ", ")
    return "expected a name that ends in \(videos), or one with the frame's number, such as frames/%04d.png"
  }

  private func parameters(of row: Manifest.Row, _ scene: String) throws(BatchError) -> [String: ParameterValue] {
    let lookup = scenes[scene]?.lookup ?? ParameterLookup([])
    if let problem = lookup.problem(withNames: row.parameters.keys) {
      throw wrong(row.line, "parameters: \(problem)")
    }
    var values: [String: ParameterValue] = [:]
    for (name, given) in row.parameters {
      guard let declaration = lookup.declaration(of: name) else {
        if manifest.ignored == .unknown { continue }
        throw wrong(
          row.line,
          "parameters.\(name): is not a parameter of \(scene)" + lookup.suggestion(for: name))
      }
      let value =
        switch given {
        case .json(let value): value
        case .text(let text): declaration.value(ofText: text)
        }
      if let problem = declaration.problem(with: value) { throw wrong(row.line, "parameters.\(name): \(problem)") }
      if declaration.kind == .image, case .string(let path) = value, declaration.allowedValues == nil,
        defaults.assets.byteCount(at: defaults.assets.path(of: path)) == nil
      {
        throw wrong(
          row.line,
          "parameters.\(name): expected a file among the assets, found none at \(JSONValue.string(path).found)")
      }
      values[name] = value
    }
    if let missing = lookup.parameters.first(where: { $0.isRequired && values[$0.name] == nil }) {
      throw wrong(row.line, "parameters.\(missing.name): is missing, and has no default")
    }
    return values
  }
}
