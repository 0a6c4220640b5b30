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
    name: .customLong("marker"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      Time of a Lottie animation, as the name of a marker. A sequence or video shows the part of the marker; with two \
      markers, the part from the first to the second.
      """, valueName: "name"), completion: .marker)
  var markers: [String] = []

  func validate() throws {
    guard [progress != nil, frame != nil, !markers.isEmpty].count(where: { $0 }) <= 1 else {
      throw ValidationError("--progress, --frame, --marker: expected one of them, found several")
    }
    if let progress, !(progress >= 0 && progress <= 1) {
      throw ValidationError("--progress: expected a number from 0 to 1, found \(numberText(progress))")
    }
    if let frame, !frame.isFinite { throw ValidationError("--frame: expected a finite number, found \(frame)") }
  }

  /// Whether any of them is given.
  var isGiven: Bool { progress != nil || frame != nil || !markers.isEmpty }

  /// The scene time in seconds; nil if no option is given.
  ///
  /// - Throws: `ValidationError` for a scene without frames, for an unknown marker, and for
  ///   several.
  func seconds(in scene: Scene) throws -> Double? {
    guard isGiven else { return nil }
    let timeline = try timeline(of: scene)
    if let progress { return progress * timeline.duration }
    if let frame { return timeline.time(ofFrame: frame) }
    guard markers.count == 1 else {
      throw ValidationError("--marker: expected one marker for a single picture, found \(markers.count)")
    }
    return timeline.time(ofFrame: try marker(markers[0], of: timeline).frame)
  }

  /// The part of the markers, in seconds of scene time; nil without markers.
  ///
  /// - Throws: `ValidationError` for a scene without frames, for an unknown marker, for an empty
  ///   part, and for more than two markers.
  func part(in scene: Scene) throws -> (from: Double, to: Double)? {
    guard !markers.isEmpty else { return nil }
    let timeline = try timeline(of: scene)
    for name in markers { _ = try marker(name, of: timeline) }
    guard let part = timeline.part(ofMarkers: markers) else {
      throw ValidationError("--marker: expected one or two markers, found \(markers.count)")
    }
    guard part.from < part.to else {
      throw ValidationError(
        markers.count == 1
          ? "--marker: expected a marker before the end of the animation, found \(OneLine.quoted(markers[0]))"
          : "--marker: expected the second marker after the first, found \(OneLine.quoted(markers[1])), which is not")
    }
    return part
  }

  private func timeline(of scene: Scene) throws -> SceneTimeline {
    guard let timeline = scene.timeline else {
      let name = progress != nil ? "--progress" : frame != nil ? "--frame" : "--marker"
      throw ValidationError("\(name): expected a Lottie animation, found a scene file; use --time")
    }
    return timeline
  }

  private func marker(_ name: String, of timeline: SceneTimeline) throws -> SceneTimeline.Marker {
    guard let marker = timeline.markers.first(where: { $0.name == name }) else {
      throw ValidationError(
        "--marker: expected a marker of the animation, found \(OneLine.quoted(name))"
          + Suggestion.sentence(for: name, among: timeline.markers.map(\.name)))
    }
    return marker
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
