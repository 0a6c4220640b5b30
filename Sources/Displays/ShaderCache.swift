import Foundation

/// Where Mesa keeps shaders that it has compiled, and whether it is to.
///
/// Mesa maps its index into memory without room for it being there. Where the disk is full a look
/// into the index ends the program (SIGBUS), and where the folder cannot be made Mesa says so on
/// standard error, in the midst of what the program says.
package enum ShaderCache {
  /// The index and some shaders, in bytes.
  static let leastRoom = 8 << 20

  /// Tells Mesa by its variable to keep no shaders, where it cannot. To be called while the program
  /// has one thread, before EGL is opened.
  ///
  /// It is the program's to say, so the library leaves the environment alone.
  package static func settle() {
    let home = getpwuid(getuid()).flatMap { $0.pointee.pw_dir.map { String(cString: $0) } }
    guard isUseless(environment: ProcessInfo.processInfo.environment, home: home) else { return }
    setenv(disabling[0], "true", 1)
  }

  /// Whether Mesa cannot keep shaders, and the user has not said whether it is to.
  ///
  /// - Parameters:
  ///   - home: the user's folder by the system's list of users, which Mesa looks at rather than
  ///     `HOME`.
  ///   - room: bytes that are free for the files of a folder.
  static func isUseless(
    environment: [String: String], home: String?, room: (_ folder: String) -> Int = ShaderCache.freeBytes(in:)
  ) -> Bool {
    guard !disabling.contains(where: { environment[$0] != nil }) else { return false }
    guard let folder = folder(environment: environment, home: home) else { return false }
    guard !folder.isEmpty else { return true }
    // Mesa makes this folder and one in it, and none above.
    let places = [parent(of: folder), folder, folder + "/mesa_shader_cache"]
    guard let deepest = places.last(where: exists) else { return true }
    return !isWritableFolder(deepest) || room(deepest) < leastRoom
  }

  /// The variables that make Mesa keep none: the one of now, and the one of before version 22.
  private static let disabling = ["MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"]

  /// Where Mesa makes its own folder; nil where it finds none. (Source: Mesa's disk_cache_os.c.)
  private static func folder(environment: [String: String], home: String?) -> String? {
    for name in ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "XDG_CACHE_HOME"] {
      if let folder = environment[name] { return folder }
    }
    return home.map { $0 + "/.cache" }
  }

  private static func parent(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    let start = path.hasPrefix("/") ? "/" : parts.isEmpty ? "." : ""
    return start + parts.joined(separator: "/")
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func isWritableFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && access(path, W_OK | X_OK) == 0
  }

  /// What a user who is not root may fill. A system of files that does not tell has enough.
  private static func freeBytes(in folder: String) -> Int {
    var found = statvfs()
    guard statvfs(folder, &found) == 0, found.f_blocks > 0 else { return .max }
    let (bytes, isHuge) = UInt64(found.f_bavail).multipliedReportingOverflow(by: UInt64(found.f_frsize))
    return isHuge ? .max : Int(clamping: bytes)
  }
}
