import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree

/// The resources that are retained between frames and shared by all passes of one.
struct FrameResources {
  let device: Device
  let images: ImageStore
  let coverage: CoverageStore
  let surfaces: SurfacePool
  let player: CommandPlayer
  let memory = EncoderMemory()
}

/// The memory of commands and records between two frames.
final class EncoderMemory {
  fileprivate var commands = CommandList()
  fileprivate var writer = RecordWriter()
}

/// Turns a display list into commands: decides which passes are drawn when and where, and writes
/// their primitives as records.
///
/// Passes that nothing but their own primitives' order binds are drawn beside one another: those of
/// one stage, which need pictures of earlier stages only, share surfaces, so that a hundred small
/// groups are one pass of the device. Where all passes that a part of a pass needs are too large
/// for that together, that part is drawn in portions, one after another, and each gives its
/// surfaces back.
final class FrameEncoder {
  let list: DisplayList
  let plan: PassPlan
  let resources: FrameResources
  let schedule: PassSchedule
  /// How surfaces of passes are stored.
  let format: PixelFormat
  /// How those are that filters take the straight colour of: however low its alpha is, it has to
  /// have one.
  let formatOfFiltered: PixelFormat
  /// Pixels of surfaces that one portion may take.
  let portion: Int
  // Of one thread, and read and written for each primitive.
  @exclusivity(unchecked) var commands = CommandList()
  @exclusivity(unchecked) var writer = RecordWriter()
  @exclusivity(unchecked) var clips: ClipWriter
  /// The device pixel that the frame begins with, and that from which the clips of the pass that is
  /// painted count.
  let frameOrigin: (x: Int32, y: Int32)
  @exclusivity(unchecked) var origin: (x: Int32, y: Int32) = (0, 0)
  /// By pass, what it shows; nil for nothing.
  var pictures: [PictureRegion?]
  /// By pass, what its filters hold of their sources.
  private var held: [Int: PictureRegion] = [:]
  /// The target whose pass of the device is open.
  @exclusivity(unchecked) private var open: PassTarget?
  @exclusivity(unchecked) private var flushes = 0
  private(set) var statistics = DrawStatistics()

  init(
    _ list: DisplayList, _ plan: PassPlan, _ resources: FrameResources, format: PixelFormat,
    formatOfFiltered: PixelFormat, portion: Int, origin: (x: Int32, y: Int32)
  ) {
    self.list = list
    self.plan = plan
    self.resources = resources
    (self.format, self.formatOfFiltered) = (format, formatOfFiltered)
    self.portion = portion
    frameOrigin = origin
    schedule = PassSchedule(list, plan)
    clips = ClipWriter(list)
    pictures = Array(repeating: nil, count: list.passes.count)
    swap(&commands, &resources.memory.commands)
    swap(&writer, &resources.memory.writer)
  }

  deinit {
    // Also of a frame that failed.
    commands.removeAll()
    writer.removeAll()
    swap(&commands, &resources.memory.commands)
    swap(&writer, &resources.memory.writer)
  }

  // MARK: Passes of the device

  func begin(_ target: PassTarget) throws(RenderError) {
    guard open !== target else { return }
    end()
    let frame = try target.make(on: resources.surfaces)
    open = target
    guard !target.hasBegun else { return commands.begin(frame, .keep, target.area) }
    target.hasBegun = true
    guard !target.keepsPixels else { return commands.begin(frame, .keep, target.area) }
    let color = target.background
    let load = Load.clear(color.x, color.y, color.z, color.w, discardsRest: target.ownsFrame)
    for (index, box) in target.boxes.enumerated() {
      if index > 0 { commands.end() }
      commands.begin(frame, load, target.rect(box))
    }
    guard target.boxes.count > 1 else { return }
    commands.end()
    commands.begin(frame, .keep, target.area)
  }

  func end() {
    if open != nil { commands.end() }
    open = nil
  }

  /// Has the device do all that was written so far.
  func flush() throws(RenderError) {
    let target = open
    end()
    try play()
    if let target { try begin(target) }
  }

  private func play() throws(RenderError) {
    try resources.player.play(
      commands, data: writer.data, coverage: resources.coverage.texture, statistics: &statistics)
    commands.removeAll()
    writer.removeAll()
    clips.forget()
    flushes += 1
  }

  /// Draws the canvas.
  func draw(into target: PassTarget) throws(RenderError) {
    try draw(0, into: target)
    try begin(target)
    end()
  }

  /// Shows a picture in a frame, in place of what is there or over it.
  func show(_ picture: PictureRegion, in target: PassTarget) throws(RenderError) {
    target.hasBegun = true
    try begin(target)
    for box in target.boxes {
      let slots = commands.slots(
        for: RecordTextures(picture.page.surface.texture), .paint, target.keepsPixels ? .sourceOver : .none)
      let place = RecordWriter.Place(box: box, offset: target.offset)
      commands.append(
        writer.picture(
          RecordWriter.PictureUse(region: picture, slot: slots[0]), mask: nil, shadow: nil, opacity: 1, in: place))
    }
    end()
  }

  func finish() throws(RenderError) { try play() }

  // MARK: Order of passes

  /// Draws a pass's primitives, and before them the passes that they show, portion by portion.
  private func draw(_ pass: Int, into target: PassTarget) throws(RenderError) {
    let values = list.passes[pass]
    var (start, index) = (values.first, values.first)
    var (pending, area): ([Int], Int) = ([], 0)
    while index < values.end {
      guard list.primitives[index].kind == .pass else {
        index += 1
        continue
      }
      let child = Int(list.primitives[index].payload)
      if !plan.needed[child].isEmpty {
        let more = schedule.area[child]
        if !pending.isEmpty, area + more > portion {
          try prepare(pending)
          try paint(start..<index, of: pass, into: target)
          (pending, area, start) = ([], 0, index)
        }
        pending.append(child)
        area += more
      }
      index = list.passes[child].end
    }
    try prepare(pending)
    try paint(start..<values.end, of: pass, into: target)
  }

  /// Draws some passes of one parent with all that lie in them.
  private func prepare(_ passes: [Int]) throws(RenderError) {
    guard !passes.isEmpty else { return }
    if passes.count == 1, schedule.area[passes[0]] > portion, schedule.hasChildren[passes[0]] {
      return try drawAlone(passes[0])
    }
    for stage in schedule.stages(of: passes) {
      try draw(stage)
      for job in stage where job.filter == nil { release(inside: job.pass) }
    }
  }

  private func drawAlone(_ pass: Int) throws(RenderError) {
    try draw(pass, onItsOwn: true)
    for number in schedule.filters[pass].indices { try draw([PassSchedule.Job(pass: pass, filter: number)]) }
  }

  /// Draws a pass on a surface of its own.
  private func draw(_ pass: Int, onItsOwn withChildren: Bool) throws(RenderError) {
    let target = PassTarget(surfaceOf: schedule.boxes[pass], format: format(of: pass))
    if withChildren {
      try draw(pass, into: target)
    } else {
      try paint(list.passes[pass].first..<list.passes[pass].end, of: pass, into: target)
    }
    try begin(target)
    end()
    pictures[pass] = target.region
  }

  /// Draws what is ready at the same time, on as few surfaces as hold it.
  private func draw(_ jobs: [PassSchedule.Job]) throws(RenderError) {
    let shared = jobs.filter { $0.filter != nil || !schedule.readsBeneath[$0.pass] }
    for job in jobs where job.filter == nil && schedule.readsBeneath[job.pass] {
      try draw(job.pass, onItsOwn: false)
    }
    var results: [(pass: Int, region: PictureRegion)] = []
    let filtered = shared.filter { schedule.changesColors[$0.pass] }
    let layouts =
      packed(shared.filter { !schedule.changesColors[$0.pass] }).map { ($0, format) }
      + packed(filtered).map { ($0, formatOfFiltered) }
    for (layout, format) in layouts {
      let page = try resources.surfaces.page(width: layout.width, height: layout.height, format: format)
      end()
      commands.begin(
        page.surface.frame(), .clear(0, 0, 0, 0, discardsRest: true),
        PixelRect(x: 0, y: 0, width: layout.width, height: layout.height))
      for (job, x, y) in layout.allocations {
        let region = PictureRegion(page: page, x: Int32(x), y: Int32(y), box: schedule.box(of: job))
        let target = PassTarget(region, format: format)
        open = target
        if let number = job.filter {
          let stage = schedule.filters[job.pass][number]
          append(stage, of: pictures[job.pass], held: held[job.pass], to: region)
          if stage.holdsSource { held[job.pass] = pictures[job.pass] }
          if stage.readsHeld { held[job.pass] = nil }
        } else {
          try paint(list.passes[job.pass].first..<list.passes[job.pass].end, of: job.pass, into: target)
        }
        results.append((job.pass, region))
      }
      end()
    }
    for result in results { pictures[result.pass] = result.region }
  }

  private func format(of pass: Int) -> PixelFormat { schedule.changesColors[pass] ? formatOfFiltered : format }

  /// A filter's drawing of a picture.
  ///
  /// - Parameter held: what an earlier one of the same picture has held.
  func append(_ stage: FilterStage, of picture: PictureRegion?, held: PictureRegion?, to region: PictureRegion) {
    guard let picture else { return }
    let held = stage.readsHeld ? held : nil
    let textures = RecordTextures(picture.page.surface.texture, held?.page.surface.texture)
    let slots = commands.slots(for: textures, stage.kind.stage, .none)
    commands.append(
      writer.filter(
        stage, of: RecordWriter.PictureUse(region: picture, slot: slots[0]),
        held: held.map { RecordWriter.PictureUse(region: $0, slot: slots[1]) }, list.planes,
        in: RecordWriter.Place(box: region.box, offset: region.offset)))
  }

  /// Draws filters of a picture one after another, each on a surface of its own.
  func filtered(_ picture: PictureRegion, by stages: [FilterStage]) throws(RenderError) -> PictureRegion {
    var picture = picture
    var held: PictureRegion?
    for stage in stages {
      let target = PassTarget(surfaceOf: stage.box, format: format)
      try begin(target)
      guard let region = target.region else { break }
      append(stage, of: picture, held: held, to: region)
      end()
      if stage.holdsSource { held = picture }
      if stage.readsHeld { held = nil }
      picture = region
    }
    return picture
  }

  private func release(inside pass: Int) {
    for child in schedule.children(of: pass) { pictures[child] = nil }
  }

  private struct PageLayout {
    var width, height: Int
    var allocations: [(job: PassSchedule.Job, x: Int, y: Int)]
  }

  private func packed(_ jobs: [PassSchedule.Job]) -> [PageLayout] {
    guard jobs.count > 1 else {
      return jobs.map { job in
        let box = schedule.box(of: job)
        return PageLayout(width: box.width, height: box.height, allocations: [(job, 0, 0)])
      }
    }
    let boxes = jobs.map { schedule.box(of: $0) }
    let area = boxes.reduce(0) { $0 + $1.pixelCount }
    let widest = boxes.reduce(0) { max($0, $1.width) }
    let side = min(max(Int((Double(area) * 1.1).squareRoot()), widest), resources.surfaces.maxSide)
    var layouts: [PageLayout] = []
    var packing = AtlasPacking(width: side, height: resources.surfaces.maxSide)
    var allocations: [(job: PassSchedule.Job, x: Int, y: Int)] = []
    func finish() {
      if !allocations.isEmpty {
        layouts.append(PageLayout(width: packing.usedWidth, height: packing.usedHeight, allocations: allocations))
      }
      allocations = []
      packing = AtlasPacking(width: side, height: resources.surfaces.maxSide)
    }
    for index in jobs.indices.sorted(by: { boxes[$0].height > boxes[$1].height }) {
      let (width, height) = (boxes[index].width, boxes[index].height)
      var corner = packing.allocate(width: width, height: height)
      if corner == nil {
        finish()
        corner = packing.allocate(width: width, height: height)
      }
      allocations.append((jobs[index], corner?.x ?? 0, corner?.y ?? 0))
    }
    finish()
    return layouts
  }

  // MARK: Resources that may need room

  /// Acquires what a primitive refers to, so that all of it is there at the same time: where
  /// something makes room by having the device draw what was written, what was acquired before may
  /// be gone.
  func acquiring<Result>(_ body: () throws(RenderError) -> Result) throws(RenderError) -> Result {
    // Each time the textures are larger, up to what the device allows.
    for _ in 0..<10 {
      let before = flushes
      let result = try body()
      if flushes == before { return result }
    }
    throw .coverage(side: resources.coverage.texture.height)
  }
}
