import MultiplaneFlattening

/// When passes can be drawn: those without passes in them first.
struct PassSchedule {
  /// A drawing of a pass, or of one of its filters.
  struct Job {
    var pass: Int
    /// The index of its filters' drawing; nil for the pass itself.
    var filter: Int?
  }

  /// By pass, the pixels that are drawn.
  let boxes: [PixelBox]
  /// By pass, the drawings of its filters.
  let filters: [[FilterStage]]
  /// By pass, the pixels of all surfaces that it and the passes in it need.
  let area: [Int]
  let hasChildren: [Bool]
  /// By pass, whether something in it reads what it has drawn so far: backdrops and blend modes.
  let readsBeneath: [Bool]
  /// By pass, whether a filter takes its straight colours.
  let changesColors: [Bool]
  private let parents: [Int]
  /// By pass, the first pass after those in it.
  private let ends: [Int]
  /// By pass, whether it shows anything.
  private let isShown: [Bool]

  init(_ list: DisplayList, _ plan: PassPlan) {
    let count = list.passes.count
    let parents = plan.parents
    var ends = Array(1..<count + 1)
    for pass in list.passes.indices.reversed() where pass > 0 {
      ends[parents[pass]] = max(ends[parents[pass]], ends[pass])
    }
    var boxes = [PixelBox](repeating: .empty, count: count)
    var filters = [[FilterStage]](repeating: [], count: count)
    var isShown = [Bool](repeating: false, count: count)
    var area = [Int](repeating: 0, count: count)
    var hasChildren = [Bool](repeating: false, count: count)
    for pass in list.passes.indices.reversed() where pass > 0 {
      let values = list.passes[pass]
      let box = plan.needed[pass].intersection(values.box)
      let stages = list.stages(of: values.filters, source: box, for: plan.shown[pass], canvas: values.canvas)
      if let stages, !box.isEmpty {
        isShown[pass] = true
        boxes[pass] = box
        filters[pass] = stages
        // A filter needs what it reads and what it makes, and what is held for it.
        let held = stages.contains(where: \.holdsSource) ? stages.map(\.box.pixelCount).reduce(box.pixelCount, max) : 0
        area[pass] += box.pixelCount + (stages.map(\.box.pixelCount).max() ?? 0) + held
      }
      area[parents[pass]] += area[pass]
      hasChildren[parents[pass]] = true
    }
    var reads = [Bool](repeating: false, count: count)
    // Without pictures of passes and backdrops nothing does.
    for pass in list.passes.indices where !list.surfaces.isEmpty || !list.backdrops.isEmpty {
      list.forEachPrimitive(of: pass) { index in
        let primitive = list.primitives[index]
        if primitive.kind == .backdrop || primitive.blend != .normal { reads[pass] = true }
      }
    }
    (self.boxes, self.filters, self.area, self.hasChildren) = (boxes, filters, area, hasChildren)
    changesColors = filters.map { stages in stages.contains { $0.kind.stage == .colors } }
    (readsBeneath, self.parents, self.ends, self.isShown) = (reads, parents, ends, isShown)
  }

  func box(of job: Job) -> PixelBox {
    job.filter.map { filters[job.pass][$0].box } ?? boxes[job.pass]
  }

  func children(of pass: Int) -> [Int] {
    var children: [Int] = []
    var next = pass + 1
    while next < ends[pass] {
      children.append(next)
      next = ends[next]
    }
    return children
  }

  /// The drawings of passes and of all that lie in them, stage by stage: each needs what earlier
  /// stages drew.
  func stages(of passes: [Int]) -> [[Job]] {
    var stages: [[Job]] = []
    func add(_ job: Job, at stage: Int) {
      while stages.count <= stage { stages.append([]) }
      stages[stage].append(job)
    }
    for first in passes {
      var ready = [Int: Int]()
      for pass in (first..<ends[first]).reversed() where isShown[pass] {
        let stage = ready[pass] ?? 0
        add(Job(pass: pass), at: stage)
        for number in filters[pass].indices { add(Job(pass: pass, filter: number), at: stage + 1 + number) }
        let end = stage + 1 + filters[pass].count
        ready[parents[pass]] = max(ready[parents[pass]] ?? 0, end)
      }
    }
    return stages
  }
}
