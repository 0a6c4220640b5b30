import Glibc

// The calls, as far as a simulated card answers them.

extension SimulatedCard {
  /// Counts a call, and fails if it is to.
  private func call(_ call: ModeSettingCall) throws(ModeSettingError) {
    calls[call, default: 0] += 1
    if isGone { throw ModeSettingError(call, SystemError(rawValue: ENODEV)) }
    if let code = fault(call, calls[call] ?? 1) { throw ModeSettingError(call, SystemError(rawValue: code)) }
  }

  private func refuse(_ call: ModeSettingCall, _ code: Int32) -> ModeSettingError {
    ModeSettingError(call, SystemError(rawValue: code))
  }

  // MARK: The card

  package func enable(_ feature: ClientFeature) throws(ModeSettingError) {
    try call(.enable)
    if feature == .atomic, !isAtomic { throw refuse(.enable, EOPNOTSUPP) }
  }

  package func value(of capability: CardCapability) throws(ModeSettingError) -> UInt64 {
    try call(.capability)
    switch capability {
    case .dumbBuffers, .monotonicTimes: return 1
    case .cursorWidth: return 64
    case .sharedMemory, .modifiers: return 0
    }
  }

  package func becomeMaster() throws(ModeSettingError) {
    try call(.becomeMaster)
    if isTaken { throw refuse(.becomeMaster, EBUSY) }
  }

  // MARK: Objects

  package func resources() throws(ModeSettingError) -> CardResources {
    try call(.resources)
    return CardResources(
      controllers: controllers.map(\.name), connectors: plugs.indices.map(Self.connectorName))
  }

  package func connector(_ name: ConnectorName, probes: Bool) throws(ModeSettingError) -> ConnectorDescription {
    try call(.connector)
    guard let index = plugs.indices.first(where: { Self.connectorName($0) == name }) else {
      throw refuse(.connector, ENOENT)
    }
    let plug = plugs[index]
    return ConnectorDescription(
      name: name, label: plug.label, status: plug.modes.isEmpty ? .disconnected : .connected, modes: plug.modes,
      controller: controllers.first { $0.connectors.contains(name) }?.name,
      possibleControllers: plug.possibleControllers & (1 << UInt32(controllers.count) - 1), millimetres: (0, 0))
  }

  package func controller(_ name: ControllerName) throws(ModeSettingError) -> ControllerState {
    try call(.controller)
    let index = try self.index(of: name, .controller)
    return ControllerState(frameBuffer: controllers[index].frame, mode: controllers[index].mode)
  }

  package func planes() throws(ModeSettingError) -> [PlaneName] {
    try call(.planes)
    return controllers.indices.map(Self.planeName)
  }

  package func plane(_ name: PlaneName) throws(ModeSettingError) -> PlaneDescription {
    try call(.plane)
    guard let index = controllers.indices.first(where: { Self.planeName($0) == name }) else {
      throw refuse(.plane, ENOENT)
    }
    return PlaneDescription(name: name, formats: [.xrgb8888], possibleControllers: 1 << UInt32(index))
  }

  package func properties(of owner: PropertyOwner) throws(ModeSettingError) -> [PropertyDescription] {
    try call(.properties)
    switch owner.kind {
    case PropertyOwner.plane(PlaneName(0)).kind:
      let index = Int(owner.rawValue) - 300
      let shown = controllers.indices.contains(index) && controllers[index].frame != nil ? controllers[index].name : nil
      let rotations = Dictionary(
        uniqueKeysWithValues: planeRotations.map { ("rotate-\($0)", UInt64($0 / 90)) })
      return Property.plane.map { property in
        PropertyDescription(
          name: property.name, label: property.rawValue,
          value: property == .type ? 1 : property == .crtc ? UInt64(shown?.rawValue ?? 0) : 0,
          values: property == .rotation ? rotations : [:])
      }.filter { $0.label != Property.rotation.rawValue || !planeRotations.isEmpty }
    case PropertyOwner.controller(ControllerName(0)).kind:
      return Property.controller.map { PropertyDescription(name: $0.name, label: $0.rawValue, value: 0) }
    default:
      return Property.connector.map {
        PropertyDescription(
          name: $0.name, label: $0.rawValue, value: 0, values: $0 == .power ? ["On": 0, "Off": 3] : [:])
      }
    }
  }

  /// The existing properties; their numbers are their indices.
  enum Property: String, CaseIterable {
    case type
    case frame = "FB_ID"
    case crtc = "CRTC_ID"
    case sourceX = "SRC_X"
    case sourceY = "SRC_Y"
    case sourceWidth = "SRC_W"
    case sourceHeight = "SRC_H"
    case x = "CRTC_X"
    case y = "CRTC_Y"
    case width = "CRTC_W"
    case height = "CRTC_H"
    case rotation
    case damage = "FB_DAMAGE_CLIPS"
    case mode = "MODE_ID"
    case active = "ACTIVE"
    case power = "DPMS"

    static let plane: [Property] = [
      .type, .frame, .crtc, .sourceX, .sourceY, .sourceWidth, .sourceHeight, .x, .y, .width, .height, .rotation,
      .damage,
    ]
    static let controller: [Property] = [.mode, .active]
    static let connector: [Property] = [.crtc, .power]

    var name: PropertyName { PropertyName(UInt32(1 + (Self.allCases.firstIndex(of: self) ?? 0))) }

    init?(_ name: PropertyName) {
      guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = found
    }
  }

  package func blob(_ name: BlobName) throws(ModeSettingError) -> [UInt8] {
    try call(.blob)
    guard let bytes = blobs[name] else { throw refuse(.blob, ENOENT) }
    return bytes
  }

  // MARK: Memory

  package func makeBlob(_ bytes: [UInt8]) throws(ModeSettingError) -> BlobName {
    try call(.makeBlob)
    let name = BlobName(newName())
    blobs[name] = bytes
    return name
  }

  package func destroyBlob(_ name: BlobName) throws(ModeSettingError) {
    // Released objects are gone, even if the answer is an error: a test counts the rest.
    blobs[name] = nil
    try call(.destroyBlob)
  }

  package func addFrameBuffer(_ layout: FrameBufferLayout) throws(ModeSettingError) -> ScanoutName {
    try call(.addFrameBuffer)
    let name = ScanoutName(newName())
    frameBuffers[name] = layout
    return name
  }

  package func removeFrameBuffer(_ name: ScanoutName) throws(ModeSettingError) {
    frameBuffers[name] = nil
    for index in controllers.indices {
      if controllers[index].frame == name { controllers[index].frame = nil }
      if controllers[index].read == name { controllers[index].read = nil }
    }
    try call(.removeFrameBuffer)
  }

  package func makeDumbBuffer(width: Int, height: Int) throws(ModeSettingError) -> DumbBuffer {
    try call(.makeDumbBuffer)
    // Rows are longer than their pixels, as many drivers have them.
    let stride = (width * 4 + 63) / 64 * 64
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * height, alignment: 64)
    let memory = MemoryName(newName())
    dumbBuffers[memory] = bytes
    return DumbBuffer(memory: memory, stride: stride, bytes: bytes)
  }

  package func destroyDumbBuffer(_ buffer: DumbBuffer) throws(ModeSettingError) {
    dumbBuffers.removeValue(forKey: buffer.memory)?.deallocate()
    try call(.destroyDumbBuffer)
  }

  package func importMemory(ofDmaBuf descriptor: Int32) throws(ModeSettingError) -> MemoryName {
    try call(.importMemory)
    throw refuse(.importMemory, ENOSYS)
  }

  package func closeMemory(_ name: MemoryName) throws(ModeSettingError) { try call(.closeMemory) }

  // MARK: Showing

  package func commit(_ request: AtomicRequest, flags: CommitFlags, tag: UInt64) throws(ModeSettingError) {
    try call(.commit)
    guard isAtomic else { throw refuse(.commit, EOPNOTSUPP) }
    if isTaken { throw refuse(.commit, EACCES) }
    let old = controllers
    do throws(ModeSettingError) {
      for change in request.changes { try apply(change, allowsModeSet: flags.contains(.allowModeSet)) }
      for index in controllers.indices where controllers[index].isActive { try check(index) }
    } catch {
      controllers = old
      throw error
    }
    if flags.contains(.testOnly) {
      controllers = old
    } else if flags.contains(.event) {
      for index in controllers.indices where concerns(request, index) { beginFlip(of: index, tag: tag) }
    }
  }

  private func concerns(_ request: AtomicRequest, _ index: Int) -> Bool {
    let names = [controllers[index].name.rawValue, Self.planeName(index).rawValue]
    return request.changes.contains { names.contains($0.owner) }
  }

  private func apply(_ change: AtomicRequest.Change, allowsModeSet: Bool) throws(ModeSettingError) {
    guard let property = Property(change.property) else { throw refuse(.commit, ENOENT) }
    if let index = controllers.firstIndex(where: { $0.name.rawValue == change.owner }) {
      guard allowsModeSet else { throw refuse(.commit, EINVAL) }
      if property == .active { controllers[index].isActive = change.value != 0 }
      if property == .mode { controllers[index].mode = try mode(change.value) }
    } else if let index = controllers.indices.first(where: { Self.planeName($0).rawValue == change.owner }) {
      if controllers[index].flip != nil, property == .frame { throw refuse(.commit, EBUSY) }
      if property == .frame { controllers[index].frame = change.value == 0 ? nil : ScanoutName(UInt32(change.value)) }
      if property == .rotation { controllers[index].rotation = change.value }
      lastDamage = property == .damage ? blobs[BlobName(UInt32(change.value))] : lastDamage
    } else if property == .crtc {
      let connector = ConnectorName(change.owner)
      for index in controllers.indices {
        controllers[index].connectors.remove(connector)
        if controllers[index].name.rawValue == UInt32(change.value) { controllers[index].connectors.insert(connector) }
      }
    }
  }

  private func mode(_ blob: UInt64) throws(ModeSettingError) -> DisplayMode? {
    guard blob != 0 else { return nil }
    guard let bytes = blobs[BlobName(UInt32(blob))] else { throw refuse(.commit, ENOENT) }
    return plugs.flatMap(\.modes).first { $0.bytes == bytes } ?? DisplayMode(bytes: bytes)
  }

  /// Whether an active CRTC has all that it needs.
  private func check(_ index: Int) throws(ModeSettingError) {
    let controller = controllers[index]
    guard let mode = controller.mode, !controller.connectors.isEmpty else { throw refuse(.commit, EINVAL) }
    guard let frame = controller.frame else { return }
    if refusesTurning, controller.rotation != 1 { throw refuse(.commit, EINVAL) }
    guard let layout = frameBuffers[frame] else { throw refuse(.commit, ENOENT) }
    let turned = controller.rotation & 0b1010 != 0
    let fits =
      (turned ? layout.height : layout.width, turned ? layout.width : layout.height) == (mode.width, mode.height)
    guard fits else { throw refuse(.commit, ERANGE) }
  }

  package func setController(
    _ name: ControllerName, frameBuffer: ScanoutName?, connectors: [ConnectorName], mode: DisplayMode?
  ) throws(ModeSettingError) {
    try call(.setController)
    if isTaken { throw refuse(.setController, EACCES) }
    let index = try self.index(of: name, .setController)
    if let frameBuffer, frameBuffers[frameBuffer] == nil { throw refuse(.setController, ENOENT) }
    controllers[index].mode = mode
    controllers[index].isActive = mode != nil
    controllers[index].frame = frameBuffer
    controllers[index].read = frameBuffer
    controllers[index].connectors = Set(connectors)
    controllers[index].flip = nil
  }

  package func flip(_ name: ControllerName, to frameBuffer: ScanoutName, tag: UInt64) throws(ModeSettingError) {
    try call(.flip)
    if isTaken { throw refuse(.flip, EACCES) }
    let index = try self.index(of: name, .flip)
    guard controllers[index].isActive else { throw refuse(.flip, EINVAL) }
    guard controllers[index].flip == nil else { throw refuse(.flip, EBUSY) }
    guard frameBuffers[frameBuffer] != nil else { throw refuse(.flip, ENOENT) }
    controllers[index].frame = frameBuffer
    beginFlip(of: index, tag: tag)
  }

  package func setProperty(
    _ property: PropertyName, of owner: PropertyOwner, to value: UInt64
  ) throws(ModeSettingError) {
    try call(.setProperty)
    let connector = ConnectorName(owner.rawValue)
    for index in controllers.indices where controllers[index].connectors.contains(connector) {
      if Property(property) == .power { controllers[index].isActive = value == 0 }
    }
  }

  package func setCursor(_ name: ControllerName, image: MemoryName?, side: Int) throws(ModeSettingError) {
    try call(.setCursor)
    if let image, dumbBuffers[image] == nil { throw refuse(.setCursor, ENOENT) }
    cursors[name] = image
  }

  package func moveCursor(_ name: ControllerName, x: Int, y: Int) throws(ModeSettingError) { try call(.moveCursor) }

  package func takeEvents() throws(ModeSettingError) -> [FlipEvent] {
    try call(.takeEvents)
    endFlips()
    defer { events = [] }
    return events
  }

  private func index(of name: ControllerName, _ call: ModeSettingCall) throws(ModeSettingError) -> Int {
    guard let index = controllers.firstIndex(where: { $0.name == name }) else { throw refuse(call, ENOENT) }
    return index
  }
}
