import MultiplaneCompositor
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneSceneFile

/// All that the page of `inspect --html` shows: what the stages print as data, and pictures.
struct InspectorData {
  let scene: String
  /// What the scene calls its images.
  let images: ImageNames
  let titles: LayerTitles
  let committed: CommittedTree
  let tree: RenderTree
  /// Nil where the stage was not to be had, and then why.
  let batches: TranscriptReport?
  let batchesProblem: String?

  /// Steps through a frame at most; where it has more primitives, a step has several.
  private static let mostSteps = 240
  /// The limit of all steps, in estimated seconds of one core.
  private static let mostSeconds = 20.0
  /// Primitives that are set up to draw all steps, at most: each step sets up those of the whole
  /// list.
  private static let mostPrepared = 1_000_000
  /// Pixels of the longer side of a frame in the page.
  private static let longestSide = 480
  /// Pixels of the longer side of the steps' canvas, and cells of the count of writes.
  private static let longestCanvas = 960

  /// - Parameter span: the first time and the last one of the time bar; nil for the animations'
  ///   own.
  func json(span: ClosedRange<Double>?, within limits: DrawingLimits) throws -> JSONValue {
    let painter = InspectionPainter()
    let list = ListReport(tree, titles: titles, images: images)
    let costs = CostReport(list)
    let seconds = costs.seconds
    let times = try InspectedTimes(of: committed, span: span, cost: seconds, within: limits)
    let side = max(tree.pixelWidth, tree.pixelHeight)
    let factor = max(1, (side + Self.longestCanvas - 1) / Self.longestCanvas)
    let byCost = Int(min(1e6, Self.mostSeconds / max(seconds, 1e-6)))
    let byList = Self.mostPrepared / max(1, list.list.primitives.count)
    let count = max(8, min(Self.mostSteps, byCost, byList))
    let steps = try DrawingStep.steps(of: list.list, most: count, factor: factor, with: painter)
    var members: [JSONValue.Member] = [
      .init(key: "scene", value: .string(scene)), .init(key: "time", value: .of(tree.time)),
      .init(key: "layers", value: .object(InspectedLayers(committed, titles: titles, images: images).json)),
      .init(key: "render", value: .object(InspectedLayers(tree, titles: titles, images: images).json)),
      .init(key: "passes", value: .object(list.json)),
      .init(key: "batches", value: batches.map { .object($0.json) } ?? .null),
      .init(key: "batchesProblem", value: batchesProblem.map { .string($0) } ?? .null),
      .init(key: "cost", value: .object(costs.json)),
      .init(key: "times", value: .of(times.times)),
      .init(key: "animations", value: InspectedTimes.animations(of: committed.root)),
      .init(key: "frames", value: try times.frames(longestSide: Self.longestSide, with: painter)),
      .init(key: "damage", value: times.damage()),
      .init(key: "factor", value: .of(factor)),
      .init(key: "steps", value: .array(try steps.map(Self.json))),
      .init(
        key: "overdraw", value: .object(OverdrawReport(writes: WriteCounts(list.list, cell: factor)).json)),
    ]
    members += try InspectedPlanes.json(of: tree, with: painter)
    return .object(members)
  }

  private static func json(_ step: DrawingStep) throws -> JSONValue {
    .members([
      "pass": .of(step.pass), "primitives": .array(step.primitives.map { .of($0) }), "box": .of(step.box),
      "picture": try step.picture.map { try PictureData.json(of: $0) },
    ])
  }
}
