import MultiplaneCompositor
import MultiplaneFlattening
import MultiplaneRenderTree
import MultiplaneSceneFile

/// The cost of drawing each layer, as `--stage cost` shows it: estimated seconds of one core.
struct CostReport {
  let costs: [LayerCost]
  private let titles: LayerTitles

  init(_ list: ListReport) {
    costs = LayerCost.costs(of: list.list, layers: list.layers)
    titles = list.titles
  }

  var seconds: Double { costs.reduce(0) { $0 + $1.seconds } }
  var bytes: Int { costs.reduce(0) { $0 + $1.bytes } }

  var lines: [String] {
    let whole = "cost: \(Self.milliseconds(seconds)) of a processor core, \(Self.kibibytes(bytes))"
    return [whole]
      + costs.map { cost in
        let title = cost.layer.map(titles.title) ?? "shared"
        let count = cost.primitives == 1 ? "1 primitive" : "\(cost.primitives) primitives"
        return "  \(title): \(Self.milliseconds(cost.seconds)), \(Self.kibibytes(cost.bytes)), \(count)"
      }
  }

  var json: [JSONValue.Member] {
    [
      .init(key: "seconds", value: .of(seconds)), .init(key: "bytes", value: .of(bytes)),
      .init(
        key: "layers",
        value: .array(
          costs.map { cost in
            .object(
              titles.members(cost.layer)
                + .members([
                  "seconds": .of(cost.seconds), "bytes": .of(cost.bytes), "primitives": .of(cost.primitives),
                ]))
          })),
    ]
  }

  private static func milliseconds(_ seconds: Double) -> String { "\(numberText((seconds * 1e6).rounded() / 1e3)) ms" }

  private static func kibibytes(_ bytes: Int) -> String {
    "\(numberText((Double(bytes) / 1024 * 10).rounded() / 10)) KiB"
  }
}

/// How often pixels are written, as `--stage overdraw` shows it.
struct OverdrawReport {
  let writes: WriteCounts

  var lines: [String] {
    let mean = writes.counts.reduce(0.0) { $0 + Double($1) } / Double(max(1, writes.counts.count))
    let most = writes.counts.max() ?? 0
    var pixels: [Int: Int] = [:]
    for count in writes.counts { pixels[Int(count.rounded()), default: 0] += 1 }
    return [
      "overdraw: \(numberText((mean * 100).rounded() / 100)) writes per pixel, at most \(numberText(Double(most)))"
    ]
      + pixels.sorted { $0.key < $1.key }.map { count, pixels in
        "  \(count) \(count == 1 ? "write" : "writes"): \(pixels) \(pixels == 1 ? "pixel" : "pixels")"
      }
  }

  /// Counts as runs of equal ones, row by row: how many cells, then the count.
  var json: [JSONValue.Member] {
    var runs: [Double] = []
    for count in writes.counts {
      let count = (Double(count) * 100).rounded() / 100
      if runs.last == count, runs.count > 1 { runs[runs.count - 2] += 1 } else { runs += [1, count] }
    }
    return [
      .init(key: "cell", value: .of(writes.cell)), .init(key: "columns", value: .of(writes.columns)),
      .init(key: "rows", value: .of(writes.rows)), .init(key: "runs", value: .of(runs)),
    ]
  }
}
