import MultiplaneGraphics
import MultiplaneMotion

/// One particle: what was chosen at its birth, from which follows how it is at any age.
struct Particle {
  /// Seconds of its cell's time.
  let lifetime: Double
  /// In points of the layer.
  private let origin: Vector3
  /// Points per second, and per second squared.
  private let velocity: Vector3
  private let acceleration: Vector3
  /// The way it left, of length 1.
  private let direction: Vector3
  private let scale: Double
  private let scaleSpeed: Double
  /// Radians a second.
  private let spin: Double
  private let color: StraightColor
  private let colorSpeed: StraightColor

  /// - Parameters:
  ///   - emitter: the layer's values at the birth.
  ///   - place: where it is born, in points of the layer.
  ///   - forward: which way angles are measured from: +x for a cell of the layer's own, the way its
  ///     particle goes for a cell within a cell.
  init(
    of cell: EmitterCellValues, in emitter: EmitterValues, at place: Vector3, facing forward: Vector3,
    _ random: inout ParticleRandom
  ) {
    origin = place
    lifetime = random.next(Double(cell.lifetime), range: Double(cell.lifetimeRange)) * Double(emitter.lifetime)
    let speed = random.next(Double(cell.velocity), range: Double(cell.velocityRange)) * Double(emitter.velocity)
    direction = Self.direction(of: cell, facing: forward, &random)
    velocity = direction * speed
    acceleration = Vector3(Double(cell.xAcceleration), Double(cell.yAcceleration), Double(cell.zAcceleration))
    let factor = Double(emitter.scale)
    scale = random.next(Double(cell.scale), range: Double(cell.scaleRange)) * factor
    scaleSpeed = Double(cell.scaleSpeed) * factor
    spin = random.next(Double(cell.spin), range: Double(cell.spinRange)) * Double(emitter.spin)
    let mean = cell.color?.straight ?? .white
    color =
      StraightColor(
        red: random.next(mean.red, range: Double(cell.redRange)),
        green: random.next(mean.green, range: Double(cell.greenRange)),
        blue: random.next(mean.blue, range: Double(cell.blueRange)),
        alpha: random.next(mean.alpha, range: Double(cell.alphaRange))
      ).inRange
    colorSpeed = StraightColor(
      red: Double(cell.redSpeed), green: Double(cell.greenSpeed), blue: Double(cell.blueSpeed),
      alpha: Double(cell.alphaSpeed))
  }

  /// A way in the cone, as likely as any other: even over the part of the sphere that the cone cuts
  /// out.
  private static func direction(
    of cell: EmitterCellValues, facing forward: Vector3, _ random: inout ParticleRandom
  ) -> Vector3 {
    let (first, second) = (random.next(), random.next())
    let (longitude, latitude) = (Double(cell.emissionLongitude), Double(cell.emissionLatitude))
    let axis = Vector3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    let halfAngle = min(abs(Double(cell.emissionRange)) / 2, .pi)
    let along = 1 - first * (1 - cos(halfAngle))
    let across = max(0, 1 - along * along).squareRoot()
    let turn = 2 * .pi * second
    return Vector3(along, across * cos(turn), across * sin(turn)).seen(from: axis).seen(from: forward)
  }

  // MARK: At an age

  func position(atAge age: Double) -> Vector3 { origin + velocity * age + acceleration * (age * age / 2) }

  /// The direction of its movement; while it stands still, that of its start.
  func forward(atAge age: Double) -> Vector3 {
    let velocity = velocity + acceleration * age
    let length = velocity.length
    return length > 0 && length.isFinite ? velocity * (1 / length) : direction
  }

  func scale(atAge age: Double) -> Double { scale + scaleSpeed * age }

  /// Radians from x to y.
  func angle(atAge age: Double) -> Double { spin * age }

  func color(atAge age: Double) -> StraightColor {
    StraightColor(
      red: color.red + colorSpeed.red * age, green: color.green + colorSpeed.green * age,
      blue: color.blue + colorSpeed.blue * age, alpha: color.alpha + colorSpeed.alpha * age
    ).inRange
  }
}

extension Vector3 {
  /// A vector that is given along a direction, sideways in the plane and upwards from it, in the
  /// coordinates that the direction is given in. For +x it stays as it is.
  fileprivate func seen(from direction: Vector3) -> Vector3 {
    let inPlane = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    let sideways = inPlane > 0 ? Vector3(-direction.y / inPlane, direction.x / inPlane, 0) : Vector3(0, 1, 0)
    return direction * x + sideways * y + direction.cross(sideways) * z
  }
}

extension StraightColor {
  /// Each component cut to 0…1; what is no number becomes 0.
  fileprivate var inRange: StraightColor {
    func cut(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    return StraightColor(red: cut(red), green: cut(green), blue: cut(blue), alpha: cut(alpha))
  }
}
