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
  /// Pictures that are compared with nothing, with the reasons.
  private(set) var ignored: [(path: String, problem: String)] = []
  private let times: [Double]
  /// Scenes and folders by their paths without links.
  private var known: Set<String> = []
  /// Pictures without a scene of their name, and the names of all pictures that scenes show.
  private var pictures: [String] = []
  private var shown: Set<String> = []

  /// - Parameters:
  ///   - places: folders and scene files. A missing path counts as a scene file, so that loading
  ///     reports it.
  ///   - times: the times at which each scene is to have a picture, in seconds.
  init(in places: [String], times: [Double] = []) {
    self.times = times
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
    for picture in pictures where !shown.contains(picture.split(separator: "/").last.map(String.init) ?? "") {
      ignored.append(
        (picture, "ignored, because there is no scene of this name beside it, and no scene shows it"))
    }
  }

  /// A path without links, for comparisons; the path itself if it does not exist.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private mutating func search(_ folder: String) {
    guard known.insert(Self.resolved(folder)).inserted else { return }
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
    ignored += pictures.withoutTime.map { name in
      (prefix + name, "ignored: expected a time in seconds after the @, such as 0.5")
    }
    self.pictures += pictures.withoutScene.map { prefix + $0 }
  }

  /// The names of the pictures in a scene's text.
  private static func pictureNames(in scene: String) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: scene) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\"")).filter { $0.suffix(4).elementsEqual(".png".utf8) }.map { text in
      String(decoding: text.split(separator: UInt8(ascii: "/")).last ?? text, as: UTF8.self)
    }
  }

  /// - Parameter folder: empty, or ends in a slash.
  private mutating func add(_ name: String, in folder: String, _ pictures: PicturesByScene) {
    guard known.insert(Self.resolved(folder + name)).inserted else { return }
    shown.formUnion(Self.pictureNames(in: folder + name))
    let base = name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
    var kept = pictures.ofTimes[base, default: []].map { time, picture in
      KeptPicture(path: folder + picture, time: time, isThere: true)
    }
    for time in times where !kept.contains(where: { $0.time == time }) {
      kept.append(KeptPicture(path: "\(folder)\(base)@\(numberText(time)).png", time: time, isThere: false))
    }
    let isThere = pictures.names.contains(base + ".png")
    if isThere || kept.isEmpty {
      kept.insert(KeptPicture(path: folder + base + ".png", time: nil, isThere: isThere), at: 0)
    }
    scenes.append(TestedScene(path: folder + name, pictures: kept))
  }
}

/// The pictures of a folder, by the scenes in their names.
struct PicturesByScene {
  /// All files of the folder.
  let names: Set<String>
  /// Pictures by the scene's name without extension, sorted by time.
  private(set) var ofTimes: [String: [(time: Double, picture: String)]] = [:]
  /// Pictures with a time but without a scene, sorted by name.
  private(set) var orphans: [String] = []
  /// Pictures of scenes with another text than a time behind the at sign, sorted by name.
  private(set) var withoutTime: [String] = []
  /// Pictures without a time and without a scene, sorted by name.
  private(set) var withoutScene: [String] = []

  init(_ names: [String]) {
    self.names = Set(names)
    for name in names.sorted() where name.hasSuffix(".png") {
      let base = name.dropLast(".png".count)
      // A scene may have an at sign in its own name.
      guard !self.names.contains(base + ".json") else { continue }
      guard let at = base.lastIndex(of: "@") else {
        withoutScene.append(name)
        continue
      }
      let scene = String(base[..<at])
      guard let time = Self.time(base[base.index(after: at)...]) else {
        if self.names.contains(scene + ".json") { withoutTime.append(name) } else { withoutScene.append(name) }
        continue
      }
      if self.names.contains(scene + ".json") {
        ofTimes[scene, default: []].append((time, name))
      } else {
        orphans.append(name)
      }
    }
    for scene in ofTimes.keys { ofTimes[scene]?.sort { ($0.time, $0.picture) < ($1.time, $1.picture) } }
  }

  /// Seconds such as `0.5`; nil for other text, such as the `2x` of a high-resolution picture.
  static func time(_ text: Substring) -> Double? {
    guard text.allSatisfy({ "0123456789.-".contains($0) }), let time = Double(text), time.isFinite else { return nil }
    return time
  }
}
