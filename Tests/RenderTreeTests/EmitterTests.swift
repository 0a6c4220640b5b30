import MultiplaneGraphics
import MultiplaneMotion
import Testing

@testable import MultiplaneRenderTree

/// An emitter layer with cells, not moving and with an image of 2 × 2 points.
struct Emitter {
  var values = LayerValues(of: .emitter)
  var animations: [CommittedAnimation] = []
  static let image = CGImage(premultipliedRGBA8: [UInt8](repeating: 255, count: 16), width: 2, height: 2)

  init(_ cells: EmitterCellValues...) {
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    values.emitter.cells = cells
  }

  var committed: CommittedLayer {
    CommittedLayer(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .emitter, values: values, timing: .layer,
      animations: animations, sublayers: [CommittedLayer]())
  }

  func particles(at time: Double) -> [Emission.Visible] {
    Emission(of: committed, values: committed.values(at: time), at: time).visible
  }
}

extension EmitterCellValues {
  /// One particle a second that lives for two.
  static func even(_ change: (inout EmitterCellValues) -> Void = { _ in }) -> EmitterCellValues {
    var cell = EmitterCellValues()
    cell.birthRate = 1
    cell.lifetime = 2
    cell.contents = Emitter.image.map(ImageReference.init)
    change(&cell)
    return cell
  }
}

@Suite("§18 when particles are there") struct EmitterBirthTests {
  /// Born at 0, 1, 2 …, gone after two seconds.
  @Test(arguments: [(-0.5, 0), (0, 1), (0.5, 1), (1, 2), (1.5, 2), (2, 2), (7.5, 2)])
  func evenBirths(time: Double, count: Int) {
    #expect(Emitter(.even()).particles(at: time).count == count)
  }

  @Test func agesAreTimesSinceBirth() {
    #expect(Emitter(.even()).particles(at: 7.75).map(\.age) == [1.75, 0.75])
  }

  @Test func theLayerMultipliesRateAndLifetime() {
    var emitter = Emitter(.even())
    emitter.values.emitter.birthRate = 4
    #expect(emitter.particles(at: 10.1).count == 8)
    emitter.values.emitter.lifetime = 0.5
    #expect(emitter.particles(at: 10.1).count == 4)
    emitter.values.emitter.birthRate = 0
    #expect(emitter.particles(at: 10.1).isEmpty)
  }

  @Test func whatIsOffMakesNone() {
    #expect(Emitter(.even { $0.isEnabled = false }).particles(at: 5).isEmpty)
    #expect(Emitter(.even { $0.lifetime = 0 }).particles(at: 5).isEmpty)
    #expect(Emitter(.even { $0.birthRate = -1 }).particles(at: 5).isEmpty)
    #expect(Emitter(.even { $0.contents = nil }).particles(at: 5).isEmpty)
    #expect(Emitter(.even { $0.timing.speed = 0 }).particles(at: 5).isEmpty)
  }

  /// From 3 on for half a second at 10 a second: five, at once, and then no more.
  @Test(arguments: [(2.9, 0), (3, 1), (3.25, 3), (3.5, 5), (4.9, 5), (5.45, 0)])
  func burst(time: Double, count: Int) {
    let cell = EmitterCellValues.even {
      $0.birthRate = 10
      $0.timing.beginTime = 3
      $0.timing.duration = 0.5
    }
    // The first of them, born at 3, is gone at 5; the last, born at 3.4, at 5.4.
    #expect(Emitter(cell).particles(at: time).count == count)
  }

  @Test func timeOffsetIsAHeadStart() {
    #expect(Emitter(.even { $0.timing.timeOffset = 1.5 }).particles(at: 0).map(\.age) == [1.5, 0.5])
  }

  @Test func speedBringsMoreAndAgesThem() {
    // In the cell's own time it is 3: particles of 2 and 3 are there, ages 1 and 0.
    #expect(Emitter(.even { $0.timing.speed = 2 }).particles(at: 1.5).map(\.age) == [1, 0])
  }

  /// The rate grows from 0 to 4 in 2 s: after t seconds t² have been born. The k-th is born at √k,
  /// but for the steps of 1/32 s.
  @Test func animatedRates() {
    var emitter = Emitter(.even { $0.lifetime = 100 })
    emitter.animations = [Self.animation("birthRate", from: 0, to: 4)]
    let ages = emitter.particles(at: 1.99).map(\.age)
    #expect(ages.count == 4)
    for (age, expected) in zip(ages, [1.99, 0.99, 1.99 - 2.0.squareRoot(), 1.99 - 3.0.squareRoot()]).dropFirst() {
      #expect(abs(age - expected) < 0.02)
    }
    #expect(emitter.particles(at: 1.99).map(\.age) == ages)
  }

  @Test func animatedCells() {
    var emitter = Emitter(.even { $0.name = "spark" })
    emitter.animations = [Self.animation("emitterCells.spark.birthRate", from: 10, to: 10)]
    #expect(emitter.particles(at: 1.05).count == 11)
    emitter.animations = [Self.animation("emitterCells.flame.birthRate", from: 10, to: 10)]
    #expect(emitter.particles(at: 1.05).count == 2)
  }

  /// A particle stays where it was born while the emitter goes on.
  /// On for two seconds of four and then off: those that were born by then live for five.
  @Test(arguments: [true, false], [(1.0, 2), (1.95, 2), (2.05, 2), (3.9, 2), (5.5, 1), (6.5, 0)])
  func cellsSwitchedOff(isOn: Bool, at moment: (time: Double, count: Int)) throws {
    let keyPath = try #require(LayerKeyPath("emitterCells.spark.enabled", of: .emitter))
    var emitter = Emitter(
      .even {
        $0.name = "spark"
        $0.lifetime = 5
        $0.isEnabled = isOn
      })
    let course = KeyframeCourse(values: [.boolean(true), .boolean(false)], mode: .discrete)
    emitter.animations = [
      CommittedAnimation(
        key: nil, timing: MediaTiming(duration: 4, fillMode: .both), curve: nil, isRemovedOnCompletion: false,
        change: PropertyChange(keyPath: keyPath, course: .keyframes(course)))
    ]
    #expect(emitter.committed.evaluate(at: moment.time)?.sublayers.count == moment.count)
    let tree = CommittedTree(size: CGSize(width: 1, height: 1), scale: 1, background: nil, root: emitter.committed)
    #expect(tree.nextFrameTime(after: moment.time) == moment.time)
  }

  @Test func animatedPlaces() {
    var emitter = Emitter(.even { $0.lifetime = 100 })
    emitter.animations = [Self.animation("emitterPosition.x", from: 0, to: 20)]
    let places = emitter.particles(at: 1.5).map(\.position.x)
    #expect(places.count == 2)
    for (place, expected) in zip(places, [0.0, 10.0]) { #expect(abs(place - expected) < 1e-9) }
  }

  static func animation(_ path: String, from: Double, to: Double) -> CommittedAnimation {
    let timing = MediaTiming(beginTime: 0, duration: 2, fillMode: .both)
    guard let keyPath = LayerKeyPath(path, of: .emitter) else { preconditionFailure("A key path of an emitter layer.") }
    return CommittedAnimation(
      key: nil, timing: timing, curve: nil, isRemovedOnCompletion: false,
      change: PropertyChange(
        keyPath: keyPath, course: .basic(BasicCourse(from: .number(from), to: .number(to), by: nil)),
        valueFunction: nil, isAdditive: false, isCumulative: false))
  }

  /// Three of a rate of 1 until 2.5, then none: those that are there live on.
  @Test func changesHaveAPast() {
    let first = Emitter(.even()).committed
    var next = Emitter(.even())
    next.values.emitter.birthRate = 0
    next.values.emitter.past = first.emissionPast(before: next.values.emitter, [], at: 2.5)
    #expect(next.particles(at: 2.75).map(\.age) == [1.75, 0.75])
    #expect(next.particles(at: 3.5).map(\.age) == [1.5])
    #expect(next.particles(at: 4).isEmpty)
    // Then again as before: counting goes on where it stopped, at two and a half.
    let second = next.committed
    var last = Emitter(.even())
    last.values.emitter.past = second.emissionPast(before: last.values.emitter, [], at: 10)
    #expect(last.particles(at: 10.4).isEmpty)
    #expect(last.particles(at: 10.75).map(\.age) == [0.25])
    // What cannot be seen any more is not kept.
    #expect(last.values.emitter.past?.spans.count == 1)
    // The same again is no change.
    #expect(first.emissionPast(before: first.values.emitter, [], at: 2) == nil)
  }

  @Test func particlesOfParticles() {
    // From each particle one more every half second, which lives for a quarter.
    let inner = EmitterCellValues.even {
      $0.birthRate = 2
      $0.lifetime = 0.25
    }
    let emitter = Emitter(
      .even {
        $0.birthRate = 0.1
        $0.velocity = 10
        $0.cells = [inner]
      })
    let particles = emitter.particles(at: 1.1)
    // The one itself at 11, and over it the one that was born at 1, at 10.
    #expect(particles.count == 2)
    #expect(Set(particles.map { ($0.position.x * 1000).rounded() }) == [11000, 10000])
    // The particle is gone at 2, and makes none then.
    #expect(emitter.particles(at: 2.1).isEmpty)
    #expect(emitter.particles(at: 1.9).count == 1)
  }

  /// A firework: the rocket bursts when it is gone, at the end of its life.
  @Test func burstsInParticles() {
    let spark = EmitterCellValues.even {
      $0.birthRate = 100
      $0.timing.beginTime = 1.9
      $0.timing.duration = 0.05
    }
    let emitter = Emitter(
      .even {
        $0.birthRate = 0.01
        $0.contents = nil
        $0.cells = [spark]
      })
    #expect(emitter.particles(at: 1.85).isEmpty)
    #expect(emitter.particles(at: 1.99).count == 5)
    #expect(emitter.particles(at: 3.5).count == 5)
    #expect(emitter.particles(at: 4).isEmpty)
  }

  @Test func tooManyLeaveOutTheOldest() {
    let particles = Emitter(.even { $0.birthRate = 1e6 }).particles(at: 1)
    #expect(particles.count == Emission.mostBirths)
    #expect(abs((particles.first?.age ?? 0) - 0.1) < 1e-3)
  }
}

@Suite("§18 how particles move") struct EmitterMotionTests {
  private func only(_ change: (inout EmitterCellValues) -> Void, at time: Double) throws -> Emission.Visible {
    var emitter = Emitter(
      .even {
        $0.birthRate = 0.01
        change(&$0)
      })
    emitter.values.emitter.position = CGPoint(x: 50, y: 40)
    emitter.values.emitter.zPosition = 5
    return try #require(emitter.particles(at: time).first)
  }

  @Test func velocityAndAcceleration() throws {
    let particle = try only(
      {
        $0.velocity = 10
        $0.xAcceleration = 2
        $0.yAcceleration = -4
        $0.zAcceleration = 6
      }, at: 1.5)
    // p + v·t + a·t²/2.
    #expect(abs(particle.position.x - (50 + 15 + 2.25)) < 1e-9)
    #expect(abs(particle.position.y - (40 - 4.5)) < 1e-9)
    #expect(abs(particle.position.z - (5 + 6.75)) < 1e-9)
  }

  @Test(arguments: [
    (Double.pi / 2, 0.0, Vector3(0, 10, 0)), (0.0, Double.pi / 2, Vector3(0, 0, 10)),
    (Double.pi / 2, Double.pi / 4, Vector3(0, 10 * 0.5.squareRoot(), 10 * 0.5.squareRoot())),
  ])
  func directions(longitude: Double, latitude: Double, move: Vector3) throws {
    let particle = try only(
      {
        $0.velocity = 10
        $0.emissionLongitude = longitude
        $0.emissionLatitude = latitude
      }, at: 1)
    #expect((particle.position - Vector3(50, 40, 5) - move).length < 1e-9)
  }

  @Test func scaleSpinAndColor() throws {
    let particle = try only(
      {
        $0.scale = 2
        $0.scaleSpeed = -0.5
        $0.spin = 3
        $0.color = CGColor(srgbRed: 1, green: 0.5, blue: 0.25, alpha: 0.75)
        $0.redSpeed = 1
        $0.greenSpeed = -0.25
        $0.alphaSpeed = -0.5
      }, at: 1)
    #expect(particle.scale == 1.5 && particle.angle == 3)
    // Red stays within 1.
    #expect(particle.color == StraightColor(red: 1, green: 0.25, blue: 0.25, alpha: 0.25))
  }

  @Test func whatHasFadedOrShrunkIsNotThere() {
    #expect(Emitter(.even { $0.alphaSpeed = -1 }).particles(at: 1.5).map(\.age) == [0.5])
    #expect(Emitter(.even { $0.scaleSpeed = -1 }).particles(at: 1.5).map(\.age) == [0.5])
  }

  /// Within half the range to both sides; the mean of many is near the mean.
  @Test func ranges() {
    let emitter = Emitter(
      .even {
        $0.birthRate = 2000
        $0.lifetime = 1
        $0.scale = 3
        $0.scaleRange = 2
        $0.spinRange = 4
      })
    let particles = emitter.particles(at: 5)
    #expect(particles.count == 2000)
    #expect(particles.allSatisfy { (2...4).contains($0.scale) && abs($0.angle) <= 2 })
    // Four standard errors of an even spread: 4 · (2/√12)/√2000.
    let mean: Double = particles.map(\.scale).reduce(0, +) / 2000
    #expect(abs(mean - 3) < 0.052)
    #expect(particles.contains { $0.scale < 2.1 } && particles.contains { $0.scale > 3.9 })
  }

  /// All ways of a cone of 90° lie within 45° of its axis; their mean along it is (1 + cos 45°)/2.
  @Test func cones() {
    let emitter = Emitter(
      .even {
        $0.birthRate = 2000
        $0.lifetime = 1
        $0.velocity = 1
        $0.emissionLongitude = .pi / 2
        $0.emissionRange = .pi / 2
      })
    let along = emitter.particles(at: 5).filter { $0.age > 0.1 }.map { $0.position.y / $0.position.length }
    #expect(along.allSatisfy { $0 >= cos(.pi / 4) - 1e-9 && $0 <= 1 + 1e-9 })
    let mean = along.reduce(0, +) / Double(along.count)
    #expect(abs(mean - (1 + cos(.pi / 4)) / 2) < 0.01)
  }

  @Test func theSeedDecides() {
    var emitter = Emitter(.even { $0.scaleRange = 1 })
    let scales = emitter.particles(at: 8.5).map(\.scale)
    #expect(scales[0] != scales[1])
    #expect(emitter.particles(at: 8.5).map(\.scale) == scales)
    // A later look sees the same particle.
    #expect(emitter.particles(at: 9.25).first?.scale == scales[1])
    emitter.values.emitter.seed = 1
    #expect(emitter.particles(at: 8.5).map(\.scale) != scales)
  }
}

@Suite("§18 where particles are born") struct EmitterShapeTests {
  private func places(_ shape: CAEmitterLayerEmitterShape, _ mode: CAEmitterLayerEmitterMode) -> [Vector3] {
    var emitter = Emitter(
      .even {
        $0.birthRate = 1000
        $0.lifetime = 1
      })
    emitter.values.emitter.shape = shape
    emitter.values.emitter.mode = mode
    emitter.values.emitter.size = CGSize(width: 20, height: 10)
    emitter.values.emitter.depth = 6
    return emitter.particles(at: 3).map(\.position)
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

  @Test func aPoint() {
    #expect(places(.point, .volume).allSatisfy { $0 == Vector3(0, 0, 0) })
    #expect(places(CAEmitterLayerEmitterShape(rawValue: "star"), .volume).allSatisfy { $0 == Vector3(0, 0, 0) })
  }

  /// Where a shape has nothing of its own for a mode, it is as for another (docs/emitters.md).
  @Test(arguments: [
    (CAEmitterLayerEmitterShape.point, CAEmitterLayerEmitterMode.points, CAEmitterLayerEmitterMode.volume),
    (.point, .outline, .volume), (.point, .surface, .volume), (.line, .surface, .outline), (.line, .volume, .outline),
    (.rectangle, .volume, .surface), (.circle, .surface, .volume),
  ])
  func alike(shape: CAEmitterLayerEmitterShape, mode: CAEmitterLayerEmitterMode, other: CAEmitterLayerEmitterMode) {
    #expect(places(shape, mode) == places(shape, other))
  }

  @Test func lines() {
    let points = places(.line, .points)
    #expect(Set(points.map(\.x)) == [-10, 10] && points.allSatisfy { $0.y == 0 && $0.z == 0 })
    let along = places(.line, .outline)
    #expect(along.allSatisfy { abs($0.x) <= 10 && $0.y == 0 && $0.z == 0 })
    #expect(along.contains { $0.x < -9 } && along.contains { $0.x > 9 } && along.contains { abs($0.x) < 1 })
  }

  @Test func rectangles() {
    let corners = places(.rectangle, .points)
    #expect(Set(corners.map { "\($0.x) \($0.y)" }).count == 4)
    #expect(corners.allSatisfy { abs($0.x) == 10 && abs($0.y) == 5 && $0.z == 0 })
    let outline = places(.rectangle, .outline)
    #expect(outline.allSatisfy { isClose(abs($0.x), 10) && abs($0.y) <= 5 || isClose(abs($0.y), 5) && abs($0.x) <= 10 })
    // Two thirds of the way round run along x: of 1000, within four standard deviations.
    #expect(abs(outline.filter { isClose(abs($0.y), 5) }.count - 667) < 60)
    let surface = places(.rectangle, .surface)
    #expect(surface.allSatisfy { abs($0.x) <= 10 && abs($0.y) <= 5 && $0.z == 0 })
    #expect(surface.contains { abs($0.x) < 2 && abs($0.y) < 1 })
  }

  @Test func cuboids() {
    let half = Vector3(10, 5, 3)
    func ends(_ place: Vector3) -> Int {
      [isClose(abs(place.x), half.x), isClose(abs(place.y), half.y), isClose(abs(place.z), half.z)].filter { $0 }.count
    }
    func isInside(_ place: Vector3) -> Bool { abs(place.x) <= 10 && abs(place.y) <= 5 && abs(place.z) <= 3 }
    for (mode, count) in [(CAEmitterLayerEmitterMode.points, 3), (.outline, 2), (.surface, 1), (.volume, 0)] {
      let places = places(.cuboid, mode)
      #expect(places.allSatisfy { ends($0) == count && isInside($0) })
    }
    // The faces that look along z are 200 of 2·(200 + 60 + 120)/2 in size.
    let onZ = places(.cuboid, .surface).filter { isClose(abs($0.z), 3) }.count
    #expect(abs(Double(onZ) - 1000 * 200 / 380) < 65)
  }

  @Test func circles() {
    #expect(Set(places(.circle, .points).map { "\($0.x) \($0.y)" }).count == 4)
    #expect(places(.circle, .outline).allSatisfy { isClose($0.length, 20) && $0.z == 0 })
    let disc = places(.circle, .volume)
    #expect(disc.allSatisfy { $0.length <= 20 && $0.z == 0 })
    // Even over the area: a quarter lies within half the radius.
    #expect(abs(disc.filter { $0.length < 10 }.count - 250) < 55)
  }

  @Test func spheres() {
    #expect(places(.sphere, .points).allSatisfy { isClose($0.length, 20) })
    #expect(places(.sphere, .outline).allSatisfy { isClose($0.length, 20) && $0.z == 0 })
    let surface = places(.sphere, .surface)
    #expect(surface.allSatisfy { isClose($0.length, 20) })
    // Even over the surface: half of it is at |z| < r/2 (Archimedes).
    #expect(abs(surface.filter { abs($0.z) < 10 }.count - 500) < 64)
    // Even over the ball: an eighth lies within half the radius.
    #expect(abs(places(.sphere, .volume).filter { $0.length < 10 }.count - 125) < 42)
  }
}
