import Foundation
import MultiplaneLiveControl
import Testing

@Suite("watched files") struct SceneWatcherTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("old", to: "scene.json")
  }

  /// Whether a change is reported within a number of seconds; a little more than a report takes.
  private func isTold(_ watcher: SceneWatcher, within seconds: Double = 2) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      let left = end.timeIntervalSinceNow
      guard left > 0 else { return false }
      var state = pollfd(fd: watcher.fileDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&state, 1, Int32((left * 1000).rounded(.up))) == 1, watcher.dispatch() { return true }
    }
  }

  private func quiet(_ watcher: SceneWatcher) -> Bool { !isTold(watcher, within: 0.3) }

  @Test("a file that is written again is told once")
  func written() throws {
    let watcher = try SceneWatcher([folder.file("scene.json")])
    #expect(quiet(watcher))
    try folder.write("new", to: "scene.json")
    try folder.write("newer", to: "scene.json")
    #expect(isTold(watcher))
    #expect(quiet(watcher))
  }

  @Test("a file that takes the old one's name is told, as editors do it")
  func renamed() throws {
    let watcher = try SceneWatcher([folder.file("scene.json")])
    try folder.write("new", to: ".scene.json.swp")
    #expect(quiet(watcher))
    #expect(rename(folder.file(".scene.json.swp"), folder.file("scene.json")) == 0)
    #expect(isTold(watcher))
    // And once more: it is not the first file that is watched.
    try folder.write("newest", to: "scene.json")
    #expect(isTold(watcher))
  }

  @Test("a file that is removed and made again is told")
  func removed() throws {
    let watcher = try SceneWatcher([folder.file("scene.json")])
    unlink(folder.file("scene.json"))
    try folder.write("new", to: "scene.json")
    #expect(isTold(watcher))
  }

  @Test("other files of the folder are none of its business, until they are watched")
  func others() throws {
    let watcher = try SceneWatcher([folder.file("scene.json")])
    try folder.write("x", to: "logo.png")
    #expect(quiet(watcher))
    watcher.watch([folder.file("scene.json"), folder.file("logo.png")])
    try folder.write("y", to: "logo.png")
    #expect(isTold(watcher))
    watcher.watch([folder.file("scene.json")])
    try folder.write("z", to: "logo.png")
    #expect(quiet(watcher))
  }

  @Test("what a link leads to is watched as well")
  func link() throws {
    let other = try TestFolder()
    try other.write("old", to: "real.json")
    #expect(symlink(other.file("real.json"), folder.file("link.json")) == 0)
    let watcher = try SceneWatcher([folder.file("link.json")])
    try other.write("new", to: "real.json")
    #expect(isTold(watcher))
  }

  @Test("a file is not told while it is written, a link at once")
  func half() throws {
    let watcher = try SceneWatcher([folder.file("new.json"), folder.file("link.json")])
    let file = open(folder.file("new.json"), O_WRONLY | O_CREAT, 0o600)
    #expect(write(file, "{", 1) == 1 && quiet(watcher))
    close(file)
    #expect(isTold(watcher))
    #expect(symlink(folder.file("scene.json"), folder.file("link.json")) == 0)
    #expect(isTold(watcher))
  }

  @Test("a folder that is replaced is found again")
  func folderReplaced() throws {
    let watcher = try SceneWatcher([folder.file("scene.json")])
    #expect(rename(folder.path, folder.path + "-old") == 0)
    defer { try? FileManager.default.removeItem(atPath: folder.path + "-old") }
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
    try folder.write("new", to: "scene.json")
    #expect(isTold(watcher, within: 3))
    try folder.write("newer", to: "scene.json")
    #expect(isTold(watcher))
  }

  private func link(_ target: String, _ name: String) throws {
    #expect(symlink(target, folder.file(name + ".new")) == 0)
    #expect(rename(folder.file(name + ".new"), folder.file(name)) == 0)
  }

  private func make(_ release: String) throws {
    try FileManager.default.createDirectory(atPath: folder.file(release), withIntermediateDirectories: true)
    try folder.write(release, to: release + "/scene.json")
  }

  @Test("a link to a folder that is switched is told, and what is written behind it later")
  func switchedFolder() throws {
    try make("releases/1")
    try make("releases/2")
    try link("releases/1", "current")
    let watcher = try SceneWatcher([folder.file("current/scene.json")])
    #expect(quiet(watcher))
    try link("releases/2", "current")
    #expect(isTold(watcher))
    try folder.write("newer", to: "releases/2/scene.json")
    #expect(isTold(watcher))
    try folder.write("newer", to: "releases/1/scene.json")
    #expect(quiet(watcher))
    // Both links lead to one file: nothing has changed.
    try link("releases/2/../2", "current")
    #expect(quiet(watcher))
  }

  @Test("a link through a link is told, as Kubernetes updates files")
  func configMap() throws {
    for index in 1...3 { try make("..\(index)") }
    try link("..1", "..data")
    try link("..data/scene.json", "w.json")
    let watcher = try SceneWatcher([folder.file("w.json")])
    for index in 2...3 {
      try link("..\(index)", "..data")
      #expect(isTold(watcher))
      try folder.write("newer", to: "..\(index)/scene.json")
      #expect(isTold(watcher))
    }
  }

  @Test("a link beside its target, in a folder of two names, is told each time")
  func twoNames() throws {
    let other = try TestFolder()
    #expect(symlink(folder.path, other.file("alias")) == 0)
    for index in 0...4 { try folder.write("\(index)", to: "v\(index).json") }
    try link("v0.json", "w.json")
    let watcher = try SceneWatcher([other.file("alias/w.json"), folder.file("scene.json")])
    for index in 1...4 {
      try link("v\(index).json", "w.json")
      #expect(isTold(watcher), "link \(index)")
      try folder.write("newer", to: "v\(index).json")
      #expect(isTold(watcher), "file \(index)")
    }
    try folder.write("newer", to: "scene.json")
    #expect(isTold(watcher))
  }

  @Test("folders on the way that are replaced, or come later, are told")
  func foldersOnTheWay() throws {
    try make("a/b/c")
    try make("new/b/c")
    let watcher = try SceneWatcher([folder.file("a/b/c/scene.json"), folder.file("d/e/scene.json")])
    #expect(rename(folder.file("a"), folder.file("old")) == 0)
    #expect(quiet(watcher))
    #expect(rename(folder.file("new"), folder.file("a")) == 0)
    #expect(isTold(watcher))
    try folder.write("newer", to: "a/b/c/scene.json")
    #expect(isTold(watcher))
    try FileManager.default.createDirectory(atPath: folder.file("d"), withIntermediateDirectories: false)
    #expect(quiet(watcher))
    try make("d/e")
    #expect(isTold(watcher))
  }

  @Test("a folder that is not there cannot be watched")
  func noFolder() {
    #expect { try SceneWatcher(["/nowhere/scene.json"]) } throws: { "\($0)".hasPrefix("/nowhere/scene.json: expected") }
  }
}
