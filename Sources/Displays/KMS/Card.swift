/// A card that can show: its CRTCs, planes and connectors, and what it can do.
package final class Card {
  package let modeSetting: any ModeSetting
  /// Whether changes go through atomic requests; otherwise the old calls are made.
  package private(set) var isAtomic: Bool
  /// Whether frame buffers may name their layout.
  let takesModifiers: Bool
  /// Whether another device's memory can be shown.
  let takesSharedMemory: Bool
  /// Whether the CPU can write frames.
  package let hasDumbBuffers: Bool
  /// Pixels each way.
  let cursorSide: Int
  let controllers: [Controller]
  let planes: [Plane]

  /// A CRTC.
  struct Controller {
    let name: ControllerName
    let properties: ObjectProperties
    /// What it showed when the card was opened, for the end.
    let initial: ControllerState
    /// The connectors that it fed then.
    let initialConnectors: [ConnectorName]
  }

  struct Plane {
    enum Role: UInt64 {
      case overlay = 0
      case primary, cursor
    }

    let name: PlaneName
    let role: Role
    let possibleControllers: UInt32
    let formats: PlaneFormats
    let properties: ObjectProperties
  }

  /// A connector as it is now.
  struct Connector {
    let description: ConnectorDescription
    let properties: ObjectProperties
  }

  /// Looks at a card.
  ///
  /// - Parameter prefersAtomic: whether atomic requests are made if the driver takes them.
  package init(_ modeSetting: any ModeSetting, prefersAtomic: Bool = true) throws(ModeSettingError) {
    self.modeSetting = modeSetting
    // Planes are needed for atomic requests only, and old drivers have neither.
    var sees = true
    do { try modeSetting.enable(.universalPlanes) } catch { sees = false }
    var atomic = sees && prefersAtomic
    if atomic {
      do { try modeSetting.enable(.atomic) } catch { atomic = false }
    }
    func value(_ capability: CardCapability) -> UInt64 { (try? modeSetting.value(of: capability)) ?? 0 }
    takesModifiers = value(.modifiers) != 0
    takesSharedMemory = value(.sharedMemory) & 1 != 0
    hasDumbBuffers = value(.dumbBuffers) != 0
    cursorSide = max(16, Int(min(value(.cursorWidth), 512)))
    let resources = try modeSetting.resources()
    controllers = try Self.controllers(resources, modeSetting)
    var planes: [Plane] = []
    if sees {
      for name in try modeSetting.planes() { planes.append(try Self.plane(name, modeSetting)) }
    }
    self.planes = planes
    // A driver that promises atomic requests and lacks what they need is asked the old way.
    isAtomic =
      atomic && planes.contains { $0.role == .primary }
      && controllers.allSatisfy { $0.properties["MODE_ID"] != nil && $0.properties["ACTIVE"] != nil }
  }

  /// The card's node, such as `/dev/dri/card0`.
  package var path: String { modeSetting.path }

  /// Goes over to the old calls for good.
  func giveUpAtomic() { isAtomic = false }

  /// The current connectors.
  ///
  /// - Parameter probes: whether monitors are probed again, which takes up to seconds.
  func connectors(probes: Bool) throws(ModeSettingError) -> [Connector] {
    var found: [Connector] = []
    for name in try modeSetting.resources().connectors {
      do throws(ModeSettingError) {
        let description = try modeSetting.connector(name, probes: probes)
        found.append(
          Connector(
            description: description, properties: ObjectProperties(try modeSetting.properties(of: .connector(name)))))
      } catch {
        // One that went away between two calls (DisplayPort hubs) is no failure of the others.
        guard error.error.rawValue == SystemError.noEntry else { throw error }
      }
    }
    return found
  }

  private static func controllers(
    _ resources: CardResources, _ modeSetting: any ModeSetting
  ) throws(ModeSettingError) -> [Controller] {
    var fed: [ControllerName: [ConnectorName]] = [:]
    for name in resources.connectors {
      // What was shown before is only wanted back at the end: who does not tell is passed over.
      guard let connector = try? modeSetting.connector(name, probes: false), let controller = connector.controller
      else { continue }
      fed[controller, default: []].append(name)
    }
    var controllers: [Controller] = []
    for name in resources.controllers {
      controllers.append(
        Controller(
          name: name, properties: ObjectProperties(try modeSetting.properties(of: .controller(name))),
          initial: try modeSetting.controller(name), initialConnectors: fed[name] ?? []))
    }
    return controllers
  }

  private static func plane(_ name: PlaneName, _ modeSetting: any ModeSetting) throws(ModeSettingError) -> Plane {
    let description = try modeSetting.plane(name)
    let properties = ObjectProperties(try modeSetting.properties(of: .plane(name)))
    let blob = properties["IN_FORMATS"].map { BlobName(UInt32(truncatingIfNeeded: $0.value)) }
    var bytes: [UInt8]?
    if let blob, blob.rawValue != 0 { bytes = try? modeSetting.blob(blob) }
    return Plane(
      name: name, role: properties["type"].flatMap { Plane.Role(rawValue: $0.value) } ?? .overlay,
      possibleControllers: description.possibleControllers,
      formats: PlaneFormats(formats: description.formats, blob: bytes), properties: properties)
  }
}
