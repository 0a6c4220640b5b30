import Foundation
import Multiplane
import MultiplaneDrawing
import Synchronization
import Testing

/// The recording mode of reference pictures: the environment variable `MULTIPLANE_RECORD`.
enum Recording: String {
  /// Writes pictures that are missing.
  case missing
  /// Rewrites all of them.
  case all

  static var wanted: Recording? { ProcessInfo.processInfo.environment["MULTIPLANE_RECORD"].flatMap(Self.init) }
}

/// One picture of one test.
struct TestedPicture {
  private let location: SourceLocation
  private let tolerance: PictureTolerance
  private let recording: Recording?
  /// The file of the expected picture.
  let path: String
  private let name: String
  private let user: String

  /// - Parameters:
  ///   - file: the path of the test's source file.
  ///   - suites: the suites around the test, from the outside.
  init(
    _ location: SourceLocation, _ file: String, function: String, _ name: String?, _ tolerance: PictureTolerance,
    suites: [String] = Test.current?.id.nameComponents.dropLast() ?? [], recording: Recording? = .wanted
  ) {
    self.location = location
    self.tolerance = tolerance
    self.recording = recording
    let test = URL(fileURLWithPath: file)
    let fileName = test.deletingPathExtension().lastPathComponent
    let suites = suites.first == fileName ? suites.dropFirst() : suites[...]
    let own = (suites + [String(function.prefix { $0 != "(" })]).joined(separator: ".") + (name.map { "-" + $0 } ?? "")
    self.name = own.replacing("/", with: "_")
    path = test.deletingLastPathComponent().appendingPathComponent("Pictures/\(fileName)/\(self.name).png").path
    user = "\(function) at \(location.fileName):\(location.line)"
  }

  /// The first picture of this process that a file was compared with, or recorded from.
  private struct Use {
    let user: String
    let hash: Int
  }

  /// The pictures of this process, by file.
  private static let uses = Mutex<[String: Use]>([:])

  /// Whether the picture is as expected, or recorded.
  func expect(_ draw: () throws -> CGImage) -> Bool {
    let actual: CGImage
    do {
      actual = try draw()
    } catch {
      return fail("\(error)")
    }
    let use = Use(user: user, hash: [actual.width, actual.height].hashValue ^ actual.premultipliedRGBA8().hashValue)
    // Recorded under the lock, so that a second picture of the file is compared with the first one.
    let (earlier, problem, isRecorded) = Self.uses.withLock { uses in
      let earlier = uses[path]
      uses[path] = earlier ?? use
      let isThere = FileManager.default.fileExists(atPath: path)
      guard let recording, !isThere || recording == .all && earlier == nil else {
        return (earlier, String?.none, false)
      }
      return (earlier, record(actual), true)
    }
    if let problem { return fail(problem) }
    guard !isRecorded else { return true }
    guard FileManager.default.fileExists(atPath: path) else {
      attach(actual, "actual")
      return fail("\(path): expected a recorded picture, found none; MULTIPLANE_RECORD=missing writes it")
    }
    let rival = earlier.flatMap { $0.hash == use.hash ? nil : $0.user }
    return compare(actual, rival: rival)
  }

  /// - Parameter rival: the test that has another picture of this name; nil for none.
  private func compare(_ actual: CGImage, rival: String?) -> Bool {
    do {
      let expected = try loadImage(path: path)
      let difference = try actual.difference(from: expected)
      let breaches = difference.breaches(of: tolerance)
      guard !breaches.isEmpty else { return true }
      attach(actual, "actual")
      attach(expected, "expected")
      if let image = difference.image(marking: tolerance) { attach(image, "difference") }
      let worst = difference.worstPixels(3).map(\.description).joined(separator: "; ")
      return fail("\(path): \(breaches.joined(separator: "; ")); worst: \(worst)" + Self.hint(rival))
    } catch {
      attach(actual, "actual")
      return fail("\(error)" + Self.hint(rival))
    }
  }

  private static func hint(_ rival: String?) -> String {
    rival.map { "; \($0) has another picture of this name: give each its own with named:" } ?? ""
  }

  /// - Returns: the problem; nil if the picture is written.
  private func record(_ image: CGImage) -> String? {
    do {
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try image.write(to: url)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func fail(_ line: String) -> Bool {
    Issue.record("\(line)", sourceLocation: location)
    return false
  }

  private func attach(_ image: CGImage, _ kind: String) {
    guard let data = image.pngData() else { return }
    Attachment.record([UInt8](data), named: "\(name)-\(kind).png", sourceLocation: location)
  }
}
