/// An event of a kiosk, for observers.
package enum KioskEvent: Sendable, Equatable {
  /// An output shows its first frame, or the first after a change of mode.
  case lit(output: String, mode: String)
  /// An output shows nothing any more: its monitor is gone, or it failed.
  case dark(output: String, reason: String)
  /// A frame reached a screen.
  case frame(output: String, sceneTime: Double)
  case blanked
  case unblanked
  /// The context was lost and recreated.
  case contextLost(cause: String)
  /// Another program has the screen (a switch of virtual terminals), or it came back.
  case paused
  case resumed
  /// The kiosk ends: devices that the seat opened are to be closed now.
  case ending
}
