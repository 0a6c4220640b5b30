import MultiplaneCDRM

/// A signal that a monitor takes: size, refresh and timings.
package struct DisplayMode: Sendable, CustomStringConvertible {
  /// As the kernel gives and takes it.
  let timings: drmModeModeInfo

  init(_ timings: drmModeModeInfo) { self.timings = timings }

  /// What a simulated monitor has.
  ///
  /// - Parameter refresh: frames per second.
  package init(width: Int, height: Int, refresh: Double = 60, isPreferred: Bool = false, isInterlaced: Bool = false) {
    var timings = drmModeModeInfo()
    (timings.hdisplay, timings.vdisplay) = (UInt16(width), UInt16(height))
    // With the room that full HD has around its picture, or whole kilohertz would not be near
    // enough to the refresh.
    (timings.htotal, timings.vtotal) = (UInt16(max(width, 2200)), UInt16(max(height, 1125)))
    timings.clock = UInt32((Double(timings.htotal) * Double(timings.vtotal) * refresh / 1000).rounded())
    timings.vrefresh = UInt32(refresh.rounded())
    timings.type = isPreferred ? UInt32(DRM_MODE_TYPE_PREFERRED) : 0
    timings.flags = isInterlaced ? UInt32(DRM_MODE_FLAG_INTERLACE) : 0
    withUnsafeMutableBytes(of: &timings.name) { $0.copyBytes(from: "\(width)x\(height)".utf8.prefix($0.count - 1)) }
    self.timings = timings
  }

  /// Reads what a property blob of a mode holds; nil if it is none.
  init?(bytes: [UInt8]) {
    var timings = drmModeModeInfo()
    guard bytes.count == MemoryLayout<drmModeModeInfo>.size else { return nil }
    withUnsafeMutableBytes(of: &timings) { $0.copyBytes(from: bytes) }
    self.timings = timings
  }

  /// Pixels.
  package var width: Int { Int(timings.hdisplay) }
  /// Pixels.
  package var height: Int { Int(timings.vdisplay) }
  package var isPreferred: Bool { timings.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
  package var isInterlaced: Bool { timings.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }

  /// Refreshes per second, from the pixel clock, which distinguishes 59.94 from 60.
  package var refresh: Double {
    let total = Double(timings.htotal) * Double(timings.vtotal)
    guard timings.clock > 0, total > 0 else { return timings.vrefresh > 0 ? Double(timings.vrefresh) : 60 }
    var refresh = Double(timings.clock) * 1000 / total
    if isInterlaced { refresh *= 2 }
    if timings.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { refresh /= 2 }
    if timings.vscan > 1 { refresh /= Double(timings.vscan) }
    return refresh
  }

  /// Seconds from one refresh to the next.
  package var period: Double { 1 / max(refresh, 1) }

  /// As `--mode` takes it, such as `1920x1080@60`, with two digits of the refresh where it is not
  /// whole.
  package var description: String {
    let hundredths = (refresh * 100).rounded() / 100
    return ModeRequest(width: width, height: height, refresh: hundredths).description
      + (isInterlaced ? " interlaced" : "")
  }

  /// What a property blob of the mode holds: `drm_mode_modeinfo`, which libdrm's structure has the
  /// layout of.
  var bytes: [UInt8] { withUnsafeBytes(of: timings) { Array($0) } }
}

extension DisplayMode: Equatable {
  package static func == (one: DisplayMode, other: DisplayMode) -> Bool { one.bytes == other.bytes }
}
