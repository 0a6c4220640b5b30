import ArgumentParser
import GLRenderer
import RenderTree

/// `multiplane inspect`: what a scene becomes on its way to pixels, in lines.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Prints what a scene becomes on its way to a picture, a line each.",
    discussion: """
      layers: the layers as the scene file sets them, with what differs from the defaults, and their animations. \
      render: the layers that can be seen at a time, resolved, in drawing order. \
      passes: what the GL renderer draws into. batches: the same, and what it draws with one call each.

      Lengths are points where nothing else is said, angles radians, times seconds, colours straight, 0 to 1.
      """)

  enum Stage: String, CaseIterable, ExpressibleByArgument {
    case layers, render, passes, batches
  }

  @Argument(help: "The scene file.")
  var scene: String

  @Option(help: "Where on the way to look.")
  var stage = Stage.layers

  @OptionGroup var time: TimeOption

  func run() throws {
    let committed = try loadTree(scene)
    var printer = StandardOutput()
    for line in lines(of: committed) { try printer.line(line) }
    try printer.flush()
  }

  private func lines(of committed: CommittedTree) -> [String] {
    if stage == .layers { return CommittedTreeLines.lines(of: committed) }
    let tree = committed.evaluate(at: time.seconds)
    if stage == .render { return RenderTreeLines.lines(of: tree) }
    return Flattener.flatten(tree, width: tree.pixelWidth, height: tree.pixelHeight).lines(batches: stage == .batches)
  }
}
