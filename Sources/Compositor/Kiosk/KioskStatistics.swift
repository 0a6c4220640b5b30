/// The statistics of a kiosk since its start, and its current resources.
package struct KioskStatistics: Sendable, Equatable {
  /// Frames that reached a display: page flips, counted per output.
  package var frames = 0
  /// Frames that were submitted before they were drawn, with a fence (`IN_FENCE_FD`).
  package var fencedFrames = 0
  /// Drawn pixels: damage, or whole frames.
  package var pixelsDrawn = 0
  /// Refreshes that passed before a due frame was ready.
  package var missedVBlanks = 0
  /// Page flips without a completion event, after each of which the mode was set again.
  package var lostFlips = 0
  /// Mode sets.
  package var modeSets = 0
  /// Lost contexts that were recreated.
  package var contextLosses = 0
  /// The resident memory of the process, in bytes.
  package var residentBytes = 0
  /// Existing textures of the device.
  package var textures = 0
  /// Open file descriptors of the process.
  package var descriptors = 0
  /// Seconds since the kiosk started.
  package var uptime = 0.0

  package init() {}
}

extension KioskStatistics: CustomStringConvertible {
  /// All numbers with their names, in one line.
  package var description: String {
    "frames=\(frames) fenced=\(fencedFrames) missed=\(missedVBlanks) lost=\(lostFlips) modesets=\(modeSets) "
      + "contexts=\(contextLosses) memory=\(residentBytes / 1024)KiB textures=\(textures) descriptors=\(descriptors) uptime=\(Int(uptime))s"
  }
}
