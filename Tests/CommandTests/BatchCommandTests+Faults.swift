import Foundation
import Testing

/// What `multiplane batch` does when jobs, workers or the batch itself fail.
extension BatchCommandTests {
  /// Makes a library of C that is loaded before others.
  func library(_ source: String) throws -> String {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
    compiler.arguments = [
      "-shared", "-fPIC", "-o", folder.file("fault.so"), try folder.write(source, to: "fault.c"), "-ldl",
    ]
    try compiler.run()
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0)
    return folder.file("fault.so")
  }

  /// Killed when a picture is written and has not taken its place: the worker alone, or the batch
  /// with it.
  @Test(arguments: ["worker", "batch"]) func whatIsKilledLeavesNoPartOfAPicture(victim: String) throws {
    let library = try library(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <fcntl.h>
      #include <signal.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      int rename(const char *from, const char *to) {
        int (*next)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
        if (strstr(to, "p1.png") && open(getenv("FAIL_ONCE"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) >= 0) {
          if (getenv("KILLS_BATCH")) kill(getppid(), SIGKILL);
          raise(SIGKILL);
        }
        return next(from, to);
      }
      """)
    let manifest = try people(3)
    let process = try Command.makeProcess(
      ["batch", manifest, "--scene", scene, "-o", folder.file("out/{id}.png"), "--renderer", "cpu", "--jobs", "1"],
      environment: ["LD_PRELOAD": library, "FAIL_ONCE": folder.file("failed")].merging(
        victim == "batch" ? ["KILLS_BATCH": "1"] : [:]
      ) { $1 })
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    func parts() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).filter { $0.hasSuffix(".partial") }
    }
    if victim == "batch" {
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(try parts().count == 1 && outputs() == ["p0.png"])
      #expect(try batch(manifest).status == 0)
    } else {
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
    #expect(FileManager.default.fileExists(atPath: folder.file("failed")))
    #expect(try parts().isEmpty && outputs().count == 3)
  }

  /// `FAIL_ONCE` is a file: only the first worker fails then.
  @Test func workersThatCannotBeStartedStopABatchOnlyTogether() throws {
    let library = try library(
      """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      __attribute__((constructor)) static void end(void) {
        char line[4096];
        int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
        ssize_t count = file < 0 ? 0 : read(file, line, sizeof line);
        if (file >= 0) close(file);
        if (count <= 0 || !memmem(line, count, "\\0worker\\0", 8)) return;
        const char *once = getenv("FAIL_ONCE");
        if (once && open(once, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) < 0) return;
        _exit(3);
      }
      """)
    let manifest = try people(6)
    let none = try batch(manifest, "--jobs", "2", environment: ["LD_PRELOAD": library])
    #expect(none.status == 75)
    #expect(none.errorLines.count == 2 && none.error.contains("people.csv: 0 drawn, 6 not done"), "\(none.error)")
    #expect(none.errorLines.last?.contains("worker: ended before it was ready") == true, "\(none.error)")
    let one = try batch(
      manifest, "--jobs", "2", environment: ["LD_PRELOAD": library, "FAIL_ONCE": folder.file("failed")])
    #expect(one.status == 0 && one.error.contains("6 drawn"), "\(one.error)")
    #expect(FileManager.default.fileExists(atPath: folder.file("failed")))
  }

  /// There is no room for one picture as long as the file `FULL` is there.
  @Test func whatMaySucceedAnotherTimeIsTriedAgainWhenTheOthersAreDone() throws {
    let library = try library(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      int rename(const char *from, const char *to) {
        const char *full = getenv("FULL");
        if (full && strstr(to, "/p3.png") && access(full, F_OK) == 0) {
          errno = ENOSPC;
          return -1;
        }
        return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
      }
      """)
    let manifest = try people(6)
    let full = try folder.write("", to: "full")
    let environment = ["LD_PRELOAD": library, "FULL": full]
    let once = try batch(manifest, "--retries", "0", environment: environment)
    #expect(once.status == 75 && once.error.contains("5 drawn, 1 failed"), "\(once.error)")
    #expect(once.error.contains("no room"), "\(once.error)")
    let process = try Command.makeProcess(
      ["batch", manifest, "--scene", scene, "-o", folder.file("out/{id}.png"), "--renderer", "cpu", "--again"],
      environment: environment)
    let errors = Pipe()
    process.standardError = errors
    let before = try FileManager.default.attributesOfItem(atPath: folder.file("out/p5.png"))[.modificationDate] as? Date
    try process.run()
    try Command.wait(for: process) {
      try FileManager.default.attributesOfItem(atPath: folder.file("out/p5.png"))[.modificationDate] as? Date != before
    }
    #expect(unlink(full) == 0)
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.contains("6 drawn"), "\(text)")
  }

  /// What takes an output's place after the check will not go by itself: a folder, or a file where
  /// a folder has to be. Another try would find the folder before it writes.
  @Test func whatCanNeverSucceedIsNotTriedAgain() throws {
    let library = try library(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <fcntl.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/stat.h>
      #include <unistd.h>
      int rename(const char *from, const char *to) {
        if (strstr(to, "/p0/card.png")) close(open(getenv("IN_THE_WAY"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        if (strstr(to, "/p1/card.png")) mkdir(to, 0700);
        return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
      }
      """)
    let result = try Command.run(
      ["batch", try people(4), "--scene", scene, "-o", folder.file("out/{id}/card.png"), "--renderer", "cpu"]
        + ["--jobs", "1"],
      environment: ["LD_PRELOAD": library, "IN_THE_WAY": folder.file("out/p3")])
    #expect(result.status == 1 && result.error.contains("2 drawn, 2 failed"), "\(result.error)")
    #expect(result.error.contains("p1/card.png: expected a writable file, found \"Is a directory\""), "\(result.error)")
    #expect(result.error.contains("out/p3: expected a writable file, found a folder that cannot be made"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out/p1")) == ["card.png"])
  }

  @Test func outputsInTheWayAreRefusedBeforeAnythingIsDrawn() throws {
    let manifest = try people(6)
    try FileManager.default.createDirectory(atPath: folder.file("out/p3.png"), withIntermediateDirectories: true)
    _ = try folder.write("", to: "file")
    let result = try batch(manifest)
    expectFailure(result, status: 2, mentions: "line 5: output: expected a path for a file, found the folder", "p3.png")
    let elsewhere = try Command.run(
      ["batch", manifest, "--scene", scene, "-o", folder.file("file/{id}.png"), "--renderer", "cpu"])
    #expect(elsewhere.status == 2 && elsewhere.errorLines.count == 6, "\(elsewhere.error)")
    #expect(elsewhere.error.contains("file/p0.png inside the file"), "\(elsewhere.error)")
    let below = try folder.write("{\"id\": \"a\"}\n{\"id\": \"file\"}\n", to: "jobs.jsonl")
    let apart = try Command.run(
      ["batch", below, "--scene", scene, "-o", folder.file("{id}/card.png"), "--renderer", "cpu"])
    expectFailure(apart, status: 2, mentions: "line 2: output: expected a path for a file, found", "inside the file")
  }

  @Test func aJournalThatCannotBeWrittenIsToldAndIsStatus75() throws {
    let manifest = try people(40)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // 2 or 4 KiB a file: enough for each picture, and not for forty lines.
    process.arguments =
      ["-c", "ulimit -f 4; exec \"$0\" \"$@\"", Command.executable.path, "batch", manifest, "--scene", scene]
      + ["-o", folder.file("out/{id}.png"), "--renderer", "cpu", "--jobs", "1"]
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 75, "\(text)")
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2 && text.contains(" not done in "), "\(text)")
    #expect(
      lines.last?.contains("/.multiplane-batch.jsonl: cannot be written: File too large; raise") == true, "\(text)")
    // What could not be noted is drawn again, behind the line that was cut off.
    let again = try batch(manifest)
    #expect(again.status == 0 && again.error.contains(" up to date"), "\(again.error)")
    #expect(try outputs().count == 40)
    #expect(try batch(manifest).error.contains("0 drawn, 40 up to date"))
  }

  @Test func workersThatDieAreReplacedAndABatchThatDiesLeavesNone() throws {
    let count = 1000
    let manifest = try people(count)
    func start() throws -> Process {
      let process = try Command.makeProcess(
        ["batch", manifest, "--scene", scene, "-o", folder.file("out/{id}.png"), "--renderer", "cpu", "--jobs", "2"])
      process.standardError = FileHandle.nullDevice
      try process.run()
      Command.wait(for: process) {
        (try? outputs().count) ?? 0 >= 20 && Command.children(of: process.processIdentifier).count == 2
      }
      return process
    }
    let first = try start()
    let workers = Command.children(of: first.processIdentifier)
    #expect(workers.count == 2)
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    #expect(try outputs().count < count)
    let second = try start()
    #expect(!workers.contains(where: Command.isRunning))
    for worker in Command.children(of: second.processIdentifier).prefix(1) { kill(worker, SIGKILL) }
    try Command.wait(for: second) { try outputs().count == count }
    second.waitUntilExit()
    #expect(try outputs().count == count)
    let rest = try batch(manifest)
    #expect(rest.status == 0)
  }
}
