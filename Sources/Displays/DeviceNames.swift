import Foundation

/// The names in a folder of devices, in the order of their numbers: `card2` before `card10`. None
/// if there is no such folder.
func deviceNames(in folder: String) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted { ($0.count, $0) < ($1.count, $1) }
}
