import Foundation
import Testing

/// What bash completes with the script that the command writes, in a folder with files of several
/// kinds.
@Suite struct CompletionTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    let scene =
      #"""
      {"version": 1, "size": [8, 8], "parameters": {"name": {"type": "string", "default": "x"},
         "plan": {"type": "string", "enum": ["free", "pro"], "default": "free"}},
       "root": {"sublayers": [{"name": "title", "class": "CATextLayer", "string": {"parameter": "name"},
         "opacity": {"parameter": "plan", "case": {"free": 1, "pro": 0.5}}}]}}
      """#
    _ = try folder.write(scene, to: "card.json")
    for name in ["people.csv", "notes.txt", "photo.png"] { _ = try folder.write("", to: name) }
    try FileManager.default.createDirectory(atPath: folder.file("cards"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("multiplane"), withDestinationPath: Command.executable.path)
    let script = try Command.run(["--generate-completion-script", "bash"])
    _ = try folder.write(script.output, to: "completions")
  }

  /// The completions of the last word, as readline would have them made.
  private func complete(_ words: String...) throws -> [String] {
    let program = """
      cd "$1"; PATH=$1:$PATH; . ./completions; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _multiplane multiplane "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", program, "bash", folder.path, "multiplane"] + words
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func filesAndFoldersAreCompleted() throws {
    #expect(try complete("render", "").contains("card.json"))
    #expect(try complete("render", "c") == ["card.json", "cards"])
    #expect(try complete("render", "card.json", "-o", "") == ["cards", "photo.png"])
    #expect(try complete("batch", "p") == ["people.csv"])
    #expect(try complete("batch", "people.csv", "--scene", "c") == ["card.json", "cards"])
    #expect(try complete("batch", "people.csv", "--assets", "") == ["cards"])
    #expect(try complete("diff", "p") == ["photo.png"])
    #expect(try complete("serve", "--templates", "") == ["cards"])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func namesAreCompleted() throws {
    #expect(try complete("render", "card.json", "--renderer", "c") == ["cpu"])
    #expect(try complete("render", "card.json", "--device", "so") == ["software"])
    #expect(try complete("render", "card.json", "--set", "") == ["name=", "plan="])
    #expect(try complete("re") == ["render"])
  }
}
