import Foundation

/// A scene with the pictures that are kept of it.
struct TestedScene: Equatable {
  let path: String
  /// At least one: the one that is expected where none is kept.
  let pictures: [KeptPicture]
}

/// A picture that is kept beside a scene: `card.png`, or `card@0.5.png` of its time 0.5.
struct KeptPicture: Equatable {
  let path: String
  /// What its name says, in seconds; nil where it says none.
  let time: Double?
  let isThere: Bool
}

/// The scenes that are found in folders, and their pictures beside them.
///
/// Folders are searched at any depth and in the order of their names. Hidden files, hidden folders and links to folders are left out.
struct SceneSearch {
  private(set) var scenes: [TestedScene] = []
  /// Pictures of a time whose scene is not there.
  private(set) var orphans: [String] = []
  /// Folders that cannot be read, and why.
  private(set) var unreadable: [(path: String, problem: String)] = []
  private var known: Set<String> = []

  /// - Parameter places: folders, and scene files. What is not there is taken for a scene file, which reading it then tells of.
  init(in places: [String]) {
    for place in places {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder.boolValue {
        search(place.count > 1 && place.hasSuffix("/") ? String(place.dropLast()) : place)
      } else {
        let slash = place.lastIndex(of: "/")
        let folder = slash.map { String(place[...$0]) } ?? ""
        let name = String(place[(slash.map(place.index(after:)) ?? place.startIndex)...])
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        add(name, in: folder, PicturesByScene(names ?? []))
      }
    }
  }

  private mutating func search(_ folder: String) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      unreadable.append(
        (folder, "\(folder): expected a folder that can be read, found \"\(error.localizedDescription)\""))
      return
    }
    let pictures = PicturesByScene(names)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    for name in names {
      let type = try? FileManager.default.attributesOfItem(atPath: prefix + name)[.type] as? FileAttributeType
      if type == .typeDirectory {
        search(prefix + name)
      } else if name.hasSuffix(".json") {
        add(name, in: prefix, pictures)
      }
    }
    orphans += pictures.orphans.map { prefix + $0 }
  }

  /// - Parameter folder: empty, or ending in a slash.
  private mutating func add(_ name: String, in folder: String, _ pictures: PicturesByScene) {
    guard known.insert(folder + name).inserted else { return }
    let base = name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
    var kept = pictures.ofTimes[base, default: []].map { time, picture in
      KeptPicture(path: folder + picture, time: time, isThere: true)
    }
    let isThere = pictures.names.contains(base + ".png")
    if isThere || kept.isEmpty {
      kept.insert(KeptPicture(path: folder + base + ".png", time: nil, isThere: isThere), at: 0)
    }
    scenes.append(TestedScene(path: folder + name, pictures: kept))
  }
}

/// The pictures of a folder by the scenes that their names tell.
private struct PicturesByScene {
  /// All files of the folder.
  let names: Set<String>
  /// By the scene's name without extension, in the order of their times.
  private(set) var ofTimes: [String: [(time: Double, picture: String)]] = [:]
  /// Pictures of a time whose scene is not there, in the order of their names.
  private(set) var orphans: [String] = []

  init(_ names: [String]) {
    self.names = Set(names)
    for name in names.sorted() where name.hasSuffix(".png") {
      let base = name.dropLast(".png".count)
      // A scene may have an at sign in its own name.
      guard !self.names.contains(base + ".json"), let at = base.lastIndex(of: "@"),
        let time = Self.time(base[base.index(after: at)...])
      else { continue }
      let scene = String(base[..<at])
      if self.names.contains(scene + ".json") {
        ofTimes[scene, default: []].append((time, name))
      } else {
        orphans.append(name)
      }
    }
    for scene in ofTimes.keys { ofTimes[scene]?.sort { ($0.time, $0.picture) < ($1.time, $1.picture) } }
  }

  /// Seconds such as `0.5`; nil for other texts, such as the `2x` of a picture for fine screens.
  private static func time(_ text: Substring) -> Double? {
    guard text.allSatisfy({ "0123456789.-".contains($0) }), let time = Double(text), time.isFinite else { return nil }
    return time
  }
}
