import Foundation
import MultiplaneVideo

extension BatchRun {
  /// Removes the outputs of earlier batches that the manifest no longer lists, with their journal
  /// lines and empty folders. A file whose size has changed stays. Call it only after a run that
  /// finished all jobs.
  ///
  /// - Returns: the number of jobs.
  package func removeLeftovers() throws(BatchError) -> Int {
    guard condition.withLock({ isDone }) else { return 0 }
    // By hash: of two outputs of one hash, the one too many stays.
    var (outputs, files): (Set<Int>, Set<Int>) = ([], [])
    for index in 0..<plan.count {
      let job = try plan.job(at: index)
      outputs.insert(job.output.hashValue)
      // A picture of a sequence may be an output by itself in another manifest.
      for number in 0..<job.fileCount { files.insert(job.file(at: number).hashValue) }
    }
    let folder = Leftovers(plan.defaults.output.folder, keeping: files)
    var count = 0
    condition.lock()
    defer { condition.unlock() }
    try state.journal.rewrite { output, entry in
      if outputs.contains(output.hashValue) { return true }
      if folder.remove(output, size: entry.size) { count += 1 }
      return false
    }
    return count
  }
}

/// The folder of a batch, out of which old outputs are removed.
struct Leftovers {
  private let folder: String
  /// Without links.
  private let root: String?
  private let kept: Set<Int>

  /// - Parameters:
  ///   - folder: ending in a slash; empty for the current one.
  ///   - kept: hashes of the files that stay, by their paths in it.
  init(_ folder: String, keeping kept: Set<Int>) {
    self.folder = folder
    self.kept = kept
    root = Self.withoutLinks(folder.isEmpty ? "." : folder)
  }

  /// Removes the files of an output.
  ///
  /// - Parameter size: that they have together.
  /// - Returns: false where they are not there, or others.
  func remove(_ output: String, size: Int) -> Bool {
    // A journal is a file like any other, and may come from anywhere.
    guard OutputPattern.isWithinFolder(output), let files = files(of: output, size: size) else { return false }
    var isGone = false
    for file in files where !kept.contains(file.hashValue) && isWithin(folder + file) {
      if unlink(folder + file) == 0 { isGone = true }
    }
    var parts = output.split(separator: "/").dropLast()
    while !parts.isEmpty, rmdir(folder + parts.joined(separator: "/")) == 0 { parts.removeLast() }
    return isGone
  }

  /// The files of an output, by their paths in the folder, if they are as long as they were.
  private func files(of output: String, size: Int) -> [String]? {
    if let length = length(of: folder + output) { return length == size ? [output] : nil }
    guard let pattern = try? FramePattern(output) else { return nil }
    var (files, sum) = ([String](), 0)
    while sum < size, case let file = pattern.path(of: files.count), let length = length(of: folder + file), length > 0
    {
      files.append(file)
      sum += length
    }
    return sum == size && !files.isEmpty ? files : nil
  }

  private func length(of file: String) -> Int? {
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether no link on the way leads a file out of the folder.
  private func isWithin(_ file: String) -> Bool {
    guard let root, let slash = file.lastIndex(of: "/") else { return !file.contains("/") }
    guard let parent = Self.withoutLinks(String(file[...slash])) else { return false }
    return parent == root || parent.hasPrefix(root == "/" ? "/" : root + "/")
  }

  private static func withoutLinks(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
