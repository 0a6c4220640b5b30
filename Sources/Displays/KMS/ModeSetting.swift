// What the kernel's mode-setting interface can do, as one protocol: `LibDRM` asks the kernel,
// `SimulatedCard` pretends.

/// An open card: every call to the kernel's mode-setting interface (KMS) that displays make.
///
/// Each call throws `ModeSettingError`, which names the call and the kernel's answer.
package protocol ModeSetting: AnyObject {
  /// The card's node, such as `/dev/dri/card0`.
  var path: String { get }
  /// Readable when events wait.
  var fileDescriptor: Int32 { get }

  // MARK: The card

  func enable(_ feature: ClientFeature) throws(ModeSettingError)
  func value(of capability: CardCapability) throws(ModeSettingError) -> UInt64
  /// Asks for the right to change what is shown.
  func becomeMaster() throws(ModeSettingError)

  // MARK: Objects

  func resources() throws(ModeSettingError) -> CardResources
  /// - Parameter probes: whether the monitor is probed again, which takes up to seconds.
  func connector(_ name: ConnectorName, probes: Bool) throws(ModeSettingError) -> ConnectorDescription
  func controller(_ name: ControllerName) throws(ModeSettingError) -> ControllerState
  func planes() throws(ModeSettingError) -> [PlaneName]
  func plane(_ name: PlaneName) throws(ModeSettingError) -> PlaneDescription
  func properties(of owner: PropertyOwner) throws(ModeSettingError) -> [PropertyDescription]
  func blob(_ name: BlobName) throws(ModeSettingError) -> [UInt8]

  // MARK: Memory

  func makeBlob(_ bytes: [UInt8]) throws(ModeSettingError) -> BlobName
  func destroyBlob(_ name: BlobName) throws(ModeSettingError)
  func addFrameBuffer(_ layout: FrameBufferLayout) throws(ModeSettingError) -> ScanoutName
  func removeFrameBuffer(_ name: ScanoutName) throws(ModeSettingError)
  /// Creates memory that the CPU writes and any display reads, 32 bits per pixel.
  func makeDumbBuffer(width: Int, height: Int) throws(ModeSettingError) -> DumbBuffer
  func destroyDumbBuffer(_ buffer: DumbBuffer) throws(ModeSettingError)
  /// Takes in another device's memory.
  func importMemory(ofDmaBuf descriptor: Int32) throws(ModeSettingError) -> MemoryName
  func closeMemory(_ name: MemoryName) throws(ModeSettingError)

  // MARK: Showing

  /// - Parameter tag: comes back with the event of a page flip.
  func commit(_ request: AtomicRequest, flags: CommitFlags, tag: UInt64) throws(ModeSettingError)
  /// Sets a mode the old way; no mode turns the CRTC off.
  func setController(
    _ name: ControllerName, frameBuffer: ScanoutName?, connectors: [ConnectorName], mode: DisplayMode?
  ) throws(ModeSettingError)
  /// Shows another frame buffer the old way, from the next refresh on, and sends an event then.
  func flip(_ name: ControllerName, to frameBuffer: ScanoutName, tag: UInt64) throws(ModeSettingError)
  func setProperty(
    _ property: PropertyName, of owner: PropertyOwner, to value: UInt64
  ) throws(ModeSettingError)
  /// Gives a CRTC's cursor an image of `side`×`side` pixels; none hides it.
  func setCursor(_ name: ControllerName, image: MemoryName?, side: Int) throws(ModeSettingError)
  func moveCursor(_ name: ControllerName, x: Int, y: Int) throws(ModeSettingError)
  /// Takes the events that wait; none if there are none.
  func takeEvents() throws(ModeSettingError) -> [FlipEvent]
}

/// What a program tells the kernel that it understands.
package enum ClientFeature: UInt64, Sendable, CaseIterable {
  /// `DRM_CLIENT_CAP_UNIVERSAL_PLANES`
  case universalPlanes = 2
  /// `DRM_CLIENT_CAP_ATOMIC`
  case atomic = 3
}

/// What a card may be able to do.
package enum CardCapability: UInt64, Sendable, CaseIterable {
  /// `DRM_CAP_DUMB_BUFFER`
  case dumbBuffers = 0x1
  /// `DRM_CAP_PRIME`; bit 0: memory of other devices can be taken in.
  case sharedMemory = 0x5
  /// `DRM_CAP_TIMESTAMP_MONOTONIC`
  case monotonicTimes = 0x6
  /// `DRM_CAP_CURSOR_WIDTH`, pixels.
  case cursorWidth = 0x8
  /// `DRM_CAP_ADDFB2_MODIFIERS`
  case modifiers = 0x10
}

/// The calls, under the names that people look for.
package enum ModeSettingCall: String, Sendable, CaseIterable {
  case enable = "drmSetClientCap"
  case capability = "drmGetCap"
  case becomeMaster = "drmSetMaster"
  case resources = "drmModeGetResources"
  case connector = "drmModeGetConnector"
  case controller = "drmModeGetCrtc"
  case planes = "drmModeGetPlaneResources"
  case plane = "drmModeGetPlane"
  case properties = "drmModeObjectGetProperties"
  case blob = "drmModeGetPropertyBlob"
  case makeBlob = "drmModeCreatePropertyBlob"
  case destroyBlob = "drmModeDestroyPropertyBlob"
  case addFrameBuffer = "drmModeAddFB2"
  case removeFrameBuffer = "drmModeRmFB"
  case makeDumbBuffer = "drmModeCreateDumbBuffer"
  case destroyDumbBuffer = "drmModeDestroyDumbBuffer"
  case importMemory = "drmPrimeFDToHandle"
  case closeMemory = "drmCloseBufferHandle"
  case commit = "drmModeAtomicCommit"
  case setController = "drmModeSetCrtc"
  case flip = "drmModePageFlip"
  case setProperty = "drmModeObjectSetProperty"
  case setCursor = "drmModeSetCursor"
  case moveCursor = "drmModeMoveCursor"
  case takeEvents = "read(drm)"
}

/// A call that the kernel refused.
package struct ModeSettingError: Error, Equatable, Sendable, CustomStringConvertible {
  package let call: ModeSettingCall
  package let error: SystemError

  package init(_ call: ModeSettingCall, _ error: SystemError) {
    self.call = call
    self.error = error
  }

  /// The call and the error's name: one half of a line.
  package var description: String { "\(call.rawValue) failed with \(error)" }
}
