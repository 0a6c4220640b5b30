import MultiplaneFlattening
import MultiplaneGraphics

/// A step of drawing: consecutive primitives of a display list, and the picture after them.
package struct DrawingStep: Sendable {
  /// The primitives, as indices into the list, without those that open passes.
  package let primitives: [Int]
  /// The pass of the primitives.
  package let pass: Int
  /// The canvas pixels that may change.
  package let box: PixelBox
  /// The picture of those pixels: of the canvas after a step on the canvas; else of the step's
  /// pass, where it will be shown. Nil if it is invisible.
  package let picture: InspectionPicture?

  /// The steps of a list.
  ///
  /// - Parameters:
  ///   - most: the maximum number of steps; a longer list has several primitives per step.
  ///   - factor: the reduction of the pictures; boxes are aligned to it.
  package static func steps(
    of list: DisplayList, most: Int, factor: Int, with painter: InspectionPainter
  ) throws(RenderFailure) -> [DrawingStep] {
    let runs = runs(of: list, most: most)
    var steps: [DrawingStep] = []
    for run in runs {
      var box = PixelBox.empty
      for index in run.primitives { box = box.union(list.primitives[index].box) }
      let isOnCanvas = run.pass == 0
      if list.passes[run.pass].canvas != list.passes[0].canvas { box = .empty }
      box = box.rounded(to: Int32(factor)).intersection(list.passes[0].box)
      var picture: InspectionPicture?
      if !box.isEmpty, let last = run.primitives.last {
        let part = isOnCanvas ? list.cut(before: last + 1) : list.isolating(last)
        picture = InspectionPicture(
          width: box.width, height: box.height, pixels: try painter.pixels(of: part, in: box)
        ).reduced(by: factor)
      }
      steps.append(DrawingStep(primitives: run.primitives, pass: run.pass, box: box, picture: picture))
    }
    return steps
  }

  /// Primitives in painter's order, each run of one pass.
  private static func runs(of list: DisplayList, most: Int) -> [(pass: Int, primitives: [Int])] {
    var open = [0]
    var single: [(pass: Int, primitives: [Int])] = []
    for (index, primitive) in list.primitives.enumerated() {
      while open.count > 1, index >= list.passes[open[open.count - 1]].end { open.removeLast() }
      if primitive.kind == .pass {
        open.append(Int(primitive.payload))
      } else {
        single.append((open[open.count - 1], [index]))
      }
    }
    let size = max(1, (single.count + max(1, most) - 1) / max(1, most))
    guard size > 1 else { return single }
    var runs: [(pass: Int, primitives: [Int])] = []
    for one in single {
      if let last = runs.last, last.pass == one.pass, last.primitives.count < size {
        runs[runs.count - 1].primitives += one.primitives
      } else {
        runs.append(one)
      }
    }
    return runs
  }
}

extension PixelBox {
  /// The box grown to whole squares of a grid, each way.
  fileprivate func rounded(to side: Int32) -> PixelBox {
    guard side > 1, !isEmpty else { return self }
    return PixelBox(
      minX: minX / side * side, minY: minY / side * side, maxX: (maxX + side - 1) / side * side,
      maxY: (maxY + side - 1) / side * side)
  }
}
