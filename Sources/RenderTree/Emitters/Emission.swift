import MultiplaneGraphics
import MultiplaneMotion

/// The particles of an emitter layer at one time (docs/emitters.md).
///
/// A closed function of time: when a particle is born follows from the birth rates, what was chosen
/// for it from the seed and its number. So any time can be looked at first, and looks the same each
/// time.
struct Emission {
  /// A particle that is seen.
  struct Visible {
    let template: RenderNode
    let color: StraightColor
    let position: Vector3
    let scale: Double
    let angle: Double
    /// Seconds.
    let age: Double
  }

  /// No more births are looked at for one picture, the latest first: those of particles that are
  /// gone but that others came from included.
  static let mostBirths = 100_000

  private let renderMode: CAEmitterLayerRenderMode
  private let identifier: LayerIdentifier
  private var templates: [Template: RenderNode] = [:]
  private var births = 0
  private let meter = EvaluationMeter.current
  private(set) var visible: [Visible] = []

  /// - Parameters:
  ///   - layer: with the values of its cells as they are without animations.
  ///   - values: those at the time.
  ///   - time: in the layer's own time.
  init(of layer: CommittedLayer, values: LayerValues, at time: Double) {
    renderMode = values.emitter.renderMode
    identifier = layer.identifier
    guard meter?.admits(.emitter) ?? true else { return }
    let spans = (values.emitter.past?.spans ?? []) + [layer.currentSpan]
    let courses = spans.map(EmitterCourse.init)
    // The latest births first, so that the oldest are those that are left out.
    for course in courses.reversed() {
      for index in course.base.cells.indices.reversed() { emit(index, in: course, at: time) }
    }
    visible.reverse()
    sort()
  }

  // MARK: Births

  /// The particles of one of the layer's own cells.
  private mutating func emit(_ index: Int, in course: EmitterCourse, at time: Double) {
    let base = course.base
    let clock = CellClock(base.cells[index])
    let now = clock.cellTime(ofParent: time)
    let schedule = BirthSchedule(ofCell: index, in: course, until: time)
    let key = ParticleRandom.key(UInt64(bitPattern: Int64(base.seed)), UInt64(index))
    let reach = base.cells[index].reach(lifetimeFactor: course.lifetimeFactor)
    for stretch in schedule.stretches.reversed() {
      for number in stretch.births(from: max(0, now - reach)).reversed() {
        guard countBirth() else { return }
        let birth = stretch.time(ofBirth: number)
        let emitter = course.values(at: clock.parentTime(ofCell: birth))
        guard index < emitter.cells.count else { continue }
        var random = ParticleRandom(key: ParticleRandom.key(key, UInt64(number)))
        let middle = Vector3(Double(emitter.position.x), Double(emitter.position.y), Double(emitter.zPosition))
        let place = middle + emitter.place(&random)
        let particle = Particle(
          of: emitter.cells[index], in: emitter, at: place, facing: Vector3(1, 0, 0), &random)
        show(
          particle, of: emitter.cells[index], in: emitter, age: now - birth,
          key: ParticleRandom.key(key, UInt64(number)), level: 1)
      }
    }
  }

  /// The particle itself, under those that come from it.
  private mutating func show(
    _ particle: Particle, of cell: EmitterCellValues, in emitter: EmitterValues, age: Double, key: UInt64, level: Int
  ) {
    if level < EmitterCellValues.mostLevels {
      for (index, inner) in cell.cells.enumerated().reversed() {
        let clock = CellClock(inner)
        let now = clock.cellTime(ofParent: age)
        let key = ParticleRandom.key(key, UInt64(index))
        let schedule = BirthSchedule(of: inner, in: (age, particle.lifetime))
        let reach = inner.reach(lifetimeFactor: Double(emitter.lifetime))
        for stretch in schedule.stretches {
          for number in stretch.births(from: max(0, now - reach)).reversed() {
            guard countBirth() else { return }
            let birth = stretch.time(ofBirth: number)
            let ageThen = clock.parentTime(ofCell: birth)
            var random = ParticleRandom(key: ParticleRandom.key(key, UInt64(number)))
            let child = Particle(
              of: inner, in: emitter, at: particle.position(atAge: ageThen),
              facing: particle.forward(atAge: ageThen), &random)
            show(
              child, of: inner, in: emitter, age: now - birth, key: ParticleRandom.key(key, UInt64(number)),
              level: level + 1)
          }
        }
      }
    }
    guard age >= 0, age < particle.lifetime, let template = template(of: cell) else { return }
    let (color, scale, angle) = (particle.color(atAge: age), particle.scale(atAge: age), particle.angle(atAge: age))
    let position = particle.position(atAge: age)
    guard color.alpha > 0, scale > 0, scale.isFinite, angle.isFinite, position.length.isFinite else { return }
    visible.append(
      Visible(template: template, color: color, position: position, scale: scale, angle: angle, age: age))
  }

  /// Whether one more may be looked at.
  private mutating func countBirth() -> Bool {
    births += 1
    return births <= Self.mostBirths && meter?.admits(.birth) ?? true
  }

  // MARK: Order

  /// Into drawing order; particles that are alike in what decides keep theirs.
  private mutating func sort() {
    let key: ((Visible) -> Double)? =
      switch renderMode {
      case .oldestFirst: { -$0.age }
      case .oldestLast: { $0.age }
      case .backToFront: { $0.position.z }
      default: nil
      }
    guard let key else { return }
    let keys = visible.map(key)
    visible = visible.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { visible[$0] }
  }

  // MARK: Nodes

  /// The template of a cell's particles, in white at scale 1; they share one node's parts.
  private struct Template: Hashable {
    let image: ObjectIdentifier
    let rect: CGRect
    let scale: CGFloat
    let minification: CALayerContentsFilter
    let magnification: CALayerContentsFilter
    let bias: Float
  }

  /// Nil for a cell that shows nothing.
  private mutating func template(of cell: EmitterCellValues) -> RenderNode? {
    guard let image = cell.contents?.image, let size = cell.imageSize else { return nil }
    let key = Template(
      image: ObjectIdentifier(image), rect: cell.contentsRect, scale: cell.contentsScale,
      minification: cell.minificationFilter, magnification: cell.magnificationFilter,
      bias: cell.minificationFilterBias)
    if let known = templates[key] { return known }
    var values = LayerValues()
    values.geometry.bounds = CGRect(origin: .zero, size: size)
    values.contents = image
    values.contentsRect = cell.contentsRect
    values.contentsScale = cell.contentsScale
    values.minificationFilter = cell.minificationFilter
    values.magnificationFilter = cell.magnificationFilter
    values.minificationFilterBias = cell.minificationFilterBias
    if renderMode == .additive { values.compositing.blendMode = .plusL }
    let made = RenderNode(identifier: identifier, name: nil, kind: .layer, values: values, sublayers: [])
    templates[key] = made
    return made
  }

  /// The particles as nodes in the layer, in drawing order.
  var nodes: [RenderNode] {
    visible.map { particle in
      particle.template.instance(tint: particle.color) { geometry in
        geometry.position = CGPoint(x: particle.position.x, y: particle.position.y)
        geometry.zPosition = particle.position.z
        let (along, across) = (cos(particle.angle) * particle.scale, sin(particle.angle) * particle.scale)
        var transform = CATransform3DIdentity
        (transform.m11, transform.m12) = (along, across)
        (transform.m21, transform.m22) = (-across, along)
        transform.m33 = particle.scale
        geometry.transform = transform
      }
    }
  }
}
