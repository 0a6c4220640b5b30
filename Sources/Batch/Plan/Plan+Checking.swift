import MultiplaneVideo

// What a plan may say, checked without its assets: whoever copies or edits a plan can change any of
// its files, with the hashes that they name.

extension Plan {
  /// The inputs of a chunk, which its key names.
  struct Inputs {
    /// The frames of each job; scenes are hashes.
    var shots: [Shot] = []
    var encoding: Chunk.Encoding
    /// The size of each frame, in pixels.
    var width: Int
    var height: Int
    /// Whether each job is one picture.
    var arePictures: Bool
    /// All frames, and the output files, of each job.
    var frames: Int
    var files: Int
  }

  private var chunksPath: String { folder + "chunks.jsonl" }

  /// The inputs of a chunk.
  ///
  /// - Throws: if its jobs cannot be drawn together, or do not match its key.
  func inputs(of part: Part, _ index: Int) throws(BatchError) -> Inputs {
    func wrong(_ problem: String) -> BatchError {
      .plan(path: chunksPath, problem: "line \(index + 1): \(problem); copy or make the plan again")
    }
    var inputs: Inputs?
    var lines = ""
    for index in part.job..<part.job + part.jobs {
      let job = try job(index)
      let encoding = job.encoding(threads: head.threads)
      var result =
        inputs
        ?? Inputs(
          encoding: encoding, width: job.width, height: job.height, arePictures: job.kind == .picture,
          frames: job.shot.count, files: job.fileCount)
      guard part.jobs == 1 || job.kind == .picture && result.arePictures && encoding == result.encoding else {
        throw wrong("expected pictures of one format, found \(job.output) among them")
      }
      guard part.first + part.count <= job.shot.count else {
        throw wrong("expected at most \(job.shot.count) frames of \(job.shot.id), found more")
      }
      var shot = job.shot
      (shot.first, shot.count) = (part.first, part.count)
      let (files, images) = (shot.files ?? [:], shot.images ?? [:])
      lines += shot.lines(digest: SceneFacts.digest(scene: shot.scene, files: files), images: images)
      result.shots.append(shot)
      inputs = result
    }
    guard let inputs else { throw wrong("has no job") }
    guard part.key == key(of: lines, inputs.encoding) else {
      throw .plan(
        path: folder + "plan.json",
        problem: "the inputs of chunk \(index) do not match its key; copy or make the plan again")
    }
    let expected = Chunk.fileExtension(inputs.encoding)
    guard part.fileExtension == expected else {
      throw wrong("expected a file .\(expected), found .\(part.fileExtension)")
    }
    return inputs
  }

  /// Checks all jobs and chunks before they are joined: each chunk has the key of its inputs, the
  /// chunks are all frames of all jobs in order, and no file is an output of two jobs.
  ///
  /// - Parameter version: the version of this program. Another one may derive other keys.
  package func checkWhole(version: String) throws(BatchError) {
    let starts: [Int]
    do {
      starts = try checkChunks()
    } catch {
      guard head.program.version != version else { throw error }
      throw .machine(
        problem:
          "\(error); multiplane \(head.program.version) made the plan, and this is \(version): join with that one")
    }
    try checkOutputs(starts)
  }

  /// - Returns: the number of each job's first file, and the number of all files.
  private func checkChunks() throws(BatchError) -> [Int] {
    // The next frame that a chunk must have.
    var (job, frame) = (0, 0)
    var starts = [0]
    for index in 0..<count {
      let part = try part(index)
      guard job < head.jobs.count, part.job == job, part.first == frame else {
        let expected = job < head.jobs.count ? "a chunk from frame \(frame) of job \(job)" : "no more chunks"
        throw .plan(
          path: chunksPath,
          problem: "line \(index + 1): expected \(expected), found frame \(part.first) of job \(part.job); "
            + "copy or make the plan again")
      }
      let inputs = try inputs(of: part, index)
      frame += part.count
      guard frame == inputs.frames else { continue }
      for _ in 0..<part.jobs { starts.append((starts.last ?? 0) + inputs.files) }
      (job, frame) = (job + part.jobs, 0)
    }
    guard job == head.jobs.count, frame == 0 else {
      throw .plan(
        path: chunksPath,
        problem: "expected a chunk from frame \(frame) of job \(job), found the end; copy or make the plan again")
    }
    return starts
  }

  /// The maximum number of files that are compared if there are sequences; the names of a million
  /// take a second or two.
  private static let mostCompared = 1_000_000

  private func checkOutputs(_ starts: [Int]) throws(BatchError) {
    let files = starts.last ?? 0
    let comparesFiles = files <= Self.mostCompared
    var known = RowIndex(rows: comparesFiles ? files : head.jobs.count)
    for index in 0..<head.jobs.count {
      let job = try job(index)
      for number in 0..<(comparesFiles ? job.fileCount : 1) {
        let name = comparesFiles ? job.file(at: number) : job.output
        let place = comparesFiles ? starts[index] + number : index
        let earlier = try known.add(place, name) { place throws(BatchError) in
          guard comparesFiles else { return try self.job(place).output }
          // The last job that begins at the file or before it.
          let job = starts.partitioningIndex { $0 > place } - 1
          return try self.job(job).file(at: place - starts[job])
        }
        guard earlier == nil else {
          throw .plan(
            path: folder + "jobs.jsonl",
            problem: "line \(index + 1): expected an output of its own, found \(name) again; make the plan again")
        }
      }
    }
  }
}

extension Plan.Job {
  var fileCount: Int { if case .sequence = kind { shot.count } else { 1 } }

  /// A file of its output, within the folder of the outputs.
  func file(at index: Int) -> String {
    if case .sequence(let pattern) = kind { pattern.path(of: index) } else { output }
  }
}

extension [Int] {
  /// The first index whose element satisfies a condition that holds for all later ones; the count
  /// if none does.
  fileprivate func partitioningIndex(_ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
