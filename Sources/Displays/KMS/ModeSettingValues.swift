import MultiplaneGL

// The values that go through `ModeSetting`.

/// What a card consists of; connectors may come and go.
package struct CardResources: Sendable {
  /// In the order whose places `possibleControllers` counts.
  package let controllers: [ControllerName]
  package let connectors: [ConnectorName]
}

/// A connector as the kernel tells of it.
package struct ConnectorDescription: Sendable {
  package enum Status: Sendable { case connected, disconnected, unknown }

  package let name: ConnectorName
  /// What people call it, such as `HDMI-A-1`.
  package let label: String
  package let status: Status
  package let modes: [DisplayMode]
  /// The CRTC that feeds it now.
  package let controller: ControllerName?
  /// Bit n: the n-th of the card's CRTCs can feed it.
  package let possibleControllers: UInt32
  /// The panel's size in millimetres; 0 if it does not tell.
  package let millimetres: (width: Int, height: Int)
}

/// What a CRTC shows.
package struct ControllerState: Sendable {
  package let frameBuffer: ScanoutName?
  /// Nil if it is off.
  package let mode: DisplayMode?
}

/// A plane as the kernel tells of it.
package struct PlaneDescription: Sendable {
  package let name: PlaneName
  package let formats: [FourCC]
  /// Bit n: the n-th of the card's CRTCs can show it.
  package let possibleControllers: UInt32
}

/// A property of an object, and its value.
package struct PropertyDescription: Sendable {
  package let name: PropertyName
  package let label: String
  package let value: UInt64
  /// The named values of an enumeration; of a bit mask the bits' places.
  package let values: [String: UInt64]

  package init(name: PropertyName, label: String, value: UInt64, values: [String: UInt64] = [:]) {
    self.name = name
    self.label = label
    self.value = value
    self.values = values
  }
}

/// How a frame lies in memory.
package struct FrameBufferLayout: Sendable {
  /// One of up to four memories that a format consists of.
  package struct Part: Sendable {
    package let memory: MemoryName
    /// Bytes from one row to the next.
    package let stride: Int
    /// Bytes before the first row.
    package let offset: Int
  }

  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  package let format: FourCC
  /// Nil leaves it to the driver.
  package let modifier: PixelModifier?
  /// One to four.
  package let parts: [Part]
}

/// Memory that the CPU writes, mapped.
package struct DumbBuffer: @unchecked Sendable {
  // Proof of Sendable: a value with the address of memory; its writers must ensure
  // that no other thread writes there.
  package let memory: MemoryName
  /// Bytes from one row to the next.
  package let stride: Int
  package let bytes: UnsafeMutableRawBufferPointer
}

/// Properties that change together, or not at all.
package struct AtomicRequest: Sendable, Equatable {
  package struct Change: Sendable, Equatable {
    package let owner: UInt32
    package let property: PropertyName
    package let value: UInt64
  }

  package private(set) var changes: [Change] = []

  package init() {}

  package mutating func set(_ property: PropertyName, of owner: PropertyOwner, to value: UInt64) {
    changes.append(Change(owner: owner.rawValue, property: property, value: value))
  }
}

/// How an atomic request is carried out: `DRM_MODE_ATOMIC_…` and `DRM_MODE_PAGE_FLIP_EVENT` of
/// `drm_mode.h`.
package struct CommitFlags: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An event comes when the change is on the screen.
  package static let event = CommitFlags(rawValue: 0x1)
  /// Nothing changes: the kernel only says whether it could.
  package static let testOnly = CommitFlags(rawValue: 0x100)
  package static let nonblocking = CommitFlags(rawValue: 0x200)
  /// The screen may flicker.
  package static let allowModeSet = CommitFlags(rawValue: 0x400)
}

/// A page flip that happened.
package struct FlipEvent: Sendable, Equatable {
  /// What was given with the flip.
  package let tag: UInt64
  /// Seconds of the monotonic clock at which the refresh began.
  package let time: Double
  /// The refresh's number; 0 if the driver does not count.
  package let sequence: UInt32

  package init(tag: UInt64, time: Double, sequence: UInt32) {
    self.tag = tag
    self.time = time
    self.sequence = sequence
  }
}
