import Glibc
import MultiplaneCDRM
import MultiplaneGL

/// A card of the kernel's, asked through libdrm.
package final class LibDRM: ModeSetting {
  package let path: String
  package let fileDescriptor: Int32
  /// Called once with the descriptor when the object goes.
  private let close: (Int32) -> Void

  /// Takes over a descriptor that was opened elsewhere, such as by a seat.
  ///
  /// - Parameter close: gives it back.
  package init(path: String, descriptor: Int32, close: @escaping (Int32) -> Void) {
    self.path = path
    fileDescriptor = descriptor
    self.close = close
  }

  deinit { close(fileDescriptor) }

  // MARK: The card

  package func enable(_ feature: ClientFeature) throws(ModeSettingError) {
    try check(drmSetClientCap(fileDescriptor, feature.rawValue, 1), .enable)
  }

  package func value(of capability: CardCapability) throws(ModeSettingError) -> UInt64 {
    var value: UInt64 = 0
    try check(drmGetCap(fileDescriptor, capability.rawValue, &value), .capability)
    return value
  }

  package func becomeMaster() throws(ModeSettingError) { try check(drmSetMaster(fileDescriptor), .becomeMaster) }

  // MARK: Objects

  package func resources() throws(ModeSettingError) -> CardResources {
    let found = try require(drmModeGetResources(fileDescriptor), .resources)
    defer { drmModeFreeResources(found) }
    let resources = found.pointee
    return CardResources(
      controllers: array(resources.crtcs, resources.count_crtcs).map { ControllerName($0) },
      connectors: array(resources.connectors, resources.count_connectors).map { ConnectorName($0) })
  }

  package func connector(_ name: ConnectorName, probes: Bool) throws(ModeSettingError) -> ConnectorDescription {
    let found = try require(
      probes
        ? drmModeGetConnector(fileDescriptor, name.rawValue)
        : drmModeGetConnectorCurrent(fileDescriptor, name.rawValue), .connector)
    defer { drmModeFreeConnector(found) }
    let connector = found.pointee
    let kind = drmModeGetConnectorTypeName(connector.connector_type).map { String(cString: $0) } ?? "Unknown"
    let status: ConnectorDescription.Status =
      switch connector.connection {
      case DRM_MODE_CONNECTED: .connected
      case DRM_MODE_DISCONNECTED: .disconnected
      default: .unknown
      }
    var possible: UInt32 = 0
    for encoder in array(connector.encoders, connector.count_encoders) {
      possible |= self.encoder(encoder)?.possible ?? 0
    }
    return ConnectorDescription(
      name: name, label: "\(kind)-\(connector.connector_type_id)", status: status,
      modes: array(connector.modes, connector.count_modes).map(DisplayMode.init),
      controller: connector.encoder_id == 0 ? nil : encoder(connector.encoder_id)?.controller,
      possibleControllers: possible, millimetres: (Int(connector.mmWidth), Int(connector.mmHeight)))
  }

  /// An encoder's CRTCs; nil for one that is gone again.
  private func encoder(_ name: UInt32) -> (possible: UInt32, controller: ControllerName?)? {
    guard let found = drmModeGetEncoder(fileDescriptor, name) else { return nil }
    defer { drmModeFreeEncoder(found) }
    let controller = found.pointee.crtc_id
    return (found.pointee.possible_crtcs, controller == 0 ? nil : ControllerName(controller))
  }

  package func controller(_ name: ControllerName) throws(ModeSettingError) -> ControllerState {
    let found = try require(drmModeGetCrtc(fileDescriptor, name.rawValue), .controller)
    defer { drmModeFreeCrtc(found) }
    let state = found.pointee
    return ControllerState(
      frameBuffer: state.buffer_id == 0 ? nil : ScanoutName(state.buffer_id),
      mode: state.mode_valid == 0 ? nil : DisplayMode(state.mode))
  }

  package func planes() throws(ModeSettingError) -> [PlaneName] {
    let found = try require(drmModeGetPlaneResources(fileDescriptor), .planes)
    defer { drmModeFreePlaneResources(found) }
    return array(found.pointee.planes, Int32(found.pointee.count_planes)).map { PlaneName($0) }
  }

  package func plane(_ name: PlaneName) throws(ModeSettingError) -> PlaneDescription {
    let found = try require(drmModeGetPlane(fileDescriptor, name.rawValue), .plane)
    defer { drmModeFreePlane(found) }
    return PlaneDescription(
      name: name,
      formats: array(found.pointee.formats, Int32(found.pointee.count_formats)).map(FourCC.init(rawValue:)),
      possibleControllers: found.pointee.possible_crtcs)
  }

  package func properties(of owner: PropertyOwner) throws(ModeSettingError) -> [PropertyDescription] {
    let found = try require(drmModeObjectGetProperties(fileDescriptor, owner.rawValue, owner.kind), .properties)
    defer { drmModeFreeObjectProperties(found) }
    let count = Int32(found.pointee.count_props)
    let names = array(found.pointee.props, count)
    let values = array(found.pointee.prop_values, count)
    return zip(names, values).compactMap { name, value in
      guard let property = drmModeGetProperty(fileDescriptor, name) else { return nil }
      defer { drmModeFreeProperty(property) }
      var named: [String: UInt64] = [:]
      for entry in array(property.pointee.enums, property.pointee.count_enums) {
        named[withUnsafeBytes(of: entry.name, Self.text)] = entry.value
      }
      return PropertyDescription(
        name: PropertyName(name), label: withUnsafeBytes(of: property.pointee.name, Self.text), value: value,
        values: named)
    }
  }

  package func blob(_ name: BlobName) throws(ModeSettingError) -> [UInt8] {
    let found = try require(drmModeGetPropertyBlob(fileDescriptor, name.rawValue), .blob)
    defer { drmModeFreePropertyBlob(found) }
    guard let data = found.pointee.data else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(found.pointee.length)))
  }

  // MARK: Events

  package func takeEvents() throws(ModeSettingError) -> [FlipEvent] {
    // Several events may come at once; the kernel never gives half of one.
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(fileDescriptor, &bytes, bytes.count)
    guard count >= 0 else {
      if errno == EAGAIN || errno == EINTR { return [] }
      throw ModeSettingError(.takeEvents, .last())
    }
    return FlipEvent.parse(bytes.prefix(count))
  }

  // MARK: Answers

  /// libdrm answers with a negative errno, or with -1 and errno.
  func check(_ result: Int32, _ call: ModeSettingCall) throws(ModeSettingError) {
    guard result < 0 else { return }
    throw ModeSettingError(call, result == -1 ? .last() : SystemError(rawValue: -result))
  }

  private func require<Found>(_ found: Found?, _ call: ModeSettingCall) throws(ModeSettingError) -> Found {
    guard let found else { throw ModeSettingError(call, .last()) }
    return found
  }

  private func array<Element>(_ start: UnsafeMutablePointer<Element>?, _ count: Int32) -> [Element] {
    guard let start, count > 0 else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// The text of a C array of characters that may lack its end.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension FlipEvent {
  /// Reads what a card's descriptor gives: `drm_event_vblank` of `drm.h`, one after another. Other
  /// events are passed over.
  static func parse(_ bytes: some Collection<UInt8>) -> [FlipEvent] {
    var events: [FlipEvent] = []
    var rest = Array(bytes)[...]
    // type, length, user data, seconds, microseconds, sequence, CRTC: 4+4+8+4+4+4+4 bytes.
    func number(_ offset: Int, _ count: Int) -> UInt64 {
      rest.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    while rest.count >= 8 {
      let length = Int(number(4, 4))
      guard length >= 8, length <= rest.count else { break }
      if number(0, 4) == UInt64(DRM_EVENT_FLIP_COMPLETE), length >= 28 {
        events.append(
          FlipEvent(
            tag: number(8, 8), time: Double(number(16, 4)) + Double(number(20, 4)) * 1e-6,
            sequence: UInt32(number(24, 4))))
      }
      rest = rest.dropFirst(length)
    }
    return events
  }
}
