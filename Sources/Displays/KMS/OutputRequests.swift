/// What an output asks of the kernel: the properties to be set for a mode, a frame, or darkness.
struct OutputRequests {
  let card: Card
  let connector: Card.Connector
  let controller: Card.Controller
  let plane: Card.Plane

  private var connectorOwner: PropertyOwner { .connector(connector.description.name) }
  private var controllerOwner: PropertyOwner { .controller(controller.name) }
  private var planeOwner: PropertyOwner { .plane(plane.name) }

  /// A frame on the whole of a mode, with a mode set.
  ///
  /// - Parameter others: planes that a program before us left on this CRTC.
  func light(
    _ frame: ScanoutBuffer, mode: DisplayMode, blob: BlobName, rotation: UInt64?, others: [PlaneName]
  ) -> AtomicRequest {
    var request = AtomicRequest()
    request.set(
      "CRTC_ID", in: connector.properties, of: connectorOwner, to: UInt64(controller.name.rawValue))
    // A link that failed its training stays dark until a mode set says that it is good again.
    if let good = connector.properties["link-status"]?.values["Good"] {
      request.set("link-status", in: connector.properties, of: connectorOwner, to: good)
    }
    request.set("MODE_ID", in: controller.properties, of: controllerOwner, to: UInt64(blob.rawValue))
    request.set("ACTIVE", in: controller.properties, of: controllerOwner, to: 1)
    for name in others where name != plane.name {
      guard let other = card.planes.first(where: { $0.name == name }) else { continue }
      request.set("FB_ID", in: other.properties, of: .plane(name), to: 0)
      request.set("CRTC_ID", in: other.properties, of: .plane(name), to: 0)
    }
    place(frame, mode: mode, rotation: rotation, in: &request)
    return request
  }

  /// Another frame in the place of the last one.
  ///
  /// - Parameters:
  ///   - fence: a file that says when the frame is drawn; the kernel waits for it.
  ///   - damage: a blob with what changed.
  func flip(_ frame: ScanoutBuffer, fence: Int32?, damage: BlobName?) -> AtomicRequest {
    var request = AtomicRequest()
    request.set("FB_ID", in: plane.properties, of: planeOwner, to: UInt64(frame.name.rawValue))
    if let fence {
      request.set("IN_FENCE_FD", in: plane.properties, of: planeOwner, to: UInt64(bitPattern: Int64(fence)))
    }
    if let damage {
      request.set("FB_DAMAGE_CLIPS", in: plane.properties, of: planeOwner, to: UInt64(damage.rawValue))
    }
    return request
  }

  /// Darkness, with the mode kept for later.
  func sleep() -> AtomicRequest {
    var request = AtomicRequest()
    request.set("ACTIVE", in: controller.properties, of: controllerOwner, to: 0)
    return request
  }

  private func place(_ frame: ScanoutBuffer, mode: DisplayMode, rotation: UInt64?, in request: inout AtomicRequest) {
    let controllerNumber = UInt64(controller.name.rawValue)
    request.set("FB_ID", in: plane.properties, of: planeOwner, to: UInt64(frame.name.rawValue))
    request.set("CRTC_ID", in: plane.properties, of: planeOwner, to: controllerNumber)
    // The part of the frame in 1/65536 pixels, and where it goes in pixels.
    let values: [(String, Int)] = [
      ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", frame.width << 16), ("SRC_H", frame.height << 16),
      ("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", mode.width), ("CRTC_H", mode.height),
    ]
    for (label, value) in values { request.set(label, in: plane.properties, of: planeOwner, to: UInt64(value)) }
    if let rotation { request.set("rotation", in: plane.properties, of: planeOwner, to: rotation) }
  }

  /// All off that feeds nothing of ours: a CRTC that a program before us left on.
  static func off(
    _ controller: Card.Controller, connectors: [Card.Connector], planes: [Card.Plane]
  ) -> AtomicRequest {
    var request = AtomicRequest()
    for connector in connectors {
      request.set("CRTC_ID", in: connector.properties, of: .connector(connector.description.name), to: 0)
    }
    for plane in planes {
      request.set("FB_ID", in: plane.properties, of: .plane(plane.name), to: 0)
      request.set("CRTC_ID", in: plane.properties, of: .plane(plane.name), to: 0)
    }
    request.set("ACTIVE", in: controller.properties, of: .controller(controller.name), to: 0)
    request.set("MODE_ID", in: controller.properties, of: .controller(controller.name), to: 0)
    return request
  }
}
