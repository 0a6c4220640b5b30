import Foundation
import Multiplane
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile

/// Draws scenes and compares them with their expected pictures: the work of `multiplane test`.
struct PictureTesting {
  /// The renderers; the first one writes pictures.
  let renderers: [(name: RendererChoice, renderer: LayerImageRenderer)]
  let tolerance: PictureTolerance
  /// Whether to write missing and different pictures.
  let updates: Bool
  /// The scene time of pictures without a time in their names, in seconds; nil for each scene's
  /// poster time.
  let usualTime: Double?
  /// Whether a still that shows only its background fails. Pictures with a time in their names are
  /// frames of an animation, which may be blank.
  let isStrict: Bool
  /// The path without extension for the actual picture, the expected one and the difference; nil to
  /// write none.
  let stem: (_ picture: String, _ renderer: String) -> String?

  /// Tests the pictures of a scene.
  ///
  /// - Parameters:
  ///   - load: loads the scene.
  ///   - report: receives one outcome per picture and renderer, or a single one if the scene cannot
  ///     be read.
  func run(
    _ scene: TestedScene, load: (_ path: String) throws -> Scene, report: (PictureOutcome) throws -> Void
  ) rethrows {
    let start = ContinuousClock().now
    let (loaded, tree): (Scene, CommittedTree)
    do {
      loaded = try load(scene.path)
      tree = try loaded.committedWithinLimits()
    } catch {
      try report(
        PictureOutcome(result: .broken, scene: scene.path, problem: "\(error)", seconds: Self.seconds(since: start)))
      return
    }
    for picture in scene.pictures {
      let time = picture.time ?? usualTime ?? loaded.posterTime
      if let path = unwritable(picture) {
        try report(
          PictureOutcome(
            result: .broken, scene: scene.path, picture: picture.path, time: time,
            problem: "\(path): expected a file to write, found a device or a pipe; remove it"))
        continue
      }
      var expected = Expected(picture)
      for (index, (name, renderer)) in renderers.enumerated() {
        let start = ContinuousClock().now
        var outcome = PictureOutcome(
          result: .alike, scene: scene.path, picture: picture.path, time: time, renderer: name.rawValue)
        do {
          let image = try renderer.image(of: tree, at: time)
          if index == 0, picture.time == nil, let blank = try renderer.blankStill(image, of: tree, at: time) {
            try loaded.warn(of: blank, isStrict: isStrict)
          }
          try judge(image, by: &expected, mayWrite: updates && index == 0, &outcome)
        } catch {
          outcome.result = .broken
          outcome.problem = "\(error)"
        }
        outcome.seconds = Self.seconds(since: start)
        try report(outcome)
      }
    }
  }

  /// A place of a picture that could be written, but has a device or a pipe; nil if there is none.
  /// A pipe without a reader would block the run.
  private func unwritable(_ picture: KeptPicture) -> String? {
    var paths = updates ? [picture.path] : []
    for (name, _) in renderers {
      guard let stem = stem(picture.path, name.rawValue) else { continue }
      paths += ["actual", "expected", "difference"].map { "\(stem).\($0).png" }
    }
    return paths.first(where: isDeviceOrPipe)
  }

  /// The expected picture, or the reason why there is none.
  private enum Expected {
    case image(CGImage)
    case missing
    case unreadable(any Error)

    init(_ picture: KeptPicture) {
      guard picture.isThere else {
        self = .missing
        return
      }
      do {
        self = .image(try loadImage(path: picture.path))
      } catch {
        self = .unreadable(error)
      }
    }
  }

  private func judge(
    _ image: CGImage, by expected: inout Expected, mayWrite: Bool, _ outcome: inout PictureOutcome
  ) throws {
    switch expected {
    case .missing:
      outcome.result = .missing
      outcome.problem = "expected a picture next to the scene, found none; --update writes it"
      if !mayWrite { try write(image, "actual", to: \.actual, &outcome) }
    case .unreadable(let error):
      outcome.result = .broken
      outcome.problem = "\(error)"
    case .image(let kept):
      try compare(image, with: kept, &outcome)
    }
    guard mayWrite, outcome.result != .alike, let path = outcome.picture else { return }
    try image.write(to: URL(fileURLWithPath: path))
    outcome.problem = outcome.result == .missing ? "was missing" : outcome.problem
    outcome.result = .written
    expected = .image(image)
  }

  private func compare(_ image: CGImage, with kept: CGImage, _ outcome: inout PictureOutcome) throws {
    guard image.width == kept.width, image.height == kept.height else {
      outcome.result = .different
      outcome.problem =
        "expected \(kept.width) x \(kept.height) px as in the picture, found \(image.width) x \(image.height) px"
      try write(image, "actual", to: \.actual, &outcome)
      try write(kept, "expected", to: \.expected, &outcome)
      return
    }
    let difference = try image.difference(from: kept)
    let breaches = difference.breaches(of: tolerance)
    outcome.figures = difference.members(judgedBy: tolerance, worst: breaches.isEmpty ? 0 : 3)
    guard !breaches.isEmpty else { return }
    outcome.result = .different
    let worst = difference.worstPixels(1).map { "; worst \($0)" }.joined()
    outcome.problem = breaches.joined(separator: "; ") + worst
    try write(image, "actual", to: \.actual, &outcome)
    try write(kept, "expected", to: \.expected, &outcome)
    if let marked = difference.image(marking: tolerance) {
      try write(marked, "difference", to: \.difference, &outcome)
    }
  }

  /// Writes a picture of a failure, if they are wanted.
  private func write(
    _ image: CGImage, _ kind: String, to member: WritableKeyPath<FailurePictures, String?>,
    _ outcome: inout PictureOutcome
  ) throws {
    guard let stem = stem(outcome.picture ?? outcome.scene, outcome.renderer ?? "") else { return }
    let path = "\(stem).\(kind).png"
    try image.write(to: URL(fileURLWithPath: path))
    outcome.files[keyPath: member] = path
  }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock().now - start) / .seconds(1)
  }
}
