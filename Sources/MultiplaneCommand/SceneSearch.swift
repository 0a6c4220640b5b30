import Foundation

/// A scene with its expected pictures.
struct TestedScene: Equatable {
  let path: String
  /// At least one, which may be missing.
  let pictures: [KeptPicture]
}

/// An expected picture next to a scene: `card.png`, or `card@0.5.png` for the time 0.5.
struct KeptPicture: Equatable {
  let path: String
  /// The time in its name, in seconds; nil if it has none.
  let time: Double?
  let isThere: Bool
}

/// Finds the scenes in folders, with their expected pictures.
///
/// Folders are searched recursively, sorted by name. Hidden files, hidden folders and links to
/// folders are skipped.
struct SceneSearch {
  private(set) var scenes: [TestedScene] = []
  /// Pictures with a time but without a scene.
  private(set) var orphans: [String] = []
  /// Unreadable folders, with the reasons.
  private(set) var unreadable: [(path: String, problem: String)] = []
  private var known: Set<String> = []

  /// - Parameter places: folders and scene files. A missing path counts as a scene file, so that
  ///   loading reports it.
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
        (folder, "\(folder): expected a readable folder, found \"\(error.localizedDescription)\""))
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

  /// - Parameter folder: empty, or ends in a slash.
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

/// The pictures of a folder, by the scenes in their names.
private struct PicturesByScene {
  /// All files of the folder.
  let names: Set<String>
  /// Pictures by the scene's name without extension, sorted by time.
  private(set) var ofTimes: [String: [(time: Double, picture: String)]] = [:]
  /// Pictures with a time but without a scene, sorted by name.
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

  /// Seconds such as `0.5`; nil for other text, such as the `2x` of a high-resolution picture.
  private static func time(_ text: Substring) -> Double? {
    guard text.allSatisfy({ "0123456789.-".contains($0) }), let time = Double(text), time.isFinite else { return nil }
    return time
  }
}
