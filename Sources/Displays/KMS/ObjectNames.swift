/// The kernel's number for one of its mode-setting objects; `Kind` keeps numbers of different kinds
/// apart.
package struct ObjectName<Kind>: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package var description: String { "\(rawValue)" }
}

/// Marker types that distinguish `ObjectName`s.
package enum ObjectKind {
  package enum Connector {}
  package enum Controller {}
  package enum Plane {}
  package enum Scanout {}
  package enum Blob {}
  package enum Property {}
  package enum Memory {}
}

/// A plug for a monitor.
package typealias ConnectorName = ObjectName<ObjectKind.Connector>
/// A CRTC: what reads pixels and makes a signal of them.
package typealias ControllerName = ObjectName<ObjectKind.Controller>
/// A rectangle of pixels that a CRTC shows.
package typealias PlaneName = ObjectName<ObjectKind.Plane>
/// A frame buffer as KMS has it (FB): memory that planes read.
package typealias ScanoutName = ObjectName<ObjectKind.Scanout>
/// Bytes that a property refers to.
package typealias BlobName = ObjectName<ObjectKind.Blob>
package typealias PropertyName = ObjectName<ObjectKind.Property>
/// A GEM handle: memory, as one open card counts it.
package typealias MemoryName = ObjectName<ObjectKind.Memory>

/// An object of any kind that has properties.
package struct PropertyOwner: Hashable, Sendable {
  package let rawValue: UInt32
  /// `DRM_MODE_OBJECT_…` of `drm_mode.h`.
  package let kind: UInt32

  package static func connector(_ name: ConnectorName) -> Self { Self(rawValue: name.rawValue, kind: 0xc0c0_c0c0) }
  package static func controller(_ name: ControllerName) -> Self { Self(rawValue: name.rawValue, kind: 0xcccc_cccc) }
  package static func plane(_ name: PlaneName) -> Self { Self(rawValue: name.rawValue, kind: 0xeeee_eeee) }
}
