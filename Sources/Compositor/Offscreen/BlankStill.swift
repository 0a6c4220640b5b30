import Foundation
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// The warning about a still that shows only its background although the scene has layers, such as
/// the first frame of an entrance animation.
package struct BlankStill: Sendable, Equatable {
  /// The scene time of the still, in seconds.
  package let time: Double
  /// The first layer that appears, by its name or place, and its time in seconds; nil if none does.
  package let appearance: Appearance?
  /// Whether the search for the appearance ended early, for its time.
  package var isSearchCut = false

  package struct Appearance: Sendable, Equatable {
    /// The name of the layer in quotes, or its place, such as `root.sublayers[0]`.
    package let layer: String
    package let time: Double
  }

  /// The problem without a remedy: `nothing is visible at 0 s; "card" appears from 0.05 s`.
  package var problem: String {
    let nothing = "nothing is visible at \(Self.text(time)) s"
    guard let appearance else { return isSearchCut ? nothing : nothing + ", nor at another time" }
    return nothing + "; \(appearance.layer) appears from \(Self.text(appearance.time)) s"
  }

  private static func text(_ seconds: Double) -> String {
    let rounded = (seconds * 1e4).rounded() / 1e4
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }

  /// Whether all pixels have the colour of the canvas.
  ///
  /// - Parameters:
  ///   - pixels: RGBA8, premultiplied.
  ///   - background: the colour of the canvas; nil is transparent.
  package static func isBlank(_ pixels: [UInt8], over background: StraightColor?) -> Bool {
    guard pixels.count >= 4 else { return false }
    // Pixels that equal their neighbours are all the same.
    let isUniform = pixels.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return memcmp(start, start + 4, bytes.count - 4) == 0
    }
    guard isUniform else { return false }
    let color = (background ?? .clear).premultiplied
    // Renderers may round differently.
    return zip(pixels, [color.red, color.green, color.blue, color.alpha]).allSatisfy { byte, component in
      abs(Double(byte) - 255 * min(max(component, 0), 1)) <= 1
    }
  }
}

extension OffscreenCompositor {
  /// The warning about a picture that was drawn; nil unless it is blank.
  ///
  /// - Parameters:
  ///   - pixels: RGBA8, premultiplied.
  ///   - tree: what was drawn.
  ///   - committed: what the tree was evaluated from.
  ///   - seconds: the time after which no further picture is tried to find out when something
  ///     appears.
  package func blankStill(
    _ pixels: [UInt8], of tree: RenderTree, from committed: CommittedTree, within seconds: Double = .infinity
  ) -> BlankStill? {
    guard BlankStill.isBlank(pixels, over: tree.background) else { return nil }
    return blankStill(of: tree, from: committed, within: seconds)
  }

  /// The warning about a blank picture; nil if the scene has no layers.
  package func blankStill(
    of tree: RenderTree, from committed: CommittedTree, within seconds: Double = .infinity
  ) -> BlankStill? {
    let root = committed.root
    guard !root.sublayers.isEmpty || root.kind != .layer || root.isAnimated else { return nil }
    var blank = BlankStill(time: tree.time, appearance: nil)
    let start = ContinuousClock.now
    let appearance = firstAppearance(in: committed, after: tree) {
      blank.isSearchCut = (ContinuousClock.now - start) / .seconds(1) > seconds
      return blank.isSearchCut
    }
    guard let appearance else { return blank }
    return BlankStill(time: tree.time, appearance: appearance)
  }

  /// The first layer that appears after a blank still, or before it.
  ///
  /// - Parameter isCut: asked before each picture that is tried, whether to try no more.
  private func firstAppearance(
    in committed: CommittedTree, after tree: RenderTree, isCut: () -> Bool
  ) -> BlankStill.Appearance? {
    guard committed.root.isAnimated else { return nil }
    let hidden = Set(Flattener.flattenNamingLayers(tree).layers.compactMap(\.self))
    var times = AppearanceTimes(of: committed, after: tree.time).times
    if tree.time > 0 { times += AppearanceTimes(of: committed, after: 0, until: tree.time).times }
    // A small picture shows whether anything is visible.
    let side = max(tree.pixelWidth, tree.pixelHeight)
    for time in times {
      guard !isCut() else { return nil }
      var later = committed.evaluate(at: time)
      let layers = Flattener.flattenNamingLayers(later).layers.compactMap(\.self)
      guard let layer = layers.first(where: { !hidden.contains($0) }) ?? layers.first else { continue }
      if side > Self.largestTrial { later.scale *= Double(Self.largestTrial) / Double(side) }
      guard let pixels = try? picture(of: later).pixels else { return nil }
      guard !BlankStill.isBlank(pixels, over: later.background) else { continue }
      return BlankStill.Appearance(layer: committed.title(of: layer), time: time)
    }
    return nil
  }

  /// The longest side of a picture that is drawn to find out whether it is blank, in pixels.
  private static let largestTrial = 512
}

/// The times at which something may appear: in steps while animations run, and where they begin.
private struct AppearanceTimes {
  private(set) var times: [Double] = []

  /// Seconds.
  private static let step = 0.05
  /// Seconds, after `fineCount` steps.
  private static let coarseStep = 0.5
  private static let fineCount = 100
  private static let mostCount = 200

  init(of committed: CommittedTree, after start: Double, until end: Double = .infinity) {
    var time = start
    while times.count < Self.mostCount {
      let change = committed.nextFrameTime(after: time)
      guard change.isFinite else { return }
      let step = times.count < Self.fineCount ? Self.step : Self.coarseStep
      // The next multiple, as a person would name it.
      time = ((max(change, time) / step + 1e-6).rounded(.down) + 1) * step
      guard time < end else { return }
      times.append(time)
    }
  }
}

extension CommittedTree {
  /// The name of a layer, or its place in the scene.
  fileprivate func title(of layer: LayerIdentifier) -> String {
    var pending = [(layer: root, place: "root")]
    while let (candidate, place) = pending.popLast() {
      if candidate.identifier == layer { return candidate.name.map { "\"\(OneLine.escaped($0))\"" } ?? place }
      for (index, sublayer) in candidate.sublayers.enumerated().reversed() {
        pending.append((sublayer, "\(place).sublayers[\(index)]"))
      }
      if let mask = candidate.mask { pending.append((mask, "\(place).mask")) }
    }
    return "a layer"
  }
}
