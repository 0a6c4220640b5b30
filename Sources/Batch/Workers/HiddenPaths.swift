import Foundation

/// Files and folders that a confined process must not read: secrets, and other clients' pictures.
/// Landlock's rules only allow, so everything next to them on their paths from the root is allowed.
package struct HiddenPaths: Sendable {
  /// Without links; what a path leads to, too. They need not be there.
  let paths: Set<String>

  /// Entries of a folder beyond which those beside a hidden one are not looked at, and not read
  /// either: folders of temporary files have many, of all kinds of programs.
  private static let mostEntries = 4096

  package init(_ paths: [String]) {
    self.paths = paths.reduce(into: []) { paths, given in
      var path = given[...]
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      let slash = path.lastIndex(of: "/")
      let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
      // A path that does not exist yet is hidden once it does.
      if let parent = Self.withoutLinks(parent), !["", ".", ".."].contains(name) {
        paths.insert(parent == "/" ? "/\(name)" : "\(parent)/\(name)")
      }
      if let path = Self.withoutLinks(String(path)) { paths.insert(path) }
    }
  }

  /// The same paths as arguments for a child process.
  package var arguments: [String] { paths.sorted().flatMap { ["--hide", $0] } }

  /// What may be read: beneath each of these nothing is hidden. Beside a hidden folder these are
  /// folders only: there, beside caches and temporary folders, files come and go, and a rule holds
  /// the file itself, whose room would not be free while processes run that have the rule.
  var visible: [String] {
    var (found, folders) = ([String](), [""])
    while let folder = folders.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "/" : folder)) ?? []
      let holdsFolder = names.contains { paths.contains("\(folder)/\($0)") && Self.isFolder("\(folder)/\($0)") }
      for name in names {
        let path = "\(folder)/\(name)"
        if paths.contains(path) || holdsFolder && !Self.isFolder(path) { continue }
        if paths.contains(where: { $0.hasPrefix(path + "/") }) {
          folders.append(path)
        } else if names.count <= Self.mostEntries {
          found.append(path)
        }
      }
    }
    return found
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func withoutLinks(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
