import Foundation
import Testing

@testable import MultiplaneDisplays

/// Whether Mesa is to keep compiled shaders: only where it can.
@Suite struct ShaderCacheTests {
  private static func isUseless(
    _ environment: [String: String], home: String? = nil, free: Int = ShaderCache.leastRoom
  ) -> Bool {
    ShaderCache.isUseless(environment: environment, home: home, room: { _ in free })
  }

  /// A folder for `body`, removed afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shaders-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func aFolderWithRoomIsOfUse() throws {
    try inFolder { folder in
      #expect(!Self.isUseless(["XDG_CACHE_HOME": folder]))
      #expect(!Self.isUseless([:], home: folder))
      #expect(!Self.isUseless(["XDG_CACHE_HOME": folder + "/new"]), "Mesa makes it")
      #expect(!Self.isUseless([:]), "nothing is known of it")
    }
  }

  @Test func aFullDiskIsOfNone() throws {
    try inFolder { folder in
      #expect(Self.isUseless(["XDG_CACHE_HOME": folder], free: ShaderCache.leastRoom - 1))
      #expect(Self.isUseless([:], home: folder, free: 0))
    }
  }

  @Test func aFolderThatCannotBeMadeIsOfNone() throws {
    try inFolder { folder in
      #expect(Self.isUseless(["XDG_CACHE_HOME": ""]))
      #expect(Self.isUseless(["XDG_CACHE_HOME": folder + "/no/new"]), "Mesa makes one folder and no two")
      #expect(FileManager.default.createFile(atPath: folder + "/file", contents: nil))
      #expect(Self.isUseless(["XDG_CACHE_HOME": folder + "/file"]))
      #expect(Self.isUseless(["XDG_CACHE_HOME": folder + "/file/new"]))
      #expect(FileManager.default.createFile(atPath: folder + "/mesa_shader_cache", contents: nil))
      #expect(Self.isUseless(["XDG_CACHE_HOME": folder]))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write every folder")) func aFolderOfOthersIsOfNone() throws {
    try inFolder { folder in
      #expect(chmod(folder, 0o555) == 0)
      #expect(Self.isUseless(["XDG_CACHE_HOME": folder]))
      #expect(Self.isUseless(["XDG_CACHE_HOME": folder + "/new"]))
    }
  }

  @Test func theFirstThatIsNamedCounts() throws {
    try inFolder { folder in
      #expect(!Self.isUseless(["MESA_SHADER_CACHE_DIR": folder, "XDG_CACHE_HOME": ""], home: "/nowhere"))
      #expect(Self.isUseless(["XDG_CACHE_HOME": "/nowhere/at/all"], home: folder))
    }
  }

  @Test(arguments: ["MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"], ["true", "false", ""])
  func theUserHasTheLastWord(variable: String, value: String) {
    #expect(!Self.isUseless([variable: value, "XDG_CACHE_HOME": ""]))
  }
}
