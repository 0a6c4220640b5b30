/// What a kiosk has done since it began, and what it holds.
package struct KioskStatistics: Sendable, Equatable {
  /// Frames that reached a screen: page flips, counted for each output.
  package var frames = 0
  /// Frames that were handed over before they were drawn: the kernel waited for a fence (`IN_FENCE_FD`).
  package var fencedFrames = 0
  /// Pixels of frames that were drawn: what changed, or whole frames.
  package var pixelsDrawn = 0
  /// Refreshes that passed while a frame that was due was not ready.
  package var missedVBlanks = 0
  /// Page flips whose event never came; the output was lit anew each time.
  package var lostFlips = 0
  /// Times that an output was lit: mode sets.
  package var modeSets = 0
  /// Contexts that were lost and built anew.
  package var contextLosses = 0
  /// Bytes of memory that the process occupies.
  package var residentBytes = 0
  /// Textures of the device that live.
  package var textures = 0
  /// Open file descriptors of the process.
  package var descriptors = 0
  /// Seconds since the kiosk began.
  package var uptime = 0.0

  package init() {}
}

extension KioskStatistics: CustomStringConvertible {
  /// One line, each figure with its name.
  package var description: String {
    "frames=\(frames) fenced=\(fencedFrames) missed=\(missedVBlanks) lost=\(lostFlips) modesets=\(modeSets) "
      + "contexts=\(contextLosses) memory=\(residentBytes / 1024)KiB textures=\(textures) descriptors=\(descriptors) uptime=\(Int(uptime))s"
  }
}
