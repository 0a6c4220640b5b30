import MultiplaneGraphics
import MultiplaneRenderTree

@testable import MultiplaneFlattening

extension DisplayList {
  /// What is wrong with a list, a sentence each; empty for one that every back end can draw.
  func faults() -> [String] {
    var check = ListCheck(list: self)
    check.run()
    return check.faults
  }
}

private struct ListCheck {
  let list: DisplayList
  var faults: [String] = []
  /// The pass that each pass was opened in; −1 for the canvas, and for one that never was.
  private var outer: [Int] = []
  /// Passes that are drawn on rasters.
  private var rastered: Set<Int> = []
  /// How often each pass is shown.
  private var shown: [Int] = []

  init(list: DisplayList) { self.list = list }

  private mutating func expect(_ condition: Bool, _ fault: String) {
    if !condition, faults.count < 20 { faults.append(fault) }
  }

  mutating func run() {
    guard let canvas = list.passes.first else { return expect(false, "no canvas") }
    expect(canvas.first == 0 && canvas.end == list.primitives.count, "the canvas is not the whole list")
    outer = Array(repeating: -1, count: list.passes.count)
    shown = Array(repeating: 0, count: list.passes.count)
    var open = [0]
    for (index, primitive) in list.primitives.enumerated() {
      while index >= list.passes[open[open.count - 1]].end, open.count > 1 { open.removeLast() }
      if primitive.kind == .pass {
        let pass = Int(primitive.payload)
        guard list.passes.indices.contains(pass), pass > 0, outer[pass] < 0 else {
          return expect(false, "\(index): opens a pass that is none, or that is open")
        }
        outer[pass] = open[open.count - 1]
        expect(list.passes[pass].first == index + 1, "\(index): pass \(pass) begins elsewhere")
        expect(list.passes[pass].end <= list.passes[outer[pass]].end, "\(index): pass \(pass) ends outside")
        open.append(pass)
      } else {
        check(primitive, index, in: open[open.count - 1])
      }
    }
    for (index, pass) in list.passes.enumerated() { check(pass, index) }
    for (index, clip) in list.clips.enumerated() {
      expect(clip.outer >= -1 && clip.outer < index, "clip \(index): its outer one is not before it")
      switch clip.region {
      case .shape(_, let plane), .path(_, let plane, _): checkPlane(plane, "clip \(index)")
      case .side: break
      }
    }
    for (index, step) in list.filters.enumerated() { check(step, index) }
  }

  private mutating func check(_ pass: RenderPass, _ index: Int) {
    expect(!pass.box.isEmpty && !pass.filteredBox.isEmpty, "pass \(index): empty")
    expect(DisplayList.limit(around: pass.canvas).contains(pass.box), "pass \(index): beyond the limit")
    expect(index == 0 || outer[index] >= 0, "pass \(index): never opened")
    expect(index == 0 || shown[index] == 1, "pass \(index): shown \(shown[index]) times")
    guard checkFilters(pass.filters, "pass \(index)") else { return }
    guard index > 0 else { return expect(!pass.isLocal, "the canvas is local") }
    expect(
      list.output(of: pass.filters, for: pass.box).contains(pass.filteredBox), "pass \(index): filters reach too far")
    let isLocal = pass.filters.allSatisfy { list.filters[Int($0)].isLocal }
    expect(pass.isLocal == (isLocal && !rastered.contains(index)), "pass \(index): is local, or is not")
  }

  private mutating func check(_ primitive: Primitive, _ index: Int, in pass: Int) {
    let name = "\(index): \(primitive.kind)"
    expect(!primitive.box.isEmpty, "\(name): empty box")
    expect(list.passes[pass].box.contains(primitive.box), "\(name): leaves its pass")
    expect(primitive.opacity >= 0 && primitive.opacity <= 1, "\(name): opacity \(primitive.opacity)")
    expect(list.clips.indices.contains(Int(primitive.clip)) || primitive.clip == -1, "\(name): clip")
    if primitive.kind == .surface || primitive.kind == .shadow {
      expect(primitive.plane == -1, "\(name): has a plane")
    } else {
      checkPlane(primitive.plane, name)
      expect(primitive.blend == .normal, "\(name): has a blend mode")
    }
    let payload = Int(primitive.payload)
    let count =
      switch primitive.kind {
      case .pass: 0
      case .box: list.boxes.count
      case .border: list.borders.count
      case .gradient: list.gradients.count
      case .image: list.images.count
      case .path: list.paths.count
      case .shadow: list.shadows.count
      case .surface: list.surfaces.count
      case .raster: list.rasters.count
      case .backdrop: list.backdrops.count
      }
    guard payload >= 0, payload < count else { return expect(false, "\(name): payload") }
    switch primitive.kind {
    case .surface: check(list.surfaces[payload], primitive, name, in: pass)
    case .raster: check(list.rasters[payload], name, in: pass)
    case .backdrop:
      let backdrop = list.backdrops[payload]
      checkFilters(backdrop.filters, name)
      expect(backdrop.source.contains(primitive.box), "\(name): reads less than it shows")
      expect(backdrop.canvas == list.passes[pass].canvas, "\(name): another canvas")
      if backdrop.mask >= 0 { show(backdrop.mask, name, in: pass) }
    default: break
    }
  }

  private mutating func check(_ use: SurfaceUse, _ primitive: Primitive, _ name: String, in pass: Int) {
    show(use.pass, name, in: pass)
    guard list.passes.indices.contains(Int(use.pass)) else { return }
    let picture = list.passes[Int(use.pass)]
    let isHeld = primitive.blend.reachesBeyondSource || picture.filteredBox.contains(primitive.box)
    expect(isHeld, "\(name): more than its pass")
    expect((use.shadow != nil) == picture.isAlphaOnly, "\(name): a shadow of colours")
    guard use.mask >= 0 else { return }
    show(use.mask, name, in: pass)
    guard list.passes.indices.contains(Int(use.mask)) else { return }
    expect(list.passes[Int(use.mask)].filteredBox.contains(primitive.box), "\(name): more than its mask")
  }

  private mutating func check(_ use: RasterUse, _ name: String, in pass: Int) {
    show(use.pass, name, in: pass)
    rastered.insert(Int(use.pass))
    let numbers = [use.scaleX, use.scaleY, use.offset.x, use.offset.y]
    expect(numbers.allSatisfy(\.isFinite) && use.scaleX != 0 && use.scaleY != 0, "\(name): \(numbers)")
    guard list.passes.indices.contains(Int(use.pass)) else { return }
    expect(list.passes[Int(use.pass)].canvas.width == 4097, "\(name): not on a raster of its own")
  }

  /// A pass is shown by a primitive of the pass that it was opened in, after its end.
  private mutating func show(_ shownPass: Int32, _ name: String, in pass: Int) {
    guard list.passes.indices.contains(Int(shownPass)) else { return expect(false, "\(name): shows no pass") }
    shown[Int(shownPass)] += 1
    expect(outer[Int(shownPass)] == pass, "\(name): shows a pass of another one")
  }

  private mutating func checkPlane(_ plane: Int32, _ name: String) {
    expect(list.planes.indices.contains(Int(plane)), "\(name): plane \(plane)")
  }

  @discardableResult
  private mutating func checkFilters(_ filters: Range<Int32>, _ name: String) -> Bool {
    let isValid = filters.lowerBound >= 0 && Int(filters.upperBound) <= list.filters.count
    expect(isValid, "\(name): filters")
    return isValid
  }

  private mutating func check(_ step: FilterStep, _ index: Int) {
    let name = "filter \(index)"
    if let plane = step.plane { checkPlane(plane, name) }
    switch step {
    case .gaussian(let step):
      expect(step.across >= 0 && step.down >= 0 && step.slope.isFinite && step.blurs, "\(name): Gaussian")
    case .mean(let step):
      expect(max(abs(step.x), abs(step.y)) == 1 && step.reach > 0 && step.reach <= 1024, "\(name): mean")
    case .pixellate(let step):
      expect(step.scale > 0 && !step.limit.isEmpty, "\(name): squares")
    default: break
    }
  }
}
