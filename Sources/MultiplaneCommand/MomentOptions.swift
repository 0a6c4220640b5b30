import ArgumentParser
import MultiplaneGraphics
import MultiplaneLottie
import MultiplaneSceneFile

/// `--progress`, `--frame` and `--marker`: a time of an animation, in place of `--time`.
struct MomentOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time of a Lottie animation, as a fraction of its length from 0 to 1.", valueName: "fraction"))
  var progress: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time of a Lottie animation, as the number of a frame.", valueName: "frame"))
  var frame: Double?

  @Option(
    help: ArgumentHelp("Time of a Lottie animation, as the name of a marker.", valueName: "name"), completion: .marker)
  var marker: String?

  func validate() throws {
    guard [progress != nil, frame != nil, marker != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("--progress, --frame, --marker: expected one of them, found several")
    }
    if let progress, !(progress >= 0 && progress <= 1) {
      throw ValidationError("--progress: expected a number from 0 to 1, found \(numberText(progress))")
    }
    if let frame, !frame.isFinite { throw ValidationError("--frame: expected a finite number, found \(frame)") }
  }

  /// Whether any of them is given.
  var isGiven: Bool { progress != nil || frame != nil || marker != nil }

  /// The scene time in seconds; nil if no option is given.
  ///
  /// - Throws: `ValidationError` for a scene without frames, and for an unknown marker.
  func seconds(in scene: Scene) throws -> Double? {
    guard isGiven else { return nil }
    guard let timeline = scene.timeline else {
      let name = progress != nil ? "--progress" : frame != nil ? "--frame" : "--marker"
      throw ValidationError("\(name): expected a Lottie animation, found a scene file; use --time")
    }
    if let progress { return progress * timeline.duration }
    if let frame { return timeline.time(ofFrame: frame) }
    let names = timeline.markers.map(\.name)
    guard let marker = timeline.markers.first(where: { $0.name == marker }) else {
      throw ValidationError(
        "--marker: expected a marker of the animation, found \(OneLine.quoted(marker ?? ""))"
          + Suggestion.sentence(for: marker ?? "", among: names))
    }
    return timeline.time(ofFrame: marker.frame)
  }
}

/// `--size`: the size of the canvas in pixels.
struct PixelSize: ExpressibleByArgument, Equatable {
  let width, height: Int

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else { return nil }
    (self.width, self.height) = (width, height)
  }
}

extension Scene {
  /// Gives the canvas another size in pixels, in whose middle it is, at whole pixels.
  ///
  /// - Parameter size: at least that of the canvas at its scale, rounded down.
  mutating func enlarge(to pixels: PixelSize) {
    let spare = (
      x: Double(pixels.width) - size.width * scale, y: Double(pixels.height) - size.height * scale
    )
    size = CGSize(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    root.position.x += max(0, (spare.x / 2).rounded(.down)) / scale
    root.position.y += max(0, (spare.y / 2).rounded(.down)) / scale
  }
}
